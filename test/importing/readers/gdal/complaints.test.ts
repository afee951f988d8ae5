import assert from 'node:assert/strict';
import test from 'node:test';
import { openReader } from '#importing/readers/open-reader.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { readAll, refusal } from '../files.ts';
import { ogr2ogr } from './ogr2ogr.ts';

const { path: folder, put } = temporaryFolder();

const points = Array.from({ length: 5_000 }, (_, i) => `<wpt lat="38" lon="${23 + i / 1e4}"/>\n`);
const gpx = `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">\n${points.join('')}</gpx>`;

const open = (path: string) => openReader(path, 'waypoints');

test('a GPX file is read whole, and refused when it is cut in half, where GDAL ends with code 0', async () => {
  assert.equal((await readAll(open, put('whole.gpx', gpx))).length, 5_000);
  const half = put('half.gpx', gpx.slice(0, gpx.length / 2));
  assert.match((await refusal(open, half)) ?? 'read', /GDAL cannot convert it: ERROR 1: XML/);
});

test('polygons and points in one layer of a MapInfo file are all read', async () => {
  const feature = (geometry: object) => ({ type: 'Feature', properties: { a: 1 }, geometry });
  const ring = [[23, 38], [23.1, 38], [23.1, 38.1], [23, 38]]; // biome-ignore format: a line
  const features = [
    feature({ type: 'Polygon', coordinates: [ring] }),
    feature({ type: 'MultiPolygon', coordinates: [[ring], [ring.map(([x, y]) => [x! + 1, y!])]] }),
    feature({ type: 'Point', coordinates: [23, 38] }),
  ];
  const json = put('mixed.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  for (const [driver, ending] of [
    ['MapInfo File', 'mif'],
    ['FlatGeobuf', 'fgb'],
  ] as const) {
    // biome-ignore format: a line
    ogr2ogr(['-f', driver, `${folder}/mixed.${ending}`, json]);
    assert.equal((await readAll(openReader, `${folder}/mixed.${ending}`)).length, 3, ending);
  }
});
