// The short way (src/http/short-way.ts) against the long one, which `inject` always takes.
import assert from 'node:assert/strict';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { after } from 'node:test';
import fc from 'fast-check';
import Type from 'typebox';
import { openLog } from '../../src/cli/services.ts';
import { type Asked, onEachRequest, shortWayTaken } from '../../src/http/each-request.ts';
import { drain } from '../../src/http/lifecycle.ts';
import { createServer } from '../../src/http/server.ts';
import { openShortWay } from '../../src/http/short-way.ts';
import { openTestService, parcels, type TestOptions } from '../service.ts';

const agent = new Agent({ keepAlive: true });
after(() => agent.destroy());

/** A service that listens. */
async function listen(options: TestOptions) {
  const { api } = await openTestService(options);
  await api.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.server.address() as AddressInfo;
  after(() => api.close());
  const taken: Asked[] = [];
  api.server.on(shortWayTaken, (asked: Asked) => taken.push(asked));
  return { api, port, taken };
}

const overMemory = await listen({ parcelsInMemory: true });
const overDatabase = await listen({ parcelsInMemory: false });

type Headers = Record<string, string | string[]>;

/** Asks over a connection; tells whether the short way was taken. */
async function ask(path: string, headers: Headers = {}, { port, taken } = overMemory) {
  const before = taken.length;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers, agent }, resolve).on('error', reject);
  });
  const body = Buffer.concat(await answer.toArray()).toString();
  const isShort = taken.length > before;
  return { status: answer.statusCode!, headers: answer.headers, body, isShort };
}

async function askLong(path: string, headers: Headers = {}, { api } = overMemory) {
  const { statusCode: status, headers: got, body } = await api.inject({ url: path, headers });
  return { status, headers: got, body };
}

/** What both ways must have in common: all but times, counted names and what connections need. */
function common({ status, headers, body }: Awaited<ReturnType<typeof askLong>>, id?: string) {
  const { date, connection, 'x-request-id': name, ...rest } = headers;
  assert.match(String(name), /^[\w.-]{1,64}$/);
  return { status, headers: rest, body, name: name === id ? id : 'a new one' };
}

const cost = '/api/reconstruction-cost/';
const kaek = '/api/geocoding/kaek-search/';
const goodCost = `${cost}?postal_code=10563&property_type=house&build_area=85`;
const goodKaek = `${kaek}?kaek_code=${parcels[0]!.kaek}`;

test('a plain request takes the short way', async () => {
  for (const path of [
    goodCost,
    `${goodCost}&construction_year=1998`,
    `${goodCost}&explain=true`,
    `${cost}?build_area=8.5e1&property_type=house&postal_code=10`,
    `${goodCost}&unknown=1`,
    goodKaek,
    `${goodKaek}%2F0%2F1`,
    `${kaek}?kaek_code=05+068+1726.003&srid=4326`,
  ]) {
    for (const service of [overMemory, overDatabase]) {
      const answer = await ask(path, {}, service);
      assert.equal(answer.isShort, true, path);
      assert.equal(answer.status, 200);
      assert.deepEqual(common(answer), common(await askLong(path, {}, service)), path);
    }
  }
});

test('what is out of the ordinary takes the long way', async () => {
  const cases: [path: string, status: number, headers?: Headers][] = [
    [cost, 400],
    [`${cost}?`, 400],
    [`${goodCost}&build_area=86`, 400],
    [`${goodCost}#&build_area=86`, 400],
    [`${goodCost}&construction_year=2099`, 400],
    [`${cost}?postal_code=99563&property_type=house&build_area=85`, 422],
    [goodCost, 200, { 'content-length': '0' }],
    [goodCost, 200, { 'transfer-encoding': 'chunked' }],
    [goodCost, 200, { connection: 'close' }],
    [goodCost, 415, { 'content-encoding': 'gzip' }],
    [`${goodCost}&x=${'y'.repeat(8_192)}`, 414],
    [`${kaek}?kaek_code=050681726004`, 404],
    [`${kaek}?kaek_code=1`, 400],
    [`${goodKaek}&srid=2100`, 200],
    [`${goodKaek}&srid=3857`, 400],
    [goodKaek, 200, { accept: 'application/geo+json' }],
    [`${goodKaek}&srid=2100`, 400, { accept: 'application/geo+json' }],
    [goodKaek.replace('kaek-search', 'kaek%2Dsearch'), 200],
    [`/api/reconstruction-cost?${goodCost.split('?')[1]}`, 308],
  ];
  for (const [path, status, headers] of cases) {
    const answer = await ask(path, headers);
    assert.equal(answer.isShort, false, path);
    assert.equal(answer.status, status, path);
  }
});

