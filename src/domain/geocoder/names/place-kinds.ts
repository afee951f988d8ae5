import { fold } from '../text/fold.ts';
import { greekKey } from '../text/phonetic.ts';

/** What people call a place of a category without its name: `Νοσοκομείο Βόλου`, `ΚΤΕΛ Λάρισας`. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  hospital: ['Νοσοκομείο', 'Hospital'],
  airport: ['Αεροδρόμιο', 'Airport'],
  city_hall: ['Δημαρχείο', 'Town Hall'],
  bus_station: ['ΚΤΕΛ', 'Bus Station'],
  train_station: ['Σταθμός', 'Σιδηροδρομικός Σταθμός', 'Train Station'],
  port: ['Λιμάνι', 'Port'],
  museum: ['Μουσείο', 'Museum'],
  university: ['Πανεπιστήμιο', 'University'],
  police: ['Αστυνομικό Τμήμα', 'Police Station'],
};

/** Values of tags that are the same kind of place. */
const sameKinds: Readonly<Record<string, string>> = {
  aerodrome: 'airport',
  townhall: 'city_hall',
  station: 'train_station',
  ferry_terminal: 'port',
  harbour: 'port',
};

/**
 * Words that are said before the name of a place: a town has many hotels, and a station is called as
 * the town or the street beside it.
 */
const wordsBefore: Readonly<Record<string, readonly string[]>> = {
  hotel: ['Ξενοδοχείο', 'Hotel'],
  metro_station: ['Μετρό'],
  future_metro_station: ['Μετρό'],
  tram_station: ['Τραμ'],
  tram_stop: ['Τραμ'],
  train_station: ['Σταθμός'],
};

const kindNames = new Set(Object.values(kinds).flat().map(fold));

/** The names that a place has by its category, beside its own. */
export function namesOfKind(category: string, name: string): readonly string[] {
  // Animals are treated in what is tagged as a hospital.
  if (/κτηνιατρ|veterinar/.test(fold(name))) return [];
  const value = category.slice(category.indexOf('=') + 1);
  const kind = sameKinds[value] ?? value;
  const before = wordsBefore[kind] ?? [];
  const hasWord = before.some(word => fold(name).includes(fold(word)));
  const longer = hasWord ? [] : before.map(word => `${word} ${name}`);
  return [...(kinds[kind] ?? []), ...longer];
}

/** Whether a name is only the word for a kind of place. */
export function isKindName(name: string): boolean {
  return kindNames.has(fold(name));
}

/** Words, in the nominative, that ask for a building and not for a village or a street. */
const buildings = `
  Νοσοκομείο Κλινική Ιατρείο Δημαρχείο Κοινοτικό ΚΤΕΛ Σταθμός Μετρό Τραμ Λιμάνι Μουσείο Πανεπιστήμιο Σχολείο
  Γυμνάσιο Λύκειο Νηπιαγωγείο Βιβλιοθήκη Αστυνομία Αστυνομικό Πυροσβεστική Ταχυδρομείο Ξενοδοχείο
  Εφορία ΔΟΥ ΚΕΠ ΕΛΤΑ Υγείας Νομαρχία Δικαστήριο Δικαστικό Πρωτοδικείο Ειρηνοδικείο Λιμεναρχείο
  Τελωνείο Δασαρχείο Κτηματολόγιο Υποθηκοφυλακείο Φαρμακείο ΕΠΑΛ ΙΚΑ ΕΦΚΑ ΟΑΕΔ ΔΥΠΑ Τράπεζα
  hospital clinic townhall hall station terminal port museum university school police hotel health bank
`;
/** Words that buildings of many towns have beside the word for their kind. */
const usual = `
  Δημοτικό Δημοτική Δημόσιο Δημόσια Γενικό Γενική Κεντρικό Κεντρική Κρατικό Ειδικό Ιδιωτικό Εσπερινό
  Ημερήσιο Ενιαίο Επαγγελματικό Περιφερειακό Κέντρο Τμήμα Υπηρεσία Αγροτικό Παιδικός Βρεφονηπιακός
  Σιδηροδρομικός Πανεπιστημιακό Διεθνής Κρατικός Ναός Ιερός Γήπεδο Στάδιο Πάρκο Μονή Ιερά Παραλία
  Θέατρο Αρχαίο Αρχαιολογικό Αρχαιολογικός Χώρος international archaeological general primary elementary high secondary public central municipal center centre bus
  train police town city municipality Δήμος
`;
/** The same, outside the town whose name they have. */
const outside = 'Αεροδρόμιο Αερολιμένας Αερολέσχη ΒΙΠΕ airport aerodrome';

const buildingWords = keysOf(buildings);
const outsideWords = keysOf(outside);
const usualWords = keysOf(usual);

function keysOf(list: string): ReadonlySet<string> {
  const words = list.trim().split(/\s+/).map(fold);
  // Latin letters by the sound of the Greek word too: dimarxeio, dimarcheio, dimarcheo.
  const sounds = (word: string) => [greekKey(word), greekKey(word.replace(/ειο$/, 'εο'))];
  return new Set(words.flatMap(word => (/[a-z]/.test(word) ? [word] : [word, ...sounds(word)])));
}

interface Word {
  readonly text: string;
  readonly isLatin: boolean;
  readonly phonetic: readonly string[];
}

function isIn(known: ReadonlySet<string>, { text, isLatin, phonetic }: Word): boolean {
  return known.has(text) || (isLatin && phonetic.some(key => known.has(key)));
}

/** Whether words ask for a building in the town, for one outside, or for neither. */
export function buildingAsked(words: readonly Word[]): 'inside' | 'outside' | undefined {
  if (words.some(word => isIn(outsideWords, word))) return 'outside';
  return words.some(word => isIn(buildingWords, word)) ? 'inside' : undefined;
}

/** Whether a folded word is the word for a kind of building. */
export function isBuildingWord(folded: string): boolean {
  return buildingWords.has(folded) || outsideWords.has(folded);
}

/** Whether a typed word is the word for a kind of building, or one that many of them have. */
export function isWordForKind(word: Word): boolean {
  return [buildingWords, outsideWords, usualWords].some(words => isIn(words, word));
}

/** The same for a folded word. */
export function isUsualWord(folded: string): boolean {
  return [buildingWords, outsideWords, usualWords].some(words => words.has(folded));
}

/**
 * Whether words only ask for a building of a kind, which every town may have, and have no name of its
 * own: `15ο Δημοτικό Σχολείο`.
 */
export function isAnyBuilding(words: readonly Word[]): boolean {
  const isUsual = (word: Word) =>
    isIn(buildingWords, word) || isIn(usualWords, word) || /^\d+ο?$/.test(word.text);
  return buildingAsked(words) === 'inside' && words.every(isUsual);
}
