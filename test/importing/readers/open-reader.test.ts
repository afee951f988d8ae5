import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { openReader } from '#importing/readers/open-reader.ts';
import type { Feature } from '#importing/readers/reader.ts';
import type { Encoding } from '#tools/files/chunk-decoder.ts';
import { assertHas } from '../../cases.ts';
import { without } from '../../programs.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { refusal } from './files.ts';
import { dbf, shp } from './shapefile/shapefile-writer.ts';

const { path: folder, put } = temporaryFolder();

const gml = `<?xml version="1.0"?><gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:featureMember><Place><name>x</name></Place></gml:featureMember></gml:FeatureCollection>`;

const skip = without('ogr2ogr', 'gdal-bin');

test('the first bytes decide the format, whatever the name is', { skip }, async () => {
  put('plan.dbf', dbf([{ name: 'id', type: 'N', width: 2 }], []));
  const cases: [string, string | Buffer, string][] = [
    ['plan.bin', shp(1, []), 'record'],
    ['plan', '{"features":[]}', 'feature'],
    ['plan.txt', ' [ ]', 'feature'],
    ['plan.dat', '\x1e{"type":"Feature"}', 'record'],
    ['plan.data', '\ufeff{"type":"Feature"}\n', 'line'],
    ['plan.gz', gzipSync('{"features":[]}'), 'feature'],
    ['plan.csv', '{a},[b]\n1,2\n', 'line'],
    ['list.txt', 'a,b\n1,2\n', 'line'],
    ['list.TSV.gz', gzipSync('a\tb\n1\t2\n'), 'line'],
    ['plan.x', gml, 'feature'],
    ['plan.y', gzipSync(gml), 'feature'],
  ];
  for (const [name, content, unit] of cases) {
    const reader = await openReader(put(name, content));
    assert.equal(reader.unit, unit, name);
    await Array.fromAsync(reader.features());
  }
});

test('--encoding is for CSV and Shapefiles', async () => {
  const csv = put('latin.csv', Buffer.from('a\n\xe1\n', 'latin1'));
  const nameIn = async (path: string, encoding: Encoding) => {
    const [item] = await Array.fromAsync((await openReader(path, undefined, encoding)).features());
    return Object.values((item as Feature).properties)[0];
  };
  assert.equal(await nameIn(csv, 'windows-1253'), 'α');
  assert.equal(await nameIn(csv, 'windows-1252'), 'á');
  assert.equal(await nameIn(csv, 'cp737'), 'ά');
  const columns = [{ name: 'id', type: 'C', width: 1 }] as const;
  const shape = put('latin.shp', shp(1, [Buffer.alloc(4)]));
  put('latin.dbf', dbf(columns, [[Buffer.from([0xe1])]]));
  put('latin.cpg', 'ISO-8859-1');
  assert.equal(await nameIn(shape, 'windows-1253'), 'α');
  for (const [name, content] of [
    ['plan.gml', gml],
    ['plan.geojson', '{"features":[]}'],
    ['plan.dxf', 'x'],
  ] as const) {
    const opened = openReader(put(name, content), undefined, 'windows-1253');
    await assert.rejects(opened, { message: /--encoding windows-1253: .* contains its encoding/ });
  }
});

const assertRefused = async (name: string, content: string | Buffer, message: string) =>
  assertHas((await refusal(openReader, put(name, content))) ?? 'read', message, name);

test('the extension decides where the first bytes do not', async () => {
  for (const [name, content, message] of [
    ['blank.geojson', '\n', 'byte 1: expected GeoJSON'],
    ['blank.csv', '\n', 'line 1: expected a header'],
    ['broken.shp', Buffer.alloc(200), 'byte 0: expected a Shapefile'],
    ['broken.gpkg', Buffer.alloc(200), 'expected an SQLite file'],
    ['broken.zip', 'hello', 'not a valid zip'],
    ['broken.gml', 'hello', 'broken.gml'],
  ] as const) {
    await assertRefused(name, content, message);
  }
});

test('files that are easily confused are refused with advice', async () => {
  for (const [name, content, message] of [
    ['plan.shx', shp(1, []), 'a part of a Shapefile, expected the .shp beside it'],
    ['volos.osm', '<?xml version="1.0"?>\n<osm version="0.6"></osm>', 'ktima import osm'],
    ['volos.osm.gz', gzipSync('<osm version="0.6"></osm>'), 'ktima import osm'],
    ['volos.pbf', '\0\0\0\x0d\x0a\x09OSMHeader', 'ktima import osm'],
  ] as const) {
    await assertRefused(name, content, message);
  }
});

test('unknown formats, missing files and compression bombs are refused', async () => {
  const photo = Buffer.from([0xff, 0xd8, 0xff]);
  const none = 'photo.jpg: not a supported format, expected one of: … Shapefile';
  await assertRefused('photo.jpg', photo, none);
  assertHas(await refusal(openReader, `${folder}/none.csv`), 'none.csv: there is no such file');
  assertHas(await refusal(openReader, folder), 'expected a plain file, this is a folder');
  for (const name of ['a.shp', 'a.geojson', 'a.xlsx', 'a.csv']) {
    await assertRefused(name, '', ': the file is empty');
  }
  const packed = gzipSync(shp(1, []));
  await assertRefused('plan.shp.gz', packed, 'plan.shp.gz: cannot be read gzipped');
  const cut = gzipSync('{"features":[]}').subarray(0, 15);
  await assertRefused('cut.geojson.gz', cut, 'cut.geojson.gz: the packed data end');
});
