import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { isUnreadable, type Unreadable } from '../../../../src/files/unreadable.ts';
import { toWkb } from '../../../../src/geo/wkb.ts';
import { openGeoPackage } from '../../../../src/import/readers/geopackage/geopackage.ts';
import type { Feature } from '../../../../src/import/readers/reader.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { eachFlip, refusal } from '../files.ts';

const { path: folder, put } = temporaryFolder();

const square = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [475_000, 4_204_000],
      [475_020, 4_204_000],
      [475_020, 4_204_020],
      [475_000, 4_204_000],
    ] as const,
  ],
};

const tables = `
  PRAGMA page_size = 512;
  CREATE TABLE gpkg_spatial_ref_sys (
    srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT, organization_coordsys_id INTEGER,
    definition TEXT);
  INSERT INTO gpkg_spatial_ref_sys VALUES
    ('none', -1, 'NONE', -1, 'undefined'), ('GGRS87 / Greek Grid', 7, 'epsg', 2100, '');
  CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, srs_id INTEGER);
  INSERT INTO gpkg_contents VALUES ('notes', 'attributes', NULL), ('parcels', 'features', 7);
  CREATE TABLE gpkg_geometry_columns (
    table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER, z INTEGER, m INTEGER);
  INSERT INTO gpkg_geometry_columns VALUES ('parcels', 'geom', 'GEOMETRY', 7, 0, 0);
  CREATE TABLE parcels (fid INTEGER PRIMARY KEY, geom BLOB, "ΚΑΕΚ" TEXT, area REAL, big INTEGER);`;

/** Makes a GeoPackage with `tables` and what `fill` adds; returns its path. */
function make(name: string, fill: (db: DatabaseSync) => void): string {
  const path = join(folder, name);
  const db = new DatabaseSync(path);
  db.exec(tables);
  fill(db);
  db.close();
  return path;
}

function insert(db: DatabaseSync, geom: Uint8Array | string | null, kaek = '050681726003'): void {
  db.prepare('INSERT INTO parcels (geom, "ΚΑΕΚ", area) VALUES (?, ?, 200.5)').run(geom, kaek);
}

interface Header {
  readonly flags?: number;
  readonly envelopeBytes?: number;
  readonly srsId?: number;
  readonly magic?: string;
}

function blob(header: Header = {}, wkb: Uint8Array = toWkb(square)): Buffer {
  const { flags = 1, envelopeBytes = 0, srsId = 7, magic = 'GP' } = header;
  const start = Buffer.alloc(8 + envelopeBytes);
  start.write(magic, 'latin1');
  start.writeUInt8(flags, 3);
  flags & 1 ? start.writeInt32LE(srsId, 4) : start.writeInt32BE(srsId, 4);
  return Buffer.concat([start, wkb]);
}

async function readAll(path: string, layer?: string): Promise<(Feature | Unreadable)[]> {
  const reader = await openGeoPackage(path, layer);
  return await Array.fromAsync(reader.features());
}

async function geometryOf(bytes: Uint8Array | string | null, name: string) {
  const [item] = await readAll(make(name, db => insert(db, bytes)));
  return isUnreadable(item!) ? item.problem : item!.geometry;
}

const badData = (message: RegExp) => ({ code: 'BAD_DATA', message });

test('rows have their columns, their geometry and their EPSG number', async () => {
  const path = make('two.gpkg', db => {
    insert(db, blob());
    db.exec(`INSERT INTO parcels VALUES (9, NULL, 'ΕΚ', NULL, 9007199254740993)`);
  });
  const reader = await openGeoPackage(path);
  assert.equal(reader.unit, 'row');
  assert.deepEqual([reader.epsg, reader.crsName], [2100, 'EPSG:2100']);
  assert.deepEqual(await Array.fromAsync(reader.features()), [
    {
      number: 1,
      properties: { fid: 1, ΚΑΕΚ: '050681726003', area: 200.5, big: null },
      geometry: square,
    },
    {
      number: 2,
      properties: { fid: 9, ΚΑΕΚ: 'ΕΚ', area: null, big: '9007199254740993' },
      geometry: null,
    },
  ]);
  assert.equal(reader.bytesRead(), reader.totalBytes);
});

test('progress grows with the rows', async () => {
  const path = make('ten.gpkg', db => {
    for (let i = 0; i < 10; i++) insert(db, blob());
  });
  const reader = await openGeoPackage(path);
  const seen: number[] = [];
  for await (const _ of reader.features()) seen.push(reader.bytesRead() / reader.totalBytes);
  assert.equal(seen[0], 0);
  assert.ok(seen.every((share, i) => i === 0 || share > seen[i - 1]!));
});

