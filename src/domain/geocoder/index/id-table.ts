import type { MunicipalityRow, PostalCodeRow } from '../rows/geocoder-rows.ts';
import { fold, memoized } from '../text/fold.ts';
import type { Streets } from './indexed-streets.ts';
import type { PlaceIndex } from './place-index.ts';
import { listOf } from './postings.ts';

/**
 * Rows by a hash of what identifies them, so that an id stays valid when rows are numbered anew. The
 * key of a free place is 0.
 */
export interface IdTable extends Slots {
  /** The hash of each row: an integer of 50 bits. */
  readonly hashes: Float64Array;
}

interface Slots {
  readonly keys: Float64Array;
  readonly rows: Uint32Array;
}

/** What identifies a row. */
export interface Identity {
  /** Its name and what holds it. */
  readonly key: string;
  /** Other keys by which it was known before an import gave it another name. */
  readonly others: readonly string[];
  readonly latitude: number;
  readonly longitude: number;
}

/** Rows with the same key and position share the id of the first beyond this number. */
const mostNamesakes = 50;

/** Builds the table of rows 0 to `count` - 1. A name of its own counts before a former name. */
export function buildIdTable(count: number, identityOf: (row: number) => Identity): IdTable {
  const entries: { readonly row: number; readonly others: readonly string[] }[] = [];
  const table = emptyTable(2 * count);
  const hashes = new Float64Array(count);
  for (let row = 0; row < count; row++) {
    const identity = identityOf(row);
    hashes[row] = hashOf(identity.key);
    for (let namesake = 0; namesake < mostNamesakes; namesake++) {
      const hash = hashOf(variant(identity, namesake));
      if (!add(table, hash, row)) continue;
      hashes[row] = hash;
      break;
    }
    if (identity.others.length > 0) entries.push({ row, others: identity.others });
  }
  const all = entries.reduce((sum, { others }) => sum + others.length, count);
  const whole = all === count ? table : grown(table, 2 * all);
  for (const { row, others } of entries) for (const key of others) add(whole, hashOf(key), row);
  return { ...whole, hashes };
}

/** The row of a hash; undefined if no row has it. */
export function rowOfHash({ keys, rows }: IdTable, hash: number): number | undefined {
  const place = placeOf(keys, hash);
  return hash !== 0 && keys[place] === hash ? rows[place] : undefined;
}

/** The first of several namesakes has the key alone; the others also have where they are. */
function variant({ key, latitude, longitude }: Identity, namesake: number): string {
  if (namesake === 0) return key;
  return `${key}@${latitude.toFixed(2)},${longitude.toFixed(2)}#${namesake}`;
}

function emptyTable(least: number): Slots {
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, least)));
  return { keys: new Float64Array(size), rows: new Uint32Array(size) };
}

function grown({ keys, rows }: Slots, least: number): Slots {
  const larger = emptyTable(least);
  keys.forEach((key, place) => {
    if (key !== 0) add(larger, key, rows[place]!);
  });
  return larger;
}

/** Adds a row unless another one has its hash. */
function add({ keys, rows }: Slots, hash: number, row: number): boolean {
  const place = placeOf(keys, hash);
  if (keys[place] !== 0) return false;
  keys[place] = hash;
  rows[place] = row;
  return true;
}

/** Where a hash is, or where it would be. */
function placeOf(keys: Float64Array, hash: number): number {
  let place = hash % keys.length;
  while (keys[place] !== 0 && keys[place] !== hash) place = (place + 1) % keys.length;
  return place;
}

/** Half of the bits of a hash. */
const half = 2 ** 25;

/** A number of 1 to 2^50 - 1 for a text: two mixed sums over its letters. */
function hashOf(text: string): number {
  let a = 0x3c6ef372;
  let b = 0x510e527f;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i);
    a = Math.imul(a ^ letter, 0x9e3779b1);
    b = Math.imul(b ^ letter, 0x85ebca77);
    a ^= a >>> 15;
    b ^= b >>> 13;
  }
  a = Math.imul(a ^ (b >>> 16), 0xc2b2ae3d);
  b = Math.imul(b ^ (a >>> 16), 0x27d4eb2f);
  const hash = ((a ^ (a >>> 15)) >>> 7) * half + ((b ^ (b >>> 15)) >>> 7);
  return hash === 0 ? 1 : hash;
}

/** The rows that an id may mean, by what identifies them. */
export interface Ids {
  readonly streets: IdTable;
  readonly places: IdTable;
}

/** What the identities of streets and places are made of. */
interface Identified {
  readonly municipalities: readonly MunicipalityRow[];
  readonly postalCodes: readonly PostalCodeRow[];
  readonly streets: Streets;
  readonly names: { readonly texts: readonly string[] };
  readonly places: PlaceIndex;
}

/** Builds the tables of an index. */
export function buildIds(rows: Identified): Ids {
  const { placeOfName, foldedNames, places } = rows.places;
  const namesOf: string[][] = places.map(() => []);
  placeOfName.forEach((place, entry) => {
    namesOf[place]!.push(foldedNames[entry]!);
  });
  return {
    streets: buildIdTable(rows.streets.count, street => streetIdentity(rows, street)),
    places: buildIdTable(places.length, place => {
      const identity = placeIdentity(rows, place);
      const keyOf = placeKeys(rows, place);
      return { ...identity, others: namesOf[place]!.map(keyOf) };
    }),
  };
}

/** A street, or the part of it that lies in one postal code, of a municipality. */
function streetIdentity(
  { municipalities, postalCodes, streets, names }: Omit<Identified, 'places'>,
  street: number,
): Identity {
  const municipality = municipalities[streets.municipality[street]!]?.id ?? '';
  const code = postalCodes[streets.postalCode[street]!]?.postalCode ?? '';
  const [key, ...others] = Array.from(
    listOf(streets.namesOf, street),
    name => `${municipality}/${plainName(names.texts[name]!)}/${code}`,
  );
  const position = { latitude: streets.latitude[street]!, longitude: streets.longitude[street]! };
  return { key: key!, others, ...position };
}

/** A town, village, quarter or island of a municipality. */
function placeIdentity(rows: Identified, place: number): Identity {
  const { name, latitude, longitude } = rows.places.places[place]!;
  return { key: placeKeys(rows, place)(plainName(name)), others: [], latitude, longitude };
}

function placeKeys({ municipalities, places }: Identified, place: number) {
  const { kind, municipality } = places.places[place]!;
  // An import may call a village a quarter.
  const group = kind === 'settlement' || kind === 'quarter' ? 'locality' : kind;
  const { id = '' } = municipalities[municipality] ?? {};
  return (name: string) => `${group}/${id}/${kind === 'municipality' ? '' : name}`;
}

/** The letters and digits of a name without accents, case and signs. */
export const plainName: (name: string) => string = memoized(
  name =>
    fold(name)
      .match(/[a-zα-ω0-9]+/g)
      ?.join(' ') ?? '',
);
