import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { isOurIssuer } from '#app/services/remote-tokens.ts';
import { checkPorts } from '#app/services/service.ts';
import { settingList } from '#app/settings/config.ts';
import { readSettings } from '#app/settings/read-settings.ts';
import { removedSettings } from '#app/settings/removed-settings.ts';
import { tileUrl } from '../console/src/pages/report/plan/aerial-tiles.ts';
import { startLocalServer } from './local-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('without variables the settings have their defaults', () => {
  const settings = readSettings({});
  assert.equal(settings.host, '127.0.0.1');
  assert.equal(settings.apiPort, 8000);
  assert.equal(settings.authPort, 8001);
  assert.equal(settings.databaseUrl, 'sqlite:var/ktima.db');
  assert.equal(settings.jwksUrl, undefined);
  assert.equal(settings.accessTokenSeconds, 3600);
  assert.equal(settings.metricsPort, undefined);
});

test('two settings of which only one may be set are refused', () => {
  for (const [one, other] of [
    ['KTIMA_OIDC_DISCOVERY_URL', 'KTIMA_JWKS_URL'],
    ['KTIMA_MAP_TILES_URL', 'KTIMA_MAP_STYLE_URL'],
  ] as const) {
    const message = `${one}: expected without ${other}, got both`;
    const url = 'https://x/{z}/{x}/{y}';
    assert.throws(() => readSettings({ [one]: url, [other]: url }), { message });
  }
});

test('single sign-on needs a provider, and leaves the keys to Ktima', () => {
  const url = 'https://id.example/.well-known/openid-configuration';
  assert.throws(() => readSettings({ KTIMA_OIDC_CLIENT_ID: 'ktima' }), {
    message: 'KTIMA_OIDC_CLIENT_ID: expected with KTIMA_OIDC_DISCOVERY_URL',
  });
  const provider = { KTIMA_OIDC_DISCOVERY_URL: url, KTIMA_OIDC_CLIENT_ID: 'ktima' };
  assert.equal(isOurIssuer(readSettings({ KTIMA_OIDC_DISCOVERY_URL: url })), false);
  assert.equal(isOurIssuer(readSettings(provider)), true);
  // The keys of an authentication service of Ktima elsewhere.
  readSettings({ ...provider, KTIMA_JWKS_URL: 'https://auth.example/.well-known/jwks.json' });
});

test('an empty variable counts as unset', () => {
  assert.equal(readSettings({ KTIMA_API_PORT: '' }).apiPort, 8000);
});

const issuersOf = (...changes: object[]) =>
  JSON.stringify(
    changes.map(change => ({ issuer: 'a', audience: 'b', jwks_url: 'https://a/k', ...change })),
  );