for (const [envelope, envelopeBytes] of [0, 32, 48, 48, 64].entries()) {
  for (const littleEndian of [0, 1]) {
    test(`envelope ${envelope}, byte order ${littleEndian}: the geometry after it is read`, async () => {
      const flags = (envelope << 1) | littleEndian;
      const bytes = blob({ flags, envelopeBytes });
      assert.deepEqual(await geometryOf(bytes, `envelope-${flags}.gpkg`), square);
    });
  }
}

test('an empty geometry is null, and an unknown one is returned by name', async () => {
  assert.equal(await geometryOf(blob({ flags: 0x11 }), 'empty.gpkg'), null);
  const extended = await geometryOf(blob({ flags: 0x21 }), 'extended.gpkg');
  assert.deepEqual(extended, { type: 'ExtendedGeoPackageBinary', coordinates: null });
  const curve = await geometryOf(blob({}, Buffer.of(1, 10, 0, 0, 0)), 'curve.gpkg');
  assert.deepEqual(curve, { type: 'CurvePolygon', coordinates: null });
});

test('an unreadable row is reported, and those after it are read', async () => {
  const bad: readonly (readonly [Uint8Array | string, RegExp])[] = [
    [blob({ magic: 'XX' }), /begins with GP/],
    [Buffer.from('GP'), /begins with GP/],
    [blob({ flags: 0x0b }), /unknown kind of envelope/],
    [blob({ srsId: 4326 }), /srs_id 4326, while its table has 7/],
    [blob({ flags: 9 }, Buffer.alloc(0)), /ends at byte 0/],
    [blob({}, Buffer.from('0103000000ffffffff', 'hex')), /ends at byte 9/],
    [blob({}, Buffer.from('010600000001000000'.repeat(50), 'hex')), /MultiPolygon inside/],
    ['POLYGON EMPTY', /expected bytes, got a string/],
  ];
  const path = make('bad-rows.gpkg', db => {
    for (const [bytes] of bad) insert(db, bytes);
    insert(db, blob());
  });
  const items = await readAll(path);
  for (const [i, [, expected]] of bad.entries()) {
    const item = items[i]!;
    assert.ok(isUnreadable(item), `row ${i + 1}`);
    assert.equal(item.number, i + 1);
    assert.match(item.problem, expected);
  }
  assert.deepEqual((items.at(-1) as Feature).geometry, square);
});

test('of several layers one must be named', async () => {
  const path = make('layers.gpkg', db => {
    insert(db, blob());
    db.exec(`
      INSERT INTO gpkg_contents VALUES ('roads', 'features', 7);
      INSERT INTO gpkg_geometry_columns VALUES ('roads', 'line', 'LINESTRING', -1, 0, 0);
      CREATE TABLE roads (fid INTEGER PRIMARY KEY, line BLOB);`);
  });
  await assert.rejects(
    openGeoPackage(path),
    badData(/layers\.gpkg: holds 2 layers, name one with --layer: parcels, roads$/),
  );
  await assert.rejects(
    openGeoPackage(path, 'sea'),
    badData(/--layer sea: there is no such layer, only parcels, roads$/),
  );
  assert.equal((await readAll(path, 'parcels')).length, 1);
  assert.deepEqual(await readAll(path, 'roads'), []);
  const { epsg, crsName } = await openGeoPackage(path, 'roads');
  assert.deepEqual([epsg, crsName], [undefined, undefined]);
});

test('where no layer has a geometry, tables without geometry are read', async () => {
  const path = make('table.gpkg', db =>
    db.exec(`
      UPDATE gpkg_contents SET data_type = 'attributes';
      DELETE FROM gpkg_contents WHERE table_name = 'notes';
      DELETE FROM gpkg_geometry_columns;
      INSERT INTO parcels VALUES (1, NULL, 'a', 2, 3)`),
  );
  const [item] = await readAll(path);
  assert.deepEqual(item, {
    number: 1,
    properties: { fid: 1, geom: null, ΚΑΕΚ: 'a', area: 2, big: 3 },
    geometry: null,
  });
});

test('a system without a number is recognised by its well-known text', async () => {
  const wgs84 = 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]]]';
  const path = make('wkt.gpkg', db =>
    db.exec(`UPDATE gpkg_spatial_ref_sys SET organization = 'NONE', definition = '${wgs84}'`),
  );
  const { epsg, crsName } = await openGeoPackage(path);
  assert.deepEqual([epsg, crsName], [4326, 'WGS 84']);
});

