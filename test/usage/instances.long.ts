import assert from 'node:assert/strict';
import test from 'node:test';
import { ktimaHere, newHome, serveHere } from '../commands/ktima.ts';
import { execute, testPostgres } from '../postgres/database.ts';
import { waitFor } from '../store/changes.ts';

const soonMs = 60_000;

test('two services over one PostgreSQL database share a quota and the sums', async t => {
  const home = newHome(t);
  const url = await testPostgres();
  const env = { ...home.env, KTIMA_DATABASE_URL: url, KTIMA_POSTGRES_TIMEOUT_MS: '60000' };
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await ktimaHere(env, args);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const client = JSON.parse(await run('client', 'add', 'job', '--scopes', 'places', '--json'));
  await run('client', 'quota', 'job', '--day', '20');
  const first = await serveHere(env, '--demo');
  t.after(first.stop);
  const jwks = `${first.auth}/.well-known/jwks.json`;
  const ended = `${first.auth}/auth/ended-sessions`;
  const second = await serveHere(
    { ...env, KTIMA_SAMPLE_DATA: 'on', KTIMA_JWKS_URL: jwks, KTIMA_ENDED_SESSIONS_URL: ended },
    'api',
  );
  t.after(second.stop);
  const issued = await fetch(`${first.auth}/auth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await issued.json()) as { access_token: string };
  const ask = async (api: string) => {
    const { status } = await fetch(`${api}/api/points-of-interest/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: '{"latitude": 37.9755, "longitude": 23.7348}',
    });
    return status;
  };
  const written = async () => {
    const [row] = await execute(url, 'SELECT coalesce(sum(used), 0) AS used FROM usage_windows');
    return Number(row.used);
  };
  let served = 0;
  for (let round = 0; round < 12; round++) {
    for (const { api } of [first, second]) {
      for (let i = 0; i < 4; i++) {
        const status = await ask(api);
        if (status === 200) served++;
        else assert.equal(status, 429);
      }
    }
    // Both have written. Each then knows of all that was written before its own.
    await waitFor(async () => (await written()) === served, soonMs);
  }
  // The slack: what one of them serves between two writes.
  assert.ok(served >= 20 && served <= 24, String(served));
  assert.deepEqual([await ask(first.api), await ask(second.api)], [429, 429]);
  await waitFor(async () => {
    const lines = (await run('usage', 'job', '--json')).trim().split('\n');
    const requests = lines.map(line => JSON.parse(line).requests as number);
    return requests.reduce((sum, one) => sum + one, 0) === served;
  }, soonMs);
});
