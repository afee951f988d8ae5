import assert from 'node:assert/strict';
import { buildGeocoder } from '#domain/geocoder/index/build-index.ts';
import type { MapRow } from '#domain/map/map-feature.ts';
import type { TileId } from '#domain/map/tile-scheme.ts';
import type { Parcel } from '#domain/property/parcels.ts';
import { addressAt, searchAddress } from '#features/report/look-up.ts';
import { type Provenance, replaceRows, sampleSource } from '#storage/store/store.ts';
import { editionOf } from '../edition.ts';
import { corners as wkt } from '../geo/square.ts';
import { street, town } from '../geocoder/small-town.ts';
import { drawnMap, drawnParcels, tileAt } from '../map/stored-tiles.ts';
import {
  boundary,
  house,
  museum,
  parcels,
  places,
  provenance,
  road,
  settlement,
} from '../service.ts';
import { testSampledStores as test } from './engines.ts';

const other: Provenance = { ...provenance, source: 'other' };
const { source } = provenance;
const ring = boundary.geometry.coordinates[0] as [number, number][];
const line = road.geometry.coordinates as [number, number][];
const corners = parcels[0]!.geometry.coordinates[0] as [number, number][];
/** The tile of the road. */
const here = tileAt(line[0]!, 14);
const mapShapes: MapRow['geometry'][] = [
  { type: 'Point', coordinates: line[0]! },
  { type: 'LineString', coordinates: line },
  { type: 'MultiLineString', coordinates: [line, ring] },
  { type: 'Polygon', coordinates: [ring] },
  { type: 'MultiPolygon', coordinates: [[ring], [ring.map(([x, y]) => [x + 1, y])]] },
];

/** Rows that end in an error, as those of a file that cannot be read to its end. */
function* throwing<Row>(rows: readonly Row[]): Generator<Row> {
  yield* rows;
  throw new Error('cut off');
}

test('settlements, boundaries and named places are returned as stored', async ({ store }) => {
  const hamlet = { ...settlement, externalId: null, kind: 'hamlet' as const, population: null };
  await replaceRows(store, 'settlements', provenance, [settlement, hamlet, hamlet]);
  await replaceRows(store, 'boundaries', provenance, [boundary]);
  await replaceRows(store, 'named_places', provenance, [museum]);
  assert.deepEqual(structuredClone(await store.readSettlements()), [
    { ...settlement, source },
    { ...hamlet, source },
    { ...hamlet, source },
  ]);
  assert.deepEqual(structuredClone(await store.readBoundaries()), [{ ...boundary, source }]);
  assert.deepEqual(structuredClone(await store.readNamedPlaces()), [{ ...museum, source }]);
  const loaded = (await store.loadedSources()).map(({ layer, rows }) => `${layer} ${rows}`);
  assert.deepEqual(loaded, ['boundaries 1', 'named_places 1', 'settlements 3']);
});

test('an import replaces the settlements of its source; an id comes once', async ({ store }) => {
  await replaceRows(store, 'settlements', provenance, [settlement]);
  await replaceRows(store, 'settlements', other, [{ ...settlement, name: 'Άλλο' }]);
  await replaceRows(store, 'settlements', provenance, [{ ...settlement, name: 'Νέο' }]);
  const found = (await store.readSettlements()).map(row => `${row.name} ${row.source}`);
  assert.deepEqual(found, [`Νέο ${source}`, 'Άλλο other']);
  const twice = replaceRows(store, 'settlements', provenance, [settlement, settlement]);
  await assert.rejects(twice, /external_id: comes twice/);
  assert.equal((await store.readSettlements())[0]!.name, 'Νέο');
});

