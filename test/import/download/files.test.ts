import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { publish, startSite } from './download-site.ts';
import {
  body,
  etag,
  failure,
  fetchTo,
  finished,
  kept,
  name,
  newFolder,
  rawSite,
  root,
} from './fixture.ts';

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

test('what is downloaded, and a folder made for it, are private to this user', async t => {
  const umask = process.umask(0);
  t.after(() => process.umask(umask));
  const site = await startSite(t, (q, a) => publish(q, a, { body }));
  const folder = join(newFolder(), 'downloads');
  const written = await fetchTo(`http://127.0.0.1:${site.port}/a.csv`, folder);
  const modes = [folder, written, `${written}.origin.json`].map(path =>
    (statSync(path).mode & 0o777).toString(8),
  );
  assert.deepEqual(modes, ['700', '600', '600']);
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

test('a disk that fills up is reported, and its space is freed', async t => {
  const site = await startSite(t, (q, a) => publish(q, a, { body, etag, chunked: true }));
  const folder = newFolder();
  const module = new URL('../../../src/import/download/download.ts', import.meta.url).href;
  const script = `
    const { download } = await import('${module}');
    await download('${site.url}', '${folder}').catch(error => console.log(error.code, error.message));`;
  // A limit on the size of files replaces a full disk: the write fails in the middle in the same
  // way.
  const command = 'ulimit -f 200; exec "$0" --input-type=module -e "$1"';
  const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, script]);
  assert.match(stdout, /^UNAVAILABLE .*: no room left on the disk for the download/);
  assert.deepEqual(readdirSync(folder), []);
});

test('a response that is not TLS is reported', async t => {
  const port = await rawSite(t, 'HTTP/1.1 400 Bad Request\r\n\r\n');
  const told = failure('UNAVAILABLE', /the host does not answer in https$/);
  await assert.rejects(fetchTo(`https://127.0.0.1:${port}/a.csv`, newFolder()), told);
});

test('a folder that is a file, and a file that is a folder, are reported', async t => {
  const site = await startSite(t, (q, a) => publish(q, a, { body, etag }));
  const folder = newFolder();
  writeFileSync(join(folder, 'plain'), '');
  for (const inside of ['plain', 'plain/deeper']) {
    const told = failure('UNAVAILABLE', /a part of its path is not a folder/);
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
