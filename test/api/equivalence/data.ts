import type { GeocoderRows } from '#domain/geocoder/rows/geocoder-rows.ts';
import type { GridRow } from '#domain/grids/grid.ts';
import type { MapGeometry, MapRow } from '#domain/map/map-feature.ts';
import type { Comparable } from '#domain/property/comparables.ts';
import type { CostRate } from '#domain/property/cost/cost-table.ts';
import type { Parcel } from '#domain/property/parcels.ts';
import type { Building } from '#domain/zones/buildings.ts';
import { readGrids } from '#importing/grids/read-grids.ts';
import {
  type Address,
  type Layer,
  type LayerRows,
  type NewPlace,
  replaceRows,
  type Store,
} from '#storage/store/store.ts';
import { mapPositions, polygonsOf } from '#tools/geo/polygon.ts';
import type { LineGeometry } from '#tools/geo/wkb.ts';
import { generateParcels, generatePlaces } from '../../../bench/generate.ts';
import { square } from '../../geo/square.ts';
import { needProgram } from '../../programs.ts';
import { seeded } from '../../seeded.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { floods, zonesWith } from '../../zones/generated.ts';

needProgram('gdalinfo', 'gdal-bin');

/** Hills over the tiles of `tiles`, and a hole in them; 3 m of cells, then 6 m. */
const [hills, coarse] = await Promise.all([gridOf(0.00003, 130), gridOf(0.00006, 65)]);

async function gridOf(step: number, cells: number): Promise<GridRow[]> {
  const heights = Array.from({ length: cells }, (_, row) =>
    Array.from({ length: cells }, (_, column) =>
      (row + column) % 40 < 3 ? -9999 : Math.round(1e3 * Math.sin(row / 9) * column) / 100,
    ).join(' '),
  );
  const header = `ncols ${cells}\nnrows ${cells}\nxllcorner 23.7\nyllcorner 37.9\ncellsize ${step}\nNODATA_value -9999\n`;
  const path = temporaryFolder().put('hills.asc', header + heights.join('\n'));
  const facts = { kind: 'elevation', values: 'amounts', unit: 'm', date: null } as const;
  return Array.fromAsync(readGrids([path], facts, { srid: 4326 }));
}

/** One import: a source of a layer and its rows. */
interface Load<L extends Layer> {
  readonly layer: L;
  readonly source: string;
  readonly rows: readonly LayerRows[L][];
}

/**
 * A history of imports that leaves behind what an engine may get wrong: places that kept their
 * ids, lost them and came again, several at one spot; parcels side by side, over each other and
 * in two sources; a map with the same ids in two sources; houses of one street in two sources;
 * settlements, borders and named places of two sources; rates that contradict each other.
 */