test('places with a name are searched by it, stops are not', async ({ store }) => {
  const [first] = places;
  await replaceRows(store, 'named_places', provenance, [museum]);
  await replaceRows(store, 'places', provenance, [
    { ...first!, external_id: 'a', name_gr: 'Στάση', place_type: 'bus_stop' },
    { ...first!, external_id: 'b', name_gr: null, name_en: null },
    { ...first!, external_id: 'c', name_gr: 'Νοσοκομείο', name_en: 'Hospital' },
    { ...first!, external_id: 'd', name_gr: null, name_en: 'Clinic' },
  ]);
  const found = await store.readNamedPlaces();
  assert.deepEqual(
    found.map(row => `${row.externalId}: ${row.name} (${row.otherNames})`),
    ['way/4: Μουσείο Ακρόπολης (Acropolis Museum)', 'c: Νοσοκομείο (Hospital)', 'd: Clinic ()'],
  );
  assert.equal([...(await store.readPlaces())].length, 4, 'named places are no points of interest');
});

test('tiles draw features of the map of every shape, those of all sources', async ({ store }) => {
  const shapes = mapShapes.map((geometry, i): MapRow => ({ ...road, rank: 9 - i, geometry }));
  await replaceRows(store, 'map', provenance, shapes);
  const drawn = await drawnMap(store, here);
  const properties = { kind: road.kind, name: road.name, name_en: road.nameEn, ref: road.ref };
  assert.deepEqual(
    drawn.map(one => ({ layer: one.layer, type: one.type, ...one.properties })),
    [1, 2, 2, 3, 3].map((type, i) => ({ layer: road.layer, type, ...properties, rank: 9 - i })),
  );
  assert.deepEqual(await drawnMap(store, tileAt(line[0]!, 12)), [], 'another level of detail');
  assert.equal((await store.loadedSources())[0]!.rows, shapes.length);
  await replaceRows(store, 'map', other, [{ ...road, kind: 'path' }]);
  await replaceRows(store, 'map', provenance, [road]);
  const kinds = (await drawnMap(store, here)).map(one => one.properties.kind);
  assert.deepEqual(kinds, ['path', 'primary'], 'an import replaces its own source');
  await assert.rejects(replaceRows(store, 'map', provenance, throwing([{ ...road, kind: 'new' }])));
  assert.equal((await drawnMap(store, here)).length, 2, 'an import that fails changes no tile');
  await store.check();
});

test('reverse names the street whose line passes, not the nearest position', async ({ store }) => {
  const along = (name: string, longitude: number, from = 37.99): MapRow => {
    const coordinates = wkt(`${longitude} ${from}, ${longitude} 38.01`);
    return { ...road, name, geometry: { type: 'LineString', coordinates } };
  };
  await replaceRows(store, 'map', provenance, [
    along('Ερμού', 23),
    along('Αθηνάς', 23.0004),
    along('Οδός χωρίς διεύθυνση', 23.0001),
    { ...along('Ερμού', 23.0001), layer: 'rail' },
    along('Αθηνάς', 23.0001, 38.001),
  ]);
  const at = (latitude: number, longitude: number) => ({
    position: { latitude, longitude, accuracyMetres: 900 },
  });
  const index = buildGeocoder(
    town(street('Ερμού', at(38.008, 23)), street('Αθηνάς', at(38, 23.0004))),
  );
  const found = await addressAt({ store, edition: await editionOf(store, index) }, 38, 23.0001);
  assert.equal(found?.formatted_address, 'Ερμού, 991 01 Μικρή Πόλη');
  assert.ok(Math.abs(found!.distance_m - 8.78) < 0.3, `${found?.distance_m}`);
});

test('a house is named only when the index has houses of its street', async ({ store }) => {
  await replaceRows(store, 'addresses', provenance, [
    { ...house, municipality: 'Μικρής Πόλης', postalCode: null, latitude: 38, longitude: 23 },
  ]);
  const levels = async (hasHouses: boolean) => {
    const index = buildGeocoder(town(street('Ερμού', { hasHouses })));
    const data = { store, edition: await editionOf(store, index) };
    const [searched] = await searchAddress(data, { address: 'Ερμού 5, Μικρή Πόλη' });
    return [searched?.match.level, (await addressAt(data, 38, 23))?.match.level];
  };
  assert.deepEqual(await levels(true), ['house_number', 'house_number']);
  // The rows of an import that the index does not have yet.
  assert.deepEqual(await levels(false), ['street', 'postal_code']);
});

