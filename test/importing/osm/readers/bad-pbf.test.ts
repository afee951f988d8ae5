import assert from 'node:assert/strict';
import test from 'node:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { rounds } from '../../../sample.ts';
import { bytes, framedBlob, message, number, osmPbf, packed, pbfBlob } from '../../osm-writer.ts';
import { anyText, pbfHeader, problemOf, put, putPbf, read, volos } from './osm-files.ts';

test('a PBF cut anywhere but between two blobs is refused with the byte of the blob', async () => {
  const blobs = [...osmPbf(volos)];
  const whole = Buffer.concat(blobs);
  const starts = blobs.map((_, i) => Buffer.concat(blobs.slice(0, i)).length);
  for (let length = 20; length < whole.length; length += 3) {
    const problem = await problemOf(put('cut.osm.pbf', whole.subarray(0, length)));
    if (starts.includes(length)) continue;
    const blob = starts.findLast(start => start < length);
    assert.equal(problem, `, blob at byte ${blob}: the file ends in the middle`);
  }
});

test('a flipped bit is ignored or refused, and causes no other error', async () => {
  for (const packing of ['zlib', 'none'] as const) {
    const whole = Buffer.concat([...osmPbf(volos, { packing })]);
    for (let bit = 0; bit < 8 * whole.length; bit += 29) {
      const flipped = Buffer.from(whole);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      await problemOf(put('flipped.osm.pbf', flipped));
    }
  }
});

test('a flipped bit in packed data is always found and its blob named', async () => {
  const blobs = [...osmPbf(volos)];
  const whole = Buffer.concat(blobs);
  const start = blobs[0]!.length;
  for (let at = start + 40; at < start + blobs[1]!.length; at += 3) {
    const flipped = Buffer.from(whole);
    flipped[at]! ^= 4;
    const problem = await problemOf(put('flipped.osm.pbf', flipped));
    assert.match(problem ?? '', new RegExp(`^, blob at byte ${start}: `));
  }
});

test('invalid data in a block are refused, and cause no other error', async () => {
  const field = fc
    .tuple(fc.integer({ min: 1, max: 21 }), fc.oneof(fc.nat(300), fc.uint8Array({ maxLength: 30 })))
    .map(([of, value]) =>
      typeof value === 'number' ? number(of, value) : bytes(of, Buffer.from(value)),
    );
  const nested = fc.array(field, { maxLength: 6 }).map(fields => message(...fields));
  const group = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), nested), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(group, fc.array(anyText), async (elements, texts) => {
      const block = message(
        bytes(1, message(...texts.map(value => bytes(1, value)))),
        bytes(2, message(...elements.map(([of, value]) => bytes(of, value)))),
      );
      const emptyHeader = pbfBlob('OSMHeader', Buffer.alloc(0));
      await problemOf(put('odd.osm.pbf', Buffer.concat([emptyHeader, pbfBlob('OSMData', block)])));
    }),
    { numRuns: rounds(150, 50) },
  );
});

const at = pbfHeader.length;
const blob = (...fields: Buffer[]) => framedBlob('OSMData', message(...fields));

const lengthPrefix = (length: number) =>
  Buffer.from([length >> 24, length >> 16, length >> 8, length]);

