import assert from 'node:assert/strict';
import test from 'node:test';
import decodeQR from 'qr/decode.js';
import { plainText } from '#tools/terminal/print.ts';
import { drawQr } from '#tools/terminal/qr.ts';

const border = 4;

function linesOf(text: string): string[] {
  return plainText(drawQr(text)).split('\n');
}

/** The modules as a reader sees them, border included: true for dark. */
function modulesOf(text: string): boolean[][] {
  const rows = linesOf(text).flatMap(line => [
    [...line].map(character => '▀█'.includes(character)),
    [...line].map(character => '▄█'.includes(character)),
  ]);
  // Sizes are odd, so the lower half of the last line is none of them.
  return rows.slice(0, -1);
}

/** A picture with four pixels a side for each module. */
function photograph(modules: boolean[][]) {
  const side = 4 * modules.length;
  const data = new Uint8Array(3 * side * side);
  for (let i = 0; i < side * side; i++) {
    const isDark = modules[Math.floor(i / side / 4)]![Math.floor((i % side) / 4)];
    data.fill(isDark ? 0 : 255, 3 * i, 3 * i + 3);
  }
  return { width: side, height: side, data };
}

const read = (text: string) =>
  decodeQR(photograph(modulesOf(text)), { format: 'RGB', timeLimit: 60_000 });

test('another program reads back what was drawn', () => {
  const secret = 'otpauth://totp/Ktima:maria?issuer=Ktima&secret=JBSWY3DPEHPK3PXP';
  for (const text of ['hello', secret, 'Μαρία', '0123', 'ΑΒΓ'.repeat(400)]) {
    assert.equal(read(text), text);
  }
});

test('versions hold what the standard says for level L, and are read back', () => {
  const largest: [version: number, bytes: number][] = [
    [1, 17],
    [2, 32],
    [9, 230],
    [10, 271],
    [27, 1465],
    [40, 2953],
  ];
  const versionOf = (text: string) => (linesOf(text)[0]!.length - 2 * border - 17) / 4;
  for (const [version, bytes] of largest) {
    const text = 'x'.repeat(bytes);
    assert.equal(versionOf(text), version);
    assert.equal(read(text), text);
    if (version < 40) assert.equal(versionOf(`${text}x`), version + 1);
  }
});

test('a text that no symbol holds is not drawn', () => {
  for (const text of ['x'.repeat(2954), 'x'.repeat(3_000), 'Α'.repeat(1_477)]) {
    assert.deepEqual(drawQr(text), []);
  }
});

test('the symbol has its finders, timing and a format that a reader can check', () => {
  const matrix = modulesOf('otpauth://totp/Ktima:maria?secret=JBSWY3DPEHPK3PXP')
    .slice(border, -border)
    .map(row => row.slice(border, -border));
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
  const lines = linesOf('hello');
  assert.equal(lines.length, 15);
  assert.ok(lines.every(line => line.length === 29 && /^ {4}[ ▄▀█]{21} {4}$/.test(line)));
});