test('a wrong value is rejected with a message that names the variable', () => {
  const cases: [string, string, RegExp][] = [
    [
      'KTIMA_API_PORT',
      'eighty',
      /^KTIMA_API_PORT: expected a whole number from 0 to 65535, got "eighty"$/,
    ],
    ['KTIMA_API_PORT', '65536', /from 0 to 65535/],
    ['KTIMA_API_PORT', '-1', /from 0 to 65535/],
    ['KTIMA_LOG_LEVEL', 'loud', /one of fatal, error/],
    ['KTIMA_DATABASE_URL', 'mysql://x', /sqlite: and the path of a file/],
    ['KTIMA_JWKS_URL', 'ftp://x', /an http or https URL/],
    ['KTIMA_JWKS_URL', 'nonsense', /an http or https URL/],
    ['KTIMA_METRICS_PORT', 'on', /^KTIMA_METRICS_PORT: expected a whole number from 0 to 65535/],
    ['KTIMA_TRUST_PROXY', 'proxy.example', /addresses or networks like 10\.0\.0\.0\/8/],
    ['KTIMA_TRUST_PROXY', '10.0.0.0/33', /addresses or networks/],
    ['KTIMA_TRUST_PROXY', '10.0.0.1,,10.0.0.2', /addresses or networks/],
    ['KTIMA_TOKEN_ALGORITHMS', 'HS256', /some of ES256, /],
    ['KTIMA_TOKEN_ALGORITHMS', 'none', /some of ES256, /],
    ['KTIMA_TOKEN_TYPES', 'at+jwt,anything', /some of at\+jwt, JWT/],
    ['KTIMA_DEFAULT_SCOPES', 'places,all', /some of places, report/],
    ['KTIMA_REQUIRE_TOKEN', 'none', /one of some, all/],
    ['KTIMA_TRUSTED_ISSUERS', 'https://id.example', /a JSON list of issuers/],
    ['KTIMA_TRUSTED_ISSUERS', '{}', /a JSON list of issuers/],
    ['KTIMA_TRUSTED_ISSUERS', '[null]', /issuer, audience, and jwks_url or discovery_url/],
    ['KTIMA_TRUSTED_ISSUERS', issuersOf({ audience: undefined }), /issuer, audience, and jwks_url/],
    ['KTIMA_TRUSTED_ISSUERS', issuersOf({ jwks_url: undefined }), /jwks_url or discovery_url/],
    ['KTIMA_TRUSTED_ISSUERS', issuersOf({ discovery_url: 'https://b' }), /jwks_url or discovery/],
    ['KTIMA_TRUSTED_ISSUERS', issuersOf({ jwks_url: 'ftp://a' }), /an http or https URL/],
    ['KTIMA_TRUSTED_ISSUERS', issuersOf({ audience: 7 }), /a text as audience/],
    ['KTIMA_TRUSTED_ISSUERS', issuersOf({ algorithms: ['HS256'] }), /algorithms .* ES256/],
    ['KTIMA_TRUSTED_ISSUERS', issuersOf({ scopes: 'places' }), /scopes of an issuer as a list/],
    ['KTIMA_TRUSTED_ISSUERS', issuersOf({ secret: 'x' }), /not secret/],
    ['KTIMA_TRUSTED_ISSUERS', issuersOf({}, {}), /each issuer once/],
    [
      'KTIMA_TRUSTED_ISSUERS',
      issuersOf({ issuer: 'http://127.0.0.1:8001' }),
      /than that of KTIMA_ISSUER$/,
    ],
    ['KTIMA_CONSOLE_ORIGINS', 'https://a.example/', /origins like https:\/\/ktima\.example/],
    ['KTIMA_CONSOLE_ORIGINS', '*', /origins like/],
    ['KTIMA_CONSOLE_ORIGINS', 'https://a.example,null', /origins like/],
    ['KTIMA_MAP_TILES_URL', 'https://tiles.example/tile.png', /with \{z\}, \{x\} and \{y\}/],
    ['KTIMA_MAP_TILES_URL', 'file:///{z}/{x}/{y}', /an http or https URL/],
    ['KTIMA_IMAGERY_URL', 'https://aerial.example/{z}/{x}.jpg', /with \{z\}, \{x\} and \{y\}, or/],
    ['KTIMA_IMAGERY_URL', 'https://{s}.example/{z}/{x}/{y}.jpg', /no other part in braces, got/],
    ['KTIMA_IMAGERY_URL', 'https://a.example/WMTSCapabilities.xml', /\{TileMatrix\}, \{TileRow\}/],
    ['KTIMA_IMAGERY_URL', '//a.example/{z}/{x}/{y}.jpg', /an http or https URL/],
    ['KTIMA_KEY_SECRET', 'too short', /^KTIMA_KEY_SECRET: expected at least 32 characters/],
    [
      'KTIMA_API_PROT',
      '8000',
      /^KTIMA_API_PROT: there is no such setting; did you mean KTIMA_API_PORT\?$/,
    ],
    ['KTIMA_FROB', '1', /^KTIMA_FROB: there is no such setting$/],
  ];
  for (const [name, value, message] of cases) {
    assert.throws(() => readSettings({ [name]: value }), { code: 'BAD_SETTING', message });
  }
});

test('an empty variable counts as not set, whatever its name', () => {
  const names = [...Object.values(settingList).map(({ env }) => env), 'KTIMA_FROB'];
  const environment = Object.fromEntries(names.map(name => [name, '']));
  assert.deepEqual(readSettings(environment), readSettings({}));
});

