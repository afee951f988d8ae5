import assert from 'node:assert/strict';
import test from 'node:test';
import { hasTooManyScans, mostScans, readImageHeader } from '#features/api/report/image-header.ts';
import { seeded } from '../seeded.ts';

const bytes = (hex: string, size = 0) => {
  const given = Buffer.from(hex.replaceAll(' ', ''), 'hex');
  return Buffer.concat([given, Buffer.alloc(Math.max(0, size - given.length))]);
};
const riff = '52494646 00000000 57454250';
const jpeg = 'ffd8 ffe1 0006 45786966 ff ffdb 0004 0000 ffc2 0011 08 0120 0280 03';

const files = {
  png: bytes('89504e470d0a1a0a 0000000d 49484452 00000280 00000120', 33),
  jpeg: bytes(jpeg),
  lossy: bytes(`${riff} 56503820 00000000 000000 9d012a 8002 2001`),
  lossless: bytes(`${riff} 5650384c 00000000 2f 7fc24700`, 30),
  extended: bytes(`${riff} 56503858 00000000 00000000 7f0200 1f0100`),
};

test('the size of an image is read from its header', () => {
  for (const [name, file] of Object.entries(files)) {
    const { width, height } = readImageHeader(file) ?? {};
    assert.deepEqual([width, height], [640, 288], name);
  }
  const types = Object.values(files).map(file => readImageHeader(file)?.type.slice(6));
  assert.deepEqual(types, ['png', 'jpeg', 'webp', 'webp', 'webp']);
});

test('a JPEG may have as many scans as usual ones have, not thousands', () => {
  const scans = (count: number) => bytes(jpeg + 'ffda 0008 01 0100 003f00'.repeat(count));
  for (const count of [0, 1, 10, mostScans]) assert.equal(hasTooManyScans(scans(count)), false);
  for (const count of [mostScans + 1, 4_000]) assert.equal(hasTooManyScans(scans(count)), true);
});

test('what is no such image has no size, and no bytes break the reader', () => {
  for (const hex of ['', 'ffd8', '474946383961', '89504e470d0a1a0a', `${riff} 58585858`]) {
    assert.equal(readImageHeader(bytes(hex, 40)), undefined, hex);
  }
  const others = {
    'AVIF with the brand WEBP': `0000001c 66747970 57454250 ${'56503858 00000000 00000000 7f0200'}`,
    'PNG with a wrong signature': '00504e470d0a1a0a 0000000d 49484452 00000280 00000120',
    'PNG whose first chunk is longer': '89504e470d0a1a0a 0000000e 49484452 00000280 00000120',
    'JPEG with a restart marker before its size': 'ffd8 ffd0 ffc0 0011 08 0120 0280 03',
  };
  for (const [what, hex] of Object.entries(others)) {
    assert.equal(readImageHeader(bytes(hex, 70_000)), undefined, what);
  }
  const empty = bytes('89504e470d0a1a0a 0000000d 49484452 00000000 00000120', 33);
  assert.equal(readImageHeader(empty), undefined, 'no width');
  const random = seeded(3);
  for (const file of Object.values(files)) {
    for (let round = 0; round < 2_000; round++) {
      const changed = Buffer.from(file.subarray(0, Math.floor(random() * (file.length + 1))));
      for (let i = 0; i < 3 && changed.length > 0; i++) {
        changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256);
      }
      const { width = 1, height = 1 } = readImageHeader(changed) ?? {};
      assert.ok(width > 0 && height > 0);
    }
  }
});
