import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { download } from '#importing/download.ts';
import { KtimaError } from '#tools/errors.ts';
import { startLocalServer } from '../local-server.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { path: root } = temporaryFolder();
const newFolder = () => mkdtempSync(join(root, 'f-'));
const body = Buffer.from('0123456789'.repeat(30_000));
const md5 = createHash('md5').update(body).digest('hex');
const name = 'area.osm.pbf';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
const whole: Handler = (_, response) =>
  void response.writeHead(200, { 'Content-Length': body.length }).end(body);

/** Starts a site until the test ends; `.md5` is absent unless it is given. */
async function startSite(t: TestContext, handler: Handler = whole, published?: string) {
  const { url } = await startLocalServer(t, (request, response) => {
    if (!request.url!.endsWith('.md5')) return handler(request, response);
    response.writeHead(published === undefined ? 404 : 200).end(published);
  });
  return { url, file: `${url}/${name}` };
}

const failure = (code: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof KtimaError, String(error));
  assert.match(error.message, message);
  assert.doesNotMatch(error.message, /\n/);
  assert.equal(error.code, code);
  return true;
};

/** Asserts that a download fails, and that its folder stays as it was. */
async function assertFails(url: string, code: string, message: RegExp, silenceMs?: number) {
  const folder = newFolder();
  writeFileSync(join(folder, name), 'older');
  await assert.rejects(download(url, folder, undefined, silenceMs), failure(code, message));
  assert.deepEqual(readdirSync(folder), [name]);
  assert.equal(readFileSync(join(folder, name), 'utf8'), 'older');
}

test('a file arrives whole, with progress, private to this user', async t => {
  const umask = process.umask(0);
  t.after(() => process.umask(umask));
  const { file } = await startSite(t, (request, response) => {
    assert.equal(request.headers['accept-encoding'], 'identity');
    whole(request, response);
  });
  const folder = join(newFolder(), 'deep', 'down');
  const steps: [number, number | undefined][] = [];
  const path = await download(file, folder, (...[done, total]) => steps.push([done, total]));
  assert.equal(path, join(folder, name));
  assert.ok(readFileSync(path).equals(body));
  assert.deepEqual(readdirSync(folder), [name]);
  assert.ok(steps.every(([, total]) => total === body.length));
  assert.deepEqual(steps.at(-1), [body.length, body.length]);
  const modes = [folder, path].map(each => (statSync(each).mode & 0o777).toString(8));
  assert.deepEqual(modes, ['700', '600']);
});

const md5Files: Record<string, string> = {
  'as md5sum writes it': `${md5}  dated.osm.pbf\n`,
  'in capitals': md5.toUpperCase(),
  'that is a page about something else': '<html>Not here</html>',
  'that is longer than any checksum': 'x'.repeat(1_000_000),
};
for (const [how, published] of Object.entries(md5Files)) {
  test(`a published checksum ${how} accepts the right file`, async t => {
    const { file } = await startSite(t, whole, published);
    assert.ok(readFileSync(await download(file, newFolder())).equals(body));
  });
}

test('a checksum that differs, is cut, or that the host cannot send, fails', async t => {
  const wrong = await startSite(t, whole, `${'0'.repeat(32)}  x\n`);
  const told = new RegExp(
    `${name}: received 300000 bytes with the md5 ${md5}, .* 300000 and 0{32};`,
  );
  await assertFails(wrong.file, 'UNAVAILABLE', told);
  const failing: [answer: (response: ServerResponse) => unknown, message: RegExp][] = [
    [response => response.writeHead(503).end(), /area\.osm\.pbf: its \.md5 has the status 503/],
    [
      response =>
        response
          .writeHead(200, { 'Content-Length': 50 })
          .write(md5.slice(0, 9), () => response.destroy()),
      /area\.osm\.pbf: .*; the same command tries again$/,
    ],
  ];
  for (const [answer, message] of failing) {
    const { url } = await startLocalServer(t, (request, response) =>
      request.url!.endsWith('.md5') ? answer(response) : whole(request, response),
    );
    await assertFails(`${url}/${name}`, 'UNAVAILABLE', message);
  }
});

test('a connection that is cut leaves nothing, where the host names no version', async t => {
  for (const headers of [{ 'Content-Length': body.length }, {}]) {
    const { file } = await startSite(t, (_, response) => {
      response.writeHead(200, headers);
      response.write(body.subarray(0, 1000), () => response.destroy());
    });
    await assertFails(file, 'UNAVAILABLE', /tries again$/);
  }
});

/**
 * A site that stops after a third of the first response, and then sends the range that it is asked
 * for, if the validator is its own.
 */
