import type { GeocoderRows, MunicipalityRow, Position } from '../rows.ts';
import { fold } from '../text/fold.ts';
import { phoneticKeys } from '../text/phonetic.ts';
import { remembering } from '../text/remember.ts';
import { buildSlipTable, type SlipTable } from '../text/slips.ts';
import { stem } from '../text/stem.ts';
import { type Postings, packPostings } from './postings.ts';

/** A municipality, or a locality in one: what an address may name as its town. */
export interface Place extends Position {
  readonly level: 'municipality' | 'locality';
  readonly name: string;
  /** Position in the list of municipalities. */
  readonly municipality: number;
  /** The postal codes of a locality; empty for a municipality or when not known. */
  readonly postalCodes: readonly string[];
  readonly source: string;
}

/** Places by every name they go by. */
export interface PlaceIndex {
  readonly places: readonly Place[];
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
}

/** Builds the places: municipalities first, so that they come before villages of the same name. */
export function buildPlaceIndex(
  rows: GeocoderRows,
  municipalityNumber: ReadonlyMap<string, number>,
  centres: readonly Position[],
): PlaceIndex {
  const places: Place[] = [];
  const placeOfName: number[] = [];
  const names: string[] = [];
  const add = (place: Place, ofPlace: readonly string[]) => {
    const number = places.push(place) - 1;
    for (const name of new Set(ofPlace.map(fold))) {
      names.push(name.match(/[a-zα-ω0-9]+/g)?.join(' ') ?? '');
      placeOfName.push(number);
    }
  };
  rows.municipalities.forEach((row, i) => {
    const source = 'gazetteer';
    const place = {
      ...centres[i]!,
      name: row.nominative,
      municipality: i,
      postalCodes: [],
      source,
    };
    add({ ...place, level: 'municipality' }, namesOf(row));
  });
  for (const row of rows.localities) {
    const municipality = municipalityNumber.get(row.municipality);
    if (municipality !== undefined) add({ ...row, level: 'locality', municipality }, [row.name]);
  }
  const keyOf = remembering(word => phoneticKeys(word)[0]!);
  const keys = names.map(name => name.split(' ').map(keyOf));
  const sounds = keys.map(words => words.join(''));
  return {
    places,
    placeOfName: Uint32Array.from(placeOfName),
    foldedNames: names,
    sounds,
    byStems: packPostings(keys.map(words => words.map(stem).join(' '))),
    bySound: packPostings(sounds),
    soundSlips: buildSlipTable(sounds),
    spellingSlips: buildSlipTable(names),
  };
}

/** A joint municipality (Μοσχάτου-Ταύρου) answers to each of its parts. */
function namesOf(row: MunicipalityRow): string[] {
  const parts = (name: string) => [name, ...name.split(/\s*[-–]\s*/)];
  return [...parts(row.nominative), ...parts(row.id), row.english, ...row.otherNames];
}