export function historyOf(gazetteer: GeocoderRows): readonly Load<Layer>[] {
  const random = seeded(6);
  const places: NewPlace[] = generatePlaces(6_000).map(({ id: _, ...place }) => place);
  const spots = places.map((place, i) => ({
    ...place,
    ...(i % 9 === 0 && positionOf(places[0]!)),
  }));
  const [first, second] = [spots.filter((_, i) => i % 5 > 0), spots.toReversed()];
  const nameless = spots.slice(0, 50).map(place => ({ ...place, external_id: null }));
  const parcels = [...tiles(12), ...generateParcels(300)];
  const overlaid = tiles(6).map(parcel => ({ ...parcel, areaM2: parcel.areaM2 + random() }));
  const addresses = housesOf(gazetteer, random);
  const country = countryOf(gazetteer, random);
  return [
    { layer: 'costs', source: 'b', rows: rates(1_000, random) },
    { layer: 'costs', source: 'a', rows: [...rates(1_500, random), ...ageing, ...factors] },
    { layer: 'places', source: 'osm', rows: [...first, ...nameless] },
    { layer: 'places', source: 'chamber', rows: spots.slice(100, 400) },
    { layer: 'places', source: 'osm', rows: [...second, ...nameless] },
    { layer: 'parcels', source: 'north', rows: parcels },
    { layer: 'parcels', source: 'south', rows: overlaid },
    { layer: 'parcels', source: 'north', rows: parcels.slice(3) },
    { layer: 'map', source: 'osm', rows: mapRows(parcels, spots, random) },
    { layer: 'map', source: 'town', rows: mapRows(overlaid, spots.slice(0, 20), random) },
    { layer: 'map', source: 'osm', rows: mapRows(parcels.toReversed(), spots, random) },
    { layer: 'addresses', source: 'osm', rows: addresses },
    { layer: 'addresses', source: 'town', rows: addresses.filter((_, i) => i % 3 === 0) },
    { layer: 'addresses', source: 'osm', rows: addresses.toReversed() },
    { layer: 'map', source: 'streets', rows: roadsOf(addresses) },
    ...zoneLoads(parcels),
    { layer: 'comparables', source: 'ads', rows: comparablesOf(places, random) },
    { layer: 'comparables', source: 'register', rows: comparablesOf(spots, random).slice(900) },
    { layer: 'comparables', source: 'ads', rows: comparablesOf(spots, random) },
    { layer: 'buildings', source: 'osm', rows: buildingsOn(parcels, 0.6) },
    { layer: 'buildings', source: 'town', rows: buildingsOn(parcels.slice(0, 80), 0.5) },
    { layer: 'buildings', source: 'osm', rows: buildingsOn(parcels.toReversed(), 1.1) },
    { layer: 'grids', source: 'fine', rows: coarse },
    { layer: 'grids', source: 'town', rows: coarse },
    { layer: 'grids', source: 'fine', rows: hills },
    ...(['north', 'south', 'north'] as const).flatMap(source => [
      { layer: 'settlements' as const, source, rows: country.settlements },
      { layer: 'boundaries' as const, source, rows: country.boundaries },
      { layer: 'named_places' as const, source, rows: country.namedPlaces },
    ]),
  ];
}

/** Prices at places, several at one spot and of one day. */
function comparablesOf(places: readonly NewPlace[], random: () => number): Comparable[] {
  return places.slice(0, 1_000).map((place, i) => ({
    externalId: i % 4 === 0 ? null : `ad/${i}`,
    propertyType: i % 5 === 0 ? 'land' : 'apartment',
    areaM2: 30 + Math.floor(random() * 90),
    constructionYear: i % 3 === 0 ? null : 1950 + (i % 70),
    priceEur: Math.round(random() * 4e7) / 100 + 10_000,
    date: `20${15 + (i % 11)}-02-0${1 + (i % 9)}`,
    kind: i % 2 === 0 ? 'asking' : 'sold',
    priceSource: i % 7 === 0 ? null : `πηγή ${i % 7}`,
    address: i % 6 === 0 ? `Οδός "${i}"` : null,
    ...positionOf(place),
    accuracyMetres: i % 6,
  }));
}

/** Buildings as smaller or larger parcels, so that some reach into the next one. */
function buildingsOn(parcels: readonly Parcel[], size: number): Building[] {
  return parcels.map(({ geometry }, i) => {
    const [x0, y0] = polygonsOf(geometry)[0]![0]![0]!;
    return {
      externalId: i % 4 === 0 ? null : `way/${i}`,
      name: i % 9 === 0 ? `Κτίριο "${i}"` : null,
      use: ['house', 'apartments', null][i % 3]!,
      levels: i % 2 === 0 ? (i % 7) + 0.5 : null,
      heightMetres: i % 5 === 0 ? 3.25 * (i % 9) : null,
      constructionYear: i % 6 === 0 ? 1950 + (i % 70) : null,
      material: i % 8 === 0 ? 'πέτρα' : null,
      geometry: mapPositions(geometry, ([x, y]) => [x0 + size * (x - x0), y0 + size * (y - y0)]),
    };
  });
}

/** Zones on parcels, of two sources; one of them covers a part of these. The coast is their edges. */
function zoneLoads(parcels: readonly Parcel[]): Load<'zones'>[] {
  const areas = parcels.map(({ geometry }) => geometry);
  const covers = { name: 'a parcel', geometry: areas[1]! };
  const coast = { ...floods, kind: 'coast' };
  const edges = areas.slice(0, 20).map((area): LineGeometry => {
    return { type: 'LineString', coordinates: polygonsOf(area)[0]![0]!.slice(0, 3) };
  });
  return [
    { layer: 'zones', source: 'floods', rows: zonesWith(areas) },
    {
      layer: 'zones',
      source: 'part',
      rows: zonesWith(areas.slice(5, 9), { kind: floods, covers }),
    },
    { layer: 'zones', source: 'floods', rows: zonesWith(areas.filter((_, i) => i % 3 > 0)) },
    { layer: 'zones', source: 'coast', rows: zonesWith(edges, { kind: coast, covers: null }) },
  ];
}

