import { metresBetween } from '#tools/geo/earth.ts';
import { indexPoints, type PointIndex } from '#tools/geo/point-index.ts';
import type {
  AreaRow,
  GeocoderRows,
  LinkedBoundary,
  LocalityRow,
  MunicipalityRow,
  Position,
  PostalCodeRow,
} from '../rows/geocoder-rows.ts';
import { phoneticKeys } from '../text/phonetic.ts';
import { stem } from '../text/stem.ts';
import { centralPosition } from './central-position.ts';
import { buildIds, type Ids } from './id-table.ts';
import {
  type Boundaries,
  buildBoundaries,
  buildNeighbours,
  keptBoundaries,
  type Neighbours,
} from './indexed-boundaries.ts';
import { buildNamedPlaces, type NamedPlaces } from './indexed-named-places.ts';
import { buildStreets, type Streets } from './indexed-streets.ts';
import { buildNameIndex, type NameIndex } from './name-index.ts';
import {
  type GazetteerPlace,
  indexPlaces,
  type PlaceIndex,
  type PlaceWithNames,
  plainOf,
} from './place-index.ts';
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
  /** The streets that have a position of their own, in space: by `points.origin`. */
  readonly around: { readonly points: PointIndex; readonly streets: Uint32Array };
}

/** The row of a postal code: its position and municipality; undefined if the code is not known. */
export function postalCodeRow(
  { postalCodes, postalCodeNumbers }: GeocoderIndex,
  code: string | null,
): PostalCodeRow | undefined {
  return postalCodes[postalCodeNumbers.get(code ?? '') ?? -1];
}

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
  const points = indexPoints(
    Array.from(streets, i => latitude[i]!),
    Array.from(streets, i => longitude[i]!),
  );
  return { points, streets };
}

/** Inhabitants of a place whose number is not known. */
const usualPopulation = { municipality: 3_000, settlement: 150, quarter: 2_000, island: 2_500 };

/** Builds the places: municipalities first, in the order of the rows. */
export function buildPlaceIndex(
  rows: GeocoderRows,
  municipalityNumber: ReadonlyMap<string, number>,
  centres: readonly Position[],
): PlaceIndex {
  const within = membersOf(rows);
  const settled = new Set(rows.localities.filter(isPlaced).map(keyOfLocality));
  // The name of an island is its own, whatever its main town is called.
  const islands = new Set(rows.localities.flatMap(row => (row.kind === 'island' ? row.name : [])));
  const villages = new Set(
    rows.localities
      .filter(({ kind, name }) => kind === 'settlement' && !islands.has(name))
      .map(keyOfLocality),
  );
  const municipalities = rows.municipalities.map((row, i) =>
    ofMunicipality(row, i, centres[i]!, settled, villages),
  );
  const own = municipalities.map(({ names }) => new Set(names.map(plainOf)));
  const apart = new Set<number>();
  const namesake = (row: LocalityRow) => {
    const number = municipalityNumber.get(row.municipality);
    if (number === undefined || !isNamedAs(own[number]!, row)) return undefined;
    if (!isApart(municipalities[number]!.place, row)) return number;
    if (municipalities[number]!.place.isSeatElsewhere) apart.add(number);
    return undefined;
  };
  const same = Map.groupBy(rows.localities, namesake);
  const localities = (same.get(undefined) ?? []).map(row =>
    ofLocality(row, municipalityNumber.get(row.municipality), within),
  );
  return indexPlaces([
    ...municipalities.map(({ place, names }, i) => ({
      place: apart.has(i) ? { ...place, hasVillageApart: true } : place,
      names: [...names, ...(same.get(i) ?? []).flatMap(row => row.otherNames)],
    })),
    ...localities,
    ...rows.areas.map(row => ofArea(row, within, municipalityNumber)),
    ...keptBoundaries(rows.boundaries).flatMap((row, i) =>
      row.kind === 'municipal_unit' ? ofUnit(row, i, municipalityNumber) : [],
    ),
  ]);
}

/** The municipalities of each regional unit and region, by its name in the genitive. */
function membersOf({ municipalities }: GeocoderRows): ReadonlyMap<string, ReadonlySet<number>> {
  const members = new Map<string, Set<number>>();
  municipalities.forEach(({ regionalUnit, region }, i) => {
    for (const area of [regionalUnit, region]) {
      const known = members.get(area) ?? new Set();
      members.set(area, known.add(i));
    }
  });
  return members;
}

const none: ReadonlySet<number> = new Set();

/** Whether a settlement has a position of its own. */
function isPlaced({ kind, population }: LocalityRow): boolean {
  return kind === 'settlement' && population !== null;
}

/** The same for a name in either script and any grammatical case. */
function keyOfLocality({ municipality, name }: Pick<LocalityRow, 'municipality' | 'name'>): string {
  const stems = plainOf(name)
    .split(' ')
    .map(word => stem(phoneticKeys(word)[0]!));
  return `${municipality}/${stems.join(' ')}`;
}

