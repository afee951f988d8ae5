import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import test, { after, suite } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { TOTP } from 'otpauth';
import { type Engine, engines, type Scope } from '../auth/engines.ts';
import { longTest, sampleOf } from '../sample.ts';
import { loginAsDemo, useToken } from './api.ts';
import { fatalOf, ktima, ktimaHere, linesOf, newHome, serveHere } from './ktima.ts';

const password = 'correct horse battery';

interface Tokens {
  access_token: string;
  refresh_token: string;
}

async function open(t: Scope, env: object = {}, engine?: Engine) {
  const home = newHome();
  const url = (await engine?.newDatabase(t)) ?? home.env.KTIMA_AUTH_DATABASE_URL;
  const all = { ...home.env, KTIMA_AUTH_DATABASE_URL: url, ...env };
  const run = (args: string, input?: string) => ktimaHere(all, args.split(' '), input);
  const added = await run('user add maria', `${password}\n`);
  assert.equal(added.code, 0, added.stderr);
  const serving = await serveHere(all, '--demo');
  t.after(() => serving.stop().then(home.remove));
  const post = (path: string, fields: Record<string, string>) =>
    fetch(serving.auth + path, { method: 'POST', body: new URLSearchParams(fields) });
  const login = (fields: Record<string, string> = {}) =>
    post('/auth/otp/login', { username: 'maria', password, ...fields });
  return {
    home,
    url,
    run,
    serving,
    post,
    login,
    use: (token: string) => useToken(serving.api, token),
  };
}

const secret = 'the key secret of this test, long enough';