async function startCutSite(
  t: TestContext,
  versions: Record<string, string>[],
  published?: string,
) {
  const asked: (string | undefined)[] = [];
  let cut: (() => void) | undefined;
  const { file } = await startSite(
    t,
    (request, response) => {
      const headers = versions[Math.min(asked.length, versions.length - 1)]!;
      const { range, 'if-range': validator } = request.headers;
      const isSame = validator !== undefined && Object.values(headers).includes(String(validator));
      const from = isSame ? Number(/\d+/.exec(range!)![0]) : 0;
      asked.push(range);
      if (from === body.length) return void response.writeHead(416).end();
      response.writeHead(from > 0 ? 206 : 200, {
        ...headers,
        'Content-Length': body.length - from,
        ...(from > 0 && { 'Content-Range': `bytes ${from}-${body.length - 1}/${body.length}` }),
      });
      if (cut) return void response.end(body.subarray(from));
      cut = () => response.destroy();
      response.write(body.subarray(0, 100_000));
    },
    published,
  );
  /** Downloads into a new folder, and cuts the connection when the first third is written. */
  const begin = async () => {
    const folder = newFolder();
    const begun = download(file, folder, done => done === 100_000 && cut!());
    const told = /area\.osm\.pbf: .*; the same command tries again$/;
    await assert.rejects(begun, failure('UNAVAILABLE', told));
    return folder;
  };
  return { file, asked, begin };
}

test('after a cut the rest is downloaded, by a strong ETag', async t => {
  const { file, asked, begin } = await startCutSite(t, [{ ETag: '"v1"' }], md5);
  const folder = await begin();
  const steps: number[] = [];
  assert.ok(readFileSync(await download(file, folder, done => steps.push(done))).equals(body));
  assert.deepEqual(readdirSync(folder), [name]);
  assert.ok(steps[0]! > 100_000 && steps.at(-1) === body.length);
  assert.deepEqual(asked, [undefined, 'bytes=100000-']);
});

test('a part that is whole already is downloaded anew, not waited for', async t => {
  const { file, asked, begin } = await startCutSite(t, [{ ETag: '"v1"' }]);
  const folder = await begin();
  writeFileSync(join(folder, `${name}.part`), body);
  assert.ok(readFileSync(await download(file, folder)).equals(body));
  assert.deepEqual(asked, [undefined, 'bytes=300000-', undefined]);
  assert.deepEqual(readdirSync(folder), [name]);
});

const dated = { 'Last-Modified': 'Tue, 17 Nov 2026 21:00:00 GMT' };
test('a date and a weak ETag continue nothing', async t => {
  const { begin } = await startCutSite(t, [{ ETag: 'W/"v1"', ...dated }]);
  assert.deepEqual(readdirSync(await begin()), []);
});

test('a part of another version, or of a host without ranges, is not continued', async t => {
  const { file, begin } = await startCutSite(t, [{ ETag: '"v1"' }, { ETag: '"v2"' }]);
  const folder = await begin();
  assert.ok(readFileSync(await download(file, folder)).equals(body));
  assert.deepEqual(readdirSync(folder), [name]);
});

test('a host that sends another part than was asked for is noticed by the size', async t => {
  const { file, begin } = await startCutSite(t, [{ ETag: '"v1"' }]);
  const folder = await begin();
  const wrong = await startSite(t, (_, response) => {
    const headers = { ETag: '"v1"', 'Content-Range': `bytes 5-299999/${body.length}` };
    response.writeHead(206, headers).end(body.subarray(5));
  });
  const from = (url: string) => download(url, folder).then(path => readFileSync(path));
  await assert.rejects(
    from(wrong.file),
    failure('UNAVAILABLE', /received 299995 bytes with the md5 \w+, the host names 300000/),
  );
  assert.deepEqual(readdirSync(folder), []);
  assert.ok((await from(file)).equals(body));
});

test('a host that is silent, at first or in between, ends the download', async t => {
  for (const begun of [0, 1000]) {
    const { file } = await startSite(t, (_, response) => {
      if (begun === 0) return;
      response.writeHead(200, { 'Content-Length': body.length }).write(body.subarray(0, begun));
    });
    await assertFails(file, 'UNAVAILABLE', /area\.osm\.pbf: the host is silent/, 300);
  }
});

test('a part with wrong bytes is refused by the checksum and removed', async t => {
  const { file, begin } = await startCutSite(t, [{ ETag: '"v1"' }], md5);
  const folder = await begin();
  const [part] = readdirSync(folder);
  writeFileSync(join(folder, part!), 'wrong');
  const refusal = failure(
    'UNAVAILABLE',
    /received 300000 bytes with the md5 \w+, the host names 300000 and \w+;/,
  );
  await assert.rejects(download(file, folder), refusal);
  assert.deepEqual(readdirSync(folder), []);
  assert.ok(readFileSync(await download(file, folder)).equals(body));
});

