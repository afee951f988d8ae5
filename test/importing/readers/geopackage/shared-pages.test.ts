import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { openGeoPackage } from '#importing/readers/geopackage/geopackage.ts';
import { badData, blob, insert, putGeoPackage, readAll } from './put-geopackage.ts';

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
    const path = putGeoPackage(`many-${column}.gpkg`, db => {
      db.exec(`ALTER TABLE parcels ADD COLUMN "${column}" TEXT`);
      for (let i = 0; i < 50; i++) insert(db, blob());
      db.exec(`UPDATE parcels SET "${column}" = fid`);
    });
    multiply(path, rootPageOf(path, 'parcels'));
    await assert.rejects(readAll(path), badData(/table parcels, row \d+: its id is not ascending/));
  }
});

test('a list of tables whose pages are used many times is refused before SQLite reads it', async () => {
  const path = putGeoPackage('schema.gpkg', db => {
    const columns = Array.from({ length: 60 }, (_, i) => `c${i} UNIQUE`);
    db.exec(`CREATE TABLE wide (${columns.join(', ')})`);
  });
  multiply(path, 1);
  const refusal = badData(/schema\.gpkg: not a valid file: page \d+ is used twice/);
  await assert.rejects(openGeoPackage(path), refusal);
});

test('rows that share the pages of one long value are refused once they exceed the file', async () => {
  const path = putGeoPackage('shared.gpkg', db => {
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
