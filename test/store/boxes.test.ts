import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type TestContext } from 'node:test';
import fc from 'fast-check';
import { openBoxInsert, openBoxSearch } from '#storage/store/sqlite/box-rows.ts';
import { schema } from '#storage/store/sqlite/store-schema.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { type Box, boxesOverlap } from '#tools/geo/box.ts';
import { rounds } from '../sample.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { wholeDatabase } from './damaged-files.ts';

const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
/** Sizes from a centimetre to the whole world, each magnitude as likely, and none. */
const size = fc.oneof(
  fc.constant(0),
  fc.double({ min: -7, max: 2.5, noNaN: true }).map(power => 10 ** power),
);
const anyBox = fc.tuple(degrees(180), degrees(90), size, size).map(([west, south, wide, high]) => {
  return { west, south, east: Math.min(west + wide, 180), north: Math.min(south + high, 90) };
});

function openTables(t: TestContext, scripts = schema.scripts): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  t.after(() => db.close());
  for (const script of scripts) db.exec(script);
  return db;
}

test('a search finds every box that overlaps one of some, and at most two centimetres more', t => {
  const db = openTables(t);
  const some = fc.array(anyBox, { minLength: 1, maxLength: 30 });
  const wider = ({ west, east, south, north }: Box) => {
    const by = 2.1e-7;
    return { west: west - by, east: east + by, south: south - by, north: north + by };
  };
  const search = openBoxSearch(db, 'buildings');
  const insert = openBoxInsert(db, 'buildings')!;
  fc.assert(
    fc.property(some, some, (kept, asked) => {
      db.exec('DELETE FROM building_boxes');
      kept.forEach((box, i) => {
        insert(i, box);
      });
      const found = new Set<number>(JSON.parse(search(asked)!));
      kept.forEach((box, i) => {
        if (asked.some(one => boxesOverlap(one, box))) assert.ok(found.has(i));
        else if (!asked.some(one => boxesOverlap(one, wider(box)))) assert.ok(!found.has(i));
      });
    }),
    { numRuns: rounds(1_000, 100) },
  );
});

test('a point almost on the side of a box is found: its parcel may hold it', t => {
  const db = openTables(t);
  openBoxInsert(db, 'parcels')!(7, {
    west: 22.9537,
    east: 22.954,
    south: 39.3611,
    north: 39.361472,
  });
  const search = openBoxSearch(db, 'parcels');
  for (const latitude of [39.361472 + 9e-10, 39.3611 - 9e-10]) {
    const point = { west: 22.9538, east: 22.9538, south: latitude, north: latitude };
    assert.equal(search([point]), '[7]');
  }
});

test('more boxes than are wanted are none', t => {
  const db = openTables(t);
  const insert = openBoxInsert(db, 'parcels')!;
  const box = { west: 23, east: 23.1, south: 37, north: 37.1 };
  for (let i = 0; i < 5; i++) insert(i, box);
  const search = openBoxSearch(db, 'parcels');
  assert.deepEqual(JSON.parse(search([box], 5)!).sort(), [0, 1, 2, 3, 4]);
  assert.equal(search([box], 4), undefined);
  assert.equal(search([], 4), '[]');
});

/** The cell of a box as 2.0.0 stored it: the finest grid whose cells are as wide as the box. */
function cellIn200({ west, east, south, north }: Box): number {
  const widest = Math.max(east - west, north - south);
  const fitting = widest > 0 ? Math.floor(Math.log2(360 / widest)) : 23;
  const level = Math.min(Math.max(fitting, 0), 23);
  const at = (degrees: number) => Math.floor(degrees * (2 ** level / 360)) + 1;
  return (level * 2 ** 24 + at(west + 180)) * 2 ** 24 + at(south + 90);
}

test('a row of 2.0.0 gets a box around its own, which is at most four times as wide', t => {
  const last = schema.scripts.findIndex(script => script.includes('rtree_i32'));
  const db = openTables(t, schema.scripts.slice(0, last));
  const insert = db.prepare(
    `INSERT INTO buildings (source_id, cell, outline, row_checksum) VALUES (1, ?, x'', 0)`,
  );
  const boxes = fc.sample(anyBox, { numRuns: rounds(5_000, 500), seed: 20_261_120 });
  for (const box of boxes) insert.run(cellIn200(box));
  db.exec(schema.scripts[last]!);
  const found = db.prepare('SELECT * FROM building_boxes ORDER BY id').all();
  assert.equal(found.length, boxes.length);
  for (const [i, { west, east, south, north, checksum }] of found.entries()) {
    const box = boxes[i]!;
    const [w, e, s, n] = [west, east, south, north].map(Number) as [number, number, number, number];
    assert.ok(w / 1e7 <= box.west && s / 1e7 <= box.south, JSON.stringify(box));
    // The largest whole number of an R*Tree is 214 degrees.
    assert.ok(e >= Math.min(box.east * 1e7, 2 ** 31 - 1) && n / 1e7 >= box.north);
    const widest = Math.max(box.east - box.west, box.north - box.south, 360 / 2 ** 23 / 2);
    assert.ok((e - w) / 1e7 <= 4 * widest + 1e-6);
    assert.equal(checksum, w + e + s + n);
  }
});

const damages: Record<string, string> = {
  'a box that is missing': 'DELETE FROM parcel_boxes WHERE id = (SELECT min(id) FROM parcels)',
  'a box of no row': 'INSERT INTO parcel_boxes VALUES (1e9, 1, 1, 1, 1, 4)',
  'a box that has moved': 'UPDATE parcel_boxes SET west = west - 1, south = south - 1',
};
for (const [what, sql] of Object.entries(damages)) {
  test(`${what} makes the database damaged`, async () => {
    const path = join(temporaryFolder().path, 'ktima.db');
    writeFileSync(path, await wholeDatabase());
    const db = new DatabaseSync(path);
    db.exec(sql);
    db.close();
    const store = openSqliteStore(path);
    await assert.rejects(store.check(), { message: 'the database is damaged' });
    await store.close();
  });
}
