import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { createClient } from '../../client/src/client.ts';
import { openConsole } from '../../src/cli/console.ts';
import { welcome } from '../../src/cli/welcome.ts';
import { readSettings } from '../../src/config.ts';
import { ktima, newHome, startKtima } from './ktima.ts';

const home = newHome();
after(home.remove);
const settingsOf = (api: string) => createClient({ apiUrl: api, authUrl: api }).consoleSettings();

test('a page on loopback finds the authentication service beside it, and may log in', async t => {
  const demo = await startKtima(home.env, '--demo');
  t.after(demo.stop);
  const { auth_url } = await settingsOf(demo.api);
  assert.equal(auth_url, demo.auth);
  const { port } = new URL(demo.api);
  const allowed = async (origin: string) => {
    const body = new URLSearchParams({ username: 'demo', password: 'ktima-demo' });
    const login = await fetch(`${auth_url}/auth/otp/login`, {
      method: 'POST',
      headers: { origin },
      body,
    });
    return login.headers.get('access-control-allow-origin');
  };
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    assert.equal(await allowed(`http://${name}:${port}`), `http://${name}:${port}`);
  }
  assert.equal(await allowed('http://localhost:3000'), null);
});

test('the addresses of login and map are as set', async t => {
  const env = {
    ...home.env,
    KTIMA_PUBLIC_AUTH_URL: 'https://login.example/ktima',
    KTIMA_MAP_STYLE_URL: 'https://maps.example/style.json',
    KTIMA_MAP_ATTRIBUTION: '© Maps',
  };
  const plain = await startKtima(env, 'api');
  t.after(plain.stop);
  assert.deepEqual(await settingsOf(plain.api), {
    auth_url: 'https://login.example/ktima',
    map: { style_url: 'https://maps.example/style.json', tiles_url: null, attribution: '© Maps' },
    version: '1.0.0',
  });
});

test('with keys from elsewhere and no address set, nobody is told to log in here', async t => {
  const env = { ...home.env, KTIMA_JWKS_URL: 'http://127.0.0.1:9/jwks' };
  const plain = await startKtima(env, 'api');
  t.after(plain.stop);
  assert.equal((await settingsOf(plain.api)).auth_url, null);
});

test('a host name that is none gives no address', () => {
  const { authUrl } = openConsole(readSettings({}), () => 8001);
  assert.equal(authUrl('localhost')?.origin, 'http://localhost:8001');
  for (const name of ['1.2.3.400', '[::1::]']) assert.equal(authUrl(name), undefined, name);
});

test('the welcome shows the console where it was built', () => {
  const addresses = { api: 'http://127.0.0.1:8000', auth: 'http://127.0.0.1:8001' };
  assert.match(
    welcome({ ...addresses, hasConsole: true }, false),
    /console +\S*http:\S+8000\/\S*\n/,
  );
  assert.doesNotMatch(welcome({ ...addresses, hasConsole: false }, false), /console/);
});

test('a style and tiles at once stop the start', async () => {
  const env = {
    ...home.env,
    KTIMA_MAP_STYLE_URL: 'https://maps.example/style.json',
    KTIMA_MAP_TILES_URL: 'https://maps.example/{z}/{x}/{y}.png',
  };
  const { code, stderr } = await ktima(env, ['serve']);
  assert.equal(code, 1);
  assert.match(stderr, /^ktima: KTIMA_MAP_TILES_URL: expected without KTIMA_MAP_STYLE_URL/);
});
