import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { openEsriJson } from '../../../src/import/readers/esrijson.ts';
import { openReader } from '../../../src/import/readers/open-reader.ts';
import type { Feature } from '../../../src/import/readers/reader.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { assertUnreadable, checkDamage, readAll, refusal } from './files.ts';

const { put } = temporaryFolder();

/** Clockwise, as ESRI draws outlines. */
const square = (x: number, y: number, side: number) => [
  [x, y],
  [x, y + side],
  [x + side, y + side],
  [x + side, y],
  [x, y],
];
const outline = square(475_000, 4_204_000, 20);
const hole = square(475_005, 4_204_005, 5).reverse();

const feature = (geometry: unknown, attributes: unknown = { KAEK: '050681726003', AREA: 5.5 }) => ({
  attributes,
  geometry,
});
const featureSet = (features: readonly unknown[], more: object = {}) =>
  JSON.stringify({
    displayFieldName: 'KAEK',
    geometryType: 'esriGeometryPolygon',
    spatialReference: { wkid: 102100, latestWkid: 3857 },
    fields: [{ name: 'KAEK', type: 'esriFieldTypeString' }],
    features,
    ...more,
  });

const read = (text: string) => readAll(openReader, put('some.json', text));
async function geometryOf(geometry: unknown) {
  const [item] = await read(featureSet([feature(geometry)]));
  return 'problem' in item! ? item.problem : (item as Feature).geometry;
}

test('features have their attributes and their geometry, with any file name', async () => {
  const text = featureSet([feature({ rings: [outline] }), feature(null, { KAEK: null })]);
  for (const content of [
    text,
    gzipSync(text),
    `\ufeff${text}`,
    JSON.stringify(JSON.parse(text), null, 2),
  ]) {
    const reader = await openReader(put('query', content));
    assert.deepEqual([reader.unit, reader.epsg], ['feature', 3857]);
    assert.deepEqual(await Array.fromAsync(reader.features()), [
      {
        number: 1,
        properties: { KAEK: '050681726003', AREA: 5.5 },
        geometry: { type: 'Polygon', coordinates: [outline] },
      },
      { number: 2, properties: { KAEK: null }, geometry: null },
    ]);
    assert.deepEqual(reader.notes?.(), []);
  }
});

test('holes are recognised by their direction', async () => {
  const island = square(475_100, 4_204_000, 20);
  const cases: [object, string, unknown][] = [
    [{ rings: [outline, hole] }, 'Polygon', [outline, hole]],
    [{ curveRings: [outline] }, 'Polygon', [outline]],
    [{ rings: [outline, hole, island] }, 'MultiPolygon', [[outline, hole], [island]]],
  ];
  for (const [geometry, type, coordinates] of cases) {
    assert.deepEqual(await geometryOf(geometry), { type, coordinates });
  }
});

test('points are read, empty points are null, and lines are returned by name', async () => {
  const cases: [object, unknown][] = [
    [
      { x: 1, y: 2, z: 3 },
      { type: 'Point', coordinates: [1, 2] },
    ],
    [{ x: null, y: null }, null],
    [{ x: 'NaN', y: 'NaN' }, null],
    [{ rings: [] }, null],
    [{ paths: [[[1, 2]]] }, { type: 'MultiLineString', coordinates: [[[1, 2]]] }],
    [{ points: [[1, 2]] }, { type: 'MultiPoint', coordinates: [[1, 2]] }],
  ];
  for (const [geometry, expected] of cases) assert.deepEqual(await geometryOf(geometry), expected);
});

test('the coordinate system is found before the features or after them', async () => {
  const wkt =
    'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]]]';
  const cases: [unknown, number | undefined, string | undefined][] = [
    [{ wkid: 2100 }, 2100, 'wkid 2100'],
    [{ wkid: 102100 }, 102100, 'wkid 102100'],
    [{ wkt }, 4326, 'GCS_WGS_1984'],
    [{ wkid: 2100, wkt }, undefined, 'wkid 2100'],
    [{}, undefined, undefined],
  ];
  for (const [spatialReference, epsg, crsName] of cases) {
    const list = [feature({ rings: [outline] })];
    const before = featureSet(list, { spatialReference });
    const after = JSON.stringify({ features: list, spatialReference });
    for (const text of [before, after]) {
      const reader = await openReader(put('system.json', text));
      assert.deepEqual([reader.epsg, reader.crsName], [epsg, crsName], text);
    }
  }
});

test('an unreadable feature is reported, and those after it are read', async () => {
  const arc = { c: [1, 1, 2, 0] };
  const bad: [unknown, RegExp][] = [
    [{ curveRings: [[[0, 0], arc, [0, 0]]] }, /returnTrueCurves=false/],
    [{ rings: [[]] }, /an empty ring/],
    [{ rings: [[['a', 1]]] }, /expected positions of two numbers/],
    [{ z: 1 }, /expected x and y, or rings/],
  ];
  const items = await read(
    featureSet([...bad.map(([geometry]) => feature(geometry)), feature(null)]),
  );
  assertUnreadable(
    items,
    bad.map(([, expected]) => expected),
  );
});

test('a response that the server has cut is noted, also in GeoJSON', async () => {
  const cut = featureSet([feature(null)], { exceededTransferLimit: true });
  const geojson = (more: object) =>
    JSON.stringify({ type: 'FeatureCollection', ...more, features: [] });
  for (const text of [
    cut,
    geojson({ exceededTransferLimit: true }),
    geojson({ properties: { exceededTransferLimit: true } }),
  ]) {
    const reader = await openReader(put('part.json', text));
    await Array.fromAsync(reader.features());
    assert.match(reader.notes?.()[0] ?? 'none', /only a part of what the server has/);
  }
});

test("GeoJSON that contains ESRI's words is still GeoJSON", async () => {
  const properties = { geometryType: 'esriGeometryPolygon', attributes: {}, spatialReference: 1 };
  const text = JSON.stringify({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties, geometry: null }],
  });
  assert.deepEqual(await read(text), [{ number: 1, properties, geometry: null }]);
});

test('a cut file is refused, and a flipped bit gives an error or features', async () => {
  const whole = Buffer.from(featureSet([feature({ rings: [outline, hole] }), feature(null)]));
  await checkDamage(openEsriJson, bytes => put('damaged.json', bytes), whole);
  assert.match((await refusal(openEsriJson, put('none.json', '{"a":1}')))!, /expected a list/);
});
