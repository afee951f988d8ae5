import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { deflateSync } from 'node:zlib';
import { areaOf } from '#domain/grids/area.ts';
import type { GridKindName } from '#domain/grids/kind.ts';
import { square } from '../geo/square.ts';
import { rounds } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { gdal, hills, rowsOf, writeAscii } from './files.ts';

const { path: folder } = temporaryFolder();
const file = (name: string) => join(folder, name);
writeAscii(file('hills.asc'), { west: 23, south: 38, step: 0.001, width: 140, height: 140 }, hills);
const translate = (name: string, ...args: string[]) =>
  gdal('gdal_translate', ['-q', '-a_srs', 'EPSG:4326', ...args, file('hills.asc'), file(name)]);
translate('good.tif', '-co', 'TILED=YES', '-co', 'COMPRESS=DEFLATE');

/** The place of the value of a tag in a small little-endian TIFF. */
function tagAt(bytes: Buffer, tag: number): number {
  const directory = bytes.readUInt32LE(4);
  const entries = bytes.readUInt16LE(directory);
  const found = Array.from({ length: entries }, (_, i) => directory + 2 + 12 * i).find(
    at => bytes.readUInt16LE(at) === tag,
  );
  return found! + 8;
}

/** The good file with a change. */
function changed(change: (bytes: Buffer) => Buffer | undefined): string {
  const bytes = readFileSync(file('good.tif'));
  writeFileSync(file('bad.tif'), change(bytes) ?? bytes);
  return file('bad.tif');
}

const withTag = (tag: number, value: number) =>
  changed(bytes => void bytes.writeUInt32LE(value, tagAt(bytes, tag)));

/** The good file with another first tile. */
const withTile = (tile: Buffer) =>
  changed(bytes => {
    // The list of a single tile is its value.
    bytes.writeUInt32LE(bytes.length, tagAt(bytes, 324));
    bytes.writeUInt32LE(tile.length, tagAt(bytes, 325));
    return Buffer.concat([bytes, tile]);
  });

/** A small-endian TIFF of floats in tiles of 128 × 128, all of which are one block of bytes. */
function tiledTiff(name: string, across: number, repeated: number): string {
  const tiles = across ** 2;
  const side = 128 * across;
  const keys = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326];
  const short = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
  const long = (values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
  const double = (...values: number[]) => Buffer.from(Float64Array.from(values).buffer);
  const tags: [tag: number, type: number, count: number, value: Buffer][] = [
    ...([[256, side], [257, side], [258, 32], [259, 1], [262, 1], [277, 1], [322, 128], [323, 128]] as const) // biome-ignore format: a line
      .map(([tag, value]) => [tag, 4, 1, long([value])] as [number, number, number, Buffer]),
    [324, 4, tiles, long(Array(tiles).fill(0))],
    ...Array.from({ length: repeated }, () => [324, 4, 500_000, long([8])] as [number, number, number, Buffer]), // biome-ignore format: a line
    [325, 4, tiles, long(Array(tiles).fill(4 * 128 * 128))],
    [339, 3, 1, short(3, 0)],
    [33550, 12, 3, double(0.0001, 0.0001, 0)],
    [33922, 12, 6, double(0, 0, 0, 23, 38, 0)],
    [34735, 3, 16, short(...keys)],
  ];
  const directoryBytes = 2 + 12 * tags.length + 4;
  const inline = (value: Buffer) => value.length <= 4;
  const lists = tags.map(([, , , value]) => (inline(value) ? Buffer.alloc(0) : value));
  const block = 8 + directoryBytes + Buffer.concat(lists).length;
  const offsets = tags.find(([tag]) => tag === 324)![3];
  for (let i = 0; i < tiles; i++) offsets.writeUInt32LE(block, 4 * i);
  let at = 8 + directoryBytes;
  const entries = tags.map(([tag, type, count, value]) => {
    const entry = Buffer.alloc(12);
    entry.writeUInt16LE(tag, 0);
    entry.writeUInt16LE(type, 2);
    entry.writeUInt32LE(count, 4);
    if (inline(value)) value.copy(entry, 8);
    else entry.writeUInt32LE(at, 8);
    at += inline(value) ? 0 : value.length;
    return entry;
  });
  const values = Buffer.from(new Float32Array(128 * 128).fill(5).buffer);
  const padding = Buffer.alloc(repeated > 0 ? 2_000_000 : 0);
  const head = Buffer.concat([Buffer.from('II*\0'), long([8]), short(tags.length)]);
  writeFileSync(
    file(name),
    Buffer.concat([head, ...entries, long([0]), ...lists, values, padding]),
  );
  return file(name);
}

