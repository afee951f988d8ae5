import assert from 'node:assert/strict';
import { bunzip2 } from '../../../../src/import/readers/bzip2/bzip2.ts';

/** Packed by bzip2 itself. */
export const samples: [what: string, packed: string, unpacked: string][] = [
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
export const packedOf = (what: string) =>
  Buffer.from(samples.find(([name]) => name === what)![1], 'base64');

/** Unpacks data that arrive in chunks. */
export async function unpacked(packed: Buffer, chunkBytes = 1000): Promise<string> {
  async function* chunks() {
    for (let at = 0; at < packed.length; at += chunkBytes) {
      yield packed.subarray(at, at + chunkBytes);
    }
  }
  return Buffer.concat(await Array.fromAsync(bunzip2(chunks()))).toString();
}

/** Flips one bit of a sample after the other: each is detected, or was padding of the last byte. */
export async function flipBits(what: string, step = 1): Promise<void> {
  const [, , text] = samples.find(([name]) => name === what)!;
  const packed = packedOf(what);
  for (let bit = 0; bit < 8 * packed.length; bit += step) {
    const flipped = Buffer.from(packed);
    flipped[bit >> 3]! ^= 0x80 >> (bit & 7);
    const result = await unpacked(flipped).catch((error: Error) => error);
    if (typeof result === 'string') assert.equal(result, text, `${what}, bit ${bit}`);
    else assert.ok(result instanceof RangeError, `${result.stack}`);
  }
}
