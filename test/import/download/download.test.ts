import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import test, { after, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { KtimaError } from '../../../src/errors.ts';
import { type DownloadOptions, download } from '../../../src/import/download/download.ts';
import { redirected } from '../../../src/import/download/http.ts';
import { type Published, publish, startSite } from './download-site.ts';

const root = mkdtempSync(join(tmpdir(), 'ktima-download-'));
after(() => rmSync(root, { recursive: true }));
const newFolder = () => mkdtempSync(join(root, 'f-'));

const bytes = (seed: number, length = 300_000) => {
  const body = Buffer.alloc(length);
  for (let i = 0, x = seed; i < length; i++) {
    x = (Math.imul(x, 1103515245) + 12345) >>> 0;
    body[i] = x >>> 16;
  }
  return body;
};
const hash = (algorithm: string, body: Buffer) => createHash(algorithm).update(body).digest('hex');
const body = bytes(1);
const newer = bytes(2);
const etag = '"v1"';
const lastModified = 'Tue, 01 Jul 2025 10:00:00 GMT';
const name = 'area.osm.pbf';
const kept = [`${name}.part`, `${name}.part.json`];
const finished = [name, `${name}.origin.json`];

const noWait = async () => {};
const fetchTo = (url: string, folder: string, options: DownloadOptions = {}) =>
  download(url, folder, undefined, { wait: noWait, idleMilliseconds: 5000, ...options });
const failure = (code: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof KtimaError, String(error));
  assert.match(error.message, message);
  assert.doesNotMatch(error.message, /\n/);
  assert.equal(error.code, code);
  return true;
};
const holds = (path: string, expected: Buffer) =>
  assert.ok(readFileSync(path).equals(expected), `${path} differs from what was published`);

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
  test(`a connection cut at random bytes goes on where it ended: ${JSON.stringify(told)}`, async t => {
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
  const cut = failure('UNAVAILABLE', /area\.osm\.pbf: the connection was cut; what came is kept/);
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

test('a part that lacks nothing is finished with its last byte asked again', async t => {
  const site = await startSite(t, (q, a) => publish(q, a, { body, etag }));
  const folder = newFolder();
  leavePart(folder, body, { url: site.url, etag, totalBytes: body.length });
  holds(await fetchTo(site.url, folder), body);
  assert.equal(site.asked()[0]!.headers.range, `bytes=${body.length - 1}-`);
});

test('a cut part without ETag and date is no use and is not left behind', async t => {
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
  test(`a partial answer with the range ${range} is not believed`, async t => {
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

test('a host that promises more than it has is told of, and nothing is finished', async t => {
  const site = await startSite(t, (q, a) => {
    const lies = { 'Content-Length': String(body.length + 1) };
    publish(q, a, { body, lies, ignoresRange: true, cutAfter: body.length - 1 });
  });
  const folder = newFolder();
  await assert.rejects(fetchTo(site.url, folder), failure('UNAVAILABLE', /cut/));
  assert.deepEqual(readdirSync(folder), []);
});

test('a host that sends more than the size it told is bad data', async t => {
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

test('a length told too short is found by the published checksum', async t => {
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

test('a file without a told length is taken only with a checksum', async t => {
  const port = await rawSite(t, `HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello`);
  const url = `http://127.0.0.1:${port}/a.csv`;
  const folder = newFolder();
  const md5 = hash('md5', Buffer.from('hello'));
  await assert.rejects(fetchTo(url, folder), failure('BAD_DATA', /does not tell the length/));
  assert.deepEqual(readdirSync(folder), []);
  holds(await fetchTo(url, folder, { md5 }), Buffer.from('hello'));
});

test('what is not HTTP is told of', async t => {
  const port = await rawSite(t, 'SSH-2.0-OpenSSH_9.6\r\n');
  const told = failure('UNAVAILABLE', /the host does not answer in HTTP$/);
  await assert.rejects(fetchTo(`http://127.0.0.1:${port}/a.csv`, newFolder()), told);
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

test('a host that falls silent is left and asked again', async t => {
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

test('waits grow, are bounded, and begin anew when something came', async t => {
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

test('a busy host is asked again when it says', async t => {
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
  [206, /does not go on/, 7],
  [500, /gave no file \(status 500\)$/, 7],
];
for (const [status, message, times] of statuses) {
  test(`status ${status} is told in one sentence after ${times} tries`, async t => {
    const site = await startSite(t, (_, a) => void a.writeHead(status).end());
    const folder = join(newFolder(), 'unmade');
    await assert.rejects(fetchTo(site.url, folder), failure('UNAVAILABLE', message));
    assert.equal(site.asked().length, times);
    assert.ok(!existsSync(folder));
  });
}

test('an unknown host and a refused connection are told at once', async () => {
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
});

test('a checksum that differs removes the download and keeps the older file', async t => {
  const site = await startSite(
    t,
    (q, a) => publish(q, a, { body, etag }),
    `${'0'.repeat(32)}  x\n`,
  );
  const folder = newFolder();
  writeFileSync(join(folder, name), 'older');
  const wrong = failure(
    'BAD_DATA',
    new RegExp(`md5 is ${hash('md5', body)}, but .*${name}.md5 says 0{32}`),
  );
  await assert.rejects(fetchTo(site.url, folder), wrong);
  assert.deepEqual(readdirSync(folder), [name]);
  assert.equal(readFileSync(join(folder, name), 'utf8'), 'older');
  const given = failure(
    'BAD_DATA',
    /its sha256 is .* but the given sha256 says f{64}; it was removed/,
  );
  await assert.rejects(fetchTo(site.url, folder, { sha256: 'f'.repeat(64) }), given);
  assert.deepEqual(readdirSync(folder), [name]);
});

const md5Files: Record<string, string> = {
  'as md5sum writes it': `${hash('md5', body)}  dated.osm.pbf\n`,
  'in capitals': hash('md5', body).toUpperCase(),
  'as BSD writes it': `MD5 (area.osm.pbf) = ${hash('md5', body)}\n`,
  'that is a page about something else': '<html>Not here</html>',
  'that is longer than any checksum': 'x'.repeat(1_000_000),
};
for (const [how, md5] of Object.entries(md5Files)) {
  test(`a published checksum ${how} lets the right file in`, async t => {
    const site = await startSite(t, (q, a) => publish(q, a, { body, etag }), md5);
    holds(await fetchTo(site.url, newFolder()), body);
  });
}

test('given checksums are checked and the published one is not asked', async t => {
  const site = await startSite(t, (q, a) => publish(q, a, { body, etag }), 'f'.repeat(32));
  const right = { md5: hash('md5', body).toUpperCase(), sha256: hash('sha256', body) };
  holds(await fetchTo(site.url, newFolder(), right), body);
  for (const none of [{ md5: 'abc' }, { sha256: hash('md5', body) }]) {
    await assert.rejects(
      fetchTo(site.url, newFolder(), none),
      failure('USAGE', /hexadecimal digits/),
    );
  }
});

for (const ignoresConditions of [false, true]) {
  for (const told of [{ etag }, { lastModified }, { etag: 'W/"v1"' }]) {
    const how = `${JSON.stringify(told)}${ignoresConditions ? ', conditions ignored' : ''}`;
    test(`a finished file that has not changed is not downloaded again: ${how}`, async t => {
      let now: Published = { body, ...told, ignoresConditions };
      const site = await startSite(t, (q, a) => publish(q, a, now));
      const folder = newFolder();
      await fetchTo(site.url, folder);
      let steps = 0;
      const path = await download(site.url, folder, () => steps++);
      assert.equal(steps, 0);
      holds(path, body);
      now = { body: newer, etag: '"v2"', lastModified: 'Wed, 02 Jul 2025 10:00:00 GMT' };
      holds(await fetchTo(site.url, folder), newer);
      assert.deepEqual(readdirSync(folder).sort(), finished);
    });
  }
}

test('a file of the same date but another length has changed', async t => {
  let now: Published = { body, lastModified, ignoresConditions: true };
  const site = await startSite(t, (q, a) => publish(q, a, now));
  const folder = newFolder();
  await fetchTo(site.url, folder);
  now = { ...now, body: newer.subarray(1) };
  holds(await fetchTo(site.url, folder), newer.subarray(1));
});

test('a finished file that is no longer what came is downloaded again', async t => {
  const site = await startSite(t, (q, a) => publish(q, a, { body, etag }));
  const folder = newFolder();
  const path = await fetchTo(site.url, folder);
  writeFileSync(path, 'shortened');
  holds(await fetchTo(site.url, folder), body);
  writeFileSync(path, newer);
  holds(await fetchTo(site.url, folder, { sha256: hash('sha256', body) }), body);
});

test('a file of the same name from elsewhere is neither continued nor taken for it', async t => {
  const one = await startSite(t, (q, a) => publish(q, a, { body, etag }));
  const two = await startSite(t, (q, a) => publish(q, a, { body: newer, etag }));
  const folder = newFolder();
  await fetchTo(one.url, folder);
  leavePart(folder, body.subarray(0, 1000), { url: one.url, etag, totalBytes: body.length });
  holds(await fetchTo(two.url, folder), newer);
  assert.deepEqual(readdirSync(folder).sort(), finished);
});

const uselessNotes: Record<string, unknown> = {
  'is cut': '{"url":"htt',
  'is null': null,
  'has a header that would end the line': { etag: '"a"\r\nX-Evil: 1' },
  'has a number for an ETag': { etag: 7 },
  'has an impossible size': { etag, totalBytes: -1 },
  'has a smaller size than the part': { etag, totalBytes: 10 },
};
for (const [what, note] of Object.entries(uselessNotes)) {
  test(`a part whose note ${what} is not continued`, async t => {
    const site = await startSite(t, (q, a) => publish(q, a, { body, etag }));
    const folder = newFolder();
    leavePart(folder, newer.subarray(0, 1000), isRecord(note) ? { url: site.url, ...note } : note);
    holds(await fetchTo(site.url, folder), body);
    assert.equal(site.asked()[0]!.headers.range, undefined);
  });
}

const names: [string, string][] = [
  ['/europe/greece-latest.osm.pbf?x=/../../y', 'greece-latest.osm.pbf'],
  ['/..%2F..%2Fetc%2Fpasswd', '_.._etc_passwd'],
  ['/a%5Cb%00c%0Ad.pbf', 'a_b_c_d.pbf'],
  ['/.ssh', 'ssh'],
  ['/-rf', 'rf'],
  ['/%CE%92%CF%8C%CE%BB%CE%BF%CF%82.csv', 'Βόλος.csv'],
  ['/%FF.csv', '_FF.csv'],
  [`/${'x'.repeat(3000)}.pbf`, `${'x'.repeat(76)}.pbf`],
  ['/a.csv.part', 'a.csv.part_'],
  ['/a.csv.ORIGIN.json', 'a.csv.ORIGIN.json_'],
];
test('the name comes from the address and stays in the folder', async t => {
  const site = await startSite(t, (q, a) => {
    publish(q, a, { body, lies: { 'Content-Disposition': 'attachment; filename="../evil"' } });
  });
  for (const [path, expected] of names) {
    const folder = newFolder();
    const written = await fetchTo(`http://127.0.0.1:${site.port}${path}`, folder);
    assert.equal(dirname(written), folder);
    assert.equal(basename(written), expected);
    assert.deepEqual(readdirSync(folder).sort(), [expected, `${expected}.origin.json`].sort());
  }
});

test('an address that names no file, or is none, is refused before anything is asked', async () => {
  const addresses = [
    'http://127.0.0.1:9/',
    'http://127.0.0.1:9/a/',
    'http://127.0.0.1:9/a/%2E%2E%2E',
  ];
  for (const address of addresses) {
    await assert.rejects(fetchTo(address, root), failure('USAGE', /ends with the name of a file/));
  }
  for (const address of ['ftp://a.test/x', 'file:///etc/passwd', 'greece.osm.pbf', '']) {
    await assert.rejects(fetchTo(address, root), failure('USAGE', /begins with https:/));
  }
});

test('a password in the address is sent, but neither shown nor noted', async t => {
  let status = 200;
  const site = await startSite(t, (q, a) =>
    status === 200 ? publish(q, a, { body, etag }) : void a.writeHead(status).end(),
  );
  const folder = newFolder();
  const url = `http://anna:geheim@127.0.0.1:${site.port}/${name}?token=geheim2`;
  await fetchTo(url, folder);
  assert.equal(site.asked()[0]!.headers.authorization, `Basic ${btoa('anna:geheim')}`);
  assert.doesNotMatch(readFileSync(join(folder, finished[1]!), 'utf8'), /anna|geheim@/);
  status = 403;
  await assert.rejects(fetchTo(url, newFolder()), error => {
    assert.doesNotMatch(String(error), /geheim/);
    return true;
  });
});

test('a file for which the disk has no room is refused before it is written', async t => {
  const site = await startSite(t, (_, a) => {
    a.writeHead(200, { 'Content-Length': '1000000000000000', ETag: etag }).write(body);
  });
  const folder = newFolder();
  await assert.rejects(
    fetchTo(site.url, folder),
    failure('UNAVAILABLE', /no room left on the disk/),
  );
  assert.deepEqual(readdirSync(folder), []);
});

test('a disk that fills up on the way is told of and given its room back', async t => {
  const site = await startSite(t, (q, a) => publish(q, a, { body, etag, chunked: true }));
  const folder = newFolder();
  const module = new URL('../../../src/import/download/download.ts', import.meta.url).href;
  const script = `
    const { download } = await import('${module}');
    await download('${site.url}', '${folder}').catch(error => console.log(error.code, error.message));`;
  // A limit on the size of files stands for the disk: the write fails in the middle just so.
  const command = 'ulimit -f 200; exec "$0" --input-type=module -e "$1"';
  const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, script]);
  assert.match(stdout, /^UNAVAILABLE .*: no room left on the disk for the download/);
  assert.deepEqual(readdirSync(folder), []);
});

test('what is not https is told of', async t => {
  const port = await rawSite(t, 'HTTP/1.1 400 Bad Request\r\n\r\n');
  const told = failure('UNAVAILABLE', /the host does not answer in https$/);
  await assert.rejects(fetchTo(`https://127.0.0.1:${port}/a.csv`, newFolder()), told);
});

test('a folder that is a file, and a file that is a folder, are told of', async t => {
  const site = await startSite(t, (q, a) => publish(q, a, { body, etag }));
  const folder = newFolder();
  writeFileSync(join(folder, 'plain'), '');
  for (const inside of ['plain', 'plain/deeper']) {
    const told = failure('UNAVAILABLE', /its folder is no folder/);
    await assert.rejects(fetchTo(site.url, join(folder, inside)), told);
  }
  for (const taken of [name, `${name}.part`]) {
    const other = newFolder();
    mkdirSync(join(other, taken));
    await assert.rejects(fetchTo(site.url, other), failure('UNAVAILABLE', /expected a plain file/));
    assert.deepEqual(readdirSync(other), [taken]);
  }
});

for (const linked of kept) {
  test(`nothing is written through a link in place of ${linked}`, async t => {
    const site = await startSite(t, (q, a) => publish(q, a, { body, etag }));
    const [folder, elsewhere] = [newFolder(), join(newFolder(), 'precious')];
    writeFileSync(elsewhere, 'precious');
    symlinkSync(elsewhere, join(folder, linked));
    await assert.rejects(fetchTo(site.url, folder), failure('UNAVAILABLE', /found a link/));
    assert.equal(readFileSync(elsewhere, 'utf8'), 'precious');
    assert.deepEqual(readdirSync(folder), []);
  });
}

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

function leavePart(folder: string, part: Buffer, note: unknown): void {
  writeFileSync(join(folder, kept[0]!), part);
  const text = typeof note === 'string' ? note : JSON.stringify(note);
  writeFileSync(join(folder, kept[1]!), text);
}

function isRecord(note: unknown): note is object {
  return typeof note === 'object' && note !== null;
}

/** A port of loopback that answers everything but `.md5` with the same bytes, until the test ends. */
async function rawSite(t: TestContext, answer: string): Promise<number> {
  const server = createServer(socket => {
    socket.on('error', () => {});
    socket.once('data', asked => {
      socket.end(String(asked).includes('.md5 ') ? 'HTTP/1.1 404 -\r\n\r\n' : answer);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A port on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}