const strange: readonly (readonly [string, string, RegExp])[] = [
  ['no tables of a GeoPackage', 'DROP TABLE gpkg_contents', /gpkg_contents.*no such table/],
  ['no layer', 'DELETE FROM gpkg_contents', /expected a layer of features, it holds none/],
  ['no geometry column', 'DELETE FROM gpkg_geometry_columns', /parcels: gpkg_geometry_columns/],
  ['a layer without its table', 'DROP TABLE parcels', /table parcels: there is no such table/],
  [
    'a layer that is an endless view',
    `DROP TABLE parcels;
     CREATE VIEW parcels AS WITH RECURSIVE n(fid) AS (SELECT 1 UNION ALL SELECT fid + 1 FROM n)
       SELECT fid, x'00' AS geom FROM n`,
    /table parcels: there is no such table \(a view does not do\)/,
  ],
  [
    'contents that are an endless view',
    `DROP TABLE gpkg_contents;
     CREATE VIEW gpkg_contents AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
       SELECT 'a' AS table_name, 'b' AS data_type FROM n`,
    /gpkg_contents, row 1: there is no such table/,
  ],
];

for (const [i, [name, sql, expected]] of strange.entries()) {
  test(`${name}: refused in one sentence that names the file`, async () => {
    const path = make(`strange-${i}.gpkg`, db => db.exec(sql));
    await assert.rejects(openGeoPackage(path), badData(expected));
    await assert.rejects(openGeoPackage(path), badData(new RegExp(`strange-${i}.gpkg: `)));
  });
}

test('a virtual generated column is left out', async () => {
  const path = make('computed.gpkg', db => {
    insert(db, blob());
    db.exec(`ALTER TABLE parcels ADD COLUMN huge AS (hex(zeroblob(10000000)))`);
  });
  const [item] = await readAll(path);
  assert.deepEqual(Object.keys((item as Feature).properties), ['fid', 'ΚΑΕΚ', 'area', 'big']);
});

test('a row of more than 16 MiB refuses the file, with the number of the row', async () => {
  const path = make('huge.gpkg', db => {
    insert(db, blob());
    db.exec(`INSERT INTO parcels (geom) VALUES (zeroblob(${17 * 1024 * 1024}))`);
  });
  await assert.rejects(readAll(path), badData(/table parcels, row 2: .*too big/));
});

test('no file, a folder, another file: refused in one sentence', async () => {
  const text = put('text.gpkg', 'KAEK;AREA\n050681726003;200\n');
  await assert.rejects(openGeoPackage(join(folder, 'none.gpkg')), badData(/no such file/));
  await assert.rejects(openGeoPackage(folder), badData(/expected a plain file/));
  await assert.rejects(openGeoPackage(text), badData(/expected an SQLite file/));
});

test('reading a file in write-ahead mode creates no other file, and unfinished writes are refused', async () => {
  const path = make('wal %?#.gpkg', db => {
    db.exec('PRAGMA journal_mode = WAL');
    insert(db, blob());
  });
  assert.equal((await readAll(path)).length, 1);
  assert.deepEqual(
    readdirSync(folder).filter(name => name.startsWith('wal')),
    ['wal %?#.gpkg'],
  );
  const writer = new DatabaseSync(path);
  insert(writer, blob());
  await assert.rejects(openGeoPackage(path), badData(/another program has not finished writing/));
  writer.close();
  assert.equal((await readAll(path)).length, 2);
});

test('ending early closes the file', async () => {
  const path = make('early.gpkg', db => {
    for (let i = 0; i < 10; i++) insert(db, blob());
  });
  const openFiles = () => readdirSync('/dev/fd').length;
  const before = openFiles();
  for await (const item of (await openGeoPackage(path)).features()) if (item.number === 2) break;
  assert.equal(openFiles(), before);
});

/** Pages of 512 bytes, as `tables` makes them; those that one adds count from the end. */
function openPages(path: string) {
  let bytes = readFileSync(path);
  const page = (number: number) => bytes.subarray((number - 1) * 512, number * 512);
  return {
    page,
    add(content: Buffer): number {
      bytes = Buffer.concat([bytes, content]);
      bytes.writeUInt32BE(bytes.length / 512, 28);
      return bytes.length / 512;
    },
    save: () => writeFileSync(path, bytes),
  };
}

function rootPageOf(path: string, table: string): number {
  const db = new DatabaseSync(path);
  const found = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table);
  db.close();
  return (found as { rootpage: number }).rootpage;
}