test('all settings that were removed or are unknown are in one error, with what to do', () => {
  const gone = Object.fromEntries(removedSettings.keys().map(name => [name, 'x']));
  const all = { ...gone, KTIMA_FROB: 'x' };
  const named = new RegExp(
    Object.keys(all)
      .map(name => `${name}\\b`)
      .join('.*'),
  );
  assert.throws(() => readSettings(all), { code: 'BAD_SETTING', message: named });
  const message = /^KTIMA_WORKERS was removed: take it out; .*operations\.md/;
  assert.throws(() => readSettings({ KTIMA_WORKERS: '4' }), { message });
});

test('lists are read with or without spaces', () => {
  const settings = readSettings({
    KTIMA_TRUST_PROXY: '10.0.0.0/8, ::1,fd00::/8',
    KTIMA_TOKEN_ALGORITHMS: 'RS256,ES256',
  });
  assert.deepEqual(settings.trustedProxies, ['10.0.0.0/8', '::1', 'fd00::/8']);
  assert.deepEqual(settings.tokenAlgorithms, ['RS256', 'ES256']);
  assert.deepEqual(readSettings({}).trustedProxies, []);
  const { consoleOrigins } = readSettings({
    KTIMA_CONSOLE_ORIGINS: 'https://a.example, http://b.example:8080',
  });
  assert.deepEqual(consoleOrigins, ['https://a.example', 'http://b.example:8080']);
});

test('the message about a rejected secret does not contain it', () => {
  const isSilent = (error: Error) => !error.message.includes('hunter2');
  assert.throws(() => readSettings({ KTIMA_KEY_SECRET: 'hunter2' }), isSilent);
  assert.throws(
    () => readSettings({ KTIMA_AUTH_DATABASE_URL: 'postgres:/user:hunter2@host/db' }),
    (error: Error) =>
      error.message.includes('postgres://user:password@') && !error.message.includes('hunter2'),
  );
});

test('a secret may come from a file', t => {
  const { path: folder } = temporaryFolder(t);
  const file = join(folder, 'url');
  writeFileSync(file, 'postgres://ktima:hunter2@db/ktima\n');
  const environment = { KTIMA_DATABASE_URL_FILE: file };
  assert.equal(readSettings(environment).databaseUrl, 'postgres://ktima:hunter2@db/ktima');
  const refused: [Record<string, string>, RegExp][] = [
    [{ ...environment, KTIMA_DATABASE_URL: 'sqlite:x' }, /^KTIMA_DATABASE_URL_FILE: .* got both$/],
    [
      { KTIMA_KEY_SECRET_FILE: `${folder}/none` },
      /^KTIMA_KEY_SECRET_FILE: .*none: there is no such file$/,
    ],
    [{ KTIMA_KEY_SECRET_FILE: folder }, /^KTIMA_KEY_SECRET_FILE: .* it is a folder$/],
    [{ KTIMA_KEY_SECRET_FILE: '/dev/null' }, /^KTIMA_KEY_SECRET_FILE: .*null, it is empty$/],
    [{ KTIMA_KEY_SECRET_FILE: file, KTIMA_HOST_FILE: file }, /^KTIMA_HOST_FILE: there is no such/],
  ];
  writeFileSync(join(folder, 'bad'), 'mysql://user:hunter2@db');
  refused.push([{ KTIMA_DATABASE_URL_FILE: join(folder, 'bad') }, /^KTIMA_DATABASE_URL: expected/]);
  for (const [given, message] of refused) {
    assert.throws(() => readSettings(given), { code: 'BAD_SETTING', message });
    assert.throws(() => readSettings(given), { message: /^(?!.*hunter2)/ });
  }
});

