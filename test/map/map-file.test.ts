import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { brotliCompressSync, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { openMapFile, schemaOf } from '../../src/map/file/map-file.ts';
import { openTestService } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { varint, writeMbtiles, writePmtiles } from './write-map-file.ts';

const { path: folder } = temporaryFolder();
let written = 0;
const newPath = (ending: string) => join(folder, `${written++}.${ending}`);

const layers = ['water', 'transportation', 'place'].map(id => ({
  id,
  fields: { class: 'String' },
}));
const metadata = {
  name: 'Greece',
  attribution: '<a href="https://openstreetmap.org" onclick="x">&copy; OpenStreetMap</a> &amp; all',
  vector_layers: layers,
};
const mbMetadata = {
  name: metadata.name,
  attribution: metadata.attribution,
  format: 'pbf',
  bounds: '19,34,30,42',
  json: JSON.stringify({ vector_layers: layers }),
};

const texts = ['the world', 'a town'];
const ids = [
  { z: 0, x: 0, y: 0 },
  { z: 14, x: 9_271, y: 6_325 },
];
const packed = (pack: (text: string) => Uint8Array) =>
  ids.map((id, i) => ({ ...id, bytes: pack(texts[i]!) }));
const zipped = packed(text => gzipSync(text));

test('tiles of both formats are served in every compression', async () => {
  const cases: [string, (path: string) => void][] = [
    ['pmtiles', path => writePmtiles(path, zipped, metadata)],
    ['pmtiles', path => writePmtiles(path, zipped, metadata, { internalCompression: 1 })],
    ['pmtiles', path => writePmtiles(path, packed(Buffer.from), metadata, { tileCompression: 1 })],
    [
      'pmtiles',
      path => writePmtiles(path, packed(brotliCompressSync), metadata, { tileCompression: 3 }),
    ],
    [
      'pmtiles',
      path => writePmtiles(path, packed(zstdCompressSync), metadata, { tileCompression: 4 }),
    ],
    ['mbtiles', path => writeMbtiles(path, zipped, mbMetadata)],
    ['mbtiles', path => writeMbtiles(path, packed(Buffer.from), mbMetadata)],
    ['a-name-without-an-ending', path => writeMbtiles(path, zipped, mbMetadata)],
  ];
  for (const [ending, write] of cases) {
    const path = newPath(ending);
    write(path);
    const file = await openMapFile(path);
    for (const [i, id] of ids.entries()) {
      assert.equal(String(gunzipSync(await file.tile(id))), texts[i]);
    }
    assert.equal((await file.tile({ z: 14, x: 9_271, y: 6_326 })).length, 0);
    assert.deepEqual(file.zooms, { lowest: 0, highest: 14 });
    assert.deepEqual(await file.describe(), {
      name: 'Greece',
      schema: 'openmaptiles',
      attribution: '© OpenStreetMap & all',
      bounds: [19, 34, 30, 42],
      vectorLayers: layers,
    });
    await file.close();
  }
});

test('the routes of the base map serve the file, and describe its schema', async () => {
  const path = newPath('pmtiles');
  writePmtiles(path, zipped, metadata);
  const file = await openMapFile(path);
  const { api } = await openTestService({ mapFile: file });
  const tile = await api.inject('/tiles/base/14/9271/6325.mvt');
  assert.equal(tile.body, 'a town');
  const known = { 'if-none-match': String(tile.headers.etag) };
  const again = await api.inject({ url: '/tiles/base/14/9271/6325.mvt', headers: known });
  assert.equal(again.statusCode, 304);
  assert.equal((await api.inject('/tiles/base/14/0/0.mvt')).statusCode, 204);
  assert.equal((await api.inject('/tiles/base/15/0/0.mvt')).statusCode, 404);
  const description = (await api.inject('/tiles/base.json')).json();
  assert.equal(description.ktima_schema, 'openmaptiles');
  assert.equal(description.attribution, '© OpenStreetMap &amp; all');
  assert.deepEqual([description.minzoom, description.maxzoom], [0, 14]);
  assert.deepEqual(description.bounds, [19, 34, 30, 42]);
  assert.equal((await api.inject('/tiles/parcels.json')).json().ktima_schema, 'ktima');
  await api.close();
  await file.close();
});

test('the schema is recognised by the layers', () => {
  const cases: [string[], string][] = [
    [['water', 'transportation', 'place', 'building'], 'openmaptiles'],
    [['earth', 'landuse', 'water', 'roads', 'buildings', 'places'], 'protomaps'],
    [['ocean', 'streets', 'place_labels'], 'other'],
    [[], 'other'],
  ];
  for (const [names, schema] of cases) assert.equal(schemaOf(names), schema);
});

test('a file that cannot be served is refused at the start, with the reason', async () => {
  const cut = (path: string, bytes: number) => truncateSync(path, bytes);
  const cases: [string, (path: string) => void, RegExp][] = [
    ['missing', () => {}, /there is no such file$/],
    ['empty', path => writeFileSync(path, ''), /its first bytes show neither$/],
    ['png', path => writeFileSync(path, '\x89PNG\r\n\x1a\n'), /its first bytes show neither$/],
    ['only a name', path => writeFileSync(path, 'PMTiles\x03'), /./],
    ['old', path => writePmtiles(path, zipped, metadata, { version: 2 }), /version 2 of PMTiles/],
    ['new', path => writePmtiles(path, zipped, metadata, { version: 9 }), /version 9/],
    [
      'pictures',
      path => writePmtiles(path, zipped, metadata, { tileType: 2 }),
      /type Png, not MVT/,
    ],
    [
      'zooms',
      path => writePmtiles(path, zipped, metadata, { zooms: [9, 3] }),
      /zooms are from 9 to 3/,
    ],
    ['zooms', path => writePmtiles(path, zipped, metadata, { zooms: [0, 200] }), /to 200/],
    [
      'bounds',
      path => writePmtiles(path, zipped, metadata, { bounds: [30, 34, 19, 42] }),
      /bounds are 30, 34, 19, 42/,
    ],
    ['no metadata', path => writePmtiles(path, zipped, null), /has no metadata/],
    [
      'a cut PMTiles file',
      path => {
        writePmtiles(path, zipped, metadata);
        cut(path, readFileSync(path).length - 1);
      },
      /it is cut: \d+ of \d+ bytes are there/,
    ],
    [
      'a damaged directory',
      path => {
        writePmtiles(path, zipped, metadata);
        const bytes = readFileSync(path);
        bytes.fill(0xff, 130, 150);
        writeFileSync(path, bytes);
      },
      /./,
    ],
    ['a database of others', path => writeMbtiles(path, [], {}), /format unknown, not pbf/],
    [
      'pictures',
      path => writeMbtiles(path, zipped, { ...mbMetadata, format: 'png' }),
      /format png, not pbf/,
    ],
    ['no tiles', path => writeMbtiles(path, [], mbMetadata), /has no tiles/],
    [
      'a cut MBTiles file',
      path => {
        writeMbtiles(path, zipped, mbMetadata);
        cut(path, 5_000);
      },
      /it is cut: 5000 of \d+ bytes are there|malformed/,
    ],
    [
      'a damaged MBTiles file',
      path => {
        writeMbtiles(path, zipped, mbMetadata);
        const bytes = readFileSync(path);
        bytes.fill(0x7f, 100, 4_000);
        writeFileSync(path, bytes);
      },
      /malformed|damaged|not a database/,
    ],
    ['broken json', path => writeMbtiles(path, zipped, { ...mbMetadata, json: '{' }), /JSON/],
    [
      'bounds',
      path => writeMbtiles(path, zipped, { ...mbMetadata, bounds: 'x' }),
      /bounds are NaN/,
    ],
  ];
  for (const [name, write, reason] of cases) {
    const path = newPath('file');
    write(path);
    await assert.rejects(
      openMapFile(path),
      error => {
        const { code, message } = error as Error & { code: string };
        assert.equal(code, 'BAD_SETTING');
        assert.match(message, /^KTIMA_MAP_FILE: expected a PMTiles or MBTiles file with vector/);
        assert.ok(message.includes(path));
        assert.match(message, reason);
        return true;
      },
      name,
    );
  }
  await assert.rejects(openMapFile(folder), /it is a folder$/);
});

/** A directory whose entries lead to leaf directories at these offsets, one for each tile id. */
function rootOf(leaves: readonly { readonly id: number; at: number; length: number }[]): Buffer {
  return Buffer.from(
    [
      leaves.length,
      ...leaves.map(({ id }, i) => id - (leaves[i - 1]?.id ?? 0)),
      ...leaves.map(() => 0),
      ...leaves.map(({ length }) => length),
      ...leaves.map(({ at }) => at + 1),
    ].flatMap(varint),
  );
}

test('directories of PMTiles that are bombs are refused, and the process continues', async () => {
  // 50 kB that unpack to 12 million entries, and a few bytes that announce 2^40 entries.
  const zeros = gzipSync(Buffer.concat([Buffer.from(varint(12e6)), Buffer.alloc(50e6)]));
  const endless = gzipSync(Buffer.from(varint(2 ** 40)));
  const starts = [0, 1, 5, 21];
  const bombs = starts.map((id, i) => ({ id, at: i * 60_000, length: zeros.length }));
  const leaves = Buffer.alloc(300_000);
  for (const { at } of bombs) leaves.set(zeros, at);
  leaves.set(endless, 250_000);
  const path = newPath('pmtiles');
  const root = rootOf([...bombs, { id: 85, at: 250_000, length: endless.length }]);
  writePmtiles(path, [], metadata, { root, leaves });
  const file = await openMapFile(path);
  for (const z of [0, 1, 2, 3, 4]) {
    await assert.rejects(file.tile({ z, x: 0, y: 0 }), error => {
      const { message } = (error as { cause: Error }).cause;
      assert.match(message, z < 4 ? /more than 1000000 bytes/ : /has 6 bytes for 1099511627776/);
      return true;
    });
  }
  await file.close();
  writePmtiles(path, [], metadata, { root: Buffer.from(varint(2 ** 40)) });
  await assert.rejects(openMapFile(path), /a directory of it has 6 bytes for/);
  writePmtiles(path, zipped, { ...metadata, more: 'x'.repeat(2_000_000) });
  await assert.rejects(openMapFile(path), /its metadata has more than 2000000 bytes/);
});

test('a tile of PMTiles that unpacks to more than 20 MB is 503', async () => {
  const path = newPath('pmtiles');
  const bytes = zstdCompressSync(Buffer.alloc(20_000_001));
  writePmtiles(path, [{ ...ids[0]!, bytes }], metadata, { tileCompression: 4 });
  const file = await openMapFile(path);
  await assert.rejects(file.tile(ids[0]!), { code: 'UNAVAILABLE' });
  await file.close();
});

test('MBTiles whose tiles are computed by SQL, too large or without an index are refused', async () => {
  const columns = 'zoom_level, tile_column, tile_row';
  const asView = `ALTER TABLE tiles RENAME TO stored; CREATE VIEW tiles AS
    SELECT ${columns}, zeroblob(1000000000) AS tile_data FROM stored;`;
  const cases: [string, string, RegExp][] = [
    ['tiles as a view', asView, /its tiles are computed by SQL \(a view\), expected a table;/],
    [
      'metadata as a view',
      `ALTER TABLE metadata RENAME TO m; CREATE VIEW metadata AS
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
       SELECT 'n' || i AS name, 'x' AS value FROM n;`,
      /its metadata are computed by SQL/,
    ],
    [
      'a generated column',
      `DROP TABLE tiles; CREATE TABLE tiles (${columns}, tile_data AS (zeroblob(1000000000)));
       INSERT INTO tiles VALUES (0, 0, 0); CREATE UNIQUE INDEX i ON tiles (${columns});`,
      /its tiles are computed by SQL/,
    ],
    [
      'a virtual table',
      `DROP TABLE tiles; CREATE VIRTUAL TABLE tiles USING fts5 (${columns}, tile_data);`,
      /its tiles are computed by SQL/,
    ],
    ['no index', 'DROP INDEX tile_index', /it has no index: run CREATE UNIQUE INDEX/],
    ['no table', 'DROP TABLE tiles', /it has no table tiles/],
    [
      'many rows of metadata',
      `INSERT INTO metadata WITH RECURSIVE n (i) AS
         (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001) SELECT i, i FROM n`,
      /its metadata has more than 1000 rows or 2000000 bytes/,
    ],
    [
      'long metadata',
      `INSERT INTO metadata VALUES ('more', zeroblob(3000000))`,
      /its metadata has more than 1000 rows or 2000000 bytes/,
    ],
  ];
  for (const [name, sql, reason] of cases) {
    const path = newPath('mbtiles');
    writeMbtiles(path, zipped, mbMetadata);
    const db = new DatabaseSync(path);
    db.exec(sql);
    db.close();
    await assert.rejects(openMapFile(path), reason, name);
  }
  const path = newPath('mbtiles');
  writeMbtiles(
    path,
    [...zipped, { z: 1, x: 0, y: 0, bytes: Buffer.alloc(20_000_001) }],
    mbMetadata,
  );
  const file = await openMapFile(path);
  await assert.rejects(file.tile({ z: 1, x: 0, y: 0 }), { code: 'UNAVAILABLE' });
  assert.equal(String(gunzipSync(await file.tile(ids[1]!))), texts[1]);
  await file.close();
});

test('a file that is damaged while it is served gives 503 for the damaged tile only', async () => {
  const path = newPath('pmtiles');
  writePmtiles(path, zipped, metadata);
  const file = await openMapFile(path);
  truncateSync(path, readFileSync(path).length - 10);
  const { api } = await openTestService({ mapFile: file });
  assert.equal((await api.inject('/tiles/base/0/0/0.mvt')).body, 'the world');
  const lost = await api.inject('/tiles/base/14/9271/6325.mvt');
  assert.equal(lost.statusCode, 503);
  assert.match(lost.json().message, /^the map file is damaged or was changed/);
  const noGzip = gzipSync('x'.repeat(99)).fill(0xff, 12, 14);
  writePmtiles(path, [...zipped.slice(0, 1), { ...ids[1]!, bytes: noGzip }], metadata);
  const other = await openTestService({ mapFile: await openMapFile(path) });
  const damaged = await other.api.inject('/tiles/base/14/9271/6325.mvt');
  assert.equal(damaged.statusCode, 503);
  assert.match(damaged.json().message, /^this tile of the map file is damaged/);
  await api.close();
  await file.close();
});

test('metadata that are not as expected are left out', async () => {
  const path = newPath('pmtiles');
  writePmtiles(path, zipped, { name: 5, attribution: {}, vector_layers: [null, 3, { id: 'a' }] });
  const file = await openMapFile(path);
  const { name, attribution, vectorLayers } = await file.describe();
  assert.deepEqual([name, attribution, vectorLayers], ['Map file', '', [{ id: 'a', fields: {} }]]);
  await file.close();
  const credited = await openMapFile(path, '© OpenStreetMap contributors');
  assert.equal((await credited.describe()).attribution, '© OpenStreetMap contributors');
  await credited.close();
});
