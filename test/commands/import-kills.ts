import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { OsmElement } from '#importing/osm/readers/elements.ts';
import { osmPbf } from '../importing/osm-writer.ts';
import { execute, testPostgres } from '../postgres/database.ts';
import { randomNumbers, seed } from '../store/random.ts';
import { loginAsDemo } from './api.ts';
import { ktimaHere, newHome, serveHere } from './ktima.ts';

const rows = 8_000;

/** Places of one generation: each name tells which, and the first hundred lie around 38, 23. */
export function writePlaces(path: string, generation: string): void {
  const lines = Array.from({ length: rows }, (_, i) => {
    const latitude = i < 100 ? 38 + i / 20_000 : 35 + i / 10_000;
    return `id${i},${generation},,bank,${latitude},23`;
  });
  const head = 'external_id,name_en,name_gr,place_type,latitude,longitude';
  writeFileSync(path, `${head}\n${lines.join('\n')}\n`);
}

/** An import that is killed: writes its file and returns the arguments of the command. */
export type KilledImport = (folder: string, generation: string) => string[];

const importOfPlaces: KilledImport = (folder, generation) => {
  const file = `${folder}/${generation}.csv`;
  writePlaces(file, generation);
  return ['import', 'places', file, '--source', 'test'];
};

/** The same places from OpenStreetMap, with a street between each and the next: five layers and a map. */
export const importOfOsm: KilledImport = (folder, generation) => {
  const file = `${folder}/${generation}.osm.pbf`;
  const nodes = Array.from({ length: rows }, (_, i): OsmElement => {
    const latitude = i < 100 ? 38 + i / 20_000 : 35 + i / 10_000;
    const tags = { amenity: 'bank', 'name:en': generation };
    return { kind: 'node', id: i + 1, latitude, longitude: 23, tags };
  });
  const ways = nodes.slice(1).map(({ id }): OsmElement => {
    const tags = { highway: 'residential', name: generation };
    return { kind: 'way', id, refs: [id - 1, id], tags };
  });
  writeFileSync(file, Buffer.concat([...osmPbf([...nodes, ...ways])]));
  return ['import', 'osm', file, '--source', 'test'];
};

/** An engine whose imports are killed. */
interface KilledEngine {
  newDatabase(folder: string): Promise<string>;
  /** Returns a function that tells whether an import is writing, until the test ends. */
  watch(t: TestContext, url: string): Promise<() => Promise<boolean>>;
  /** Fails unless the database is intact and nothing is left of imports that were killed. */
  check(url: string): Promise<void>;
}

/** Features of the map of another import than the one in force. */
const strayFeatures = `SELECT CAST(count(*) AS integer) AS n FROM map_cells
  WHERE source_id NOT IN (SELECT id FROM sources WHERE layer = 'map')`;

export const sqlite: KilledEngine = {
  newDatabase: async folder => `sqlite:${folder}/ktima.db`,
  async watch(t, url) {
    const db = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 0 });
    t.after(() => db.close());
    return async () => {
      try {
        db.exec('BEGIN IMMEDIATE; ROLLBACK');
        return false;
      } catch (error) {
        assert.match(String(error), /locked/);
        return true;
      }
    };
  },
  async check(url) {
    const db = new DatabaseSync(url.slice('sqlite:'.length));
    const first = (sql: string) => ({ ...db.prepare(sql).get() });
    assert.deepEqual(first('PRAGMA integrity_check'), { integrity_check: 'ok' });
    assert.deepEqual(first('SELECT count(*) AS n FROM places'), { n: rows });
    assert.deepEqual(first(strayFeatures), { n: 0 });
    db.close();
  },
};

