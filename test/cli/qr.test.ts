import assert from 'node:assert/strict';
import test from 'node:test';
import { codewords, versionFor } from '../../src/cli/qr/codewords.ts';
import { drawQr } from '../../src/cli/qr/draw.ts';
import { qrMatrix } from '../../src/cli/qr/matrix.ts';
import { plainText } from '../../src/cli/terminal.ts';

/** Evaluates a block (data and correction) as a polynomial in the field of QR codes. */
function valueAt(block: readonly number[], root: number): number {
  return block.reduce((value, word) => multiply(value, root) ^ word, 0);
}

function multiply(a: number, b: number): number {
  let product = 0;
  for (let i = 0; i < 8; i++) if ((b >> i) & 1) product ^= a << i;
  for (let i = 15; i > 7; i--) if ((product >> i) & 1) product ^= 0x11d << (i - 8);
  return product;
}

test('the correction words make every block divisible by the generator', () => {
  const bytes = new TextEncoder().encode('otpauth://totp/Ktima:maria');
  const words = codewords(bytes, versionFor(bytes.length)!);
  assert.equal(words.length, 44, 'version 2 has 44 codewords');
  let root = 1;
  for (let i = 0; i < 10; i++) {
    assert.equal(valueAt(words, root), 0);
    root = multiply(root, 2);
  }
});

test('versions hold what the standard says for level L', () => {
  const largest: [version: number, bytes: number][] = [
    [1, 17],
    [2, 32],
    [9, 230],
    [10, 271],
    [27, 1465],
    [40, 2953],
  ];
  for (const [version, bytes] of largest) {
    assert.equal(versionFor(bytes), version);
    assert.notEqual(versionFor(bytes + 1), version);
  }
  assert.equal(qrMatrix('x'.repeat(2954)), undefined);
});

test('the symbol has its finders, timing and a format that a reader can check', () => {
  const matrix = qrMatrix('otpauth://totp/Ktima:maria?secret=JBSWY3DPEHPK3PXP')!;
  const size = matrix.length;
  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  for (const [x, y] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const) {
    const seen = finder.map((_, i) =>
      matrix[y + i]!.slice(x, x + 7)
        .map(Number)
        .join(''),
    );
    assert.deepEqual(seen, finder);
  }
  for (let i = 8; i < size - 8; i++) assert.equal(matrix[6]![i], i % 2 === 0);
  const format = Array.from({ length: 15 }, (_, i) =>
    Number(i < 8 ? matrix[8]![size - 1 - i] : matrix[size - 15 + i]![8]),
  );
  let rest = format.reduce((value, bit, i) => value | (bit << i), 0) ^ 0x5412;
  assert.equal(rest >> 13, 0b01, 'level L');
  for (let i = 14; i >= 10; i--) if ((rest >> i) & 1) rest ^= 0x537 << (i - 10);
  assert.equal(rest, 0);
});

test('on a terminal two modules share a character, with a light border', () => {
  const lines = plainText(drawQr('hello')).split('\n');
  assert.equal(lines.length, 15);
  assert.ok(lines.every(line => line.length === 29 && /^ {4}[ ▄▀█]{21} {4}$/.test(line)));
  assert.deepEqual(drawQr('x'.repeat(3_000)), []);
});
