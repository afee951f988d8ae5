import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { openReader } from '#importing/readers/open-reader.ts';
import type { Feature } from '#importing/readers/reader.ts';
import { square as squareAt } from '../../../geo/square.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { eachCut, readAll, refusal } from '../files.ts';
import './ogr2ogr.ts';

const { put } = temporaryFolder();

/** Clockwise, as ESRI draws outlines. */
const square = (x: number, y: number, side: number) => squareAt(x, y, side).toReversed();
const outline = square(475_000, 4_204_000, 20);
const hole = squareAt(475_005, 4_204_005, 5);
const island = square(475_100, 4_204_000, 20);

const attributes = { KAEK: '050681726003', AREA: 5.5 };
const feature = (geometry: unknown) => ({ attributes, geometry });
const featureSet = (features: readonly unknown[], more: object = {}) =>
  JSON.stringify({
    displayFieldName: 'KAEK',
    geometryType: 'esriGeometryPolygon',
    spatialReference: { wkid: 102100, latestWkid: 3857 },
    fields: [
      { name: 'KAEK', type: 'esriFieldTypeString' },
      { name: 'AREA', type: 'esriFieldTypeDouble' },
    ],
    features,
    ...more,
  });

test('features have their attributes and their geometry, with any file name', async () => {
  const text = featureSet([
    feature({ rings: [outline, hole] }),
    feature({ rings: [outline, hole, island] }),
    feature(null),
  ]);
  for (const content of [text, gzipSync(text), JSON.stringify(JSON.parse(text), null, 2)]) {
    const reader = await openReader(put('query', content));
    assert.equal(reader.epsg, 3857);
    const features = (await Array.fromAsync(reader.features())) as Feature[];
    assert.deepEqual(
      features.map(({ geometry }) => geometry),
      [
        { type: 'Polygon', coordinates: [outline, hole] },
        { type: 'MultiPolygon', coordinates: [[outline, hole], [island]] },
        null,
      ],
    );
    for (const { properties } of features) {
      assert.deepEqual(properties, { KAEK: '050681726003', AREA: 5.5 });
    }
    assert.deepEqual(reader.notes?.(), []);
  }
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
  const features = [{ type: 'Feature', properties, geometry: null }];
  const text = JSON.stringify({ type: 'FeatureCollection', features });
  assert.deepEqual(await readAll(openReader, put('some.json', text)), [
    { number: 1, properties, geometry: null },
  ]);
});

test('a cut file is refused, whatever GDAL makes of it', async () => {
  const whole = Buffer.from(featureSet([feature({ rings: [outline, hole] }), feature(null)]));
  await eachCut(whole, async (cut, length) => {
    assert.ok(await refusal(openReader, put('damaged.esrijson', cut)), `cut at ${length}`);
  });
});
