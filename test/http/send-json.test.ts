import assert from 'node:assert/strict';
import test from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { compressText, sendJson } from '../../src/http/send-json.ts';
import { createServer } from '../../src/http/server.ts';
import { openLog } from '../../src/services/service.ts';

const large = JSON.stringify(Array.from({ length: 2_000 }, (_, i) => ({ id: i, name: 'Πλατεία' })));
const small = '[]';

const server = createServer({ log: openLog('silent', 'api'), accessLog: false });
compressText(server);
server.get('/large', (_request, reply) => sendJson(reply, Buffer.from(large)));
server.get('/small', (_request, reply) => sendJson(reply, Buffer.from(small)));

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

test('a small response is never compressed', async () => {
  const { headers, body } = await ask('/small', 'gzip, br, zstd');
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(headers['content-encoding'], undefined);
  assert.equal(body, small);
});
