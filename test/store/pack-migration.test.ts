import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { migrate } from '../../src/db/postgres/migrate.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { openSqlite } from '../../src/db/sqlite.ts';
import { toWkb } from '../../src/geo/wkb.ts';
import type { MapRow } from '../../src/map/feature.ts';
import { migrations as ofPostgres } from '../../src/store/postgres/migrations.ts';
import { migrations as ofSqlite } from '../../src/store/sqlite/migrations.ts';
import { replaceRows, type StoreReader } from '../../src/store/store.ts';
import { mapTile, parcelTile, tileAt } from '../map/stored-tiles.ts';
import { execute } from '../postgres/database.ts';
import { parcels, provenance, road } from '../service.ts';
import { engines } from './engines.ts';

const parcel = parcels[0]!;
const mapSources: readonly (readonly MapRow[])[] = [
  [road, { ...road, layer: 'building', kind: 'building', rank: 3.5, name: null, minZoom: 14 }],
  [{ ...road, detail: 2, minZoom: 11 }],
];
const parcelSources = [
  [parcel, { ...parcel, kaek: '050681726004', areaM2: 0.25 }],
  [{ ...parcel, areaM2: 7 }],
];
const tiles = [11, 12, 13, 14, 16].map(z => tileAt([23.7275, 37.9841], z));
const parcelTiles = [14, 15, 16].map(z => tileAt([23.7001, 37.9001], z));

async function allTiles(store: StoreReader): Promise<string[]> {
  const bytes = [
    ...(await Promise.all(tiles.map(tile => mapTile(store, tile)))),
    ...(await Promise.all(parcelTiles.map(tile => parcelTile(store, tile)))),
  ];
  return bytes.map(one => createHash('sha1').update(one).digest('hex'));
}

/** Makes a database of before there were cells; the result writes a row into one of its tables. */
const oldDatabases: Readonly<
  Record<string, (url: string) => Promise<(table: string, row: OldRow) => Promise<unknown>>>
> = {
  async SQLite(url) {
    const path = url.slice('sqlite:'.length);
    openSqlite(path, ofSqlite.slice(0, 7), { table: 'cost_rates' }).close();
    return async (table, { outline, ...row }) => {
      const db = new DatabaseSync(path);
      const all = outline ? { ...row, outline, cell: 0 } : row;
      db.prepare(
        `INSERT INTO ${table} (${Object.keys(all)}) VALUES (${Object.keys(all).map(() => '?')})`,
      ).run(...Object.values(all));
      db.close();
    };
  },
  async PostgreSQL(url) {
    const db = openPostgres(url);
    await migrate(db, ofPostgres.slice(0, 4), 'store');
    await db.close();
    return async (table, { outline, ...row }) => {
      if (outline) {
        await execute(
          url,
          `CREATE TABLE IF NOT EXISTS ${table}_${row.source_id} PARTITION OF ${table}
           FOR VALUES IN (${row.source_id})`,
        );
      }
      const all = outline ? { ...row, outline: Buffer.from(outline).toString('hex') } : row;
      const quoted = Object.values(all).map(value => (value === null ? 'NULL' : `'${value}'`));
      await execute(url, `INSERT INTO ${table} (${Object.keys(all)}) VALUES (${quoted})`);
      if (outline) return;
      await execute(url, `SELECT setval(pg_get_serial_sequence('sources', 'id'), ${row.id})`);
    };
  },
};

type OldRow = Readonly<Record<string, string | number | null | Uint8Array>> & {
  readonly outline?: Uint8Array;
};

for (const { name, newUrl, open } of engines) {
  test(`${name}: a database of before there were cells is migrated, and its tiles are the same`, async t => {
    const url = await newUrl();
    const insert = await oldDatabases[name]!(url);
    let source = 0;
    let id = 0;
    const insertSource = (layer: string, rows: readonly unknown[]) =>
      insert('sources', {
        id: ++source,
        ...{ layer, source: `old${source}`, origin: '', checksum: '', licence: '' },
        ...{ row_count: rows.length, loaded_at: '2026-01-01T00:00:00.000Z' },
      });
    for (const rows of mapSources) {
      await insertSource('map', rows);
      for (const { externalId, nameEn, minZoom, geometry, ...row } of rows) {
        const names = { external_id: externalId, name_en: nameEn, min_zoom: minZoom };
        const outline = toWkb(geometry);
        await insert('map_features', { id: ++id, source_id: source, ...row, ...names, outline });
      }
    }
    for (const rows of parcelSources) {
      await insertSource('parcels', rows);
      for (const { kaek, areaM2, geometry } of rows) {
        const outline = toWkb(geometry);
        await insert('parcels', { id: ++id, source_id: source, kaek, area_m2: areaM2, outline });
      }
    }

    await insertSource('parcels', []);
    await insertSource('boundaries', []);

    const fresh = await open(t, await newUrl());
    for (const [i, rows] of mapSources.entries()) {
      await replaceRows(fresh, 'map', { ...provenance, source: `${i}` }, rows);
    }
    for (const [i, rows] of parcelSources.entries()) {
      await replaceRows(fresh, 'parcels', { ...provenance, source: `${i}` }, rows);
    }
    const migrated = await open(t, url);
    const expected = await allTiles(fresh);
    assert.equal(new Set(expected).size, tiles.length + parcelTiles.length, 'none is empty');
    assert.deepEqual(await allTiles(migrated), expected);
    assert.deepEqual(
      (await migrated.loadedSources()).map(({ rows }) => rows),
      (await fresh.loadedSources()).map(({ rows }) => rows),
      'a source without rows is gone',
    );
    await migrated.check();
    await replaceRows(migrated, 'map', { ...provenance, source: 'old1' }, []);
    assert.equal((await mapTile(migrated, tiles.at(-1)!)).length, 0, 'an import replaces it');
  });
}
