import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { cost, parcel, startApi } from './api.ts';
import { fatalOf, ktima, newHome, serveHere } from './ktima.ts';

/** A demo's home, filled and left. */
async function filledHome(t: test.TestContext) {
  const home = newHome(t);
  await (await serveHere(home.env, '--demo')).stop();
  return home;
}

test('a start over a damaged database, of either service, is refused in one sentence', async t => {
  const home = await filledHome(t);
  for (const [service, file] of [
    ['api', 'ktima.db'],
    ['auth', 'auth.db'],
  ] as const) {
    const path = `${home.folder}/${file}`;
    const whole = readFileSync(path);
    const damages: Record<string, (bytes: Buffer) => Buffer> = {
      cut: bytes => bytes.subarray(0, bytes.length - 5_000),
      'overwritten in the middle': bytes => bytes.fill(0xa5, 8_192, 12_288),
    };
    for (const [what, damage] of Object.entries(damages)) {
      writeFileSync(path, damage(Buffer.from(whole)));
      const { code, stderr } = await ktima(home.env, ['serve', service]);
      assert.equal(code, 1, `${file}, ${what}`);
      assert.match(fatalOf(stderr), /database.*(damaged|malformed)/);
    }
    writeFileSync(path, whole);
  }
});

test('a database destroyed under a running service: 503 or the right answer, and the process lives', async t => {
  const home = await filledHome(t);
  // More parcels than the engine keeps of its file in memory: some have to be read from the file.
  const rows = Array.from({ length: 12_000 }, (_, i) => kaek(i));
  const corners = Array.from({ length: 60 }, (_, i) => {
    const angle = (i / 60) * 2 * Math.PI;
    return [23 + Math.cos(angle) / 1_000, 38 + Math.sin(angle) / 1_000];
  });
  const outline = JSON.stringify([[...corners, corners[0]]]);
  const features = rows.map(
    code =>
      `{"type":"Feature","properties":{"kaek":"${code}"},"geometry":{"type":"Polygon","coordinates":${outline}}}`,
  );
  writeFileSync(`${home.folder}/p.ndjson`, `${features.join('\n')}\n`);
  const load = ['import', 'parcels', `${home.folder}/p.ndjson`, '--source', 'p'];
  const imported = await ktima(home.env, load);
  assert.equal(imported.code, 0, imported.stderr);
  const api = await startApi(t, `sqlite:${home.folder}/ktima.db`);
  const ask = (code: string) => api.get(`api/geocoding/kaek-search/?kaek_code=${code}&srid=2100`);
  const right = await ask(rows[5]!);
  assert.equal(right.status, 200);

  const path = `${home.folder}/ktima.db`;
  writeFileSync(path, readFileSync(path).fill(0xa5, 4_096), { flag: 'r+' });
  const lost: string[] = [];
  for (let i = 0; i < rows.length; i += 60) {
    const { status, headers, body } = await ask(rows[i]!);
    if (status === 200) assert.equal(body, right.body.replaceAll(rows[5]!, rows[i]!));
    else {
      lost.push(rows[i]!);
      assert.deepEqual([status, headers.get('retry-after'), body], [503, '5', lostBody]);
    }
  }
  assert.ok(lost.length > 0, 'some had to be read from the file');
  assert.equal((await api.get('healthz')).status, 200);
  const ready = await api.get('readyz');
  assert.deepEqual([ready.status, ready.body], [503, lostBody]);
  assert.equal((await api.get(cost)).status, 200, 'what is in memory is served');
  assert.match(api.log(), /"reason":"the database is damaged: /);

  // Cut as well, and then gone: what was never wrong does not become so.
  truncateSync(path, 4_096);
  assert.equal((await ask(lost[0]!)).status, 503);
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  assert.ok([200, 503].includes((await api.get(parcel)).status));
  assert.equal((await api.get('healthz')).status, 200);
});

const lostBody = '{"error":503,"message":"the database is damaged"}';

function kaek(i: number): string {
  return `0506817${String(10_000 + i)}`;
}
