import { isJoiner } from '../names/read-name.ts';
import type { AreaRow, LocalityRow, Position } from '../rows/geocoder-rows.ts';
import { fold, memoized } from '../text/fold.ts';
import { phoneticKeys } from '../text/phonetic.ts';
import { stem } from '../text/stem.ts';
import { buildSlipTable, type SlipTable } from '../text/typing-errors.ts';
import { type Beginnings, buildBeginnings, type Postings, packPostings } from './postings.ts';

/** What an address may name as its town, or as what holds its town. */
export interface GazetteerPlace extends Position {
  readonly kind: 'municipality' | 'municipal_unit' | LocalityRow['kind'] | AreaRow['kind'];
  readonly name: string;
  /** Position in the list of municipalities; -1 for what holds several. */
  readonly municipality: number;
  /** All municipalities that it is, lies in or holds. */
  readonly municipalities: ReadonlySet<number>;
  /** The postal codes of a locality; empty for a municipality or when not known. */
  readonly postalCodes: readonly string[];
  /** Inhabitants, of a municipality those of its main town; an estimate where not known. */
  readonly population: number;
  readonly source: string;
  /** Whether its position was imported, so that it is in the area that the service is for. */
  readonly isImported: boolean;
  /** Whether its main town has another name, and a village of it has its own. */
  readonly isSeatElsewhere?: boolean;
  /** Whether that village is another place. */
  readonly hasVillageApart?: boolean;
  /** The number of the border of a municipal unit. */
  readonly boundary?: number;
}

/** Places by every name they go by. */
export interface PlaceIndex {
  readonly places: readonly GazetteerPlace[];
  /** One entry for each name of each place: the place, and the name folded. */
  readonly placeOfName: Uint32Array;
  readonly foldedNames: readonly string[];
  readonly sounds: readonly string[];
  /** Entries by the stems of the name's words, and by the words' phonetic keys. */
  readonly byStems: Postings;
  readonly bySound: Postings;
  /** Typing errors in the sound and in the spelling. */
  readonly soundSlips: SlipTable;
  readonly spellingSlips: SlipTable;
  /** Entries by the beginnings of their spelling and of their sound, the largest places first. */
  readonly spellingBeginnings: Beginnings;
  readonly soundBeginnings: Beginnings;
}

/** A place with every name it goes by. */
export interface PlaceWithNames {
  readonly place: GazetteerPlace;
  readonly names: readonly string[];
}

/** A name folded, its words separated by single blanks, without articles, as addresses are read. */
export function plainOf(name: string): string {
  const words = fold(name).match(/[a-zα-ω0-9]+/g) ?? [];
  const own = words.filter(word => !isJoiner(word));
  return (own.length > 0 ? own : words).join(' ');
}

/** Indexes places by their names, in the order of the list. */
export function indexPlaces(named: readonly PlaceWithNames[]): PlaceIndex {
  const placeOfName: number[] = [];
  const names: string[] = [];
  named.forEach((entry, number) => {
    for (const name of new Set(entry.names.map(plainOf))) {
      names.push(name);
      placeOfName.push(number);
    }
  });
  const keyOf = memoized(word => phoneticKeys(word)[0]!);
  const keys = names.map(name => name.split(' ').map(keyOf));
  const sounds = keys.map(words => words.join(''));
  const importance = (entry: number) => importanceOf(named[placeOfName[entry]!]!.place);
  return {
    places: named.map(({ place }) => place),
    placeOfName: Uint32Array.from(placeOfName),
    foldedNames: names,
    sounds,
    byStems: packPostings(keys.map(words => words.map(stem).join(' '))),
    bySound: packPostings(sounds),
    soundSlips: buildSlipTable(sounds),
    spellingSlips: buildSlipTable(names),
    spellingBeginnings: buildBeginnings(names, importance),
    soundBeginnings: buildBeginnings(sounds, importance),
  };
}

/** Inhabitants that count for a place that is often typed behind the name of another. */
const containerPopulation = 10_000;

const containerKinds: readonly GazetteerPlace['kind'][] = [
  'municipality',
  'regional_unit',
  'region',
  'landscape',
];

/** Which places matter most of those that share a beginning. */
function importanceOf({ kind, population }: GazetteerPlace): number {
  const isContainer = containerKinds.includes(kind);
  return population + (isContainer ? containerPopulation : 0);
}
