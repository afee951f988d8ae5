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

const kindNames = new Set(Object.values(kinds).flat().map(fold));

/** The names that a place has by its category, beside its own. */
export function namesOfKind(category: string, name: string): readonly string[] {
  const value = category.slice(category.indexOf('=') + 1);
  // Hotels are called by the word and their name, since a town has many.
  if (value === 'hotel')
    return /ξενοδοχ|hotel/.test(fold(name)) ? [] : [`Ξενοδοχείο ${name}`, `Hotel ${name}`];
  return kinds[sameKinds[value] ?? value] ?? [];
}

/** Whether a name is only the word for a kind of place. */
export function isKindName(name: string): boolean {
  return kindNames.has(fold(name));
}

/** Words, in the nominative, that ask for a building and not for a village or a street. */
const buildings = `
  Νοσοκομείο Κλινική Ιατρείο Δημαρχείο Κοινοτικό ΚΤΕΛ Σταθμός Λιμάνι Μουσείο Πανεπιστήμιο Σχολείο
  Γυμνάσιο Λύκειο Νηπιαγωγείο Βιβλιοθήκη Αστυνομία Αστυνομικό Πυροσβεστική Ταχυδρομείο Ξενοδοχείο
  Εφορία ΔΟΥ ΚΕΠ ΕΛΤΑ Υγείας
  hospital clinic townhall hall station terminal port museum university school police hotel health
`;
/** The same, outside the town whose name they have. */
const outside = 'Αεροδρόμιο Αερολιμένας Αερολέσχη airport aerodrome';

const buildingWords = keysOf(buildings);
const outsideWords = keysOf(outside);

function keysOf(list: string): ReadonlySet<string> {
  const words = list.trim().split(/\s+/).map(fold);
  // Latin letters by the sound of the Greek word too: dimarxeio, dimarcheio.
  return new Set(words.flatMap(word => (/[a-z]/.test(word) ? [word] : [word, greekKey(word)])));
}

interface Word {
  readonly text: string;
  readonly isLatin: boolean;
  readonly phonetic: readonly string[];
}

/** Whether words ask for a building in the town, for one outside, or for neither. */
export function buildingAsked(words: readonly Word[]): 'inside' | 'outside' | undefined {
  const isIn = (known: ReadonlySet<string>) =>
    words.some(
      ({ text, isLatin, phonetic }) =>
        known.has(text) || (isLatin && phonetic.some(key => known.has(key))),
    );
  if (isIn(outsideWords)) return 'outside';
  return isIn(buildingWords) ? 'inside' : undefined;
}
