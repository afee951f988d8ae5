import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import fc from 'fast-check';
import { KtimaError } from '../../../src/errors.ts';
import { download } from '../../../src/import/download/download.ts';
import { type Published, publish, startSite } from './download-site.ts';
import {
  body,
  etag,
  failure,
  fetchTo,
  finished,
  hash,
  holds,
  kept,
  lastModified,
  leavePart,
  name,
  newer,
  newFolder,
  rawSite,
} from './fixture.ts';

test('a file arrives whole, with progress, in a folder made for it', async t => {
  const site = await startSite(t, (q, a) => publish(q, a, { body, etag }));
  const folder = join(newFolder(), 'deep', 'down');
  const steps: [number, number | undefined][] = [];
  const path = await download(site.url, folder, (...step) => steps.push(step));
  assert.equal(path, join(folder, name));
  holds(path, body);
  assert.deepEqual(readdirSync(folder).sort(), finished);
  assert.deepEqual(steps[0], [0, body.length]);
  assert.deepEqual(steps.at(-1), [body.length, body.length]);
  assert.equal(site.asked()[0]!.headers['accept-encoding'], 'identity');
});

for (const told of [{ etag }, { lastModified }, { etag, chunked: true }]) {
  test(`a connection cut at random bytes continues where it ended: ${JSON.stringify(told)}`, async t => {
    let cuts: number[] = [];
    const site = await startSite(t, (q, a) => {
      publish(q, a, { body, ...told, cutAfter: cuts.shift() ?? Infinity });
    });
    const cutsOf = fc.array(fc.integer({ min: 0, max: body.length / 2 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(cutsOf, async planned => {
        cuts = [...planned];
        holds(await fetchTo(site.url, newFolder()), body);
      }),
      { numRuns: 15 },
    );
    assert.ok(site.asked().some(({ headers }) => headers.range && headers['if-range']));
  });
}

test('a download that was given up is continued by the next run', async t => {
  let healthy = false;
  const site = await startSite(t, (q, a, count) => {
    const cutAfter = healthy ? Infinity : count === 1 ? 100_000 : 0;
    publish(q, a, { body, etag, cutAfter });
  });
  const folder = newFolder();
  const cut = failure('UNAVAILABLE', /area\.osm\.pbf: the connection was cut; the part is kept/);
  await assert.rejects(fetchTo(site.url, folder), cut);
  assert.deepEqual(readdirSync(folder).sort(), kept);
  const had = readFileSync(join(folder, kept[0]!)).length;
  healthy = true;
  holds(await fetchTo(site.url, folder), body);
  assert.equal(had, 100_000);
  assert.equal(site.asked().at(-1)!.headers.range, `bytes=${had}-`);
  assert.equal(site.asked().at(-1)!.headers['if-range'], etag);
  assert.deepEqual(readdirSync(folder).sort(), finished);
});

test('a complete part is finished by requesting its last byte again', async t => {
  const site = await startSite(t, (q, a) => publish(q, a, { body, etag }));
  const folder = newFolder();
  leavePart(folder, body, { url: site.url, etag, totalBytes: body.length });
  holds(await fetchTo(site.url, folder), body);
  assert.equal(site.asked()[0]!.headers.range, `bytes=${body.length - 1}-`);
});

test('a cut part without ETag and date cannot be continued and is removed', async t => {
  const site = await startSite(t, (q, a) => publish(q, a, { body, cutAfter: 1000 }));
  const folder = newFolder();
  await assert.rejects(fetchTo(site.url, folder), failure('UNAVAILABLE', /cut$/));
  assert.deepEqual(readdirSync(folder), []);
  assert.ok(site.asked().every(({ headers }) => headers.range === undefined));
});

const restarts: Record<string, Partial<Published>> = {
  'the host ignores ranges': { body, etag, ignoresRange: true },
  'the file has changed': { body: newer, etag: '"v2"' },
  'the file has changed by its date': {
    body: newer,
    lastModified: 'Wed, 02 Jul 2025 10:00:00 GMT',
  },
  'the host ignores If-Range and the file has changed': {
    body: newer,
    etag: '"v2"',
    ignoresConditions: true,
  },
  'the host ignores If-Range and the file has changed by its date': {
    body: newer,
    lastModified: 'Wed, 02 Jul 2025 10:00:00 GMT',
    ignoresConditions: true,
  },
  'the host ignores If-Range and tells no ETag': { body: newer, ignoresConditions: true },
  'the file has shrunk': { body: newer.subarray(0, 1000), etag: '"v2"', ignoresConditions: true },
  'the file is as long as the part': {
    body: newer.subarray(0, 100_000),
    etag: '"v2"',
    ignoresConditions: true,
  },
};
for (const [when, then] of Object.entries(restarts)) {
  test(`a cut download starts again when ${when}`, async t => {
    const first: Published = then.lastModified ? { body, lastModified } : { body, etag };
    const site = await startSite(t, (q, a, count) =>
      publish(q, a, count === 1 ? { ...first, cutAfter: 100_000 } : { body, ...then }),
    );
    const folder = newFolder();
    holds(await fetchTo(site.url, folder), then.body!);
    assert.deepEqual(readdirSync(folder).sort(), finished);
  });
}

const wrongRanges = ['bytes 5-299999/300000', 'bytes 100000-299999/400000', 'bytes 1-2/*', 'none'];
for (const range of wrongRanges) {
  test(`a partial answer with the range ${range} is not accepted`, async t => {
    const site = await startSite(t, (q, a, count) => {
      const lies = q.headers.range ? { 'Content-Range': range } : {};
      publish(q, a, { body, etag, lies, ...(count === 1 ? { cutAfter: 100_000 } : {}) });
    });
    holds(await fetchTo(site.url, newFolder()), body);
    assert.deepEqual(
      site.asked().map(({ headers }) => headers.range !== undefined),
      [false, true, false],
    );
  });
}

test('a host that announces more bytes than it sends is reported, and no file is finished', async t => {
  const site = await startSite(t, (q, a) => {
    const lies = { 'Content-Length': String(body.length + 1) };
    publish(q, a, { body, lies, ignoresRange: true, cutAfter: body.length - 1 });
  });
  const folder = newFolder();
  await assert.rejects(fetchTo(site.url, folder), failure('UNAVAILABLE', /cut/));
  assert.deepEqual(readdirSync(folder), []);
});

test('a host that sends more bytes than it announced is bad data', async t => {
  const site = await startSite(t, (q, a, count) => {
    if (count === 1) return publish(q, a, { body, etag, cutAfter: 100_000 });
    a.writeHead(206, { ETag: etag, 'Content-Range': 'bytes 100000-299999/300000' });
    a.end(body);
  });
  const folder = newFolder();
  const wrong = failure('BAD_DATA', /expected 300000 bytes, the host sends more/);
  await assert.rejects(fetchTo(site.url, folder), wrong);
  assert.deepEqual(readdirSync(folder), []);
});

test('a host that gives short ranges is asked until the file is whole', async t => {
  const site = await startSite(t, (q, a, count) => {
    if (count === 1) return publish(q, a, { body, etag, cutAfter: 1000 });
    const from = Number(/\d+/.exec(q.headers.range!)![0]);
    const some = body.subarray(from, from + 100_000);
    const range = `bytes ${from}-${from + some.length - 1}/${body.length}`;
    a.writeHead(206, { ETag: etag, 'Content-Range': range }).end(some);
  });
  holds(await fetchTo(site.url, newFolder()), body);
});

test('an announced length that is too short is detected by the published checksum', async t => {
  const md5 = `${hash('md5', body)}  ${name}\n`;
  const short = body.subarray(0, 1000);
  const site = await startSite(t, (q, a) => publish(q, a, { body: short, etag }), md5);
  const folder = newFolder();
  await assert.rejects(
    fetchTo(site.url, folder),
    failure('BAD_DATA', /its md5 is .* but http.*\.md5/),
  );
  assert.deepEqual(readdirSync(folder), []);
});

test('a file without an announced length is accepted only with a checksum', async t => {
  const port = await rawSite(t, `HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello`);
  const url = `http://127.0.0.1:${port}/a.csv`;
  const folder = newFolder();
  const md5 = hash('md5', Buffer.from('hello'));
  await assert.rejects(fetchTo(url, folder), failure('BAD_DATA', /does not send the length/));
  assert.deepEqual(readdirSync(folder), []);
  holds(await fetchTo(url, folder, { md5 }), Buffer.from('hello'));
});

test('whatever the host does, the file is a published version or there is a clean error', async t => {
  const versions = [
    { body, etag },
    { body: newer, etag: '"v2"' },
  ];
  const fault = fc.record({
    version: fc.nat(1),
    kind: fc.constantFrom('cut', 'cut', 'cut', 'status', 'silent', 'wrong range', 'whole'),
    cutAfter: fc.nat(body.length),
    ignoresRange: fc.boolean(),
    ignoresConditions: fc.boolean(),
    chunked: fc.boolean(),
  });
  let planned: (typeof fault extends fc.Arbitrary<infer T> ? T : never)[] = [];
  const site = await startSite(t, (q, a) => {
    const next = planned.shift();
    if (!next) return publish(q, a, versions[0]!);
    const { version, kind, cutAfter, ...how } = next;
    if (kind === 'status') return void a.writeHead(500).end();
    if (kind === 'silent') return;
    const lies = kind === 'wrong range' ? { 'Content-Range': `bytes ${cutAfter}-9/10` } : {};
    const cut = kind === 'cut' ? { cutAfter } : {};
    publish(q, a, { ...versions[version]!, ...how, ...cut, lies });
  });
  let complete = 0;
  const faults = fc.array(fault, { maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(faults, async plan => {
      planned = plan;
      const folder = newFolder();
      try {
        const got = readFileSync(await fetchTo(site.url, folder, { idleMilliseconds: 40 }));
        assert.ok(versions.some(version => version.body.equals(got)));
        assert.deepEqual(readdirSync(folder).sort(), finished);
        complete++;
      } catch (error) {
        assert.ok(error instanceof KtimaError, String(error));
        assert.ok(!existsSync(join(folder, name)));
      }
    }),
    { numRuns: 45 },
  );
  assert.ok(complete > 20);
});
