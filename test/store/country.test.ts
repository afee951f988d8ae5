import assert from 'node:assert/strict';
import test from 'node:test';
import type { Box } from '../../src/geo/box.ts';
import { zoomsOf } from '../../src/map/detail.ts';
import { boxOf, type MapRow, overlaps } from '../../src/map/feature.ts';
import { type Provenance, replaceRows, sampleSource } from '../../src/store/store.ts';
import { boundary, museum, parcels, places, provenance, road, settlement } from '../service.ts';
import { engines } from './engines.ts';
import { randomNumbers } from './random.ts';

const other: Provenance = { ...provenance, source: 'other' };
const { source } = provenance;
const greece: Box = { west: 19, south: 34, east: 30, north: 42 };
const ring = boundary.geometry.coordinates[0] as [number, number][];
const line = road.geometry.coordinates as [number, number][];
const mapShapes: MapRow['geometry'][] = [
  { type: 'Point', coordinates: line[0]! },
  { type: 'LineString', coordinates: line },
  { type: 'MultiLineString', coordinates: [line, ring] },
  { type: 'Polygon', coordinates: [ring] },
  { type: 'MultiPolygon', coordinates: [[ring], [ring]] },
];

function randomBox(random: () => number, size: number): Box {
  const [west, south] = [19 + random() * 9, 35 + random() * 6];
  return { west, south, east: west + size * random(), north: south + size * random() };
}

function randomFeature(random: () => number, externalId: string): MapRow {
  const detail = Math.floor(random() * 4);
  const minZoom = zoomsOf(detail).lowest + Math.floor(random() * 3);
  const { west, south, east, north } = randomBox(random, 10 ** (-5 * random()));
  const coordinates = [
    [west, south],
    [east, north],
  ] as const;
  return { ...road, externalId, detail, minZoom, geometry: { type: 'LineString', coordinates } };
}

