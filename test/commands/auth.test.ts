import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import test, { after, suite } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { decodeProtectedHeader } from 'jose';
import { TOTP } from 'otpauth';
import { type Engine, engines, type Scope } from '../auth/engines.ts';
import { longTest, sampleOf } from '../sample.ts';
import { waitFor } from '../store/changes.ts';
import { loginAsDemo, useToken } from './api.ts';
import { password, tokensOf } from './auth-instance.ts';
import {
  assertRefused,
  fatalOf,
  ktimaHere,
  linesOf,
  newHome,
  serveHere,
  succeed,
} from './ktima.ts';

/** What `ktima user otp` prints. */
function enrolmentIn(printed: string) {
  const recovery = printed.match(/^ {2}\w{4}-\w{4}-\w{4}-\w{4}$/gm)!.map(line => line.trim());
  return { secret: /secret +([A-Z2-7]{32})/.exec(printed)![1]!, recovery };
}

/** Sends forms to a service of logins. */
const sender = (auth: string) => (path: string, fields: Record<string, string>) =>
  fetch(auth + path, { method: 'POST', body: new URLSearchParams(fields) });

async function open(t: Scope, env: object = {}, engine?: Engine) {
  const home = newHome();
  const url = (await engine?.newDatabase(t)) ?? home.env.KTIMA_AUTH_DATABASE_URL;
  const all = { ...home.env, KTIMA_AUTH_DATABASE_URL: url, ...env };
  const run = (args: string, input?: string) => succeed(all, args.split(' '), input);
  await run('user add maria', `${password}\n`);
  const serving = await serveHere(all, '--demo');
  t.after(() => serving.stop().then(home.remove));
  const post = sender(serving.auth);
  const login = (fields: Record<string, string> = {}) =>
    post('/auth/otp/login', { username: 'maria', password, ...fields });
  const use = (token: string) => useToken(serving.api, token);
  return { home, env: all, url, run, serving, post, login, use };
}

const secret = 'the key secret of this test, long enough';

for (const engine of sampleOf(engines)) {
  suite(engine.name, async () => {
    const env = { KTIMA_LOG_LEVEL: 'trace', KTIMA_KEY_SECRET: secret };
    const { url, run, serving, post, login, use } = await open({ after }, env, engine);

    test('a second factor is enrolled, used by code and by recovery code, and removed', async () => {
      const printed = await run('user otp maria');
      const { secret, recovery } = enrolmentIn(printed);
      assert.equal(recovery.length, 10);
      assert.match(stripVTControlCharacters(printed), /▀▀▀▀▀/, 'a QR code');
      assert.match(await (await login()).text(), /a one-time password is needed/);
      const otp = new TOTP({ secret }).generate();
      assert.equal((await login({ otp })).status, 200);
      assert.equal((await login({ otp })).status, 401);
      assert.equal((await login({ otp: recovery[0]! })).status, 200);
      assert.match(await run('user list'), /maria .* yes/);
      await run('user otp maria --remove');
      assert.equal((await login()).status, 200);
    });

    test('sessions, audit trail, unlocking and deleting work on a running service', async () => {
      const username = 'petros';
      await run('user add petros', `${password}\n`);
      const { refresh_token } = await tokensOf(await login({ username }));
      assert.match(await run('user sessions petros'), /127\.0\.0\.1/);
      const [session] = JSON.parse(await run('user sessions petros --json'));
      const end = `user sessions petros --end ${session.id}`;
      assert.equal(await run(end), '1 session of petros ended\n');
      assert.equal((await post('/auth/token/refresh', { refresh_token })).status, 401);
      for (let i = 0; i < 10; i++) await login({ username, password: 'wrong' });
      assert.equal((await login({ username })).status, 401, 'locked');
      await run('user unlock petros');
      assert.equal((await login({ username })).status, 200);
      await run('user delete petros');
      assert.equal((await login({ username })).status, 401);
      const events = linesOf(await run('user log --json')).map(entry => entry.event);
      assert.ok(events.includes('sessions ended') && events.includes('user deleted'));
      assert.match(await run('user log --limit 3'), /command line \(.+\) +user deleted/);
    });

    test('neither log nor database holds a password, token, code or secret in the clear', async () => {
      const enrolment = enrolmentIn(await run('user otp maria'));
      const [recovery] = enrolment.recovery as [string];
      const otp = new TOTP({ secret: enrolment.secret }).generate();
      const first = await tokensOf(await login({ otp }));
      const { refresh_token } = first;
      const second = await tokensOf(await post('/auth/token/refresh', { refresh_token }));
      await login({ otp: recovery });
      await login({ password: 'a wrong password of the test' });
      await login({ username: 'typed the password here' });
      await use(first.access_token);
      await use(`${first.access_token}x`);
      await post('/auth/logout', { refresh_token: second.refresh_token });
      await fetch(`${serving.auth}/auth/otp/login?password=in-the-query`, { method: 'POST' });
      await serving.stop();

      const stored = await engine.contents(url);
      assert.ok(stored.includes('maria'));
      const lines = linesOf(serving.log());
      for (const route of ['/auth/otp/login', '/auth/token/refresh']) {
        assert.ok(
          lines.some(l => l.route === route && l.status === 200 && l.requestId),
          route,
        );
      }
      for (const [name, text] of Object.entries({
        password,
        wrong: 'a wrong password of the test',
        name: 'typed the password here',
        query: 'in-the-query',
        access: first.access_token,
        signature: first.access_token.split('.')[2]!,
        refresh: first.refresh_token,
        'second refresh': second.refresh_token,
        otpSecret: enrolment.secret,
        recovery,
        'recovery, plain': recovery.replaceAll('-', ''),
        'key secret': secret,
        'private key': '"d":"',
      })) {
        assert.ok(!serving.log().includes(text), `log: ${name}`);
        assert.ok(!stored.includes(text), `database: ${name}`);
      }
      assert.ok(!serving.log().includes(`"${otp}"`));
    });
  });
}

