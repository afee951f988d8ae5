import assert from 'node:assert/strict';
import test from 'node:test';
import { openPostgres } from '#storage/db/postgres/postgres.ts';
import { migrate } from '#storage/db/postgres/run-scripts.ts';
import { openSqlite } from '#storage/db/sqlite/sqlite.ts';
import { schema as postgresSchema } from '#storage/store/postgres/store-schema.ts';
import { rowChecksum } from '#storage/store/sqlite/checked-rows.ts';
import { schema as sqliteSchema } from '#storage/store/sqlite/store-schema.ts';
import { propertyData } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { execute } from '../postgres/database.ts';
import { sampleOf } from '../sample.ts';
import { provenance, rates } from '../service.ts';
import { engines } from './engines.ts';

const loadedAt = '2026-01-15T08:00:00.000Z';
const described = ['costs', 'old', 'old.csv', '11', 'none', 1, loadedAt];
const rate = ['10', 'house', '2026-01-01', 1234.5, 'an old table'];

/** Makes the tables of before costs had versions, with a source that has one rate. */
const makeOld: Readonly<Record<string, (url: string) => Promise<void>>> = {
  async SQLite(url) {
    const old = { ...sqliteSchema, scripts: sqliteSchema.scripts.slice(0, 2) };
    const db = openSqlite(url.slice('sqlite:'.length), old, propertyData);
    db.prepare('INSERT INTO sources VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)').run(
      ...described,
      rowChecksum(described),
    );
    db.prepare(
      `INSERT INTO cost_rates (source_id, postal_prefix, property_type, valid_from, rate_eur_m2,
                               rate_source, row_checksum) VALUES (1, ?, ?, ?, ?, ?, ?)`,
    ).run(...rate, rowChecksum(rate));
    db.close();
  },
  async PostgreSQL(url) {
    const old = { ...postgresSchema, scripts: postgresSchema.scripts.slice(0, 2) };
    const db = openPostgres(url);
    await migrate(db, old, 'store').finally(db.close);
    const texts = (values: readonly unknown[]) => values.map(value => `'${value}'`).join();
    await execute(
      url,
      `INSERT INTO sources (id, layer, source, origin, checksum, licence, row_count, loaded_at)
       OVERRIDING SYSTEM VALUE VALUES (nextval(pg_get_serial_sequence('sources', 'id')), ${texts(described)});
       CREATE TABLE cost_rates_1 PARTITION OF cost_rates FOR VALUES IN (1);
       CREATE TABLE depreciation_1 PARTITION OF depreciation FOR VALUES IN (1);
       INSERT INTO cost_rates VALUES (1, ${texts(rate)})`,
    );
  },
};

for (const { name, newUrl, open } of sampleOf(engines)) {
  test(`${name}: rates from before costs had versions stay, are kept when replaced, and are removed`, async t => {
    const url = await newUrl();
    await makeOld[name]!(url);
    const store = await open(t, url);
    const versions = async () =>
      (await store.readCosts()).map(({ source, replacedAt, rates: own }) => [
        ...[source, replacedAt === null, own.map(({ rateEurM2 }) => rateEurM2).join()],
      ]);
    assert.deepEqual(await versions(), [['old', true, '1234.5']]);
    assert.equal((await store.loadedSources())[0]!.loadedAt, loadedAt);
    await replaceRows(store, 'costs', { ...provenance, source: 'old' }, rates);
    assert.deepEqual(await versions(), [
      ['old', true, '1500,1700.5'],
      ['old', false, '1234.5'],
    ]);
    await store.check();
    await replaceRows(store, 'costs', { ...provenance, source: 'old' }, []);
    assert.deepEqual(await versions(), []);
  });
}