for (const { name, newUrl, open: openAt } of engines) {
  const open = async (t: test.TestContext) => openAt(t, await newUrl());

  test(`${name}: settlements, boundaries and named places come out as they were put in`, async t => {
    const store = await open(t);
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
    const loaded = await store.loadedSources();
    assert.deepEqual(
      loaded.map(({ layer, rows }) => [layer, rows]),
      [
        ['boundaries', 1],
        ['named_places', 1],
        ['settlements', 3],
      ],
    );
  });

  test(`${name}: an import replaces the settlements of its own source; an id comes once`, async t => {
    const store = await open(t);
    await replaceRows(store, 'settlements', provenance, [settlement]);
    await replaceRows(store, 'settlements', other, [{ ...settlement, name: 'Άλλο' }]);
    await replaceRows(store, 'settlements', provenance, [{ ...settlement, name: 'Νέο' }]);
    assert.deepEqual(
      (await store.readSettlements()).map(row => [row.name, row.source]),
      [
        ['Νέο', source],
        ['Άλλο', 'other'],
      ],
    );
    const twice = replaceRows(store, 'settlements', provenance, [settlement, settlement]);
    await assert.rejects(twice, /external_id: comes twice/);
    assert.equal((await store.readSettlements())[0]!.name, 'Νέο');
  });

  test(`${name}: places with a name are searched by it, stops are not`, async t => {
    const store = await open(t);
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
      found.map(row => [row.externalId, row.name, row.otherNames]),
      [
        ['way/4', 'Μουσείο Ακρόπολης', ['Acropolis Museum']],
        ['c', 'Νοσοκομείο', ['Hospital']],
        ['d', 'Clinic', []],
      ],
    );
    assert.equal(
      [...(await store.readPlaces())].length,
      4,
      'named places are no points of interest',
    );
  });

  test(`${name}: features of the map come out as they were put in, of every shape`, async t => {
    const store = await open(t);
    const shapes = mapShapes.map(
      (geometry, i): MapRow => ({ ...road, externalId: `${i}`, geometry }),
    );
    await replaceRows(store, 'map', provenance, shapes);
    const { detail, ...expected } = road;
    assert.deepEqual(
      structuredClone(await store.mapFeaturesIn(greece, 14)),
      mapShapes.map((geometry, i) => ({ ...expected, externalId: `${i}`, geometry })),
    );
    assert.deepEqual(await store.mapFeaturesIn(greece, 12), [], 'another level of detail');
    await replaceRows(store, 'map', other, [{ ...road, kind: 'path' }]);
    await replaceRows(store, 'map', provenance, [road]);
    const kinds = (await store.mapFeaturesIn(greece, 14)).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['path', 'primary'], 'an import replaces its own source');
  });

  test(`${name}: features of the map are found by box and zoom, as by looking at each`, async t => {
    const store = await open(t);
    const below = randomNumbers(21);
    const random = () => below(1e9) / 1e9;
    const rows = Array.from({ length: 600 }, (_, i) => randomFeature(random, `way/${i}`));
    await replaceRows(store, 'map', provenance, rows);
    for (let query = 0; query < 60; query++) {
      const zoom = Math.floor(random() * 18);
      const box = randomBox(random, 360 / 2 ** zoom);
      const expected = rows.filter(
        ({ detail, minZoom, geometry }) =>
          zoom >= zoomsOf(detail).lowest &&
          zoom <= zoomsOf(detail).highest &&
          minZoom <= zoom &&
          overlaps(boxOf(geometry), box),
      );
      const found = await store.mapFeaturesIn(box, zoom);
      assert.deepEqual(
        found.map(({ externalId }) => externalId),
        expected.map(({ externalId }) => externalId),
        `zoom ${zoom}, ${JSON.stringify(box)}`,
      );
    }
  });

  test(`${name}: the sample of the map goes with the first real map, and with the first real parcels`, async t => {
    const sample: Provenance = { ...provenance, source: sampleSource };
    const sourcesAfter = async (layer: 'map' | 'parcels', from: Provenance) => {
      const store = await open(t);
      await replaceRows(store, 'parcels', sample, parcels);
      await replaceRows(store, 'map', sample, [road]);
      await replaceRows(store, layer, from, layer === 'map' ? [road] : (parcels as never[]));
      await store.check();
      const kept = (await store.mapFeaturesIn(greece, 14)).length;
      const sources = (await store.loadedSources()).map(
        ({ layer, source }) => `${layer} ${source}`,
      );
      return [...sources, kept];
    };
    assert.deepEqual(await sourcesAfter('map', provenance), [`map ${source}`, 'parcels sample', 1]);
    assert.deepEqual(await sourcesAfter('parcels', provenance), [`parcels ${source}`, 0]);
    assert.deepEqual(await sourcesAfter('parcels', sample), ['map sample', 'parcels sample', 1]);
  });

  test(`${name}: parcels are found by the beginning of their code, each once and as loaded last`, async t => {
    const store = await open(t);
    const parcel = (kaek: string, areaM2 = 1) => ({ ...parcels[0]!, kaek, areaM2 });
    const codes = ['050680000002', '05068ΕΚ00001', '050680000001', '050690000001'];
    await replaceRows(
      store,
      'parcels',
      provenance,
      codes.map(code => parcel(code)),
    );
    await replaceRows(store, 'parcels', other, [parcel('050680000002', 2)]);
    const found = await store.parcelsBeginning('05068', 10);
    assert.deepEqual(
      found.map(({ kaek, areaM2 }) => [kaek, areaM2]),
      [
        ['050680000001', 1],
        ['050680000002', 2],
        ['05068ΕΚ00001', 1],
      ],
    );
    assert.equal((await store.parcelsBeginning('05068', 2)).length, 2);
    assert.deepEqual(await store.parcelsBeginning('05070', 10), []);
    assert.equal((await store.parcelsBeginning('05068ε'.toUpperCase(), 10)).length, 1);
  });
}