/** Does all imports of a history, one after the other. */
export async function replay(store: Store, history: readonly Load<Layer>[]): Promise<void> {
  for (const { layer, source, rows } of history) {
    const from = { source, origin: `${source}.csv`, checksum: '00', licence: 'none' };
    await replaceRows(store, layer, from, rows);
  }
}

/** Areas, lines and points at each level of detail. */
function mapRows(
  parcels: readonly Parcel[],
  spots: readonly NewPlace[],
  random: () => number,
): MapRow[] {
  const row = (i: number, layer: MapRow['layer'], geometry: MapGeometry): MapRow => ({
    externalId: `${layer}/${i}`,
    layer,
    kind: ['one', 'other'][i % 2]!,
    name: i % 3 === 0 ? `Όνομα ${i}` : null,
    nameEn: i % 5 === 0 ? `Name ${i}` : null,
    ref: i % 7 === 0 ? 'Ε75' : null,
    minZoom: Math.floor(random() * 17),
    rank: i % 4 === 0 ? Math.round(random() * 5) : random() * 100,
    detail: 0,
    geometry,
  });
  const at = ({ latitude, longitude }: NewPlace): [number, number] => [longitude, latitude];
  const rows = [
    ...parcels.map(({ geometry }, i) => row(i, 'building', geometry)),
    ...spots
      .slice(0, 200)
      .map((spot, i) => row(i, 'place', { type: 'Point', coordinates: at(spot) })),
    ...Array.from({ length: spots.length / 10 }, (_, i) =>
      row(i, 'road', { type: 'LineString', coordinates: spots.slice(10 * i, 10 * i + 10).map(at) }),
    ),
  ];
  return [0, 1, 2, 3].flatMap(detail => rows.map(one => ({ ...one, detail })));
}

function positionOf({ latitude, longitude }: NewPlace) {
  return { latitude, longitude };
}

/** Squares in a row and column, which share their borders. */
function tiles(side: number): Parcel[] {
  const [west, south, width] = [23.7, 37.9, 0.0003];
  return Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [west + (i % side) * width, south + Math.floor(i / side) * width];
    return {
      kaek: `0500${String(i).padStart(8, '0')}`,
      areaM2: 880 + (i % 7) / 3,
      geometry: { type: 'Polygon', coordinates: [square(x, y, width)] },
      ...(i % 3 === 0 && { attributes: { address: `Οδός "${i}"\t\\`, perimeter: i + 0.5 } }),
    };
  });
}

function rates(base: number, random: () => number): CostRate[] {
  return ['10', '54', '85'].flatMap(postalPrefix =>
    (['apartment', 'house'] as const).flatMap(propertyType =>
      ['2025-01-01', '2026-01-01'].map(validFrom => ({
        postalPrefix,
        propertyType,
        rateEurM2: base + random() * 500,
        validFrom,
        source: `table ${base}`,
      })),
    ),
  );
}

const ageing = [
  { propertyType: 'house', method: 'straight_line', usefulLifeYears: 66.6, residualShare: 0.15 },
] as const;

const factor = { propertyType: '', validFrom: '2025-01-01', source: 'table' } as const;
const factors = [
  { ...factor, kind: 'quality', name: 'finish', item: 'luxury', value: 1.35, note: 'a "note"' },
  { ...factor, kind: 'age_band', name: 'bands', item: '10', value: 0.9 },
  { ...factor, kind: 'insurance', name: 'rebate', item: 'least_eur_m2', value: 900 },
  { ...factor, kind: 'index', name: 'new', item: '2025-Q1', value: 100.1 },
  { ...factor, kind: 'index', name: 'new', item: '2026-Q1', value: 104.3, validFrom: '2026-01-01' },
] as const;