export const postgres: KilledEngine = {
  newDatabase: testPostgres,
  async watch(t, url) {
    const client = new Client({ connectionString: url });
    await client.connect();
    t.after(() => client.end());
    const locks = `SELECT FROM pg_locks JOIN pg_database ON database = pg_database.oid
      WHERE datname = current_database() AND locktype = 'advisory' AND granted`;
    return async () => (await client.query(locks)).rowCount !== 0;
  },
  async check(url) {
    assert.deepEqual(await execute(url, 'SELECT count(*)::int AS n FROM places'), [{ n: rows }]);
    assert.deepEqual(await execute(url, strayFeatures), [{ n: 0 }]);
    const left = await execute(
      url,
      String.raw`SELECT tablename FROM pg_tables WHERE tablename ~ '^(places|map_cells)_\d+$'
        AND substring(tablename FROM '\d+$')::bigint NOT IN (SELECT id FROM sources)`,
    );
    assert.deepEqual(left, [], 'no table is left of an import that was killed');
  },
};

/**
 * Kills imports at several moments while they write, under a service that is asked all the time,
 * and fails unless it answers with the old data or the new, whole.
 */
export async function killImports(
  t: TestContext,
  engine: KilledEngine,
  kills: number,
  killed = importOfPlaces,
) {
  const random = randomNumbers(seed);
  const home = newHome();
  const url = await engine.newDatabase(home.folder);
  home.env.KTIMA_DATABASE_URL = url;
  const loads = ['a', 'b'].map(generation => killed(home.folder, generation));
  assert.equal((await ktimaHere(home.env, loads[0]!)).code, 0);
  const service = await serveHere(home.env, '--demo');
  t.after(() => service.stop().then(home.remove));
  const answers = await askForPlaces(service);
  const isWriting = await engine.watch(t, url);

  /** Starts an import, and returns when it writes; or when it has ended. */
  const begin = async (load: readonly string[]) => {
    const child = spawn('bin/ktima', load, { env: home.env, stdio: 'ignore' });
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    while (child.exitCode === null && !(await isWriting())) await sleep(2);
    return { child, ended };
  };
  const whole = await begin(loads[1]!);
  const began = performance.now();
  while (await isWriting()) await sleep(1);
  let writingMs = performance.now() - began;
  await whole.ended;

  // An import may have ended before it is killed, on a busy machine: the next is killed sooner.
  let inside = 0;
  for (let i = 0; inside < kills; i++) {
    assert.ok(i < kills * 4, `${inside} of ${i} kills came while the import was writing`);
    const { child, ended } = await begin(loads[i % 2]!);
    await Promise.race([sleep((writingMs * random(100)) / 100), ended]);
    const wasWriting = await isWriting();
    child.kill('SIGKILL');
    const [, signal] = await ended;
    if (wasWriting && signal === 'SIGKILL') inside++;
    else writingMs *= 0.7;
  }
  // A second run ends as the first would have.
  assert.equal((await ktimaHere(home.env, loads[1]!)).code, 0);
  await answers.become('b');
  await engine.check(url);
}

/** Asks a service for places again and again; each answer must be of one generation, and whole. */
async function askForPlaces(service: { readonly api: string; readonly auth: string }) {
  const login = await loginAsDemo(service.auth);
  const { access_token } = (await login.json()) as { access_token: string };
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: '{"latitude":38,"longitude":23}',
  };
  const ask = async () => {
    const response = await fetch(`${service.api}/api/points-of-interest/`, request);
    assert.equal(response.status, 200);
    const places = (await response.json()) as { name_en: string }[];
    assert.equal(places.length, 100);
    const generations = new Set(places.map(place => place.name_en));
    assert.equal(generations.size, 1, 'an answer mixes two generations');
    return [...generations][0]!;
  };
  let isAsking = true;
  const asking = (async () => {
    for (; isAsking; await sleep(50)) await ask();
  })();
  return {
    /** Waits until the service answers with a generation, and then on. */
    async become(generation: string) {
      // Within two seconds; the machine may have other things to do.
      const until = performance.now() + 60_000;
      while ((await ask()) !== generation && performance.now() < until) await sleep(50);
      isAsking = false;
      await asking;
      assert.equal(await ask(), generation);
    },
  };
}
