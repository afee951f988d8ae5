import assert from 'node:assert/strict';
import test from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { openLog } from '#app/services/service.ts';
import { compressText, sendJson } from '#http/server/send-json.ts';
import { createServer } from '#http/server/server.ts';

const large = JSON.stringify(Array.from({ length: 2_000 }, (_, i) => ({ id: i, name: 'Πλατεία' })));

const server = createServer({ log: openLog('silent', 'api'), accessLog: false });
compressText(server);
server.get('/large', (_request, reply) => sendJson(reply, Buffer.from(large)));

const ask = (url: string, accepted?: string) =>
  server.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

test('a large response is compressed with the coding that the client prefers', async () => {
  const cases: [string, string, (bytes: Buffer) => Buffer][] = [
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['zstd;q=0.5, br;q=0.4, gzip', 'gzip', gunzipSync],
    ['GZIP', 'gzip', gunzipSync],
    ['*', 'zstd', zstdDecompressSync],
  ];
  for (const [accepted, coding, decompress] of cases) {
    const { headers, rawPayload } = await ask('/large', accepted);
    assert.equal(headers['content-encoding'], coding, accepted);
    assert.equal(headers['content-length'], String(rawPayload.length));
    assert.equal(headers.vary, 'accept-encoding');
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(decompress(rawPayload).toString(), large);
    assert.ok(rawPayload.length < large.length / 5);
  }
});

test('without a matching Accept-Encoding the response is not compressed', async () => {
  for (const accepted of [undefined, '', 'identity', 'deflate', 'gzip;q=0', 'identity, *;q=0']) {
    const { headers, body } = await ask('/large', accepted);
    assert.equal(headers['content-encoding'], undefined, accepted);
    assert.equal(body, large);
  }
});

test('text of more than 1 kB is compressed, whatever way it is sent; other bodies are not', async () => {
  const text = 'α'.repeat(501);
  const cases: [string, boolean, string, unknown][] = [
    ['an object', true, 'application/json', { text }],
    ['a string', true, 'application/geo+json', JSON.stringify({ text })],
    ['a page', true, 'text/html', `<p>${text}</p>`],
    ['bytes of text', true, 'application/json', Buffer.from(`"${text}"`)],
    ['a short text', false, 'application/json', `"${text.slice(3)}"`],
    ['bytes of another type', false, 'image/png', Buffer.alloc(5_000)],
  ];
  for (const [i, [what, isCompressed, type, body]] of cases.entries()) {
    const one = createServer({ log: openLog('silent', 'api'), accessLog: false });
    compressText(one);
    one.get('/', (_request, reply) => reply.header('etag', `"${i}"`).type(type).send(body));
    for (const method of ['GET', 'HEAD'] as const) {
      const accepted = { 'accept-encoding': 'gzip' };
      const { headers, rawPayload } = await one.inject({ method, url: '/', headers: accepted });
      assert.equal(headers['content-encoding'], isCompressed ? 'gzip' : undefined, what);
      assert.equal(headers.vary, isCompressed ? 'accept-encoding' : undefined, what);
      // A strong tag stands for one coding only.
      assert.equal(headers.etag, isCompressed ? `W/"${i}"` : `"${i}"`, what);
      if (method === 'HEAD' || !isCompressed) continue;
      const isObject = typeof body === 'object' && !Buffer.isBuffer(body);
      const expected = isObject ? JSON.stringify(body) : String(body);
      assert.equal(gunzipSync(rawPayload).toString(), expected);
    }
  }
});

test('beyond a number at once, bodies are sent as they are', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask('/large', 'gzip')));
  const sent = answers.map(({ headers, rawPayload }) =>
    headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload,
  );
  for (const bytes of sent) assert.equal(bytes.toString(), large);
  const compressed = answers.filter(({ headers }) => headers['content-encoding']).length;
  // How many more depends on how fast the first are done.
  assert.ok(compressed >= 32, `${compressed} of 60`);
  assert.equal((await ask('/large', 'gzip')).headers['content-encoding'], 'gzip');
});
