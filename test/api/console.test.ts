import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readStaticFiles } from '#http/server/static-files.ts';
import { compressFolder } from '../../console/build/compress.ts';
import { exchange } from '../http/exchange.ts';
import { openTestService } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { path: outside } = temporaryFolder();
const folder = join(outside, 'dist');
const script = `console.log(${JSON.stringify('Κτήμα '.repeat(500))});`;
const files: Record<string, string> = {
  'index.html': '<!doctype html><title>Ktima</title>',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/index-abc123.js': script,
  'assets/map-abc123.bin': 'bytes',
  'assets/worker-abc123.mjs': script,
};
mkdirSync(join(folder, 'assets'), { recursive: true });
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
writeFileSync(join(outside, 'secret.txt'), 'secret');
compressFolder(folder);

const { api } = await openTestService({
  console: {
    files: readStaticFiles(folder),
    authUrl: (hostname = 'set.example') => new URL(`http://${hostname}:8001`),
    map: {
      tilesUrl: 'https://tiles.example/{z}/{x}/{y}.png',
      attribution: '© Tiles',
      imageryUrl: 'https://aerial.example/wms?bbox={bbox-epsg-3857}',
    },
  },
});
await api.listen({ host: '127.0.0.1', port: 0 });
after(() => api.close());

function get(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  return api.inject({ method, url, headers });
}

test('the console is served at / with an ETag and revalidated each time', async () => {
  const page = await get('/');
  assert.equal(page.statusCode, 200);
  assert.equal(page.body, files['index.html']);
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(page.headers['cache-control'], 'no-cache');
  const etag = page.headers.etag as string;
  assert.match(etag, /^"[\w-]{22}"$/);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await get('/', { 'if-none-match': known });
    assert.equal(again.statusCode, 304, known);
    assert.equal(again.body, '');
    assert.equal(again.headers.etag, etag);
  }
  assert.equal((await get('/', { 'if-none-match': '"other"' })).statusCode, 200);
  assert.equal((await get('/?report=1')).body, files['index.html']);
});

test('assets are cached for a year, and other files are not', async () => {
  const asset = await get('/assets/index-abc123.js');
  assert.equal(asset.body, script);
  assert.equal(asset.headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable');
  const icon = await get('/favicon.svg');
  assert.equal(icon.headers['content-type'], 'image/svg+xml');
  assert.equal(icon.headers['cache-control'], 'no-cache');
  const unknown = await get('/assets/map-abc123.bin');
  assert.equal(unknown.headers['content-type'], 'application/octet-stream');
});

test('a file is sent in the coding that the browser prefers, each with its own ETag', async () => {
  const path = '/assets/index-abc123.js';
  const cases: [string, string | undefined][] = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['deflate', undefined],
    ['', undefined],
  ];
  const tags = new Set<unknown>();
  for (const [accepted, coding] of cases) {
    const response = await get(path, { 'accept-encoding': accepted });
    assert.equal(response.headers['content-encoding'], coding, accepted);
    assert.equal(response.headers.vary, 'accept-encoding');
    assert.equal(Number(response.headers['content-length']), response.rawPayload.length);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? ''];
    assert.equal(String(unpack ? unpack(response.rawPayload) : response.rawPayload), script);
    assert.ok(response.rawPayload.length < 300 || coding === undefined);
    tags.add(response.headers.etag);
  }
  assert.equal(tags.size, 3);
  const worker = await get('/assets/worker-abc123.mjs', { 'accept-encoding': 'br' });
  assert.equal(worker.headers['content-encoding'], 'br');
  assert.equal(worker.headers['content-type'], 'text/javascript; charset=utf-8');
  const small = await get('/', { 'accept-encoding': 'br' });
  assert.equal(small.headers['content-encoding'], undefined);
});

test('HEAD has the same headers as GET', async () => {
  const [head, full] = [await get('/', {}, 'HEAD'), await get('/')];
  assert.equal(head.statusCode, 200);
  assert.equal(head.body, '');
  for (const name of ['etag', 'content-length', 'content-type', 'content-security-policy']) {
    assert.equal(head.headers[name], full.headers[name], name);
  }
});

test('every file comes with strict headers, without anything inline', async () => {
  for (const path of ['/', '/assets/index-abc123.js']) {
    const { headers } = await get(path, { host: 'localhost:8000' });
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
        "font-src 'self'; worker-src 'self' blob:; " +
        "connect-src 'self' http://localhost:8001 https://tiles.example https://aerial.example; " +
        "manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    );
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    const value = 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()';
    assert.equal(headers['permissions-policy'], value);
  }
});

test('the login URL of the page depends on the host name it was opened by', async () => {
  const cases: [string, string][] = [
    ['localhost:8000', 'http://localhost:8001'],
    ['127.0.0.1:8000', 'http://127.0.0.1:8001'],
    ['[::1]:8000', 'http://[::1]:8001'],
  ];
  for (const [host, authUrl] of cases) {
    const settings = await get('/console.json', { host });
    assert.deepEqual(settings.json(), {
      auth_url: authUrl,
      sign_on_name: null,
      demo_login: null,
      login_required: false,
      map: {
        style_url: null,
        tiles_url: 'https://tiles.example/{z}/{x}/{y}.png',
        attribution: '© Tiles',
        imagery_url: 'https://aerial.example/wms?bbox={bbox-epsg-3857}',
        imagery_attribution: null,
      },
      example_parcel: { kaek: '050681726003', latitude: 37.9001, longitude: 23.70015 },
      empty_layers: ['addresses', 'settlements', 'boundaries', 'named_places'],
      version: '2.0.0',
    });
    assert.equal(settings.headers['cache-control'], 'no-cache');
    const policy = (await get('/', { host })).headers['content-security-policy'] as string;
    assert.equal(policy.includes('unsafe-inline'), false);
    assert.equal(policy.split(';').length, 11);
  }
  for (const host of ["x;script-src 'unsafe-inline'", 'x, y']) {
    assert.equal((await get('/', { host })).statusCode, 400);
  }
});

test('nothing but the listed files is served', async () => {
  const { port } = api.server.address() as AddressInfo;
  for (const path of [
    '/index.html',
    '/assets',
    '/assets/',
    '/assets/index-abc123.js.br',
    '/assets/index-abc123.js/',
    '/ASSETS/index-abc123.js',
    '/assets/other.js',
    '/report',
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..\\..\\secret.txt',
    '/assets/index-abc123.js%00',
    '//assets/index-abc123.js',
    `/${folder}/index.html`,
  ]) {
    // As it is: `inject` and `fetch` would tidy it up.
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const { text } = await exchange(port, request);
    assert.match(text, /^HTTP\/1\.1 4\d\d /, path);
    assert.match(text, /\r\n\r\n\{"error":4\d\d,"message":"[^"]+"\}$/, path);
  }
});

test('without a build, the message explains how to build the console', async () => {
  const { api: bare } = await openTestService({
    console: {
      files: readStaticFiles(join(outside, 'nowhere')),
      authUrl: () => undefined,
      map: {},
    },
  });
  const response = await bare.inject('/');
  assert.equal(response.statusCode, 404);
  assert.match(response.json().message, /^the console is not built: run `npm run build`/);
  assert.equal((await bare.inject('/console.json')).json().auth_url, null);
});
