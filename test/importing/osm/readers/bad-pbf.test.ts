import assert from 'node:assert/strict';
import test from 'node:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { assertHas } from '../../../cases.ts';
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
const block = (...fields: Buffer[]) => pbfBlob('OSMData', message(...fields));
/** A block with a group of this content. */
const group = (content: Buffer | readonly number[]) => block(bytes(2, Buffer.from(content)));
/** A length before a blob, as the format has it. */
const inFront = (length: number) => Buffer.from([length >> 24, length >> 16, length >> 8, length]);
const packedZeros = (length: number) => bytes(3, deflateSync(Buffer.alloc(length)));
const unknownText = bytes(3, message(bytes(2, packed([5])), bytes(3, packed([6]))));
const unequalLists = bytes(2, message(bytes(1, packed([2, 2])), bytes(8, packed([2]))));
const largest = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10];

/** What is wrong with a blob, and what the message says. */
const badPbf: [what: string, blob: Buffer, message: string][] = [
  ['lz4', blob(number(2, 9), bytes(6, 'x')), 'it is packed with lz4, expected zlib'],
  ['zstd', blob(number(2, 9), bytes(7, 'x')), 'it is packed with zstd'],
  ['lzma', blob(number(2, 9), bytes(4, 'x')), 'it is packed with lzma'],
  ['nothing', blob(), 'it is empty'],
  ['a bomb', blob(number(2, 1000), packedZeros(2e7)), 'to more than the 1000 bytes it says'],
  ['2 GB', blob(number(2, 2 ** 31), bytes(3, 'x')), '2147483648 bytes, expected at most 33554432'],
  [
    'a bomb within the limits of the format',
    blob(number(2, 2 ** 24), packedZeros(2 ** 24)),
    '16,777,… bytes once unpacked out of … bytes, more than any real file has',
  ],
  [
    'millions of empty texts',
    pbfBlob('OSMData', textBomb(), { packing: 'none' }),
    'it has a list of more than 1000000 parts',
  ],
  [
    'a size too large',
    blob(number(2, 50), bytes(3, deflateSync('short'))),
    'to 5 bytes, expected 50',
  ],
  ['a long header', inFront(65_537), 'its header says 65537 bytes, expected at most 65536'],
  [
    'a long blob',
    Buffer.concat([inFront(14), bytes(1, 'OSMData'), number(3, 2 ** 25 + 1)]),
    'it says 33554433 bytes, expected at most 33554432',
  ],
  ['no size', Buffer.concat([inFront(9), bytes(1, 'OSMData')]), 'it says -1 bytes'],
  ['an unknown text', group(unknownText), 'there is no text 5 in the table'],
  ['lists of unequal length', group(unequalLists), 'lists differ in length'],
  ['a long field', group([0x1a, 5, 0]), 'a field exceeds its message'],
  ['a long field that is skipped', group([0x3a, 5, 0]), 'a field exceeds its message'],
  ['a number that is cut', group([0x1a, 2, 8, 0x80, 0x38, 0]), 'a number is cut'],
  ['a field of another type', group([0x1a, 2, 0x10, 0]), 'field 2 is not of its type'],
  ['2^60', group([0x1a, 10, 8, ...largest]), 'the number 1152921504606847000 is beyond 2^53'],
];

/** Two million texts, and a way that has one of them as its tag. */
function textBomb(): Buffer {
  const texts = Buffer.alloc(4_000_000, bytes(1, ''));
  const way = message(bytes(2, packed([1])), bytes(3, packed([1])));
  return message(bytes(1, texts), bytes(2, bytes(3, way)));
}

for (const [what, contents, expected] of badPbf) {
  test(`a blob with ${what} is refused with the byte where it starts`, async () => {
    const problem = await problemOf(put('bad.osm.pbf', Buffer.concat([pbfHeader, contents])));
    assertHas(problem, `, blob at byte ${at}: … ${expected}`);
  });
}

test('a PBF that requires what is not known is refused; unknown blobs are skipped', async () => {
  const history = putPbf(volos, { requiredFeatures: ['OsmSchema-V0.6', 'HistoricalInformation'] });
  const expected = 'requires the feature "HistoricalInformation" … ; take one day';
  assertHas(await problemOf(history), expected);
  const blobs = [...osmPbf(volos)];
  blobs.splice(1, 0, framedBlob('Extra', message(bytes(1, 'of a later format'))));
  assert.deepEqual(await read(put('extra.osm.pbf', Buffer.concat(blobs))), volos);
});