/** An interior page that leads forty times to the same page. */
function fortyTimes(target: number): Buffer {
  const page = Buffer.alloc(512);
  page[0] = 5;
  page.writeUInt16BE(40, 3);
  page.writeUInt32BE(target, 8);
  for (let i = 0; i < 40; i++) {
    page.writeUInt16BE(300 + 5 * i, 12 + 2 * i);
    page.writeUInt32BE(target, 300 + 5 * i);
  }
  return page;
}

/** Lets the second part of a table lead to 40^9 copies of itself. */
function multiply(path: string, root: number): void {
  const pages = openPages(path);
  const start = root === 1 ? 100 : 0;
  const cell = pages.page(root).readUInt16BE(start + 14);
  let target = pages.page(root).readUInt32BE(cell);
  for (let depth = 0; depth < 9; depth++) target = pages.add(fortyTimes(target));
  pages.page(root).writeUInt32BE(target, cell);
  pages.save();
}

test('pages that are used many times are not read repeatedly', async () => {
  for (const column of ['other', '_rowid_', 'rowid', 'OID']) {
    const path = make(`many-${column}.gpkg`, db => {
      db.exec(`ALTER TABLE parcels ADD COLUMN "${column}" TEXT`);
      for (let i = 0; i < 50; i++) insert(db, blob());
      db.exec(`UPDATE parcels SET "${column}" = fid`);
    });
    multiply(path, rootPageOf(path, 'parcels'));
    await assert.rejects(readAll(path), badData(/table parcels, row \d+: its id is not a higher/));
  }
});

test('a list of tables whose pages are used many times is refused before SQLite reads it', async () => {
  const path = make('schema.gpkg', db => {
    const columns = Array.from({ length: 60 }, (_, i) => `c${i} UNIQUE`);
    db.exec(`CREATE TABLE wide (${columns.join(', ')})`);
  });
  multiply(path, 1);
  await assert.rejects(
    openGeoPackage(path),
    badData(/schema\.gpkg: not a sound file: page \d+ is used twice/),
  );
});

test('rows that share the pages of one long value are refused once they exceed the file', async () => {
  const path = make('shared.gpkg', db => {
    db.exec(`INSERT INTO parcels (geom) VALUES (zeroblob(99600))`);
  });
  const pages = openPages(path);
  const page = pages.page(rootPageOf(path, 'parcels'));
  const at = page.readUInt16BE(8);
  const cell = Buffer.from(page.subarray(at));
  page.writeUInt16BE(3, 3);
  for (let i = 1; i < 3; i++) {
    // Its length takes three bytes, then comes the id.
    cell[3] = i + 1;
    page.writeUInt16BE(at - i * cell.length, 8 + 2 * i);
    cell.copy(page, at - i * cell.length);
  }
  pages.save();
  await assert.rejects(readAll(path), badData(/row 2: the rows hold more than the whole file/));
});

test('rows are ordered by id, whatever their columns and indexes are named', async () => {
  const path = make('index.gpkg', db => {
    db.exec('ALTER TABLE parcels ADD COLUMN _rowid_ TEXT');
    for (let i = 9; i > 0; i--) insert(db, null, `${i}`);
    db.exec('CREATE INDEX every ON parcels ("ΚΑΕΚ", geom, area, big, _rowid_)');
  });
  const codes = (await readAll(path)).map(item => (item as Feature).properties.ΚΑΕΚ);
  assert.deepEqual(codes, ['9', '8', '7', '6', '5', '4', '3', '2', '1']);
  const hidden = make('hidden.gpkg', db => {
    for (const name of ['_rowid_', 'rowid', 'oid']) {
      db.exec(`ALTER TABLE parcels ADD COLUMN ${name} TEXT`);
    }
  });
  await assert.rejects(readAll(hidden), badData(/columns named _rowid_, rowid and oid hide/));
});

test('a cut file is refused, and a flipped bit gives an error or rows', async () => {
  const whole = readFileSync(
    make('whole.gpkg', db => {
      for (let i = 0; i < 8; i++) insert(db, blob());
    }),
  );
  const told = (bytes: Buffer) => refusal(openGeoPackage, put('damaged.gpkg', bytes));
  for (let length = 0; length < whole.length; length += 97) {
    assert.match((await told(whole.subarray(0, length)))!, /damaged\.gpkg: ./, `cut at ${length}`);
  }
  const readOrRefused = /^$|damaged\.gpkg: ./;
  const check = async (bytes: Buffer) => assert.match((await told(bytes)) ?? '', readOrRefused);
  await eachFlip(whole, check, 300);
});