/** Houses along some streets of the gazetteer, and a row for every fourth street itself. */
function housesOf({ streets, postalCodes }: GeocoderRows, random: () => number): Address[] {
  const codes = new Map(postalCodes.map(code => [code.postalCode, code]));
  return streets
    .filter((_, i) => i % 211 === 0)
    .flatMap(({ name, municipality, postalCode }, i) => {
      const at = codes.get(postalCode ?? '');
      if (!at) return [];
      const row = (houseNumber: string | null, k: number): Address => ({
        externalId: random() < 0.5 ? `way/${i}/${k}` : null,
        street: name,
        houseNumber,
        postalCode: random() < 0.6 ? postalCode : null,
        city: null,
        municipality,
        latitude: at.latitude + k * 0.0002 + random() * 1e-5,
        longitude: at.longitude + random() * 1e-4,
        reachMetres: houseNumber === null ? 100 + random() * 300 : 0,
      });
      const houses = Array.from({ length: 6 }, (_, k) => row(String(2 * k + 1 + (i % 2)), k));
      return i % 4 === 0 ? [...houses, row(null, 3)] : houses;
    });
}

/** A road through each fifth row of houses, with the name of its street. */
function roadsOf(addresses: readonly Address[]): MapRow[] {
  return addresses
    .filter((_, i) => i % 5 === 0)
    .map(({ street, latitude, longitude }, i) => ({
      externalId: `way/${i}`,
      layer: 'road',
      kind: i % 3 === 0 ? 'path' : 'minor',
      name: street,
      nameEn: null,
      ref: null,
      minZoom: 13,
      rank: 1,
      detail: 3,
      geometry: {
        type: 'LineString',
        coordinates: [
          [longitude, latitude - 0.001],
          [longitude + 0.0001, latitude + 0.001],
        ],
      },
      // Each begins where the one before ends, so that all are one network.
      way: {
        id: i,
        isSteps: i % 7 === 0,
        isOffGround: false,
        isArea: false,
        parts: [
          {
            nodes: [i, i + 1],
            points: [longitude, latitude - 0.001, longitude + 0.0001, latitude + 0.001].map(
              degrees => Math.round(degrees * 1e7),
            ),
          },
        ],
      },
    }));
}

/**
 * Villages around some postal codes, among them namesakes and islets, borders of some municipalities
 * that overlap each other, and places with the name of their town.
 */
function countryOf({ postalCodes, municipalities }: GeocoderRows, random: () => number) {
  const some = postalCodes.filter((_, i) => i % 40 === 0);
  const kinds = ['village', 'hamlet', 'town', 'islet'] as const;
  const at = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
    latitude: latitude + (random() - 0.5) / 20,
    longitude: longitude + (random() - 0.5) / 20,
  });
  const settlements = some.map((code, i): LayerRows['settlements'] => ({
    externalId: `node/${i}`,
    kind: kinds[i % kinds.length]!,
    name: `Δοκιμοχώρι ${['Άνω', 'Κάτω', ''][i % 3]}`.trim(),
    otherNames: i % 2 === 0 ? [`Παλαιοχώρι ${i}`, 'Test Village'] : [],
    population: i % 5 === 0 ? null : i * 7,
    ...at(code),
    reachMetres: i % 4 === 0 ? 900 : 0,
  }));
  const boundaries = municipalities
    .flatMap(({ id, seat }, i) => (seat && i % 6 === 0 ? [{ id, seat }] : []))
    .map(({ id, seat }, i) => borderOf(`relation/${i}`, `Δήμος ${id}`, seat, 0.02 + random() / 10));
  const namedPlaces = settlements.map(({ name, latitude, longitude }, i) => ({
    externalId: `way/${i}`,
    category: ['tourism=museum', 'natural=beach'][i % 2]!,
    name: i % 3 === 0 ? `Μουσείο ${name}` : `Παραλία ${i}`,
    otherNames: [],
    latitude,
    longitude,
    reachMetres: i % 7,
  }));
  return { settlements, boundaries, namedPlaces };
}

function borderOf(
  externalId: string,
  name: string,
  { latitude, longitude }: { latitude: number; longitude: number },
  size: number,
): LayerRows['boundaries'] {
  const ring = square(longitude - size, latitude - size, 2 * size);
  const geometry = { type: 'Polygon', coordinates: [ring] } as const;
  const named = { externalId, kind: 'municipality', name, otherNames: [] } as const;
  return { ...named, latitude, longitude, geometry };
}