longTest('keys are rotated under load without one wrong 401, and removed', async t => {
  const { env, url, run, login, use } = await open(t);
  const first = (await tokensOf(await login())).access_token;
  let stopped = false;
  const kids = new Set<string>();
  const wrong: number[] = [];
  const load = [0, 1].map(async () => {
    while (!stopped) {
      const { access_token } = await tokensOf(await login());
      kids.add(decodeProtectedHeader(access_token).kid!);
      for (const token of [first, access_token]) {
        const status = await use(token);
        if (status !== 200) wrong.push(status);
      }
      await sleep(100);
    }
  });
  assert.match(await run('keys rotate'), /is published and signs from/);
  // Soon instead of in ten minutes.
  const db = new DatabaseSync(url.replace('sqlite:', ''));
  db.exec(`UPDATE signing_keys SET signs_from_ms = ${Date.now() + 2_000} WHERE generation > 1`);
  db.close();
  await waitFor(() => kids.size === 2, 60_000);
  stopped = true;
  await Promise.all(load);
  assert.deepEqual(wrong, []);

  const [signs, retired] = JSON.parse(await run('keys list --json'));
  assert.deepEqual([signs.state, retired.state], ['signs', 'retired']);
  const reason = /is the key that signs: run 'ktima keys rotate --now' first/;
  await assertRefused(ktimaHere(env, ['keys', 'remove', signs.kid]), reason);
  await run(`keys remove ${retired.kid}`);
  await waitFor(async () => (await use(first)) === 401, 60_000);
});

longTest('the key secret is changed without a failed login', async t => {
  const old = 'the key secret of before, long enough';
  const secret = 'the key secret of now, long enough';
  const first = await open(t, { KTIMA_KEY_SECRET: old });
  const totp = new TOTP({ secret: enrolmentIn(await first.run('user otp maria')).secret });
  const granted = await tokensOf(await first.login({ otp: totp.generate() }));
  await first.serving.stop();

  const { env } = first.home;
  const both = { ...env, KTIMA_KEY_SECRET: secret, KTIMA_OLD_KEY_SECRET: old };
  const seal = () => succeed(both, ['keys', 'seal']);
  assert.match(await seal(), /^sealed: signing keys 1, second factors 1; KTIMA_OLD_KEY_/);
  assert.equal(await seal(), 'everything is already sealed with KTIMA_KEY_SECRET\n');
  const refused = await ktimaHere({ ...env, KTIMA_KEY_SECRET: old }, ['serve', 'auth']);
  assert.equal(refused.code, 1);
  assert.match(
    fatalOf(refused.stderr),
    /^KTIMA_KEY_SECRET is not the one that was used: signing key .{8}… is sealed$/,
  );

  const serving = await serveHere({ ...env, KTIMA_KEY_SECRET: secret });
  t.after(serving.stop);
  const post = sender(serving.auth);
  const { refresh_token, access_token } = granted;
  assert.equal((await post('/auth/token/refresh', { refresh_token })).status, 200);
  const otp = totp.generate({ timestamp: Date.now() + 30_000 });
  const login = await post('/auth/otp/login', { username: 'maria', password, otp });
  assert.equal(login.status, 200);
  assert.equal(await useToken(serving.api, access_token), 200, 'tokens of before are good');
});

longTest(
  'an API alone soon refuses tokens of a disabled user, and needs no service for others',
  async t => {
    const { home, run, serving, login } = await open(t);
    const env = {
      ...home.env,
      KTIMA_JWKS_URL: `${serving.auth}/.well-known/jwks.json`,
      KTIMA_ENDED_SESSIONS_URL: `${serving.auth}/auth/ended-sessions`,
    };
    const apart = await serveHere(env, 'api', '--demo');
    t.after(apart.stop);
    const { access_token } = await tokensOf(await login());
    const { access_token: other } = await tokensOf(await loginAsDemo(serving.auth));
    const useApart = (token = access_token) => useToken(apart.api, token);
    assert.equal(await useApart(), 200);
    await run('user disable maria');
    await waitFor(async () => (await useApart()) === 401, 60_000);
    await serving.stop();
    assert.deepEqual([await useApart(other), await useApart(other.replace(/.$/, '!'))], [200, 401]);
  },
);