const badPbf: [string, Buffer, RegExp][] = [
  ['an lz4 blob', blob(number(2, 9), bytes(6, 'x')), /it is packed with lz4, expected zlib/],
  ['a zstd blob', blob(number(2, 9), bytes(7, 'x')), /it is packed with zstd/],
  ['an lzma blob', blob(number(2, 9), bytes(4, 'x')), /it is packed with lzma/],
  ['an empty blob', blob(), /it is empty/],
  [
    'a bomb that understates its size',
    blob(number(2, 1000), bytes(3, deflateSync(Buffer.alloc(20_000_000)))),
    /it inflates to more than the 1000 bytes it says/,
  ],
  [
    'a bomb that tells its size',
    blob(number(2, 2 ** 31), bytes(3, 'x')),
    /it inflates to 2147483648 bytes, expected at most 33554432/,
  ],
  [
    'a bomb within the limits of the format',
    blob(number(2, 2 ** 24), bytes(3, deflateSync(Buffer.alloc(2 ** 24)))),
    /16,777,\d+ bytes once unpacked out of [\d,]+ bytes, more than any real file has/,
  ],
  [
    'a block of millions of empty texts',
    pbfBlob('OSMData', textBomb(), { packing: 'none' }),
    /it has a list of more than 1000000 parts/,
  ],
  [
    'a blob that overstates its size',
    blob(number(2, 50), bytes(3, deflateSync('short'))),
    /it inflates to 5 bytes, expected 50/,
  ],
  [
    'a header too long',
    lengthPrefix(65_537),
    /its header says 65537 bytes, expected at most 65536/,
  ],
  [
    'a blob too long',
    Buffer.concat([lengthPrefix(14), bytes(1, 'OSMData'), number(3, 2 ** 25 + 1)]),
    /it says 33554433 bytes, expected at most 33554432/,
  ],
  [
    'a header without a size',
    Buffer.concat([lengthPrefix(9), bytes(1, 'OSMData')]),
    /it says -1 bytes/,
  ],
  [
    'a text that is not in the table',
    pbfBlob(
      'OSMData',
      message(bytes(2, message(bytes(3, message(bytes(2, packed([5])), bytes(3, packed([6]))))))),
    ),
    /there is no text 5 in the table/,
  ],
  [
    'lists of unequal length',
    pbfBlob(
      'OSMData',
      message(
        bytes(2, message(bytes(2, message(bytes(1, packed([2, 2])), bytes(8, packed([2])))))),
      ),
    ),
    /lists differ in length/,
  ],
  ['a field longer than its message', group([0x1a, 5, 0]), /a field exceeds its message/],
  ['a skipped field longer than its message', group([0x3a, 5, 0]), /a field exceeds its message/],
  ['a number cut by its message', group([0x1a, 2, 8, 0x80, 0x38, 0]), /a number is cut/],
  ['a field of another type', group([0x1a, 2, 0x10, 0]), /field 2 is not of its type/],
  [
    'an id beyond 2^53',
    group([0x1a, 10, 8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10]),
    /the number 1152921504606847000 is beyond 2\^53/,
  ],
];

/** A block with a group of these bytes. */
function group(content: readonly number[]): Buffer {
  return pbfBlob('OSMData', message(bytes(2, Buffer.from(content))));
}

/** Two million texts, and a way that has one of them as its tag. */
function textBomb(): Buffer {
  const texts = Buffer.alloc(4_000_000, bytes(1, ''));
  const way = message(bytes(2, packed([1])), bytes(3, packed([1])));
  return message(bytes(1, texts), bytes(2, bytes(3, way)));
}

for (const [what, contents, expected] of badPbf) {
  test(`${what} is refused with the byte where it starts`, async () => {
    const problem = await problemOf(put('bad.osm.pbf', Buffer.concat([pbfHeader, contents])));
    assert.match(problem ?? 'nothing wrong', expected);
    assert.ok(problem?.startsWith(`, blob at byte ${at}: `), problem);
  });
}

test('a PBF that requires what is not known is refused; unknown blobs are skipped', async () => {
  const history = putPbf(volos, { requiredFeatures: ['OsmSchema-V0.6', 'HistoricalInformation'] });
  assert.match(
    (await problemOf(history)) ?? '',
    /requires the feature "HistoricalInformation".*; take one day/,
  );
  const blobs = [...osmPbf(volos)];
  blobs.splice(1, 0, framedBlob('Extra', message(bytes(1, 'of a later format'))));
  assert.deepEqual(await read(put('extra.osm.pbf', Buffer.concat(blobs))), volos);
});
