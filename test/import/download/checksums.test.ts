import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
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
  isRecord,
  lastModified,
  leavePart,
  name,
  newer,
  newFolder,
} from './fixture.ts';

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
  test(`a published checksum ${how} accepts the right file`, async t => {
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

test('a finished file that was changed since is downloaded again', async t => {
  const site = await startSite(t, (q, a) => publish(q, a, { body, etag }));
  const folder = newFolder();
  const path = await fetchTo(site.url, folder);
  writeFileSync(path, 'shortened');
  holds(await fetchTo(site.url, folder), body);
  writeFileSync(path, newer);
  holds(await fetchTo(site.url, folder, { sha256: hash('sha256', body) }), body);
});

test('a file of the same name from another address is neither continued nor used', async t => {
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