test('both ways give the same answers', async () => {
  const value = fc.constantFrom(
    ...['10563', '10', 'house', 'apartment', 'villa', '85', '0', '-1', '1e3', '1e400', 'NaN'],
    ...['1998', '2099', '050681726003', '05 0681-726.003', '050681726003/0/1', '12098ΕΚ00029'],
    ...['4326', '2100', 'true', 'false', '', ' ', '%', '+', '\u0000', '&', '=', '😀', '__proto__'],
  );
  const name = fc.constantFrom(
    ...['postal_code', 'property_type', 'build_area', 'construction_year', 'explain'],
    ...['kaek_code', 'srid', 'x', '__proto__', ''],
  );
  const written = fc.oneof(value.map(encodeURIComponent), fc.constantFrom('%', '%zz', '+', '%2B'));
  const extra = fc
    .array(fc.tuple(name, written), { maxLength: 3 })
    .map(pairs => pairs.map(([name, text]) => `&${name}=${text}`).join(''));
  const path = fc.tuple(fc.constantFrom(`${cost}?`, `${kaek}?`, goodCost, goodKaek), extra);
  const headers: fc.Arbitrary<Headers> = fc.record(
    {
      accept: fc.constantFrom(
        ...['*/*', 'application/json', 'application/geo+json', 'text/html', '', 'nonsense;q=x'],
        ...['application/geo+json;q=0.5, application/json'],
      ),
      'x-request-id': fc.constantFrom('mine', 'a b', 'x'.repeat(65), '<script>'),
      authorization: fc.constantFrom('Bearer x', 'Basic eDp5'),
      origin: fc.constant('https://elsewhere.example'),
    },
    { requiredKeys: [] },
  );
  let short = 0;
  await fc.assert(
    fc.asyncProperty(path, headers, async ([start, rest], headers) => {
      const url = start + rest;
      const answer = await ask(url, headers);
      const id = headers['x-request-id'] as string;
      assert.deepEqual(common(answer, id), common(await askLong(url, headers), id));
      assert.ok(answer.status === 200 || !answer.isShort, 'only good answers are short');
      short += Number(answer.isShort);
    }),
    { numRuns: 1_000 },
  );
  assert.ok(short > 100, `${short} of 1,000 took the short way`);
});

test('what fails on the short way is told by the long one', async () => {
  const broken = await openTestService();
  await broken.api.listen({ host: '127.0.0.1', port: 0 });
  const { port } = broken.api.server.address() as AddressInfo;
  await broken.store.close();
  const [short, long] = [
    await fetch(`http://127.0.0.1:${port}${goodKaek}`),
    await broken.api.inject(goodKaek),
  ];
  assert.ok(short.status >= 500);
  assert.equal(short.status, long.statusCode);
  assert.deepEqual(await short.json(), long.json());
  await broken.api.close();
});

test('who looks on is told when a request came in, not when its answer was made', async () => {
  const server = createServer({ log: openLog('silent'), accessLog: false });
  const query = Type.Object({});
  const answer = () => {
    const end = performance.now() + 30;
    while (performance.now() < end);
    return '{}';
  };
  openShortWay(server, '/', { query, answer });
  const took: number[] = [];
  onEachRequest(server, (_asked, _answer, began) => took.push(performance.now() - began));
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/?`)).text(), '{}');
  assert.equal(took.length, 1);
  assert.ok(took[0]! >= 30);
  await server.close();
});

test('a server that is stopping says so on either way', async () => {
  const stopping = await openTestService();
  await stopping.api.listen({ host: '127.0.0.1', port: 0 });
  const { port } = stopping.api.server.address() as AddressInfo;
  const stopped = drain(stopping.api);
  const answer = await fetch(`http://127.0.0.1:${port}${goodCost}`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('connection'), 'close');
  await answer.arrayBuffer();
  await stopped;
});
