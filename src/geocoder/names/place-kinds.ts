import { fold } from '../text/fold.ts';

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
