import assert from 'node:assert/strict';
import test from 'node:test';
import { bitsFrom } from '../../../../src/import/readers/bzip2/bits.ts';
import { huffmanTable, readSymbol } from '../../../../src/import/readers/bzip2/huffman.ts';
import { flipBits, packedOf, samples, unpacked } from './samples.ts';

for (const [what, packed, expected] of samples) {
  test(`${what}: unpacked as by bzip2, in chunks of any size`, async () => {
    const bytes = Buffer.from(packed, 'base64');
    for (const chunkBytes of [1, 7, 1000]) {
      assert.equal(await unpacked(bytes, chunkBytes), expected);
    }
  });
}

test('concatenated streams, as parallel packers write them, are unpacked as one', async () => {
  const streams = Buffer.concat(samples.map(([, packed]) => Buffer.from(packed, 'base64')));
  assert.equal(await unpacked(streams), samples.map(([, , text]) => text).join(''));
});

test('cut data, and data followed by other bytes, are refused', async () => {
  const packed = packedOf('several blocks');
  for (let length = 1; length < packed.length; length++) {
    await assert.rejects(unpacked(packed.subarray(0, length)), RangeError);
  }
  const followed = Buffer.concat([packed, Buffer.from('more')]);
  await assert.rejects(unpacked(followed), /expected the start of bzip2 data/);
});

for (const [what] of samples.slice(1, 3)) {
  test(`${what}: every flipped bit is detected, except in the padding of the last byte`, () =>
    flipBits(what));
}

test('several blocks: a flipped bit is detected, one of every 31', () =>
  flipBits('several blocks', 31));

test('an impossible block is refused with a reason', async () => {
  const start = (hex: string) => Buffer.from(`425a6839314159265359${hex}`, 'hex');
  const refused: [Buffer, RegExp][] = [
    [Buffer.from('BZh0'), /expected the start of bzip2 data/],
    [Buffer.from('425a6839ffffffffffff', 'hex'), /expected a block or the end/],
    [start('0000000080000000'), /a block of a kind that is long obsolete/],
    [start('0000000000000000000000'), /a block of no bytes/],
    [start('00000000'), /the packed data end in the middle/],
  ];
  for (const [packed, expected] of refused) await assert.rejects(unpacked(packed), expected);
});

test('codes of every length are read, and bits that are not a code are refused', () => {
  // The code of each symbol: 0, 10, 110 and so on, up to twenty bits.
  const table = huffmanTable(Uint8Array.from({ length: 20 }, (_, i) => i + 1));
  const codes = Array.from({ length: 20 }, (_, i) => `${'1'.repeat(i)}0`).join('');
  const bytes = codes.match(/.{1,8}/g)!.map(byte => Number.parseInt(byte.padEnd(8, '0'), 2));
  const bits = bitsFrom(Uint8Array.from(bytes), 0);
  for (let symbol = 0; symbol < 20; symbol++) assert.equal(readSymbol(bits, table), symbol);
  const ones = bitsFrom(new Uint8Array(8).fill(0xff), 0);
  assert.throws(() => readSymbol(ones, table), /bits that stand for no symbol/);
});
