import { type GeocoderIndex, postalCodeRow } from '../index/build-index.ts';
import { type Group, type ParsedAddress, parse, type QueryWord } from '../query/parse.ts';
import type { Budget } from '../score/budget.ts';
import { detailed, type Finding, findings, scaled } from '../score/evidence.ts';
import { findTowns } from '../towns/find-towns.ts';
import type { Hints } from '../towns/street-in-towns.ts';
import { findTown, isSure, isTownName, type Meaning } from '../towns/town-names.ts';
import { findPlaces } from './find-places.ts';
import { readings } from './readings.ts';

/** The hints beside an address, and where they contradict it. */
export interface CheckedHints extends Hints {
  readonly evidence: readonly Finding[];
  /** Whether the town is outside Greece. */
  readonly isAbroad: boolean;
}

/** A town beside an address that contains nothing of it. */
export interface ContradictedHint {
  readonly contradictedCity?: string;
}

/** Reads the hints beside an address: the town, and the postal code, also from the address or the town. */
export function readHints(
  index: GeocoderIndex,
  parsed: ParsedAddress,
  hints: { readonly postalCode?: string; readonly city?: string } & ContradictedHint,
  budget: Budget,
): CheckedHints {
  const { contradictedCity: contradicted } = hints;
  const evidence: Finding[] = contradicted
    ? [detailed(findings.hintContradicted, contradicted)]
    : [];
  const isCode = (code: string) => index.postalCodeNumbers.has(code);
  const isTown = (words: readonly QueryWord[]) => isTownName(index.places, words, budget);
  const { groups, postalCode: inCity } = parse(hints.city ?? '', isCode, isTown);
  // `N/A` is no town, and no doubt about the address.
  if (hints.city && groups.length === 0 && inCity === null) {
    evidence.push(detailed(findings.hintCityNothing, hints.city));
  }
  const hint = hints.postalCode?.replace(/\D/g, '') || null;
  const typed = hint ?? parsed.postalCode ?? inCity;
  for (const [where, other] of Object.entries({ address: parsed.postalCode, city: inCity })) {
    if (other === null || other === typed) continue;
    evidence.push(detailed(findings.hintSaysCode, where, other));
  }
  const isKnown = typed !== null && isCode(typed);
  if (typed !== null && !isKnown) evidence.push(detailed(findings.hintCodeUnknown, typed));
  const whole = groups.length > 0 ? meaningOf(index, groups, budget) : undefined;
  const isPart = groups.length > 0 && whole === undefined;
  const part = isPart ? partOf(index, groups, budget) : undefined;
  const city = whole ?? part?.meaning ?? null;
  if (city === null && groups.length > 0) evidence.push(findings.hintCityUnknown);
  const isNamed = city === null || isSure(city) || areTowns(index, groups, budget);
  if (!isNamed && !holdsCode(index, city, typed)) {
    const [largest] = city.places;
    evidence.push(detailed(findings.hintCityGuessed, index.places.places[largest!]!.name));
  }
  if (part !== undefined) evidence.push(detailed(findings.hintCityPartUnknown, part.unknown));
  // A code that does not exist is a mistake: the street and the town decide.
  const postalCode = isKnown ? typed : null;
  const isOutside = (city === null || !isSure(city)) && isAbroad(groups, isTown);
  return { postalCode, city, evidence, isAbroad: isOutside };
}

/** Whether each word belongs to the sure name of a town: `Νίκαια Πειραιά`. */
function areTowns(index: GeocoderIndex, groups: readonly Group[], budget: Budget): boolean {
  const sure = findTowns(index.places, groups, budget).filter(isSure);
  const isIn = (i: number, at: number) =>
    sure.some(({ group, from, to }) => group === i && at >= from && at < to);
  return groups.every(({ words }, i) => words.every((_, at) => isIn(i, at)));
}

/** Whether a postal code is of a municipality that a name means. */
function holdsCode(index: GeocoderIndex, { municipalities }: Meaning, code: string | null) {
  const row = code === null ? undefined : postalCodeRow(index, code);
  const isOwn = (number: number) => index.municipalities[number]!.id === row?.municipality;
  return [...municipalities].some(isOwn);
}

/** The places that a hint means: a name, or a name with what holds it (Νέα Ιωνία, Βόλος). */
function meaningOf(
  index: GeocoderIndex,
  groups: readonly Group[],
  budget: Budget,
): Meaning | undefined {
  const named = findTown(
    index.places,
    groups.flatMap(({ words }) => words),
    budget,
    0,
  );
  if (named !== undefined && isSure(named)) return named;
  return heldPlaces(index, groups, budget) ?? named;
}

/** Beside a town of at least this size, words that are not known are taken for its quarter. */
const cityPeople = 5_000;

/** The town among words that together are none: `Χαριλάου Θεσσαλονίκη`. */
function partOf(index: GeocoderIndex, groups: readonly Group[], budget: Budget) {
  const [largest] = findTowns(index.places, groups, budget)
    .filter(town => isSure(town) && town.largest >= cityPeople)
    .sort((a, b) => b.to - b.from - (a.to - a.from) || b.largest - a.largest);
  if (largest === undefined) return undefined;
  const unknown = groups
    .flatMap(({ words }, i) =>
      words.filter((_, at) => i !== largest.group || at < largest.from || at >= largest.to),
    )
    .map(({ text }) => text)
    .join(' ');
  return { meaning: largest, unknown };
}

function heldPlaces(
  index: GeocoderIndex,
  groups: readonly Group[],
  budget: Budget,
): Meaning | undefined {
  const ways = readings({ groups }, findTowns(index.places, groups, budget), budget);
  const nothing: Hints = { postalCode: null, city: null };
  const found = ways
    .filter(({ street, ignoredWords }) => street === null && ignoredWords.length === 0)
    .flatMap(way => findPlaces(index, way, nothing, budget))
    .filter(
      ({ place, evidence }) => place !== null && evidence.every(({ fault }) => fault === null),
    );
  const best = Math.max(0, ...found.map(({ score }) => score));
  if (best === 0) return undefined;
  const places = found.filter(({ score }) => score === best).map(({ place }) => place!);
  const municipalities = places.flatMap(place => [...index.places.places[place]!.municipalities]);
  const largest = Math.max(...places.map(place => index.places.places[place]!.population));
  const spelled = scaled(findings.wordExact, best);
  return { spelled, places, municipalities: new Set(municipalities), largest };
}

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
