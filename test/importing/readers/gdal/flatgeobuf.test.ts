import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { openReader } from '#importing/readers/open-reader.ts';
import type { Feature } from '#importing/readers/reader.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { checkDamage, greekGridTriangle, refusal } from '../files.ts';
import { zip } from '../zip/zip-writer.ts';
import { ogr2ogr } from './ogr2ogr.ts';

const { path: folder, put } = temporaryFolder();

const source = put(
  'source.geojson',
  JSON.stringify({
    type: 'FeatureCollection',
    features: ['050681726001', '050681726002', '050681726003'].map(KAEK => ({
      type: 'Feature',
      properties: { KAEK },
      geometry: greekGridTriangle,
    })),
  }),
);

/** The parcels in a FlatGeobuf file of GDAL, and where each of them begins. */
function made(name: string, options: readonly string[] = []) {
  const path = join(folder, name);
  ogr2ogr(['-f', 'FlatGeobuf', '-a_srs', 'EPSG:2100', ...options, path, source]);
  const bytes = readFileSync(path);
  const starts = [1, 2, 3].map(n => bytes.length - n * (bytes.length - lastStart(bytes))).reverse();
  return { path, bytes, starts: starts as [number, number, number] };
}

/** All three features are equally long. */
function lastStart(bytes: Buffer): number {
  for (let length = 4; ; length += 4) {
    const at = bytes.length - length;
    if (bytes.readUInt32LE(at) !== length - 4) continue;
    if (bytes.readUInt32LE(at - length) === length - 4) return at;
  }
}

const indexed = made('indexed.fgb');
const plain = made('plain.fgb', ['-lco', 'SPATIAL_INDEX=NO']);

test('GDAL reads FlatGeobuf with its system, whatever its name is, also packed', async () => {
  const packed = put('packed.fgb.gz', gzipSync(plain.bytes));
  const zipped = put('parcels.zip', zip([{ name: 'a/parcels.fgb', content: indexed.bytes }]));
  for (const path of [indexed.path, plain.path, put('plan', plain.bytes), packed, zipped]) {
    const reader = await openReader(path);
    assert.equal(reader.epsg, 2100);
    const features = (await Array.fromAsync(reader.features())) as Feature[];
    assert.deepEqual(
      features.map(({ properties, geometry }) => [properties, geometry]),
      ['050681726001', '050681726002', '050681726003'].map(KAEK => [{ KAEK }, greekGridTriangle]),
    );
  }
});

test('a cut file is refused, also between two features, where GDAL reads it', async () => {
  for (const { bytes, starts } of [indexed, plain]) {
    for (const end of [100, starts[0], starts[1], starts[1] + 2, starts[1] + 60]) {
      assert.match(
        (await refusal(openReader, put('cut.fgb', bytes.subarray(0, end)))) ?? 'read',
        /ends in the middle$|GDAL cannot convert it: ERROR|holds \d features, while its header says 3$/,
      );
    }
  }
  const between = put('cut.fgb', plain.bytes.subarray(0, plain.starts[1]));
  assert.match((await refusal(openReader, between))!, /ERROR|holds 1 features, while its header/);
});

test('what is no FlatGeobuf of version 3 is refused with its place', async () => {
  const start = Buffer.from('fgb\x03fgb\x00', 'latin1');
  const int = (value: number) => Buffer.from(Int32Array.of(value).buffer);
  const cases: [Buffer[], RegExp][] = [
    [[Buffer.from('fgb\x02fgb\0....')], /byte 0: expected FlatGeobuf version 3$/],
    [[start, int(-1)], /byte 8: a header of 4294967295 bytes$/],
    [[start, int(100)], /byte 12: ends in the middle$/],
    [[start, int(4), int(-1)], /byte 12: not a valid header: it points beyond its end$/],
  ];
  for (const [parts, message] of cases) {
    const path = put('bad.fgb', Buffer.concat(parts));
    assert.match((await refusal(openReader, path)) ?? 'read', message);
  }
});

test('a file cut anywhere is refused, and flipped bits give an error or features', () =>
  checkDamage(openReader, bytes => put('damaged.fgb', bytes), indexed.bytes));
