import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { readWkb } from '#tools/geo/read-wkb.ts';
import { toWkb } from '#tools/geo/wkb.ts';
import { casesIn, messageHas } from '../cases.ts';
import { corners } from './square.ts';

const outer = corners('0 0, 9 0, 9 9, 0 0');
const hole = corners('5 1, 8 1, 8 4, 5 1');

interface Writing {
  readonly littleEndian: boolean;
  /** Added to the code of a geometry: ISO's thousands or EWKB's bits. */
  readonly marks: number;
  readonly extraOrdinates: number;
  readonly srid: boolean;
}

/** Writes polygons the way other programs do. */
function write({ littleEndian, marks, extraOrdinates, srid }: Writing, polygons: number): Buffer {
  const uint32 = (value: number) => {
    const bytes = Buffer.alloc(4);
    littleEndian ? bytes.writeUInt32LE(value) : bytes.writeUInt32BE(value);
    return bytes;
  };
  const double = (value: number) => {
    const bytes = Buffer.alloc(8);
    littleEndian ? bytes.writeDoubleLE(value) : bytes.writeDoubleBE(value);
    return bytes;
  };
  const head = (code: number) =>
    Buffer.concat([
      Buffer.of(littleEndian ? 1 : 0),
      uint32((code + marks) >>> 0),
      srid ? uint32(2100) : Buffer.alloc(0),
    ]);
  const ring = (positions: readonly (readonly number[])[]) => [
    uint32(positions.length),
    ...positions.flatMap(([x, y]) => [x!, y!, 77, 88].slice(0, 2 + extraOrdinates).map(double)),
  ];
  const polygon = Buffer.concat([head(3), uint32(2), ...ring(outer), ...ring(hole)]);
  return polygons === 1
    ? polygon
    : Buffer.concat([head(6), uint32(polygons), ...Array(polygons).fill(polygon)]);
}

const writings: readonly (readonly [string, number, number, boolean])[] = [
  ['plain', 0, 0, false],
  ['ISO Z', 1000, 1, false],
  ['ISO M', 2000, 1, false],
  ['ISO ZM', 3000, 2, false],
  ['EWKB Z', 0x8000_0000, 1, false],
  ['EWKB M', 0x4000_0000, 1, false],
  ['EWKB ZM with SRID', 0xe000_0000, 2, true],
  ['EWKB with SRID', 0x2000_0000, 0, true],
];

for (const [name, marks, extraOrdinates, srid] of writings) {
  for (const littleEndian of [true, false]) {
    test(`polygons as ${name} are read, ${littleEndian ? 'little' : 'big'}-endian`, () => {
      const writing = { littleEndian, marks, extraOrdinates, srid };
      const coordinates = [outer, hole];
      assert.deepEqual(readWkb(write(writing, 1)), { type: 'Polygon', coordinates });
      const both = { type: 'MultiPolygon', coordinates: [coordinates, coordinates] };
      assert.deepEqual(readWkb(write(writing, 2)), both);
    });
  }
}

test('a point is read', () => {
  const bytes = Buffer.from('0101000000000000000000f03f0000000000000040', 'hex');
  assert.deepEqual(readWkb(bytes), { type: 'Point', coordinates: [1, 2] });
});

const drawn = [
  { type: 'Point', coordinates: [23.5, 38] },
  { type: 'LineString', coordinates: hole },
  { type: 'MultiLineString', coordinates: [outer, hole] },
  { type: 'MultiPolygon', coordinates: [[outer, hole], [outer]] },
] as const;

for (const geometry of drawn) {
  test(`a ${geometry.type} is read as it was written, and not when it is cut`, () => {
    const bytes = toWkb(geometry);
    assert.deepEqual(readWkb(bytes), geometry);
    for (let length = 0; length < bytes.length; length++) {
      assert.throws(() => readWkb(bytes.subarray(0, length)), RangeError);
    }
  });
}

test('other geometry types are returned by name', () => {
  const typeOf = (code: number) => readWkb(Buffer.of(1, code, 0, 0, 0)).type;
  assert.deepEqual([7, 9, 17].map(typeOf), ['GeometryCollection', 'CompoundCurve', 'Triangle']);
});

test('surfaces of curves have a name and no coordinates, also without arcs', () => {
  const head = (code: number) => Buffer.of(1, code, 0, 0, 0, 1, 0, 0, 0);
  const surface = Buffer.concat([head(10), toWkb({ type: 'LineString', coordinates: hole })]);
  assert.deepEqual(readWkb(surface), { type: 'CurvePolygon', coordinates: null });
  const several = Buffer.concat([head(12), surface]);
  assert.deepEqual(readWkb(several), { type: 'MultiSurface', coordinates: null });
});

for (const [name, hex, expected] of casesIn(`
  no bytes                        |                                    | ends at byte 0
  an unknown byte order           | 020300000000000000                 | unknown geometry code
  an unknown type                 | 01ff00000000000000                 | unknown geometry code 255 at byte 0
  an unknown dimension            | 01a30f000000000000                 | unknown geometry code 4003 at byte 0
  four thousand million rings     | 0103000000ffffffff                 | ends at byte 9
  four thousand million positions | 010300000001000000ffffffff         | ends at byte 13
  a point in a multipolygon       | 010600000001000000010100000000000000 | Point inside
  half a point                    | 0101000000000000000000f03f         | ends at byte 13, in the middle of a point
  a multipolygon of itself        | ${'010600000001000000'.repeat(9)}  | MultiPolygon inside
`)) {
  test(`${name} is a RangeError with that reason`, () => {
    const read = () => readWkb(Buffer.from(hex, 'hex'));
    assert.throws(read, messageHas(expected));
    assert.throws(read, RangeError);
  });
}

test('random bytes return a geometry or throw a RangeError', () => {
  const bytes = fc.tuple(fc.constantFrom(0, 1), fc.uint8Array({ maxLength: 200 }));
  fc.assert(
    fc.property(bytes, ([order, rest]) => {
      try {
        assert.ok(readWkb(Uint8Array.of(order, ...rest)).type);
      } catch (error) {
        assert.ok(error instanceof RangeError, String(error));
      }
    }),
  );
});