const sharedTiles = (across: number) => tiledTiff('shared.tif', across, 0);

function twoBands(): string {
  translate('rgb.tif', '-b', '1', '-b', '1');
  return file('rgb.tif');
}

function withoutSystem(): string {
  gdal('gdal_translate', ['-q', file('hills.asc'), file('plain.tif')]);
  return file('plain.tif');
}

function withoutValues(): string {
  const place = { west: 23, south: 38, step: 0.001, width: 3, height: 3 };
  writeAscii(file('empty.asc'), place, () => null);
  gdal('gdal_translate', ['-q', '-a_srs', 'EPSG:4326', file('empty.asc'), file('empty.tif')]);
  return file('empty.tif');
}

const damaged = /bad.tif: GDAL cannot read it: ERROR \d+: \S/;

const cases: [name: string, path: () => string, message: RegExp][] = [
  ['no grid', () => 'README.md', /README.md: no grid: expected GeoTIFF, ASCII grid/],
  ['a missing file', () => file('none.tif'), /none.tif/],
  ['a cut file', () => changed(bytes => bytes.subarray(0, 3_000)), damaged],
  [
    'a width of four billion',
    () => withTag(256, 0xffff_fff0),
    /Warning 1: .*Incorrect count for "TileOffsets"/,
  ],
  ['a negative tile width', () => withTag(322, 0xffff_fff0), damaged],
  ['a tile width of zero', () => withTag(322, 0), damaged],
  ['other bits', () => withTag(258, 12), damaged],
  ['a method that it is not packed with', () => withTag(259, 34_887), damaged],
  ['a short tile', () => withTile(deflateSync(Buffer.alloc(99))), damaged],
  ['a broken tile', () => withTile(Buffer.alloc(99, 7)), damaged],
  ['a thousand repeated tags', () => tiledTiff('repeated.tif', 1, 1_000), /tags are not sorted/],
  ['250,000 tiles that share a block', () => sharedTiles(500), /unpacks to over 2000 times its/],
  ['several bands', twoBands, /has 2 bands, expected one; take one with gdal_translate -b 1/],
  ['no system', withoutSystem, /has no coordinate system; give --srid/],
  ['a grid without values', withoutValues, /empty.tif: no cell has a value/],
];

for (const [name, path, message] of cases) {
  test(`${name} ends in one sentence`, async () => {
    await assert.rejects(rowsOf([path()]), (error: Error & { code?: string }) => {
      assert.equal(error.code, 'BAD_DATA', error.stack);
      assert.match(error.message, message);
      assert.ok(!error.message.includes('\n'));
      return true;
    });
  });
}

test('an ASCII grid with a word, too few values or no size ends in one sentence', async () => {
  const text = readFileSync(file('hills.asc'), 'utf8');
  for (const [bad, message] of [
    [text.replace('ncols 140', 'ncols -140'), /above zero/],
    [text.replace('cellsize 0.001', 'cellsize x'), /cellsize: expected a number in the header/],
    [text.replace('NODATA_value -9999', 'NODATA_value -9999,0'), /nodata_value: .* got -9999,0/i],
    [`${text}7 7\n`, /has 19602 values, expected 19600/],
    [text.slice(0, 40_000), /has \d+ values, expected 19600/],
    [text.replace(/\n3\d\d\S* /, '\nthree '), /value \d+: expected a number, got three/],
    [
      `${text.slice(0, 200)}${'9'.repeat(1_000_000)}`,
      /value \d+: expected a number, got \d+\.9999/,
    ],
  ] as const) {
    writeFileSync(file('bad.asc'), bad);
    await assert.rejects(rowsOf([file('bad.asc')], { srid: 4326 }), message);
  }
});