test('a file that is there with the size and date of the host is not downloaded again', async t => {
  let sent = 0;
  const { file } = await startSite(t, (_, response) => {
    response.writeHead(200, { ...dated, 'Content-Length': body.length }).end(body);
    response.on('finish', () => sent++);
  });
  const folder = newFolder();
  const path = await download(file, folder);
  const { ino } = statSync(path);
  assert.equal(await download(file, folder), path);
  assert.equal(statSync(path).ino, ino);
  writeFileSync(path, 'changed here');
  assert.ok(readFileSync(await download(file, folder)).equals(body));
});

test('a file for which the disk has no room is refused before it is downloaded', async t => {
  const size = 2 ** 50;
  const { file } = await startSite(
    t,
    (_, response) => void response.writeHead(200, { 'Content-Length': size }).write('x'),
  );
  await assertFails(file, 'UNAVAILABLE', /no room for 1125899907 MB more; the same command/);
});

test('a host that sends neither length nor checksum is refused', async t => {
  const server = createServer(socket => {
    socket.once('data', asked => {
      const isList = String(asked).includes('.md5 ');
      socket.end(isList ? 'HTTP/1.1 404 -\r\n\r\n' : 'HTTP/1.1 200 OK\r\n\r\nhello');
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => void server.close());
  const { port } = server.address() as { port: number };
  await assertFails(
    `http://127.0.0.1:${port}/${name}`,
    'UNAVAILABLE',
    /received 5 bytes .* the host names no length and no md5/,
  );
});

test('redirects are followed and a loop is not', async t => {
  const { url } = await startSite(t, (request, response) => {
    const left = Number(/^\/(\d+)\//.exec(request.url!)?.[1] ?? 0);
    if (left === 0) return whole(request, response);
    response.writeHead(302, { Location: left === 99 ? '/99/x' : `/${left - 1}/other-name` }).end();
  });
  const folder = newFolder();
  assert.equal(await download(`${url}/5/${name}`, folder), join(folder, name));
  await assertFails(`${url}/99/${name}`, 'UNAVAILABLE', /redirect count exceeded/);
});

test('a status without a file, and an unreachable host, are reported in one sentence', async t => {
  for (const status of [204, 304, 401, 404, 500]) {
    const { file } = await startSite(t, (_, response) => void response.writeHead(status).end());
    const told =
      status === 204
        ? /the host names no length and no md5/
        : /area\.osm\.pbf: the host answers with st/;
    await assertFails(file, 'UNAVAILABLE', told);
  }
  await assertFails('http://no-such-host.invalid/a', 'UNAVAILABLE', /no-such-host.*tries again$/);
  await assertFails('http://127.0.0.1:1/a', 'UNAVAILABLE', /:1\/a: bad port; the same/);
});

test('an address that names no file, is none or has a login is refused before anything is asked', async () => {
  for (const path of ['/', '/a/', '/a/%2E%2E']) {
    await assertFails(`http://127.0.0.1:9${path}`, 'USAGE', /expected the name of a file/);
  }
  for (const address of ['ftp://a.test/x', 'file:///etc/passwd', 'greece.osm.pbf', '']) {
    await assertFails(address, 'USAGE', /begins with https:/);
  }
  const login = /^expected an address .* without a login$/;
  await assertFails('http://anna:geheim@127.0.0.1:9/a?token=geheim2', 'USAGE', login);
});

test('the name comes from the address and stays in the folder', async t => {
  const { url } = await startSite(t);
  for (const [path, expected] of [
    ['/europe/greece-latest.osm.pbf?x=/../../y', 'greece-latest.osm.pbf'],
    ['/..%2F..%2Fetc%2Fpasswd', '.._2F.._2Fetc_2Fpasswd'],
    ['/a%5Cb%00c%0Ad.pbf', 'a_5Cb_00c_0Ad.pbf'],
    ['/%CE%92%CF%8C.csv', '_CE_92_CF_8C.csv'],
  ] as const) {
    const folder = newFolder();
    const written = await download(url + path, folder);
    assert.deepEqual([dirname(written), basename(written)], [folder, expected]);
  }
});

test('a folder that is a file, and a file that is a folder or a link, are reported', async t => {
  const { file } = await startSite(t);
  const folder = newFolder();
  writeFileSync(join(folder, 'plain'), 'precious');
  const inside = download(file, join(folder, 'plain'));
  await assert.rejects(inside, failure('USAGE', /its folder does not exist$/));
  mkdirSync(join(folder, name));
  await assert.rejects(download(file, folder), failure('USAGE', /this is a folder$/));
  const other = newFolder();
  symlinkSync(join(folder, 'plain'), join(other, name));
  await assert.rejects(download(file, other), failure('USAGE', /this is a link$/));
  assert.equal(readFileSync(join(folder, 'plain'), 'utf8'), 'precious');
});
