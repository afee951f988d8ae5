import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { Client } from 'pg';
import { gridSql, zonePieceSql } from '#storage/store/postgres/queries.ts';
import { openPostgresStore } from '#storage/store/postgres-store.ts';
import { replaceRows, type Store } from '#storage/store/store.ts';
import type { PolygonGeometry, Position } from '#tools/geo/polygon.ts';
import { execute, postgresTest as test, testPostgres } from '../postgres/database.ts';
import { parcels, places, provenance, rates } from '../service.ts';
import { waitFor } from './changes.ts';

async function openStore(t: TestContext, url: string): Promise<Store> {
  const store = await openPostgresStore(url);
  t.after(() => store.close());
  return store;
}

test('everything read at one moment is of one version, whatever is committed meanwhile', async t => {
  const url = await testPostgres();
  const [reader, writer] = [await openStore(t, url), await openStore(t, url)];
  await replaceRows(writer, 'costs', provenance, rates);
  await replaceRows(writer, 'places', provenance, places);
  let replaced: Promise<void> | undefined;
  const count = () =>
    reader.atOneMoment(async rows => {
      await rows.readCosts();
      // A new source is used at once; the old rows of a source are removed when no query reads
      // them.
      await replaceRows(writer, 'places', { ...provenance, source: 'other' }, places);
      replaced = replaceRows(writer, 'places', provenance, []);
      await sleep(700);
      return [...(await rows.readPlaces())].length;
    });
  assert.equal(await count(), places.length);
  await replaced;
  assert.equal([...(await reader.readPlaces())].length, places.length);
});

test('a long read delays an import, and no other reader', async t => {
  const url = await testPostgres();
  const [reader, writer] = [await openStore(t, url), await openStore(t, url)];
  await replaceRows(writer, 'parcels', provenance, parcels);
  const backup = new Client({ connectionString: url });
  await backup.connect();
  t.after(() => backup.end());
  await backup.query('BEGIN; LOCK TABLE parcels IN ACCESS SHARE MODE');

  const importing = replaceRows(writer, 'parcels', provenance, []);
  // A reader behind the import would wait for the lock, which ends only after these.
  for (let i = 0; i < 10; i++) {
    assert.ok(await reader.findParcel('050681726003'));
    await sleep(40);
  }
  await backup.query('COMMIT');
  await importing;
  assert.equal(await reader.findParcel('050681726003'), undefined);
});

test('an import whose connection is cut fails at once, and changes nothing', async t => {
  const url = await testPostgres();
  const store = await openStore(t, url);
  await replaceRows(store, 'places', provenance, places);
  const importers = `FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY%'`;
  for (const rowsAfter of [0, 1, 50_000]) {
    const replacement = await store.replace('places', 'test');
    const add = async (count: number) => {
      for (let i = 0; i < count; i++) {
        replacement.add({ ...places[0]!, external_id: null, name_en: 'x'.repeat(100) });
        await replacement.keepUp();
      }
    };
    await add(20_000);
    await waitFor(async () => (await execute(url, `SELECT 1 ${importers}`)).length > 0, 2_000);
    await execute(url, `SELECT pg_terminate_backend(pid) ${importers}`);
    const cut = { code: 'UNAVAILABLE' };
    await assert.rejects(async () => {
      await add(rowsAfter);
      await replacement.commit(provenance);
    }, cut);
    await replacement.abandon();
  }
  assert.equal([...(await store.readPlaces())].length, places.length);
});

test('outlines come back bit by bit', async t => {
  const store = await openStore(t, await testPostgres());
  const coordinate = fc.double({ min: -180, max: 180, noNaN: true });
  const ring = fc
    .array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 8 })
    .map(positions => [...positions, positions[0]!] as Position[]);
  const polygon = fc.array(ring, { minLength: 1, maxLength: 3 });
  const geometry: fc.Arbitrary<PolygonGeometry> = fc.oneof(
    polygon.map(coordinates => ({ type: 'Polygon' as const, coordinates })),
    fc
      .array(polygon, { minLength: 1, maxLength: 3 })
      .map(coordinates => ({ type: 'MultiPolygon' as const, coordinates })),
  );
  const rows = fc
    .sample(fc.tuple(geometry, fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })), 300)
    .map(([geometry, areaM2], i) => ({ kaek: String(i).padStart(12, '0'), areaM2, geometry }));
  await replaceRows(store, 'parcels', provenance, rows);
  for (const row of rows) assert.deepEqual(await store.findParcel(row.kaek), row);
});