test('a number that stands for no value, and is not named, is refused', async () => {
  const unnamed = readFileSync(file('hills.asc'), 'utf8').replace('NODATA_value -9999\n', '');
  writeFileSync(file('void.asc'), unnamed.replaceAll('-9999', '-32768'));
  const read = (name: string, kind: GridKindName) => rowsOf([file(name)], { srid: 4326, kind });
  const message = /column \d+, row \d+: -32768 is no value of this kind; .* -a_nodata -32768$/;
  await assert.rejects(read('void.asc', 'elevation'), message);
  await assert.rejects(read('void.asc', 'flood_depth'), message);
  assert.ok((await read('void.asc', 'other')).length > 1);
});

test('an ASCII grid that names none has -9999 for no value', async () => {
  const text = readFileSync(file('hills.asc'), 'utf8');
  writeFileSync(file('usual.asc'), text.replace('NODATA_value -9999\n', ''));
  const packed = async (name: string) =>
    Buffer.concat((await rowsOf([file(name)], { srid: 4326 })).map(({ content }) => content));
  assert.ok((await packed('usual.asc')).equals(await packed('hills.asc')));
});

test('a grid in a wrong system is refused', async () => {
  const read = (name: string, srid?: number, anywhere = false) =>
    rowsOf([file(name)], { anywhere, ...(srid && { srid }) });
  translate('paris.tif', '-a_ullr', '2', '49', '3', '48');
  translate('metres.tif', '-a_ullr', '474000', '4204000', '484000', '4194000');
  await assert.rejects(read('hills.asc', 2100), /EPSG:2100, expected a place in Greece/);
  await assert.rejects(read('paris.tif'), /begins at 48, 2 in EPSG:4326, expected a place in Gr/);
  await assert.rejects(read('metres.tif', 4326, true), /expected a place on the globe/);
  await assert.rejects(read('good.tif', 2100), /has EPSG:4326, and --srid is 2100; leave it out/);
  assert.equal((await read('paris.tif', 4326, true)).length, (await read('good.tif')).length);
});

test('NaN and infinity are no values', async () => {
  const lines = readFileSync(file('hills.asc'), 'utf8').split('\n');
  const changed = lines.map((line, i) => (i < 6 ? line : line.replace(/ \S+/, ' nan')));
  writeFileSync(file('nan.asc'), changed.join('\n'));
  assert.ok((await rowsOf([file('nan.asc')], { srid: 4326 })).length > 1);
});

const random = seeded(7);
const flipped = () =>
  changed(bytes => {
    for (let j = 0; j < 3; j++)
      bytes[Math.floor(random() * Math.min(bytes.length, 600))] = random() * 256;
    return undefined;
  });

test('a file with flipped bytes is read or refused, and never crashes', async () => {
  for (let i = 0; i < rounds(30, 5); i++) {
    await rowsOf([flipped()], { srid: 4326 }).catch((error: Error & { code?: string }) => {
      assert.equal(error.code, 'BAD_DATA', error.stack);
    });
  }
});

test('other systems are converted by GDAL, and the world outside the file has no values', async () => {
  gdal('gdalwarp', ['-q', '-t_srs', 'EPSG:3034', file('good.tif'), file('lcc.tif')]);
  const [{ content }] = (await rowsOf([file('lcc.tif')])) as unknown as [{ content: Uint8Array }];
  const { epsg, box } = JSON.parse(String(Buffer.from(content)));
  assert.equal(epsg, 4326);
  const isNear = Math.abs(box.west - 23) < 0.04 && Math.abs(box.north - 38.14) < 0.04;
  assert.ok(isNear, JSON.stringify(box));
});

test('a parcel of 400 ha over a grid of one metre is answered by a coarser level', () => {
  const place = { epsg: 2100, west: 470_000, north: 4_220_000 };
  const lattice = { ...place, stepX: 1, stepY: 1, width: 20_000, height: 20_000 };
  const level = (size: number) =>
    areaOf(lattice, { type: 'Polygon', coordinates: [square(23.7, 38, size)] }).level;
  assert.deepEqual([level(0.002), level(0.02), level(0.2)], [0, 3, 6]);
});