test('.env.example lists every setting with its default and meaning', () => {
  const example = readFileSync('.env.example', 'utf8');
  const lines = [...example.matchAll(/^# ?([A-Z]+_\w+)=(.*)$/gm)];
  const listed = lines.map(([, env, value]) => [env, value]);
  const declared = Object.values(settingList).map(({ env, fallback }) => [env, fallback]);
  assert.deepEqual(listed, declared);
  const prose = example.replaceAll(/\n# /g, ' ');
  for (const { meaning } of Object.values(settingList)) assert.ok(prose.includes(meaning), meaning);
});

test('the issuer of tokens is the address of the authentication service, accounts outlive a new one', () => {
  const cases: [Record<string, string>, string, string][] = [
    [{}, 'http://127.0.0.1:8001', 'urn:ktima:auth'],
    [{ KTIMA_HOST: '::1', KTIMA_AUTH_PORT: '9001' }, 'http://[::1]:9001', 'urn:ktima:auth'],
    [{ KTIMA_PUBLIC_AUTH_URL: 'https://a.example' }, 'https://a.example', 'urn:ktima:auth'],
    [{ KTIMA_PUBLIC_AUTH_URL: 'https://a.example/id/' }, 'https://a.example/id', 'urn:ktima:auth'],
    [{ KTIMA_ISSUER: 'https://b.example/' }, 'https://b.example/', 'https://b.example/'],
  ];
  for (const [given, issuer, accountIssuer] of cases) {
    const settings = readSettings(given);
    assert.deepEqual([settings.issuer, settings.accountIssuer], [issuer, accountIssuer]);
  }
});

test('two servers are not set to one port', () => {
  const check = (ports: Record<string, string>, only?: 'api' | 'auth') =>
    checkPorts(readSettings(ports), only);
  const both = { KTIMA_API_PORT: '9000', KTIMA_AUTH_PORT: '9000' };
  assert.throws(() => check(both), {
    code: 'BAD_SETTING',
    message: 'KTIMA_API_PORT and KTIMA_AUTH_PORT: expected two different ports, got 9000 for both',
  });
  check(both, 'api');
  check({ KTIMA_API_PORT: '0', KTIMA_AUTH_PORT: '0', KTIMA_METRICS_PORT: '0' });
  const metrics = { KTIMA_AUTH_PORT: '9000', KTIMA_METRICS_PORT: '9000' };
  assert.throws(() => check(metrics), /^KtimaError: KTIMA_AUTH_PORT and KTIMA_METRICS_PORT: /);
  check({ ...metrics, KTIMA_METRICS_HOST: '10.0.0.1' });
});

/** A tile of Athens, and what each kind of service is asked for. */
const tile = { z: 16, x: 37_086, y: 25_282 };
const services: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/xyz/{z}/{x}/{y}.jpg': {},
  '/rest/ortho/default/web/{TileMatrix}/{TileRow}/{TileCol}.jpg': {},
  '/wmts?LAYER=ortho&TILEMATRIXSET=web': {
    ...{ service: 'WMTS', request: 'GetTile', layer: 'ortho', tilematrixset: 'web' },
    ...{ style: 'default', tilematrix: '16', tilerow: '25282', tilecol: '37086' },
  },
  '/wms?LAYERS=KTBASEMAP&SRS=EPSG:900913': {
    ...{ service: 'WMS', request: 'GetMap', version: '1.1.1', layers: 'KTBASEMAP' },
    ...{ srs: 'EPSG:900913', width: '256', height: '256', styles: '', format: 'image/jpeg' },
  },
  '/wms?service=WMS&request=GetCapabilities&version=1.3.0&layers=a,b&format=image/png': {
    ...{ request: 'GetMap', version: '1.3.0', crs: 'EPSG:3857', layers: 'a,b' },
    format: 'image/png',
  },
};

test('aerial images of XYZ, WMTS and WMS are asked for as their services expect', async t => {
  const asked: URL[] = [];
  const { url } = await startLocalServer(t, (request, response) => {
    asked.push(new URL(request.url!, url));
    response.setHeader('content-type', 'image/jpeg').end('image');
  });
  for (const [address, expected] of Object.entries(services)) {
    const { imageryUrl } = readSettings({ KTIMA_IMAGERY_URL: url + address });
    assert.equal((await fetch(tileUrl(imageryUrl!, tile))).status, 200);
    const { pathname, searchParams } = asked.pop()!;
    for (const [name, text] of Object.entries(expected)) {
      assert.equal(searchParams.get(name), text, `${address}: ${name}`);
    }
    if (searchParams.has('bbox')) {
      const [west, south, east, north] = searchParams.get('bbox')!.split(',').map(Number);
      assert.ok(Math.abs(east! - west! - 611.5) < 1 && Math.abs(north! - south! - 611.5) < 1);
    } else if (!searchParams.has('tilerow'))
      assert.match(pathname, /16\/(37086\/25282|25282\/37086)/);
  }
});
