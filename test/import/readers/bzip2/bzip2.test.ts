import assert from 'node:assert/strict';
import test from 'node:test';
import { bitsFrom } from '../../../../src/import/readers/bzip2/bits.ts';
import { bunzip2 } from '../../../../src/import/readers/bzip2/bzip2.ts';
import { huffmanTable, readSymbol } from '../../../../src/import/readers/bzip2/huffman.ts';

// Packed by bzip2 itself.
const samples: [what: string, packed: string, unpacked: string][] = [
  ['nothing', 'QlpoORdyRThQkAAAAAA=', ''],
  [
    'a line',
    'QlpoOTFBWSZTWUweQjAAAAvYbAAQQAQUADAGEgCEDIABoAAxTTIxMTEGoaZNGg2oz3sysRQgBA/Ij0+KyU+LuSKcKEgm' +
      'DyEYAA==',
    'Οδός Ερμού 24, Βόλος\n',
  ],
  [
    'runs of equal bytes',
    'QlpoOTFBWSZTWUvDZu8AAAPDAOAAAQA//AAYIABUQmCabUGg2qnpGmDag65d5f+Mqx5U9xo2zi4JkRBJS0ElFeEMuzzs' +
      'ADRfF3JFOFCQS8Nm7w==',
    [1, 3, 4, 5, 254, 255, 258, 259, 260, 600, 4, 4]
      .map((length, i) => 'abcdefghijkl'[i]!.repeat(length))
      .join(''),
  ],
  [
    'several blocks',
    'QlpoMTFBWSZTWfHVavsAfYhYbAAQQAAUACACAgAABIABoABwQDTTQJqqNA2ppKBO0oE0lAnSUCYSgTJRCl4lAnsUCbig' +
      'TcUCYlAn5igrJMprP2JIl+APsSsNgAIIAAKABABAQAAAkAA0AA4IBppoE1VGgbU1FAncUCaigTqKBMJQJgSFLyKBPUoE' +
      '2lAm0oEyKBPzFBWSZTWVf2mT4AR77YbAAQQAAUACACAgAABIABoABwQDTTQFKo0DampBK7kErUgldSCViQSsqhUnkgle' +
      'yCVuQStyCVkglfi7kinChIM0Pd1w',
    'Ερμού 24\n'.repeat(18_000),
  ],
];
const packedOf = (what: string) =>
  Buffer.from(samples.find(([name]) => name === what)![1], 'base64');

async function unpacked(packed: Buffer, chunkBytes = 1000): Promise<string> {
  async function* chunks() {
    for (let at = 0; at < packed.length; at += chunkBytes) {
      yield packed.subarray(at, at + chunkBytes);
    }
  }
  return Buffer.concat(await Array.fromAsync(bunzip2(chunks()))).toString();
}

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

test('every flipped bit is detected, except in the padding of the last byte', async () => {
  for (const [what, , text] of samples.slice(1)) {
    const packed = packedOf(what);
    for (let bit = 0; bit < 8 * packed.length; bit++) {
      const flipped = Buffer.from(packed);
      flipped[bit >> 3]! ^= 0x80 >> (bit & 7);
      const result = await unpacked(flipped).catch((error: Error) => error);
      if (typeof result === 'string') assert.equal(result, text, `${what}, bit ${bit}`);
      else assert.ok(result instanceof RangeError, `${result.stack}`);
    }
  }
});

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
