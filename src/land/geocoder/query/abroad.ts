import type { Group, QueryWord } from './parse.ts';

/** Names of countries, states and cities outside Greece, folded; `_` is a blank. */
const names = `
  κυπροσ λευκωσια λεμεσοσ λαρνακα παφοσ αμμοχωστοσ κερυνεια
  cyprus kypros nicosia lefkosia limassol lemesos larnaca larnaka paphos pafos famagusta kyrenia
  αλβανια βουλγαρια τουρκια ιταλια γερμανια γαλλια αγγλια ισπανια πορτογαλια αυστρια ελβετια βελγιο
  ολλανδια πολωνια ρουμανια κροατια σουηδια νορβηγια δανια φινλανδια ρωσια ουκρανια ουγγαρια
  αμερικη ηπα καναδασ αυστραλια κινα ιαπωνια ινδια αιγυπτοσ ισραηλ βρετανια ηνωμενο_βασιλειο
  βορεια_μακεδονια ιρλανδια τσεχια σλοβακια σλοβενια μαλτα λουξεμβουργο
  albania bulgaria turkey turkiye italy italia germany deutschland france england spain portugal
  austria switzerland belgium netherlands holland poland romania serbia croatia sweden norway denmark
  finland russia ukraine hungary usa us united_states united_states_of_america america canada
  australia china japan india egypt israel uk united_kingdom great_britain north_macedonia ireland
  czechia slovakia slovenia malta luxembourg mexico brazil argentina
  λονδινο παρισι βερολινο μοναχο φρανκφουρτη βρυξελλεσ μαδριτη βαρκελωνη λισαβονα μιλανο
  βιεννη ζυριχη γενευη αμστερνταμ κωνσταντινουπολη αγκυρα βουκουρεστι βελιγραδι τιρανα
  μοσχα νεα_υορκη μελβουρνη αγια_ναπα πρωταρασ αγιοσ_δομετιοσ στροβολοσ
  london paris berlin munich frankfurt brussels madrid barcelona lisbon milan vienna zurich geneva
  amsterdam istanbul ankara bucharest belgrade tirana moscow new_york melbourne sydney
  toronto chicago boston los_angeles rome milano napoli skopje izmir ayia_napa protaras strovolos
  alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii
  idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan
  minnesota mississippi missouri montana nebraska nevada new_hampshire new_jersey new_mexico
  north_carolina north_dakota ohio oklahoma oregon pennsylvania rhode_island south_carolina
  south_dakota tennessee texas utah vermont virginia washington west_virginia wisconsin wyoming
`;

const abroad = new Set(
  names
    .trim()
    .split(/\s+/)
    .map(name => name.replaceAll('_', ' ')),
);

/**
 * Whether an address ends in the name of a place outside Greece, or has it between commas. Streets in
 * Greece are named after many of them, but then a house number follows, or `οδός` is before it. Shops are
 * too, but then their street and town in Greece follow: `Italia, Ερμού 5, Αθήνα`.
 */
export function isAbroad(
  groups: readonly Group[],
  isTown: (words: readonly QueryWord[]) => boolean,
): boolean {
  const named = groups.filter(({ words }) => words.length > 0);
  const isForeign = (group: Group, i: number) =>
    isPlain(group) &&
    abroad.has(textsOf(group).join(' ')) &&
    !hasStreetAndTown(named.slice(i + 1), isTown);
  if (named.some(isForeign)) return true;
  const last = named.at(-1);
  if (last === undefined || !isPlain(last)) return false;
  const texts = textsOf(last);
  // Athens Ohio: without a comma only Latin names are sure not to be part of a street's.
  const ending = last.words.slice(-2);
  return ending.some(
    (word, i) =>
      word.isLatin && abroad.has(texts.slice(texts.length - ending.length + i).join(' ')),
  );
}

/** Whether a street with its number is followed by a town. */
function hasStreetAndTown(
  groups: readonly Group[],
  isTown: (words: readonly QueryWord[]) => boolean,
): boolean {
  const street = groups.findIndex(({ numbers }) => numbers.length > 0);
  return (
    street >= 0 && groups.slice(street + 1).some(group => isPlain(group) && isTown(group.words))
  );
}

/** The least number that is no house's: Λεμεσός 3025 has a postal code of Cyprus. */
const leastForeignCode = 1_000;

function isPlain({ numbers, type }: Group): boolean {
  return type === undefined && numbers.every(({ first }) => first >= leastForeignCode);
}

function textsOf({ words }: Group): string[] {
  return words.map(({ text }) => text);
}
