import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import type { OsmElement } from '#importing/osm/readers/elements.ts';
import { openOsm } from '#importing/osm/readers/osm.ts';
import type { KtimaError } from '#tools/errors.ts';
import { longTest } from '../../../sample.ts';
import { bytes, osmPbf, osmXml, pbfBlob } from '../../osm-writer.ts';
import { zip } from '../../readers/zip/zip-writer.ts';
import { everything, pbfHeader, problemOf, put, putPbf, tagged, volos } from './osm-files.ts';

test('the only OpenStreetMap file in a zip is read, and what was unpacked is removed', async () => {
  const pbf = Buffer.concat([...osmPbf(volos)]);
  for (const [name, content] of [
    ['in/volos.osm.pbf', pbf],
    ['volos.osm', osmXml(volos)],
    ['volos.osm.gz', gzipSync(osmXml(volos))],
  ] as const) {
    const others = [{ name: 'readme.txt', content: '' }, { name: '__MACOSX/volos.osm', content: '' }]; // biome-ignore format: a line
    const file = await openOsm(put('volos.zip', zip([...others, { name, content }])));
    const before = temporaryFolders();
    const elements = (await Array.fromAsync(file.elements(everything))).flat();
    await file.close();
    assert.deepEqual(elements, volos);
    assert.equal(temporaryFolders(), before - 1);
  }
});

const temporaryFolders = () =>
  readdirSync(tmpdir()).filter(name => name.startsWith('ktima-import-')).length;

test('a zip of no file, of several or of a bad one is refused with archive and member', async () => {
  const [pbf] = [Buffer.concat([...osmPbf(volos)])];
  const of = (...members: Parameters<typeof zip>[0]) => put('bad.zip', zip(members));
  assert.match((await problemOf(of({ name: 'a.txt', content: '' })))!, /it holds none/);
  const two = of({ name: 'a.osm.pbf', content: pbf }, { name: 'b.osm', content: '' });
  assert.match((await problemOf(two))!, /it holds 2: a\.osm\.pbf, b\.osm/);
  const cut = of({ name: 'a.osm.pbf', content: pbf.subarray(0, -9) });
  assert.match((await problemOf(cut))!, /^ \(a\.osm\.pbf\), blob at byte \d+: the file ends/);
});

const places = (count: number) =>
  Array.from({ length: count }, (_, i): OsmElement => {
    const [latitude, longitude] = [37 + i / 1e7, 23 + i / 1e7];
    return { kind: 'node', id: i + 1, latitude, longitude, tags: tagged({ amenity: 'bank' }) };
  });

/** Elements until reading is refused, none of them kept. */
async function countUntilRefused(path: string) {
  let count = 0;
  try {
    for await (const batch of (await openOsm(path)).elements(everything)) count += batch.length;
  } catch (error) {
    assert.equal((error as KtimaError).code, 'BAD_DATA');
    return { count, problem: (error as Error).message.slice(path.length) };
  }
  return { count, problem: undefined };
}

longTest('a small file with very many objects is refused where they are too many', async () => {
  const refused = / objects out of [\d,]+ bytes, more than any real file has$/;
  const bombs = [
    putPbf(places(300_000)),
    put('bomb.osm.gz', gzipSync(`<osm>${'<node id="1" lat="1" lon="1"/>'.repeat(300_000)}</osm>`)),
  ];
  for (const bomb of bombs) {
    const { count, problem } = await countUntilRefused(bomb);
    assert.match(problem ?? 'nothing wrong', refused);
    assert.match(problem!, /^, (blob at byte|line) \d+: /);
    assert.ok(count < 200_000, `${count} came before`);
  }
});

test('many small blobs that each unpack to little are refused when together they are too much', async () => {
  const blob = pbfBlob('OSMData', bytes(30, Buffer.alloc(900_000)), { level: 9 });
  const bomb = Buffer.concat([pbfHeader, ...Array<Buffer>(20).fill(blob)]);
  const { problem } = await countUntilRefused(put('blobs.osm.pbf', bomb));
  assert.match(problem ?? 'nothing wrong', /^, blob at byte \d+: [\d,]+ bytes once unpacked/);
});

longTest('a file in a zip is measured by the size that it has there', async () => {
  const content = Buffer.concat([...osmPbf(places(300_000), { packing: 'none' })]);
  assert.equal((await countUntilRefused(put('plain.osm.pbf', content))).count, 300_000);
  const bomb = put('bomb.zip', zip([{ name: 'plain.osm.pbf', content }]));
  const { problem } = await countUntilRefused(bomb);
  assert.match(problem ?? 'nothing wrong', /^ \(plain\.osm\.pbf\), blob at byte \d+: .* out of/);
});

test('a small generated file of similar objects is read', async () => {
  const { count, problem } = await countUntilRefused(putPbf(places(100_000)));
  assert.deepEqual([count, problem], [100_000, undefined]);
});
