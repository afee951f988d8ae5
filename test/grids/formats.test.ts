import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { GridKindName } from '#domain/grids/kind.ts';
import { unpackSquare } from '#domain/grids/square.ts';
import { checkRoom } from '#importing/grids/grid-file.ts';
import { testWith } from '../environment.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { gdal, hills, rowsOf, writeAscii } from './files.ts';

const test = testWith({});
const { path: folder } = temporaryFolder();
const file = (name: string) => join(folder, name);
const place = { west: 23, south: 38, step: 0.001, width: 120, height: 100 };
writeAscii(file('hills.asc'), place, (x, y) => (hills(x, y) === null ? null : Math.round(hills(x, y)!))); // biome-ignore format: a line
const translate = (name: string, ...args: string[]) => {
  gdal('gdal_translate', ['-q', '-a_srs', 'EPSG:4326', ...args, file('hills.asc'), file(name)]);
  return file(name);
};
translate('hills.tif');

interface Read {
  readonly west: number;
  readonly north: number;
  readonly values: Float64Array;
}

/** The place and the values of the only square of a grid. */
async function read(path: string, srid?: number, kind: GridKindName = 'elevation'): Promise<Read> {
  const rows = await rowsOf([path], { kind, ...(srid && { srid }) });
  const { west, north, type } = JSON.parse(String(Buffer.from(rows[0]!.content)));
  assert.equal(rows.length, 2);
  return { west, north, values: unpackSquare(rows[1]!.content, type) };
}

const expected = await read(file('hills.tif'));

for (const [name, ...args] of [
  ['hills.nc', '-of', 'netCDF'],
  ['hills.img', '-of', 'HFA'],
  ['hills.bil', '-of', 'EHdr'],
  ['lerc.tif', '-co', 'COMPRESS=LERC'],
  ['cog.tif', '-of', 'COG'],
] as const) {
  test(`${name} has the values of a GeoTIFF`, async () => {
    const { west, north, values } = await read(translate(name, ...args));
    assert.ok(Math.abs(west - 23) < 1e-9 && Math.abs(north - 38.1) < 1e-9, `${west} ${north}`);
    assert.deepEqual(values, expected.values);
  });
}

test('a GeoTIFF with JPEG has about its values', async () => {
  const scaled = ['-ot', 'Byte', '-scale', '0', '600', '0', '255', '-a_nodata', 'none'];
  const { values } = await read(translate('jpeg.tif', ...scaled, '-co', 'COMPRESS=JPEG'));
  const errors = values.map((value, i) => Math.abs((value * 600) / 255 - expected.values[i]!));
  assert.ok(errors.filter(error => error < 25).length > 8_000);
});

test('an ASCII grid may be gzipped, and whole numbers in its first rows say nothing of others', async () => {
  writeFileSync(file('hills.asc.gz'), gzipSync(readFileSync(file('hills.asc'))));
  assert.deepEqual((await read(file('hills.asc.gz'), 4326)).values, expected.values);
  const wide = { ...place, width: 128, height: 128 };
  writeAscii(file('late.asc'), wide, (_, row) => (row < 127 ? 100 : 100.5));
  assert.deepEqual(new Set((await read(file('late.asc'), 4326)).values), new Set([100, 100.5]));
});

test('a grid with its first row in the south is turned', async () => {
  const bounds = ['-te', '23', '38.1', '23.12', '38', '-ts', '120', '100'];
  gdal('gdalwarp', ['-q', ...bounds, file('hills.tif'), file('south.tif')]);
  assert.ok(JSON.parse(gdal('gdalinfo', ['-json', file('south.tif')])).geoTransform[5] > 0);
  assert.deepEqual(await read(file('south.tif')), expected);
});

test('a value for none in .aux.xml counts', async () => {
  const path = translate('aux.tif', '-a_nodata', 'none');
  await assert.rejects(read(path), /-9999 is no value of this kind/);
  writeFileSync(
    `${path}.aux.xml`,
    '<PAMDataset><PAMRasterBand band="1"><NoDataValue>-9999</NoDataValue></PAMRasterBand></PAMDataset>',
  );
  assert.deepEqual(await read(path), expected);
});

test('a world file gives the place', async () => {
  const path = file('world.tif');
  gdal('gdal_translate', ['-q', '-co', 'PROFILE=BASELINE', file('hills.tif'), path]);
  writeFileSync(file('world.tfw'), '0.001\n0\n0\n-0.001\n23.0005\n38.0995\n');
  const { west, north } = await read(path, 4326);
  assert.ok(Math.abs(west - 23) < 1e-9 && Math.abs(north - 38.1) < 1e-9, `${west} ${north}`);
});

test('overviews beside a file change nothing', async () => {
  const path = translate('overview.tif');
  gdal('gdaladdo', ['-q', '-ro', '-r', 'nearest', path, '2']);
  assert.deepEqual(await read(path), expected);
});

test('a mask inside or beside a file is refused', async () => {
  for (const inside of ['YES', 'NO']) {
    const path = file(`mask-${inside}.tif`);
    gdal('gdal_translate', ['-q', '--config', 'GDAL_TIFF_INTERNAL_MASK', inside, '-mask', '1', file('hills.tif'), path]); // biome-ignore format: a line
    await assert.rejects(
      read(path),
      /has a mask; write it into the values with gdalwarp -dstnodata$/,
    );
  }
});

test('files that refer to others, have several images or are rotated are refused with the command', async () => {
  await assert.rejects(
    read(translate('other.vrt', '-of', 'VRT')),
    /run gdal_translate .*other\.vrt grid\.tif, then import grid\.tif$/,
  );
  const pages = translate('pages.tif');
  gdal('gdal_translate', ['-q', '-co', 'APPEND_SUBDATASET=YES', file('hills.tif'), pages]);
  await assert.rejects(read(pages), /has several images; write each to a file of its own/);
  const rotated = translate('rotated.tif');
  writeFileSync(file('rotated.wld'), '0.001\n0.0001\n0\n-0.001\n23\n38\n');
  gdal('gdal_translate', ['-q', '-co', 'PROFILE=BASELINE', file('hills.tif'), rotated]);
  await assert.rejects(read(rotated, 4326), /is rotated or mirrored; straighten it with gdalwarp$/);
});

test('without GDAL the message says how to install it', async () => {
  process.env.PATH = '/nowhere';
  const message = /hills\.tif: grids are read with the help of GDAL, which is not installed: .*apt-get install gdal-bin/; // biome-ignore format: a line
  await assert.rejects(read(file('hills.tif')), { code: 'BAD_DATA', message });
});

test('a grid that the disk has no room for is refused before anything is written', () => {
  const message = /a\.tif: takes up to 1000000000\.0 GB, and .* has [\d.]+ GB free; import a part$/;
  assert.throws(() => checkRoom('a.tif', folder, 1e18), { code: 'BAD_DATA', message });
  checkRoom('a.tif', folder, 1);
});
