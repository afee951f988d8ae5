import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { redirected } from '../../../src/import/download/http.ts';
import { publish, startSite } from './download-site.ts';
import {
  body,
  closedPort,
  etag,
  failure,
  fetchTo,
  holds,
  name,
  newFolder,
  rawSite,
} from './fixture.ts';

test('a response that is not HTTP is reported', async t => {
  const port = await rawSite(t, 'SSH-2.0-OpenSSH_9.6\r\n');
  const told = failure('UNAVAILABLE', /the host does not answer in HTTP$/);
  await assert.rejects(fetchTo(`http://127.0.0.1:${port}/a.csv`, newFolder()), told);
});

test('a file that the host packs on the way, although asked not to, is refused', async t => {
  const site = await startSite(t, (_, a) => {
    a.writeHead(200, { 'Content-Encoding': 'gzip', ETag: etag }).end(gzipSync(body));
  });
  const folder = newFolder();
  const told = failure('BAD_DATA', /expected the file as it is, the host sends it as gzip$/);
  await assert.rejects(fetchTo(site.url, folder), told);
  assert.deepEqual(readdirSync(folder), []);
});

test('five redirects are followed and a loop is not', async t => {
  const site = await startSite(t, (q, a) => {
    const left = Number(/^\/(\d+)\//.exec(q.url!)?.[1] ?? 0);
    if (left === 0) return publish(q, a, { body, etag });
    a.writeHead(302, { Location: left === 99 ? '/99/x' : `/${left - 1}/other-name` }).end();
  });
  const at = (path: string) => `http://127.0.0.1:${site.port}${path}`;
  const folder = newFolder();
  const path = await fetchTo(at('/5/area.osm.pbf'), folder);
  assert.equal(path, join(folder, name));
  holds(path, body);
  for (const far of ['/6/a', '/99/a']) {
    const told = failure('UNAVAILABLE', /redirects more than 5 times/);
    await assert.rejects(fetchTo(at(far), newFolder()), told);
  }
});

test('a password goes to its own host alone, not where that redirects to', async t => {
  const other = await startSite(t, (q, a) => publish(q, a, { body, etag }));
  const site = await startSite(t, (_, a) => void a.writeHead(302, { Location: other.url }).end());
  holds(await fetchTo(`http://anna:geheim@127.0.0.1:${site.port}/a.csv`, newFolder()), body);
  assert.ok(site.asked()[0]!.headers.authorization);
  assert.equal(other.asked()[0]!.headers.authorization, undefined);
});

test('a redirect leads to https, or from http to http, and nowhere else', () => {
  const follow = (from: string, to?: string) => redirected(new URL(from), to).href;
  assert.equal(follow('https://a.test/x', '/y'), 'https://a.test/y');
  assert.equal(follow('http://a.test/x', 'https://b.test/'), 'https://b.test/');
  assert.equal(follow('http://a.test/x', '//b.test/y'), 'http://b.test/y');
  const refused = [
    ['https://a.test/x', 'http://a.test/y'],
    ['http://a.test/x', 'file:///etc/passwd'],
  ];
  for (const [from, to] of refused) {
    assert.throws(() => follow(from!, to), failure('UNAVAILABLE', /which is not followed/));
  }
  for (const nowhere of [undefined, 'http://']) {
    assert.throws(
      () => follow('http://a.test/', nowhere),
      failure('UNAVAILABLE', /no valid address/),
    );
  }
});

test('a host that stops sending is disconnected and asked again', async t => {
  const site = await startSite(t, (q, a, count) => {
    if (count === 1) return;
    if (count > 2) return publish(q, a, { body, etag });
    a.writeHead(200, { 'Content-Length': body.length, ETag: etag });
    a.write(body.subarray(0, 5000));
  });
  const folder = newFolder();
  holds(await fetchTo(site.url, folder, { idleMilliseconds: 200 }), body);
  assert.equal(site.asked().length, 3);
  assert.equal(site.asked()[2]!.headers.range, 'bytes=5000-');
});

test('a host that never answers is given up', async t => {
  const site = await startSite(t, () => {});
  const folder = newFolder();
  const told = failure('UNAVAILABLE', /the host does not answer$/);
  await assert.rejects(fetchTo(site.url, folder, { idleMilliseconds: 20 }), told);
  assert.deepEqual(readdirSync(folder), []);
});

test('waits grow up to a limit, and start again when something arrived', async t => {
  const site = await startSite(t, (q, a, count) => {
    publish(q, a, { body, etag, cutAfter: count === 3 ? 10 : 0 });
  });
  const waits: number[] = [];
  const wait = async (milliseconds: number) => waits.push(milliseconds / 1000);
  await assert.rejects(fetchTo(site.url, newFolder(), { wait }), failure('UNAVAILABLE', /cut/));
  assert.deepEqual(waits, [1, 2, 1, 2, 4, 8, 16, 32]);
});

test('a host that gives a byte at a time is given up after a hundred tries', async t => {
  const site = await startSite(t, (q, a) => publish(q, a, { body, etag, cutAfter: 1 }));
  await assert.rejects(fetchTo(site.url, newFolder()), failure('UNAVAILABLE', /cut/));
  assert.equal(site.asked().length, 100);
});

test('a busy host gets the next request after its Retry-After', async t => {
  const site = await startSite(t, (q, a, count) => {
    if (count === 3) return publish(q, a, { body });
    a.writeHead(503, { 'Retry-After': count === 1 ? '9' : '100000' }).end();
  });
  const waits: number[] = [];
  const wait = async (milliseconds: number) => waits.push(milliseconds / 1000);
  holds(await fetchTo(site.url, newFolder(), { wait }), body);
  assert.deepEqual(waits, [9, 60]);
});

const statuses: [number, RegExp, number][] = [
  [401, /asks for a login \(status 401\)$/, 1],
  [403, /does not give this file to us \(status 403\)$/, 1],
  [404, /area\.osm\.pbf: the host has no such file \(status 404\)$/, 1],
  [410, /no longer has this file/, 1],
  [204, /gave no file \(status 204\)/, 1],
  [304, /gave no file \(status 304\)/, 1],
  [206, /does not continue/, 7],
  [500, /gave no file \(status 500\)$/, 7],
];
for (const [status, message, times] of statuses) {
  test(`status ${status} is reported in one sentence after ${times} tries`, async t => {
    const site = await startSite(t, (_, a) => void a.writeHead(status).end());
    const folder = join(newFolder(), 'unmade');
    await assert.rejects(fetchTo(site.url, folder), failure('UNAVAILABLE', message));
    assert.equal(site.asked().length, times);
    assert.ok(!existsSync(folder));
  });
}

test('an unknown host and a refused connection are reported at once', async () => {
  const wait = () => assert.fail('waited');
  const nowhere = 'http://no-such-host.invalid/a.osm.pbf';
  const unknown = failure(
    'UNAVAILABLE',
    /no-such-host.*(no host of this name|cannot be looked up)/,
  );
  await assert.rejects(fetchTo(nowhere, newFolder(), { wait }), unknown);
  const port = await closedPort();
  const refused = failure('UNAVAILABLE', /the host refuses the connection$/);
  await assert.rejects(fetchTo(`http://127.0.0.1:${port}/a`, newFolder(), { wait }), refused);
  // `fetch` does not use the ports of other protocols.
  const blocked = failure(
    'UNAVAILABLE',
    /:1\/a: cannot be fetched \(bad port\); check the address$/,
  );
  await assert.rejects(fetchTo('http://127.0.0.1:1/a', newFolder(), { wait }), blocked);
});