test('tiles draw a parcel as it was loaded last, wherever that is', async ({ store }) => {
  const parcel = (kaek: string, areaM2: number, east = 0): Parcel => {
    const coordinates = [corners.map(([x, y]) => [x! + east, y!] as const)];
    return { kaek, areaM2, geometry: { type: 'Polygon', coordinates } };
  };
  const drawn = async (tile: TileId) =>
    (await drawnParcels(store, tile))
      .map(({ properties: { kaek, area_m2 } }) => `${kaek} ${area_m2}`)
      .toSorted();
  const [near, far] = [tileAt(corners[0]!, 16), tileAt([corners[0]![0] + 0.1, 37.9], 16)];
  const rows = [parcel('050680000001', 1), parcel('050680000002', 2), parcel('05068ΕΚ00003', 3.25)];
  await replaceRows(store, 'parcels', provenance, rows);
  assert.deepEqual(await drawn(near), ['050680000001 1', '050680000002 2', '05068ΕΚ00003 3.25']);
  await replaceRows(store, 'parcels', other, [
    parcel('050680000002', 4, 0.1),
    parcel('05068ΕΚ00003', 5),
    parcel('110010000001', 6),
  ]);
  assert.deepEqual(await drawn(near), ['050680000001 1', '05068ΕΚ00003 5', '110010000001 6']);
  assert.deepEqual(await drawn(far), ['050680000002 4']);
  await store.check();
  await replaceRows(store, 'parcels', other, [parcel('110010000001', 7)]);
  const all = ['050680000001 1', '050680000002 2', '05068ΕΚ00003 3.25', '110010000001 7'];
  assert.deepEqual(await drawn(near), all);
  assert.deepEqual(await drawn(far), []);
  const broken = throwing([parcel('050680000009', 9)]);
  await assert.rejects(replaceRows(store, 'parcels', provenance, broken));
  assert.equal((await drawn(near)).length, 4, 'an import that fails changes no tile');
});

const sample: Provenance = { ...provenance, source: sampleSource };
for (const [layer, from, ...left] of [
  ['map', provenance, `map ${source}`, 'parcels sample', '1'],
  ['parcels', provenance, `parcels ${source}`, '0'],
  ['parcels', sample, 'map sample', 'parcels sample', '1'],
] as const) {
  test(`beside a sample of map and parcels, ${layer} of ${from.source} leave ${left}`, async ({
    store,
  }) => {
    await replaceRows(store, 'parcels', sample, parcels);
    await replaceRows(store, 'map', sample, [road]);
    await replaceRows(store, layer, from, layer === 'map' ? [road] : (parcels as never[]));
    await store.check();
    const sources = (await store.loadedSources()).map(one => `${one.layer} ${one.source}`);
    assert.deepEqual([...sources, `${(await drawnMap(store, here)).length}`], left);
  });
}

test('the beginning of a code finds parcels, each once and as loaded last', async ({ store }) => {
  const parcel = (kaek: string) => ({ ...parcels[0]!, kaek, areaM2: 1 });
  const codes = ['050680000002', '05068ΕΚ00001', '050680000001', '050690000001'];
  await replaceRows(store, 'parcels', provenance, codes.map(parcel));
  await replaceRows(store, 'parcels', other, [{ ...parcel('050680000002'), areaM2: 2 }]);
  assert.deepEqual(
    (await store.parcelsBeginning('05068', 10)).map(({ kaek, areaM2 }) => `${kaek} ${areaM2}`),
    ['050680000001 1', '050680000002 2', '05068ΕΚ00001 1'],
  );
  assert.equal((await store.parcelsBeginning('05068', 2)).length, 2);
  assert.deepEqual(await store.parcelsBeginning('05070', 10), []);
  assert.equal((await store.parcelsBeginning('05068ε'.toUpperCase(), 10)).length, 1);
});
