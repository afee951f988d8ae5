import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { openGeoPackage } from '#importing/readers/geopackage/geopackage.ts';
import type { Feature } from '#importing/readers/reader.ts';
import { isUnreadable } from '#tools/files/bytes.ts';
import { toWkb } from '#tools/geo/wkb.ts';
import { casesIn, messageHas } from '../../../cases.ts';
import { assertUnreadable, eachFlip, greekGridTriangle, refusal } from '../files.ts';
import { badData, blob, folder, insert, put, putGeoPackage, readAll } from './put-geopackage.ts';

async function geometryOf(bytes: Uint8Array | string | null, name: string) {
  const [item] = await readAll(putGeoPackage(name, db => insert(db, bytes)));
  return isUnreadable(item!) ? item.problem : item!.geometry;
}

test('rows have their columns, their geometry and their EPSG number', async () => {
  const path = putGeoPackage('two.gpkg', db => {
    insert(db, blob());
    db.exec(`INSERT INTO parcels VALUES (9, NULL, 'ΕΚ', NULL, 9007199254740993)`);
  });
  const reader = await openGeoPackage(path);
  assert.equal(reader.unit, 'row');
  assert.deepEqual([reader.epsg, reader.crsName], [2100, 'EPSG:2100']);
  const first = { fid: 1, ΚΑΕΚ: '050681726003', area: 200.5, big: null };
  const last = { fid: 9, ΚΑΕΚ: 'ΕΚ', area: null, big: '9007199254740993' };
  assert.deepEqual(await Array.fromAsync(reader.features()), [
    { number: 1, properties: first, geometry: greekGridTriangle },
    { number: 2, properties: last, geometry: null },
  ]);
  assert.equal(reader.bytesRead(), reader.totalBytes);
});

test('progress grows with the rows', async () => {
  const path = putGeoPackage('ten.gpkg', db => {
    for (let i = 0; i < 10; i++) insert(db, blob());
  });
  const reader = await openGeoPackage(path);
  const seen: number[] = [];
  for await (const _ of reader.features()) seen.push(reader.bytesRead() / reader.totalBytes);
  assert.equal(seen[0], 0);
  assert.ok(seen.every((share, i) => i === 0 || share > seen[i - 1]!));
});

test('the geometry after an envelope of any kind and byte order is read', async () => {
  for (const [envelope, envelopeBytes] of [0, 32, 48, 48, 64].entries()) {
    for (const flags of [envelope << 1, (envelope << 1) | 1]) {
      const bytes = blob({ flags, envelopeBytes });
      assert.deepEqual(await geometryOf(bytes, `envelope-${flags}.gpkg`), greekGridTriangle);
    }
  }
});

test('an empty geometry is null, and an unknown one is returned by name', async () => {
  assert.equal(await geometryOf(blob({ flags: 0x11 }), 'empty.gpkg'), null);
  const extended = await geometryOf(blob({ flags: 0x21 }), 'extended.gpkg');
  assert.deepEqual(extended, { type: 'ExtendedGeoPackageBinary', coordinates: null });
});

test('a surface of curves has no coordinates', async () => {
  const head = Buffer.of(1, 10, 0, 0, 0, 1, 0, 0, 0);
  const ring = toWkb({ type: 'LineString', coordinates: greekGridTriangle.coordinates[0]! });
  const curve = await geometryOf(blob({}, Buffer.concat([head, ring])), 'curve.gpkg');
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
  const path = putGeoPackage('bad-rows.gpkg', db => {
    for (const [bytes] of bad) insert(db, bytes);
    insert(db, blob());
  });
  const items = await readAll(path);
  const expected = bad.map(([, problem]) => problem);
  assertUnreadable(items, expected);
  assert.deepEqual((items.at(-1) as Feature).geometry, greekGridTriangle);
});

test('of several layers one must be named', async () => {
  const path = putGeoPackage('layers.gpkg', db => {
    insert(db, blob());
    db.exec(`
      INSERT INTO gpkg_contents VALUES ('roads', 'features', 7);
      INSERT INTO gpkg_geometry_columns VALUES ('roads', 'line', 'LINESTRING', -1, 0, 0);
      CREATE TABLE roads (fid INTEGER PRIMARY KEY, line BLOB);`);
  });
  const several = /layers\.gpkg: holds 2 layers, name one with --layer: parcels, roads$/;
  await assert.rejects(openGeoPackage(path), badData(several));
  const none = /--layer sea: there is no such layer, only parcels, roads$/;
  await assert.rejects(openGeoPackage(path, 'sea'), badData(none));
  assert.equal((await readAll(path, 'parcels')).length, 1);
  assert.deepEqual(await readAll(path, 'roads'), []);
  const { epsg, crsName } = await openGeoPackage(path, 'roads');
  assert.deepEqual([epsg, crsName], [undefined, undefined]);
});

test('where no layer has a geometry, tables without geometry are read', async () => {
  const path = putGeoPackage('table.gpkg', db =>
    db.exec(`
      UPDATE gpkg_contents SET data_type = 'attributes';
      DELETE FROM gpkg_contents WHERE table_name = 'notes';
      DELETE FROM gpkg_geometry_columns;
      INSERT INTO parcels VALUES (1, NULL, 'a', 2, 3)`),
  );
  const properties = { fid: 1, geom: null, ΚΑΕΚ: 'a', area: 2, big: 3 };
  assert.deepEqual(await readAll(path), [{ number: 1, properties, geometry: null }]);
});