function ofMunicipality(
  row: MunicipalityRow,
  number: number,
  centre: Position,
  settled: ReadonlySet<string>,
  villages: ReadonlySet<string>,
): PlaceWithNames {
  // A part of the municipality that is a settlement of its own is found as that.
  const ownKey = keyOfLocality({ municipality: row.id, name: row.nominative });
  const isPart = (name: string) => {
    const key = keyOfLocality({ municipality: row.id, name });
    return key !== ownKey && settled.has(key);
  };
  const keyOfSeat = row.seat && keyOfLocality({ municipality: row.id, name: row.seat.name });
  const place: GazetteerPlace = {
    ...atSeat(row, centre),
    kind: 'municipality',
    name: row.nominative,
    municipality: number,
    municipalities: new Set([number]),
    postalCodes: [],
    population: row.seat?.population ?? usualPopulation.municipality,
    source: 'gazetteer',
    isImported: row.seat?.isImported ?? false,
    isSeatElsewhere: keyOfSeat !== null && keyOfSeat !== ownKey && villages.has(ownKey),
  };
  return { place, names: municipalityNames(row).filter(name => !isPart(name)) };
}

/**
 * A municipality has the position of its main town, and reaches from there to all of its postal
 * codes.
 */
function atSeat({ seat }: MunicipalityRow, centre: Position): Position {
  if (seat === null) return centre;
  const { latitude, longitude } = seat;
  const aside = Number.isNaN(centre.latitude) ? 0 : metresBetween(seat, centre);
  const reach = Number.isNaN(centre.latitude) ? seat.accuracyMetres : centre.accuracyMetres;
  return { latitude, longitude, accuracyMetres: Math.round(reach + aside) };
}

/** A joint municipality (Μοσχάτου-Ταύρου) answers to each of its parts. */
function municipalityNames(row: MunicipalityRow): string[] {
  const parts = (name: string) => [name, ...name.split(/[-–]/).map(part => part.trim())];
  return [...parts(row.nominative), ...parts(row.id), row.english, ...row.otherNames];
}

/** Main town, island and municipality of one name are one answer. */
function isNamedAs(names: ReadonlySet<string>, { kind, name }: LocalityRow): boolean {
  return kind !== 'quarter' && names.has(plainOf(name));
}

/** A village of its municipality's name is another place this far from the main town, in metres. */
const apartMetres = 5_000;

function isApart(municipality: GazetteerPlace, row: LocalityRow): boolean {
  const isOwn = row.source !== 'gazetteer' || (municipality.isSeatElsewhere && isPlaced(row));
  if (!isOwn || Number.isNaN(municipality.latitude)) return false;
  return metresBetween(municipality, row) > apartMetres;
}

function ofLocality(
  row: LocalityRow,
  municipality: number | undefined,
  within: ReadonlyMap<string, ReadonlySet<number>>,
): PlaceWithNames {
  const members = municipality === undefined ? within.get(row.municipality) : undefined;
  const place: GazetteerPlace = {
    ...row,
    municipality: municipality ?? -1,
    municipalities: members ?? (municipality === undefined ? none : new Set([municipality])),
    population: row.population ?? usualPopulation[row.kind],
    isImported: row.source !== 'gazetteer',
  };
  return { place, names: [row.name, ...row.otherNames] };
}

const nowhere = { latitude: Number.NaN, longitude: Number.NaN, accuracyMetres: Number.NaN };

function ofArea(
  row: AreaRow,
  within: ReadonlyMap<string, ReadonlySet<number>>,
  municipalityNumber: ReadonlyMap<string, number>,
): PlaceWithNames {
  // A regional unit may have the name of a municipality, and is the larger of the two.
  const isUnit = row.kind === 'municipal_unit';
  const membersOf = (part: string) =>
    (isUnit ? undefined : within.get(part)) ??
    new Set([municipalityNumber.get(part)].filter(one => one !== undefined));
  const parts = row.parts.flatMap(part => [...membersOf(part)]);
  const place: GazetteerPlace = {
    ...nowhere,
    kind: row.kind,
    name: isUnit ? row.id : (row.names[1] ?? row.id),
    municipality: -1,
    municipalities: new Set([...((!isUnit && within.get(row.id)) || none), ...parts]),
    postalCodes: [],
    population: 0,
    source: 'gazetteer',
    isImported: false,
  };
  return { place, names: row.names };
}

/** A municipal unit: its border holds places, and the settlement of that name is the answer. */
function ofUnit(
  { names, municipality }: LinkedBoundary,
  boundary: number,
  municipalityNumber: ReadonlyMap<string, number>,
): PlaceWithNames {
  const number = municipalityNumber.get(municipality!)!;
  const place: GazetteerPlace = {
    ...nowhere,
    kind: 'municipal_unit',
    name: names[0]!,
    municipality: number,
    municipalities: new Set([number]),
    postalCodes: [],
    population: 0,
    source: 'gazetteer',
    isImported: false,
    boundary,
  };
  return { place, names };
}
