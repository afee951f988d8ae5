import { isJoiner } from '../names/read-name.ts';
import type { GeocoderRows } from '../rows/geocoder-rows.ts';
import { elot743 } from '../text/elot.ts';
import { fold, memoized } from '../text/fold.ts';
import { phoneticKeys } from '../text/phonetic.ts';
import { isOneWord } from '../text/stem.ts';
import type { Municipality } from './municipality.ts';

/** What a name may mean: one municipality, or all into which one of 2010 was split. */
export type Meaning = readonly Municipality[];

/** The rows that names are compared with. */
interface KnownNames extends Pick<GeocoderRows, 'municipalities' | 'areas'> {
  /** Municipal units, with the id of their municipality. */
  readonly units: readonly { readonly unit: string; readonly municipality: string }[];
}

/**
 * Makes a function that returns what the name, or the ministry's code, of a municipality or municipal
 * unit may mean: nothing, one meaning, or namesakes. An exact name goes before one that sounds so, a
 * municipality before a unit. Without a regional unit, null, namesakes are not told apart.
 */
export function openMunicipalityNames(all: readonly Municipality[], known: KnownNames) {
  const codes = Map.groupBy(all, ({ code }) => code);
  const rows = new Map(known.municipalities.map(row => [row.id, row]));
  const named = (meaning: Meaning, names: readonly string[]) =>
    names.flatMap(name => [name, elot743(name)]).map(name => ({ words: wordsOf(name), meaning }));
  const own = [...codes.values()].flatMap(group => [
    ...named(group, group[0]!.namesOf2010),
    ...group.flatMap(one => {
      const { nominative = one.id, english = one.id, otherNames = [] } = rows.get(one.id) ?? {};
      const meaning = group.length > 1 ? [one] : group;
      return named(meaning, [one.id, nominative, english, ...otherNames]);
    }),
  ]);
  const byId = new Map(own.map(({ meaning }) => [meaning[0]!.id, meaning]));
  const parts = known.units.flatMap(one => named(byId.get(one.municipality) ?? [], [one.unit]));
  const areaNamed = memoized(name => openArea(name, known));
  return (name: string, regionalUnit: string | null): readonly Meaning[] => {
    const isIn = regionalUnit === null ? () => true : areaNamed(regionalUnit);
    const byCode = codes.get(name);
    if (byCode) return byCode.some(isIn) ? [byCode] : [];
    const words = wordsOf(name);
    for (const isSame of [Object.is, isAlike]) {
      for (const names of [own, parts]) {
        const fitting = names.filter(one => isSame(words, one.words) && one.meaning.some(isIn));
        const found = [...new Set(fitting.map(({ meaning }) => meaning))];
        // Κέρκυρα is the municipality of 2010, and what a part of it is usually called.
        const whole = found.find(one => found.flat().every(other => one.includes(other)));
        if (found.length > 0) return whole ? [whole] : found;
      }
    }
    return [];
  };
}

/** Words before the name of an area, which may be left out. */
const labels =
  /^(?:δημο[συ]|δ\.? ?[εκδ]\.|δ\.|τ\.? ?κ\.|(?:δημοτικη |τοπικη )?(?:ενοτητα|κοινοτητα)|περιφερειακη ενοτητα|περιφερεια|π\.? ?ε\.|νομο[συ]|ν\. |dimo[su]|nomo[su]|municipality of|regional unit of) ?/;

/** The name of an area, folded and without the word for its kind. */
export function plainAreaName(name: string): string {
  const folded = fold(name).trim();
  return folded.replace(labels, '') || folded;
}

/** The words of a name with blanks between them; those that are cut short keep their full stop. */
function wordsOf(name: string): string {
  const words = plainAreaName(name).match(/[a-zα-ω0-9]+\.?/g) ?? [];
  return words.filter(word => !isJoiner(word)).join(' ');
}

/** Whether words are forms of a known name, in either script: Αγ. Παρασκευή, Agias Paraskevis. */
function isAlike(words: string, known: string): boolean {
  const [own, others] = [words.split(' '), known.split(' ')];
  return own.length === others.length && own.every((word, i) => isWord(word, others[i]!));
}

function isWord(word: string, known: string): boolean {
  if (word.endsWith('.')) return known.startsWith(word.slice(0, -1));
  return phoneticKeys(word).some(key => isOneWord(key, phoneticKeys(known)[0]!));
}

/** Regional units that were in the prefecture of another one until 2011. */
const prefectures: Readonly<Record<string, string>> = {
  ...{ Θάσου: 'Καβάλας', Σποράδων: 'Μαγνησίας', Ιθάκης: 'Κεφαλληνίας' },
  ...{ Λήμνου: 'Λέσβου', Ικαρίας: 'Σάμου', Νήσων: 'Πειραιώς' },
};

/** Makes a function that finds the municipalities of a regional unit, prefecture or region. */
function openArea(name: string, { areas, municipalities }: KnownNames) {
  const words = wordsOf(name);
  const named = areas.filter(area => area.names.some(own => isAlike(words, wordsOf(own))));
  const ids = new Set(named.flatMap(({ id, parts }) => [id, ...parts]));
  const regions = new Map(municipalities.map(row => [row.regionalUnit, row.region]));
  return ({ id, regionalUnit: unit }: Municipality) =>
    [id, unit, prefectures[unit], regions.get(unit)].some(one => one && ids.has(one));
}
