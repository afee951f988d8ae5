import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import test, { after } from 'node:test';
import { welcome } from '#app/commands/run-services.ts';
import { openConsole } from '#app/services/open-console.ts';
import { readSettings } from '#app/settings/read-settings.ts';
import { plainText } from '#tools/terminal/print.ts';
import { createClient } from '../../client/src/client.ts';
import { casesIn } from '../cases.ts';
import { newHome, serveHere } from '../commands/ktima.ts';

const home = newHome();
after(home.remove);
const settingsOf = (api: string) => createClient({ apiUrl: api, authUrl: api }).consoleSettings();

const demo = await serveHere(home.env, '--demo');
after(demo.stop);
const { port } = new URL(demo.api);

/** The origin that may read the answer to a login, if a page of this origin may. */
async function allowed(origin: string): Promise<string | null> {
  const body = new URLSearchParams({ username: 'demo', password: 'ktima-demo' });
  const headers = { origin };
  const login = await fetch(`${demo.auth}/auth/otp/login`, { method: 'POST', headers, body });
  return login.headers.get('access-control-allow-origin');
}

test('a page on loopback finds the authentication service beside it, and may log in', async () => {
  assert.equal((await settingsOf(demo.api)).auth_url, demo.auth);
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    assert.equal(await allowed(`http://${name}:${port}`), `http://${name}:${port}`);
  }
  assert.equal(await allowed('http://localhost:3000'), null);
});

test('a page under a foreign name that resolves to loopback (DNS rebinding) learns nothing of it', async () => {
  const foreign = `evil.example:${port}`;
  const settings = await getAs(foreign, `${demo.api}/console.json`);
  assert.equal(JSON.parse(settings.body).auth_url, demo.auth);
  for (const { headers, body } of [settings, await getAs(foreign, demo.api)]) {
    assert.doesNotMatch(JSON.stringify(headers) + body, /evil\.example/);
  }
  assert.equal(await allowed(`http://${foreign}`), null);
});

test('health probes are answered whatever their Host is', async () => {
  for (const path of ['/healthz', '/readyz']) {
    for (const service of [demo.api, demo.auth]) {
      assert.equal((await getAs('10.0.0.7', service + path)).status, 200, service + path);
    }
  }
});

/** Sends a request like a browser that reached the service under another name; `fetch` cannot. */
async function getAs(host: string, url: string) {
  const request = get(url, { headers: { host }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const { statusCode: status, headers } = response;
  return { status, headers, body: await text(response) };
}

test('the addresses of login and map are as set', async t => {
  const env = {
    ...home.env,
    KTIMA_PUBLIC_AUTH_URL: 'https://login.example/ktima',
    KTIMA_MAP_STYLE_URL: 'https://maps.example/style.json',
    KTIMA_MAP_ATTRIBUTION: '© Maps',
    KTIMA_IMAGERY_URL: 'https://aerial.example/{TileMatrix}/{TileRow}/{TileCol}.jpg',
    KTIMA_IMAGERY_ATTRIBUTION: '© Flights',
  };
  const plain = await serveHere(env, 'api');
  t.after(plain.stop);
  assert.deepEqual(await settingsOf(plain.api), {
    auth_url: 'https://login.example/ktima',
    sign_on_name: null,
    demo_login: null,
    login_required: false,
    map: {
      style_url: 'https://maps.example/style.json',
      tiles_url: null,
      attribution: '© Maps',
      imagery_url: 'https://aerial.example/{z}/{y}/{x}.jpg',
      imagery_attribution: '© Flights',
    },
    example_parcel: null,
    empty_layers: ['costs', 'places', 'parcels', 'settlements', 'boundaries', 'named_places'],
    version: '2.0.0',
  });
});

test('with keys from another issuer and no address set, the page offers no login', async t => {
  const plain = await serveHere({ ...home.env, KTIMA_JWKS_URL: 'http://127.0.0.1:9/jwks' }, 'api');
  t.after(plain.stop);
  assert.equal((await settingsOf(plain.api)).auth_url, null);
});

test('a host name is trusted if it is configured or loopback; otherwise the configured one is used', () => {
  const origins = 'KTIMA_CONSOLE_ORIGINS=http://ktima.lan:8000,http://two.lan';
  // The settings, the names by which the page is opened, and where it logs in.
  for (const [settings, hosts, expected] of casesIn(`
                                                | localhost, LOCALHOST | http://localhost:8001
                                                | [::1]                | http://[::1]:8001
                                                | 127.0.0.1, evil.example, localhost.evil.example | http://127.0.0.1:8001
                                                | 127.0.0.1.evil.example, 1.2.3.400, [::1::]      | http://127.0.0.1:8001
    KTIMA_HOST=::1                              | evil.example         | http://[::1]:8001
    KTIMA_HOST=192.168.1.5                      | 192.168.1.5, evil.example | http://192.168.1.5:8001
    KTIMA_HOST=192.168.1.5                      | localhost            | http://localhost:8001
    KTIMA_HOST=0.0.0.0                          | localhost            | http://localhost:8001
    KTIMA_HOST=0.0.0.0                          | evil.example, 0.0.0.0
    KTIMA_HOST=:: ${origins}                    | ktima.lan, evil.example | http://ktima.lan:8001
    KTIMA_HOST=:: ${origins}                    | two.lan              | http://two.lan:8001
    KTIMA_PUBLIC_AUTH_URL=https://login.example | localhost, evil.example | https://login.example
  `)) {
    const env = Object.fromEntries(settings.split(' ').map(one => one.split('=')));
    const { authUrl } = openConsole(readSettings(env), () => 8001);
    for (const host of hosts.split(', ')) {
      assert.equal(authUrl(host)?.origin ?? '', expected, `${settings} opened as ${host}`);
    }
  }
  const { authUrl } = openConsole(readSettings({}), () => 8001);
  assert.equal(authUrl(undefined)?.origin, 'http://127.0.0.1:8001');
});

const urls = { api: 'http://127.0.0.1:8000', auth: 'http://127.0.0.1:8001' };

test('the welcome shows the console where it was built', () => {
  const shown = (hasConsole: boolean) =>
    plainText(welcome({ urls, features: { hasConsole }, metrics: undefined }, false));
  assert.match(shown(true), /console +\S*http:\S+8000\/\S*\n/);
  assert.doesNotMatch(shown(false), /console/);
});

test('the welcome of the demo shows its login only where that works', () => {
  const shown = (hasDemoLogin: boolean) =>
    plainText(welcome({ urls, features: { hasDemoLogin }, metrics: undefined }, true));
  assert.match(shown(true), /demo login +demo \/ ktima-demo\n/);
  const none = /demo login +none: the user demo is not the demo user, or is disabled/;
  assert.match(shown(false), none);
});
