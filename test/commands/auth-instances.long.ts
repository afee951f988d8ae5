import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { TOTP } from 'otpauth';
import type { EndedPage } from '#http/tokens/ended-sessions.ts';
import { execute, testPostgres } from '../postgres/database.ts';
import { waitFor } from '../store/changes.ts';
import {
  type Instance,
  openInstance,
  password,
  statusesOf,
  times,
  tokensOf,
} from './auth-instance.ts';
import { ktima, newHome } from './ktima.ts';

const count = (statuses: readonly number[], status: number) =>
  statuses.filter(one => one === status).length;

suite('two authentication services over one PostgreSQL database', async () => {
  const home = newHome();
  after(home.remove);
  const url = await testPostgres();
  const env = {
    ...home.env,
    KTIMA_AUTH_DATABASE_URL: url,
    KTIMA_TRUST_PROXY: '127.0.0.1',
  };
  const run = async (args: string, input?: string) => {
    const { stdout, stderr, code } = await ktima(env, args.split(' '), input);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const instances = await Promise.all([openInstance(env), openInstance(env)]);
  after(async () => void (await Promise.all(instances.map(({ stop }) => stop()))));
  const [one, other] = instances as [Instance, Instance];
  const either = (i: number) => instances[i % 2]!;
  await run('user add maria', `${password}\n`);
  await run('user add petros', `${password}\n`);
  const failures = async (bucket: string) => {
    const sql = `SELECT failures::int FROM failures WHERE bucket LIKE '${bucket}'`;
    return (await execute(url, sql))[0]?.failures as number;
  };

  test('both instances sign with one key and accept each other’s tokens', async () => {
    const sets = await Promise.all(
      instances.map(async ({ get }) => (await get('/.well-known/jwks.json')).text()),
    );
    assert.equal(sets[0], sets[1]);
    const tokens = await tokensOf(await one.login({ username: 'maria' }));
    await tokensOf(await other.refresh(tokens.refresh_token));
  });

  test('failures are counted together and exactly: ten lock, however they are spread', async () => {
    const from = '192.0.2.7';
    const wrong = { username: 'maria', password: 'wrong' };
    const statuses = await statusesOf(times(30).map(i => either(i).login(wrong, from)));
    assert.equal(count(statuses, 401), 30);
    assert.equal(await failures(`account % from ${from}`), 10);
    assert.equal(await failures(`address ${from}`), 30);
    const right = times(2).map(i => either(i).login({ username: 'maria' }, from));
    assert.deepEqual(await statusesOf(right), [401, 401], 'locked at both');
    assert.equal((await one.login({ username: 'maria' })).status, 200, 'for that place only');
  });

  test('of parallel failures from one address the limit get 401, the rest 429', async () => {
    const statuses: number[] = [];
    // As many at once as both may let wait for hashing; the last ones go beyond the limit.
    for (const _ of times(3)) {
      const logins = times(40).map(i => either(i).login({ username: `nobody ${i}` }, '192.0.2.8'));
      statuses.push(...(await statusesOf(logins)));
    }
    assert.equal(count(statuses, 401), 100);
    assert.equal(count(statuses, 429), 20);
  });

  test('one refresh token sent to both at once makes one lineage', async () => {
    const first = await tokensOf(await one.login({ username: 'maria' }));
    const answers = await Promise.all(times(20).map(i => either(i).refresh(first.refresh_token)));
    const successors = new Set<string>();
    for (const answer of answers) successors.add((await tokensOf(answer)).refresh_token);
    assert.equal(successors.size, 1);
    const [second] = [...successors];
    const third = await tokensOf(await one.refresh(second!));
    assert.equal((await other.refresh(first.refresh_token)).status, 401, 'spent, and its heir too');
    const ended = times(2).map(i => either(i).refresh(third.refresh_token));
    assert.deepEqual(await statusesOf(ended), [401, 401], 'so the session is over');
  });

  test('a code sent to both at once works once, of either kind', async () => {
    const enrolment = await run('user otp petros');
    const secret = /secret +([A-Z2-7]{32})/.exec(enrolment)![1]!;
    const recovery = /^ {2}(\w{4}-\w{4}-\w{4}-\w{4})$/m.exec(enrolment)![1]!;
    for (const otp of [new TOTP({ secret }).generate(), recovery]) {
      const logins = times(8).map(i => either(i).login({ username: 'petros', otp }));
      assert.equal(count(await statusesOf(logins), 200), 1, otp);
    }
  });

  test('a session ended at one instance is ended at the other', async () => {
    const tokens = await tokensOf(await one.login({ username: 'maria' }));
    assert.equal((await one.logout(tokens.refresh_token)).status, 204);
    assert.equal((await other.refresh(tokens.refresh_token)).status, 401);
    const { ended } = (await (await other.get('/auth/ended-sessions')).json()) as EndedPage;
    assert.ok(ended.some(({ sid }) => sid === decodeJwt(tokens.access_token).sid));
  });

  test('a new key is soon published and used by both', async () => {
    const kid = /^key (\S+) signs/.exec(await run('keys rotate --now'))![1]!;
    for (const { get, login } of instances) {
      const published = async () => (await get('/.well-known/jwks.json')).text();
      await waitFor(async () => (await published()).includes(kid), 60_000);
      const { access_token } = await tokensOf(await login({ username: 'maria' }));
      assert.equal(decodeProtectedHeader(access_token).kid, kid);
    }
  });

  test('instances that start and delete expired rows at the same time keep all sessions', async () => {
    const tokens = await tokensOf(await one.login({ username: 'maria' }));
    const more = await Promise.all(times(2).map(() => openInstance(env)));
    assert.deepEqual(await statusesOf([more[0]!.refresh(tokens.refresh_token)]), [200]);
    await Promise.all(more.map(({ stop }) => stop()));
    assert.equal((await other.get('/readyz')).status, 200);
  });
});
