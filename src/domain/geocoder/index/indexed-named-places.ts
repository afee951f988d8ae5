import { isKindName, namesOfKind } from '../names/place-kinds.ts';
import { type Name, nameReader } from '../names/read-name.ts';
import type { NamedPlaceRow } from '../rows/country-rows.ts';
import type { MunicipalityRow } from '../rows/geocoder-rows.ts';
import { buildIdTable, type Identity, type IdTable, plainName } from './id-table.ts';
import { numbering } from './indexed-streets.ts';
import { buildWordIndex, streetTypes, type WordIndex, wordCollector } from './name-index.ts';
import { firstIn, type Lists, packLists, packTexts, type Texts, textAt } from './postings.ts';

/** Places that are searched by name, as columns; the most requested ones come first. */
export interface NamedPlaces {
  readonly count: number;
  readonly latitude: Float64Array;
  readonly longitude: Float64Array;
  readonly reachMetres: Float32Array;
  /** Position in the list of municipalities. */
  readonly municipality: Int16Array;
  /** How often a place of its category is asked for, compared with others. */
  readonly weight: Uint8Array;
  readonly source: Uint16Array;
  readonly sources: readonly string[];
  /** The names of each place, the one to show first, and the places of each name. */
  readonly namesOf: Lists;
  readonly ofName: Lists;
  /** Every distinct name: its text, its position in `streetTypes`, its words; names by word. */
  readonly texts: Texts;
  readonly types: Uint8Array;
  /** 1 for a name that is only the word for a kind of place: Νοσοκομείο. */
  readonly isKind: Uint8Array;
  readonly words: WordIndex;
  readonly wordsOf: Lists;
  readonly namesOfWord: Lists;
  /** The places that an id means. */
  readonly ids: IdTable;
}

/**
 * How often people search for a place by its name, by the value of its tag or by its place type.
 */
const weights: Readonly<Record<string, number>> = Object.fromEntries(
  [
    [20, 'airport aerodrome hospital university'],
    [12, 'train_station station metro_station museum archaeological_site city_hall townhall'],
    [8, 'square ferry_terminal port harbour castle stadium bus_station courthouse clinic centre'],
    [5, 'beach theatre library marina tram_station tram_stop halt shopping_mall monastery fort'],
    [4, 'attraction park lake police post_office high_school bay cape peak monument ruins zoo'],
  ].flatMap(([weight, values]) =>
    String(values)
      .split(' ')
      .map(value => [value, Number(weight)]),
  ),
);
const usualWeight = 2;

function weightOf(category: string): number {
  return weights[category.slice(category.indexOf('=') + 1)] ?? usualWeight;
}

/** A named place with the position of its municipality in the list of municipalities. */
interface LocatedPlace extends NamedPlaceRow {
  readonly municipality: number;
}

/** Packs named places. */
export function buildNamedPlaces(
  rows: readonly LocatedPlace[],
  municipalities: readonly MunicipalityRow[],
): NamedPlaces {
  const kept = rows.toSorted((a, b) => weightOf(b.category) - weightOf(a.category));
  const names = numbering();
  const sources = numbering();
  const owners: number[] = [];
  const nameIds: number[] = [];
  kept.forEach(({ name, otherNames, category }, place) => {
    for (const text of new Set([name, ...otherNames, ...namesOfKind(category, name)])) {
      owners.push(place);
      nameIds.push(names.of(text));
    }
  });
  const places = {
    count: kept.length,
    latitude: Float64Array.from(kept, row => row.latitude),
    longitude: Float64Array.from(kept, row => row.longitude),
    reachMetres: Float32Array.from(kept, row => row.reachMetres),
    municipality: Int16Array.from(kept, row => row.municipality),
    weight: Uint8Array.from(kept, row => weightOf(row.category)),
    source: Uint16Array.from(kept, row => sources.of(row.source)),
    sources: [...sources.numbers.keys()],
    namesOf: packLists(kept.length, owners, nameIds),
    ofName: packLists(names.numbers.size, nameIds, owners),
    ...packNames([...names.numbers.keys()]),
  };
  const ids = buildIdTable(places.count, place => namedIdentity(places, municipalities, place));
  return { ...places, ids };
}

/** A named place of a municipality. */
function namedIdentity(
  { municipality, latitude, longitude, namesOf, texts }: Omit<NamedPlaces, 'ids'>,
  municipalities: readonly MunicipalityRow[],
  place: number,
): Identity {
  const name = textAt(texts, firstIn(namesOf, place));
  const { id = '' } = municipalities[municipality[place]!] ?? {};
  const position = { latitude: latitude[place]!, longitude: longitude[place]! };
  return { key: `${id}/${plainName(name)}`, others: [], ...position };
}

function packNames(texts: readonly string[]) {
  const readName: (name: string) => Name = nameReader();
  const collector = wordCollector();
  const types = new Uint8Array(texts.length);
  const owners: number[] = [];
  const wordIds: number[] = [];
  texts.forEach((text, name) => {
    const { type, words } = readName(text);
    types[name] = streetTypes.indexOf(type);
    for (const word of new Set(words.map(collector.numberOf))) {
      owners.push(name);
      wordIds.push(word);
    }
  });
  const namesOfWord = packLists(collector.words.length, wordIds, owners);
  // Names are in the order of their places, so a word of an earlier name is requested more often.
  const importance = (word: number) => -firstIn(namesOfWord, word);
  return {
    texts: packTexts(texts),
    types,
    isKind: Uint8Array.from(texts, text => Number(isKindName(text))),
    words: buildWordIndex(collector, importance),
    wordsOf: packLists(texts.length, owners, wordIds),
    namesOfWord,
  };
}
