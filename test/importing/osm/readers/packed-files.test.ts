import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import type { OsmElement } from '#importing/osm/readers/elements.ts';
import { openOsm } from '#importing/osm/readers/osm.ts';
import type { KtimaError } from '#tools/errors.ts';
import { bytes, pbfBlob } from '../../osm-writer.ts';
import { everything, pbfHeader, put, putPbf, tagged } from './osm-files.ts';

for (const [start, message] of [
  ['BZh9', /packed with bzip2; unpack it with bunzip2 -k .*volos\.osm, and import the result$/],
  ['PK\x03\x04', /packed with zip; unpack it with unzip .*volos\.osm, and import the result$/],
] as const) {
  test(`a file that begins with ${start.slice(0, 2)} is refused with the command that unpacks`, async () => {
    await assert.rejects(openOsm(put('volos.osm', start)), { code: 'BAD_DATA', message });
  });
}

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

test('a small file with very many objects is refused where they are too many', async () => {
  const refused = / objects out of [\d,]+ bytes, more than any real file has$/;
  const bombs = [
    putPbf(places(120_000)),
    put('bomb.osm.gz', gzipSync(`<osm>${'<node id="1" lat="1" lon="1"/>'.repeat(120_000)}</osm>`)),
  ];
  for (const bomb of bombs) {
    const { count, problem } = await countUntilRefused(bomb);
    assert.match(problem ?? 'nothing wrong', refused);
    assert.match(problem!, /^, (blob at byte \d+|line \d+, column \d+): /);
    assert.ok(count < 120_000, `${count} came before`);
  }
});

test('many small blobs that each unpack to little are refused when together they are too much', async () => {
  const blob = pbfBlob('OSMData', bytes(30, Buffer.alloc(900_000)), { level: 9 });
  const bomb = Buffer.concat([pbfHeader, ...Array<Buffer>(20).fill(blob)]);
  const { problem } = await countUntilRefused(put('blobs.osm.pbf', bomb));
  assert.match(problem ?? 'nothing wrong', /^, blob at byte \d+: [\d,]+ bytes once unpacked/);
});

test('a small generated file of similar objects is read', async () => {
  const { count, problem } = await countUntilRefused(putPbf(places(100_000)));
  assert.deepEqual([count, problem], [100_000, undefined]);
});
