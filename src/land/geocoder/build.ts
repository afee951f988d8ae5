import { earthPoint } from '../../tools/geo/earth.ts';
import { buildEarthGrid, type EarthGrid } from '../../tools/geo/earth-grid.ts';
import { centralPosition } from './central-position.ts';
import type { GeocoderRows, MunicipalityRow, Position, PostalCodeRow } from './geocoder-rows.ts';
import { buildPlaceIndex } from './index/gazetteer-places.ts';
import { buildIds, type Ids } from './index/id-table.ts';
import { type Boundaries, buildBoundaries, keptBoundaries } from './index/indexed-boundaries.ts';
import { buildNamedPlaces, type NamedPlaces } from './index/indexed-named-places.ts';
import { buildStreets, type Streets } from './index/indexed-streets.ts';
import { buildNameIndex, type NameIndex } from './index/name-index.ts';
import { buildNeighbours, type Neighbours } from './index/neighbours.ts';
import type { PlaceIndex } from './index/place-index.ts';
import { packSettled, type Settled } from './settlement-around.ts';

/**
 * All data of the geocoder, immutable. It has only typed arrays, texts and maps, so that a worker
 * thread can build it and post it.
 */
export interface GeocoderIndex {
  readonly municipalities: readonly MunicipalityRow[];
  /** Number of streets in each municipality. */
  readonly municipalitySizes: Uint32Array;
  /** The rank of each municipality by the inhabitants of its main town, then by its streets. */
  readonly municipalityRanks: Uint16Array;
  /** The usual English names of towns, islands, regional units and regions. */
  readonly english: ReadonlyMap<string, string>;
  readonly postalCodes: readonly PostalCodeRow[];
  /** Streets in each postal code. */
  readonly postalCodeSizes: Uint32Array;
  readonly postalCodeNumbers: ReadonlyMap<string, number>;
  readonly places: PlaceIndex;
  readonly settled: Settled;
  readonly names: NameIndex;
  readonly streets: Streets;
  /** Borders that were imported, and places that are searched by name, added once it is built. */
  readonly boundaries: Boundaries;
  readonly neighbours: Neighbours;
  readonly namedPlaces: NamedPlaces;
  /** The rows that an id means. */
  readonly ids: Ids;
  /** The streets that have a position of their own, in space: by `grid.origin`. */
  readonly around: { readonly grid: EarthGrid; readonly streets: Uint32Array };
}

/** The row of a postal code: its position and municipality; undefined if the code is not known. */
export function postalCodeRow(
  { postalCodes, postalCodeNumbers }: GeocoderIndex,
  code: string | null,
): PostalCodeRow | undefined {
  return postalCodes[postalCodeNumbers.get(code ?? '') ?? -1];
}

/** How far from a point a street's position may be for `reverse` to see it, in metres. */
const aroundMetres = 2_000;

/** Builds the geocoder from its rows. */
export function buildGeocoder(rows: GeocoderRows): GeocoderIndex {
  const municipalities = new Map(rows.municipalities.map(({ id }, i) => [id, i]));
  const postalCodes = new Map(rows.postalCodes.map(({ postalCode }, i) => [postalCode, i]));
  const { streets, names } = buildStreets(rows, municipalities, postalCodes);
  const places = buildPlaceIndex(rows, municipalities, centresOf(rows));
  const municipalitySizes = countOf(streets.municipality, rows.municipalities.length);
  return {
    municipalities: rows.municipalities,
    municipalitySizes,
    municipalityRanks: ranksOf(places, municipalitySizes),
    english: rows.english ?? new Map(),
    postalCodes: rows.postalCodes,
    postalCodeSizes: countOf(streets.postalCode, rows.postalCodes.length),
    postalCodeNumbers: postalCodes,
    places,
    settled: packSettled(places),
    names: buildNameIndex(names, streets.ofName),
    streets,
    boundaries: buildBoundaries(keptBoundaries(rows.boundaries), municipalities),
    neighbours: buildNeighbours(rows.neighbours),
    namedPlaces: buildNamedPlaces([], rows.municipalities),
    ids: buildIds({
      municipalities: rows.municipalities,
      postalCodes: rows.postalCodes,
      streets,
      names: { texts: names },
      places,
    }),
    around: positioned(streets),
  };
}

/** How often each number below `most` occurs in a column; -1 is skipped. */
function countOf(column: Int16Array | Int32Array, most: number): Uint32Array {
  const counts = new Uint32Array(most);
  for (const number of column) if (number >= 0) counts[number]!++;
  return counts;
}

/** Municipalities are the first places, in their own order. */
function ranksOf({ places }: PlaceIndex, sizes: Uint32Array): Uint16Array {
  const people = (municipality: number) => places[municipality]?.population ?? 0;
  const order = Array.from(sizes.keys()).sort(
    (a, b) => people(b) - people(a) || sizes[b]! - sizes[a]! || a - b,
  );
  const ranks = new Uint16Array(sizes.length);
  order.forEach((municipality, rank) => {
    ranks[municipality] = rank;
  });
  return ranks;
}

/**
 * A municipality has the position in the middle of its postal codes, and their spread as accuracy.
 */
function centresOf(rows: GeocoderRows): Position[] {
  const codes = Map.groupBy(rows.postalCodes, row => row.municipality);
  return rows.municipalities.map(({ id }) => centralPosition(codes.get(id) ?? []));
}

function positioned({ count, latitude, longitude }: Streets) {
  const streets = Uint32Array.from({ length: count }, (_, i) => i).filter(
    i => !Number.isNaN(latitude[i]!),
  );
  const points = Array.from(streets, i => earthPoint(latitude[i]!, longitude[i]!));
  const column = (axis: 'x' | 'y' | 'z') => Float64Array.from(points, point => point[axis]);
  return { grid: buildEarthGrid(column('x'), column('y'), column('z'), aroundMetres), streets };
}