test('any text comes back as it was', async t => {
  const store = await openStore(t, await testPostgres());
  const controls = ['\\N', '\\', '\\.', 'a\tb', 'a\nb', 'a\r\nb', '\\t', '\u0001'];
  const texts = [...controls, '', ' ', '"', "'", 'Ώ\u0301𝛼'];
  const rows = texts.map((name_gr, i) => ({ ...places[0]!, external_id: `${i}`, name_gr }));
  await replaceRows(store, 'places', provenance, rows);
  const found = Array.from(await store.readPlaces(), place => place.name_gr);
  assert.deepEqual(found, texts);
});

test('tables open in a GIS: a key, a comment, geometries with their system and an index', async t => {
  const url = await testPostgres();
  await openStore(t, url);
  const geometries = await execute(
    url,
    `SELECT srid, f_geometry_column AS geometry, string_agg(f_table_name, ' ' ORDER BY f_table_name) AS names
     FROM geometry_columns GROUP BY 1, 2 ORDER BY 2`,
  );
  assert.deepEqual(geometries, [
    { srid: 4326, geometry: 'outline', names: 'boundaries buildings parcels zones' },
    {
      srid: 4326,
      geometry: 'position',
      names: 'addresses comparables named_places places settlements',
    },
  ]);
  const tables = await execute(
    url,
    `SELECT relname AS name, obj_description(oid) IS NOT NULL AS told,
            EXISTS (SELECT FROM pg_index WHERE indrelid = c.oid AND indisprimary) AS keyed
     FROM pg_class c WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
       AND relname <> 'spatial_ref_sys'`,
  );
  assert.equal(tables.length, 24);
  for (const { name, told, keyed } of tables) assert.ok(told && keyed, name);
  const gist = await execute(url, `SELECT 1 FROM pg_indexes WHERE indexdef LIKE '%USING gist%'`);
  assert.equal(gist.length, 9);
});

test('a role that may not create PostGIS gets a message that explains what to do', async t => {
  const url = new URL(await testPostgres());
  const owner = `plain_${url.pathname.slice(-12)}`;
  const bare = `${owner}_db`;
  await execute(url.href, `CREATE ROLE ${owner} LOGIN PASSWORD 'geheim'`);
  await execute(url.href, `CREATE DATABASE ${bare} OWNER ${owner}`);
  t.after(async () => {
    await execute(url.href, `DROP DATABASE ${bare} WITH (FORCE)`);
    await execute(url.href, `DROP ROLE ${owner}`);
  });
  const theirs = new URL(url);
  theirs.pathname = bare;
  theirs.username = owner;
  theirs.password = 'geheim';
  await assert.rejects(openPostgresStore(theirs.href), {
    code: 'BAD_SETTING',
    message: /^the extension PostGIS is missing .* run CREATE EXTENSION postgis in this database$/,
  });
});

test('a missing server is reported in one sentence, without the password', async () => {
  await assert.rejects(openPostgresStore('postgres://u:geheim@127.0.0.1:1/db'), {
    code: 'UNAVAILABLE',
    message:
      /^cannot open the property database: 127\.0\.0\.1:1: connect ECONNREFUSED 127\.0\.0\.1:1$/,
  });
});

test('pieces of zones are found by the index, also by a plan for any parameters', async t => {
  const url = await testPostgres();
  await openStore(t, url);
  const client = new Client({ connectionString: url });
  t.after(() => client.end());
  await client.connect();
  await client.query(`
    CREATE TABLE zone_pieces_1 PARTITION OF zone_pieces FOR VALUES IN (1);
    INSERT INTO zone_pieces SELECT 1, number * 7, 1, 65535, 1, '\\x00'
    FROM generate_series(1, 20000) AS number;
    ANALYZE zone_pieces;
    SET plan_cache_mode = force_generic_plan;
    PREPARE find(bigint[], bigint[], integer[], bigint[], bigint) AS ${zonePieceSql}`);
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN EXECUTE find('{7,70}', '{7,77}', '{1,1}', '{}', 50001)`,
  );
  const plan = rows.map(row => row['QUERY PLAN']).join('\n');
  assert.match(plan, /Index Cond: \(\(cell >= run.first\) AND \(cell <= run.last\)\)/);
});

test('descriptions of grids are found by the index, not among all squares', async t => {
  const url = await testPostgres();
  await openStore(t, url);
  await execute(
    url,
    `CREATE TABLE grid_squares_1 PARTITION OF grid_squares FOR VALUES IN (1);
     INSERT INTO grid_squares SELECT 1, 0, number - 2, 1, '\\x00'
     FROM generate_series(1, 50000) AS number;
     ANALYZE grid_squares`,
  );
  const plan = (await execute(url, `EXPLAIN ${gridSql}`)).map(Object.values).join('\n');
  assert.match(plan, /Index Cond: .*square = '-1'::integer/);
});
