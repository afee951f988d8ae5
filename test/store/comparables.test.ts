import assert from 'node:assert/strict';
import test from 'node:test';
import { openPostgres } from '#storage/db/postgres/postgres.ts';
import { migrate } from '#storage/db/postgres/run-scripts.ts';
import { openSqlite } from '#storage/db/sqlite/sqlite.ts';
import { schema as postgresSchema } from '#storage/store/postgres/store-schema.ts';
import { schema as sqliteSchema } from '#storage/store/sqlite/store-schema.ts';
import { propertyData } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { sampleOf } from '../sample.ts';
import { comparable, provenance } from '../service.ts';
import { engines } from './engines.ts';

/** Makes the tables of before there were comparables. */
const makeOld: Readonly<Record<string, (url: string) => Promise<void>>> = {
  async SQLite(url) {
    const scripts = sqliteSchema.scripts.slice(0, 4);
    openSqlite(url.slice('sqlite:'.length), { ...sqliteSchema, scripts }, propertyData).close();
  },
  async PostgreSQL(url) {
    const scripts = postgresSchema.scripts.slice(0, 5);
    const db = openPostgres(url);
    await migrate(db, { ...postgresSchema, scripts }, 'store').finally(db.close);
  },
};

const box = { west: 23.6, east: 23.8, south: 37.8, north: 38 };

for (const { name, newUrl, open } of sampleOf(engines)) {
  test(`${name}: an older database takes comparables, which are found by type and box, replaced and removed`, async t => {
    const url = await newUrl();
    await makeOld[name]!(url);
    const store = await open(t, url);
    const nameless = { ...comparable, externalId: null, constructionYear: null, address: null };
    const rows = [
      comparable,
      nameless,
      nameless,
      { ...comparable, externalId: 'a-2', propertyType: 'land' as const },
      { ...comparable, externalId: 'a-3', latitude: 38.01 },
    ];
    await replaceRows(store, 'comparables', provenance, rows);
    const withSource = (row: typeof nameless | typeof comparable) => ({ ...row, source: 'test' });
    assert.deepEqual(
      await store.comparablesIn(box, 'apartment', 9),
      [comparable, nameless, nameless].map(withSource),
    );
    assert.equal((await store.comparablesIn(box, 'apartment', 2)).length, 2);
    assert.deepEqual(await store.comparablesIn(box, 'house', 9), []);
    assert.equal((await store.extentOf('comparables'))!.north, 38.01);

    await assert.rejects(
      replaceRows(store, 'comparables', provenance, [comparable, comparable]),
      /external_id: comes twice/,
    );
    assert.equal((await store.comparablesIn(box, 'apartment', 9)).length, 3, 'all or nothing');
    await replaceRows(store, 'comparables', { ...provenance, source: 'other' }, [comparable]);
    await replaceRows(store, 'comparables', provenance, [comparable]);
    assert.deepEqual(
      (await store.comparablesIn(box, 'apartment', 9)).map(({ source }) => source),
      ['test', 'other'],
    );
    await store.check();
    await replaceRows(store, 'comparables', provenance, []);
    assert.equal((await store.comparablesIn(box, 'apartment', 9)).length, 1);
  });
}