test('a system without a number is recognised by its well-known text', async () => {
  const wgs84 = 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]]]';
  const path = putGeoPackage('wkt.gpkg', db =>
    db.exec(`UPDATE gpkg_spatial_ref_sys SET organization = 'NONE', definition = '${wgs84}'`),
  );
  const { epsg, crsName } = await openGeoPackage(path);
  assert.deepEqual([epsg, crsName], [4326, 'WGS 84']);
  const contradicting = putGeoPackage('contradicting.gpkg', db =>
    db.exec(`UPDATE gpkg_spatial_ref_sys SET definition = '${wgs84}'`),
  );
  const reader = await openGeoPackage(contradicting);
  assert.deepEqual([reader.epsg, reader.crsName], [undefined, 'EPSG:2100']);
  assert.match(reader.crsProblem!, /^it names EPSG:2100, but its name is "WGS 84"; its datum is/);
});

const endless = (columns: string) =>
  `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT ${columns} FROM n`;
for (const [name, sql, expected] of casesIn(`
  no tables of a GeoPackage | DROP TABLE gpkg_contents | gpkg_contents … no such table
  a SpatiaLite database     | DROP TABLE gpkg_contents; CREATE TABLE geometry_columns (f_table_name TEXT) | a SpatiaLite database is not read; ogr2ogr converted.gpkg FILE
  no layer                  | DELETE FROM gpkg_contents | expected a layer of features, it holds none
  no geometry column        | DELETE FROM gpkg_geometry_columns | parcels: gpkg_geometry_columns
  a layer without its table | DROP TABLE parcels | table parcels: there is no such table
  a layer that is an endless view | DROP TABLE parcels; CREATE VIEW parcels AS ${endless("x AS fid, x'00' AS geom")} | table parcels: there is no such table (views are not read)
  contents that are an endless view | DROP TABLE gpkg_contents; CREATE VIEW gpkg_contents AS ${endless("'a' AS table_name, 'b' AS data_type")} | gpkg_contents, row 1: there is no such table
`)) {
  test(`${name}: refused in one sentence that names the file`, async () => {
    const path = putGeoPackage(`strange ${name}.gpkg`, db => db.exec(sql));
    const told = messageHas(`strange ${name}.gpkg: … ${expected}`, 'BAD_DATA');
    await assert.rejects(openGeoPackage(path), told);
  });
}

test('a virtual generated column is left out', async () => {
  const path = putGeoPackage('computed.gpkg', db => {
    insert(db, blob());
    db.exec(`ALTER TABLE parcels ADD COLUMN huge AS (hex(zeroblob(10000000)))`);
  });
  const [item] = await readAll(path);
  assert.deepEqual(Object.keys((item as Feature).properties), ['fid', 'ΚΑΕΚ', 'area', 'big']);
});

test('a row of more than 16 MiB refuses the file, with the number of the row', async () => {
  const path = putGeoPackage('huge.gpkg', db => {
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
  const path = putGeoPackage('wal %?#.gpkg', db => {
    db.exec('PRAGMA journal_mode = WAL');
    insert(db, blob());
  });
  assert.equal((await readAll(path)).length, 1);
  const written = readdirSync(folder).filter(name => name.startsWith('wal'));
  assert.deepEqual(written, ['wal %?#.gpkg']);
  const writer = new DatabaseSync(path);
  insert(writer, blob());
  await assert.rejects(openGeoPackage(path), badData(/another program has not finished writing/));
  writer.close();
  assert.equal((await readAll(path)).length, 2);
});

test('ending early closes the file', async () => {
  const path = putGeoPackage('early.gpkg', db => {
    for (let i = 0; i < 10; i++) insert(db, blob());
  });
  const openFiles = () => readdirSync('/dev/fd').length;
  const before = openFiles();
  for await (const item of (await openGeoPackage(path)).features()) if (item.number === 2) break;
  assert.equal(openFiles(), before);
});

test('rows are ordered by id, whatever their columns and indexes are named', async () => {
  const path = putGeoPackage('index.gpkg', db => {
    db.exec('ALTER TABLE parcels ADD COLUMN _rowid_ TEXT');
    for (let i = 9; i > 0; i--) insert(db, null, `${i}`);
    db.exec('CREATE INDEX every ON parcels ("ΚΑΕΚ", geom, area, big, _rowid_)');
  });
  const codes = (await readAll(path)).map(item => (item as Feature).properties.ΚΑΕΚ);
  assert.deepEqual(codes, ['9', '8', '7', '6', '5', '4', '3', '2', '1']);
  const hidden = putGeoPackage('hidden.gpkg', db => {
    for (const name of ['_rowid_', 'rowid', 'oid']) {
      db.exec(`ALTER TABLE parcels ADD COLUMN ${name} TEXT`);
    }
  });
  await assert.rejects(readAll(hidden), badData(/columns named _rowid_, rowid and oid hide/));
});

test('a cut file is refused, and a flipped bit gives an error or rows', async () => {
  const path = putGeoPackage('whole.gpkg', db => {
    for (let i = 0; i < 8; i++) insert(db, blob());
  });
  const whole = readFileSync(path);
  const told = (bytes: Buffer) => refusal(openGeoPackage, put('damaged.gpkg', bytes));
  for (let length = 0; length < whole.length; length += 97) {
    assert.match((await told(whole.subarray(0, length)))!, /damaged\.gpkg: ./, `cut at ${length}`);
  }
  const readOrRefused = /^$|damaged\.gpkg: ./;
  const check = async (bytes: Buffer) => assert.match((await told(bytes)) ?? '', readOrRefused);
  await eachFlip(whole, check, 300);
});