for (const engine of sampleOf(engines)) {
  suite(engine.name, async () => {
    const env = { KTIMA_LOG_LEVEL: 'trace', KTIMA_KEY_SECRET: secret };
    const { url, run, serving, post, login, use } = await open({ after }, env, engine);

    test('a second factor is enrolled, used by code and by recovery code, and removed', async () => {
      const { stdout, stderr } = await run('user otp maria');
      assert.match(stdout, /secret/, stderr);
      const secret = /secret +([A-Z2-7]{32})/.exec(stdout)![1]!;
      const recovery = stdout.match(/^ {2}\w{4}-\w{4}-\w{4}-\w{4}$/gm)!.map(line => line.trim());
      assert.equal(recovery.length, 10);
      assert.match(stripVTControlCharacters(stdout), /▀▀▀▀▀/, 'a QR code');
      assert.match(await (await login()).text(), /a one-time password is needed/);
      const otp = new TOTP({ secret }).generate();
      assert.equal((await login({ otp })).status, 200);
      assert.equal((await login({ otp })).status, 401);
      assert.equal((await login({ otp: recovery[0]! })).status, 200);
      assert.match((await run('user list')).stdout, /maria .* yes/);
      await run('user otp maria --remove');
      assert.equal((await login()).status, 200);
    });

    test('sessions, audit trail, unlocking and deleting work on a running service', async () => {
      const username = 'petros';
      await run('user add petros', `${password}\n`);
      const { refresh_token } = (await (await login({ username })).json()) as Tokens;
      assert.match((await run('user sessions petros')).stdout, /127\.0\.0\.1/);
      const [session] = JSON.parse((await run('user sessions petros --json')).stdout);
      assert.equal(
        (await run(`user sessions petros --end ${session.id}`)).stdout,
        '1 session of petros ended\n',
      );
      assert.equal((await post('/auth/token/refresh', { refresh_token })).status, 401);
      for (let i = 0; i < 10; i++) await login({ username, password: 'wrong' });
      assert.equal((await login({ username })).status, 401, 'locked');
      await run('user unlock petros');
      assert.equal((await login({ username })).status, 200);
      await run('user delete petros');
      assert.equal((await login({ username })).status, 401);
      const log = linesOf((await run('user log --json')).stdout);
      const events = log.map(entry => entry.event);
      assert.ok(events.includes('sessions ended') && events.includes('user deleted'));
      assert.match((await run('user log --limit 3')).stdout, /command line \(.+\) +user deleted/);
    });

    test('neither log nor database holds a password, token, code or secret in the clear', async () => {
      const { stdout, stderr } = await run('user otp maria');
      assert.match(stdout, /secret/, stderr);
      const otpSecret = /secret +([A-Z2-7]{32})/.exec(stdout)![1]!;
      const recovery = /^ {2}(\w{4}-\w{4}-\w{4}-\w{4})$/m.exec(stdout)![1]!;
      const otp = new TOTP({ secret: otpSecret }).generate();
      const first = (await (await login({ otp })).json()) as Tokens;
      const refreshed = await post('/auth/token/refresh', { refresh_token: first.refresh_token });
      const second = (await refreshed.json()) as Tokens;
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
      const lines = serving
        .log()
        .trim()
        .split('\n')
        .map(line => JSON.parse(line));
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
        otpSecret,
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
  const { url, run, login, use } = await open(t);
  const kidOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid as string;
  const first = ((await (await login()).json()) as Tokens).access_token;
  let stopped = false;
  const kids = new Set<string>();
  const wrong: number[] = [];
  const load = [0, 1].map(async () => {
    while (!stopped) {
      const { access_token } = (await (await login()).json()) as Tokens;
      kids.add(kidOf(access_token));
      for (const token of [first, access_token]) {
        const status = await use(token);
        if (status !== 200) wrong.push(status);
      }
      await sleep(100);
    }
  });
  assert.match((await run('keys rotate')).stdout, /is published and signs from/);
  // Soon instead of in ten minutes.
  const db = new DatabaseSync(url.replace('sqlite:', ''));
  db.exec(`UPDATE signing_keys SET signs_from_ms = ${Date.now() + 2_000} WHERE generation > 1`);
  db.close();
  const deadline = Date.now() + 60_000;
  while (kids.size < 2 && Date.now() < deadline) await sleep(200);
  stopped = true;
  await Promise.all(load);
  assert.deepEqual(wrong, []);
  assert.equal(kids.size, 2, 'the new key signs');

  const states = JSON.parse((await run('keys list --json')).stdout) as Record<string, string>[];
  assert.deepEqual(
    states.map(key => key.state),
    ['signs', 'retired'],
  );
  const signs = await run(`keys remove ${states[0]!.kid}`);
  assert.match(signs.stderr, /is the key that signs: run 'ktima keys rotate --now' first/);
  await run(`keys remove ${states[1]!.kid}`);
  const gone = Date.now() + 60_000;
  while ((await use(first)) === 200 && Date.now() < gone) await sleep(200);
  assert.equal(await use(first), 401);
});

longTest('the key secret is changed without a failed login', async t => {
  const old = 'the key secret of before, long enough';
  const secret = 'the key secret of now, long enough';
  const first = await open(t, { KTIMA_KEY_SECRET: old });
  const { stdout } = await first.run('user otp maria');
  const totp = new TOTP({ secret: /secret +([A-Z2-7]{32})/.exec(stdout)![1]! });
  const { refresh_token, access_token } = (await (
    await first.login({ otp: totp.generate() })
  ).json()) as Tokens;
  await first.serving.stop();

  const { env } = first.home;
  const both = { ...env, KTIMA_KEY_SECRET: secret, KTIMA_OLD_KEY_SECRET: old };
  const sealed = await ktimaHere(both, ['keys', 'seal']);
  assert.match(sealed.stdout, /^sealed: signing keys 1, second factors 1; KTIMA_OLD_KEY_/);
  const again = await ktimaHere(both, ['keys', 'seal']);
  assert.equal(again.stdout, 'everything is already sealed with KTIMA_KEY_SECRET\n');
  const refused = await ktima({ ...env, KTIMA_KEY_SECRET: old }, ['serve', 'auth']);
  assert.equal(refused.code, 1);
  assert.match(
    fatalOf(refused.stderr),
    /^KTIMA_KEY_SECRET is not the one that was used: signing key .{8}… is sealed$/,
  );

  const serving = await serveHere({ ...env, KTIMA_KEY_SECRET: secret });
  t.after(serving.stop);
  const post = (path: string, fields: Record<string, string>) =>
    fetch(serving.auth + path, { method: 'POST', body: new URLSearchParams(fields) });
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
    const { access_token } = (await (await login()).json()) as Tokens;
    const other = ((await (await loginAsDemo(serving.auth)).json()) as Tokens).access_token;
    const useApart = (token = access_token) => useToken(apart.api, token);
    assert.equal(await useApart(), 200);
    await run('user disable maria');
    const deadline = Date.now() + 60_000;
    while ((await useApart()) === 200 && Date.now() < deadline) await sleep(100);
    assert.equal(await useApart(), 401);
    await serving.stop();
    assert.deepEqual([await useApart(other), await useApart(other.replace(/.$/, '!'))], [200, 401]);
  },
);
