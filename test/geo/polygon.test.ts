import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { packedRoom, packedWkt, packOutline } from '../../src/geo/packed-outline.ts';
import {
  type Polygon,
  type PolygonGeometry,
  planarArea,
  type Ring,
} from '../../src/geo/polygon.ts';
import { fromWkb, toWkb } from '../../src/geo/wkb.ts';
import { toWkt, wkbToWkt } from '../../src/geo/wkt.ts';

const square = (x: number, y: number, side: number): Ring => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];

const holed: PolygonGeometry = {
  type: 'Polygon',
  coordinates: [square(0, 0, 10), square(2, 2, 3).toReversed()],
};
const pair: PolygonGeometry = {
  type: 'MultiPolygon',
  coordinates: [[square(0, 0, 1)], [square(5, 5, 2), square(5.5, 5.5, 0.5)]],
};

test('a hole is taken off, pieces are added up, the direction of a ring does not matter', () => {
  assert.equal(planarArea(holed), 100 - 9);
  assert.equal(planarArea(pair), 1 + 4 - 0.25);
});

test('an area far from the origin loses no digits', () => {
  const far: PolygonGeometry = { type: 'Polygon', coordinates: [square(476704.6, 4203012.3, 0.5)] };
  assert.ok(Math.abs(planarArea(far) - 0.25) < 1e-9);
});

test('well-known text is written with fixed decimals and closed rings', () => {
  assert.equal(
    toWkt(holed, 1),
    'POLYGON ((0.0 0.0, 10.0 0.0, 10.0 10.0, 0.0 10.0, 0.0 0.0), ' +
      '(2.0 2.0, 2.0 5.0, 5.0 5.0, 5.0 2.0, 2.0 2.0))',
  );
  assert.equal(
    toWkt(pair, 0),
    'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1, 0 0)), ' +
      '((5 5, 7 5, 7 7, 5 7, 5 5), (6 6, 6 6, 6 6, 6 6, 6 6)))',
  );
});

test('coordinates are written as toFixed writes them', () => {
  const coordinate = fc.oneof(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.constantFrom(0, -0, 0.00000004, -0.00000004, -0.5, 1e-9, 23.7362, -23.7362),
    fc.constantFrom(
      9.99999996,
      9.99999994,
      99.99999999,
      179.99999996,
      4_203_012.3456789,
      3e9,
      -3e9,
    ),
  );
  fc.assert(
    fc.property(coordinate, x => {
      // Exact halves aside, which binary numbers hardly ever are.
      const wanted = x.toFixed(7).replace(/^-(0\.0+)$/, '$1');
      const line: Ring = [[x, 0]];
      assert.equal(
        toWkt({ type: 'Polygon', coordinates: [line] }, 7),
        `POLYGON ((${wanted} 0.0000000))`,
      );
    }),
    { numRuns: 3_000 },
  );
});

const geometryOf = (
  number: fc.Arbitrary<number>,
  second = number,
): fc.Arbitrary<PolygonGeometry> => {
  const ring = fc.array(fc.tuple(number, second), { minLength: 4, maxLength: 9 });
  const polygon = fc.array(ring, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    polygon.map(coordinates => ({ type: 'Polygon' as const, coordinates })),
    fc
      .array(polygon, { minLength: 1, maxLength: 3 })
      .map(coordinates => ({ type: 'MultiPolygon' as const, coordinates })),
  );
};

test('well-known binary keeps every bit of a geometry', () => {
  const geometry = geometryOf(fc.double({ noNaN: true, noDefaultInfinity: true }));
  fc.assert(fc.property(geometry, value => assert.deepEqual(fromWkb(toWkb(value)), value)));
});

/** The same in the plainest way; exact halves are rounded away from zero. */
function plainText({ type, coordinates }: PolygonGeometry, decimals: number): string {
  const number = (value: number) => {
    const text = (Math.round(Math.abs(value) * 10 ** decimals) / 10 ** decimals).toFixed(decimals);
    return value < 0 && Number(text) > 0 ? `-${text}` : text;
  };
  const list = <T>(parts: readonly T[], text: (part: T) => string) =>
    `(${parts.map(text).join(', ')})`;
  const polygon = (rings: Polygon) =>
    list(rings, ring => list(ring, ([x, y]) => `${number(x)} ${number(y)}`));
  return type === 'Polygon'
    ? `POLYGON ${polygon(coordinates)}`
    : `MULTIPOLYGON ${list(coordinates, polygon)}`;
}

test('well-known text is that of the plain way, of a geometry and of well-known binary', () => {
  const coordinate = fc.double({ min: -5e6, max: 5e6, noNaN: true });
  const property = fc.property(
    geometryOf(coordinate),
    fc.constantFrom(0, 3, 7),
    (value, decimals) => {
      assert.equal(toWkt(value, decimals), plainText(value, decimals));
      assert.equal(wkbToWkt(toWkb(value), decimals), plainText(value, decimals));
    },
  );
  fc.assert(property, { numRuns: 1_000 });
  const many = Array.from({ length: 5_000 }, (_, i) => [-i / 7, i / 3] as const);
  const large: PolygonGeometry = { type: 'Polygon', coordinates: [many, many] };
  assert.equal(toWkt(large, 7), plainText(large, 7));
});

test('a packed outline has the well-known text of the outline, wherever it is packed', () => {
  const coordinate = fc.double({ min: -180, max: 180, noNaN: true });
  const latitude = coordinate.map(value => value / 2);
  const property = fc.property(geometryOf(coordinate, latitude), fc.nat(9), (value, start) => {
    const wkb = toWkb(value);
    const packed = new Int32Array(start + packedRoom(wkb.length)).fill(-1);
    const end = packOutline(wkb, packed, start)!;
    assert.ok(end <= packed.length);
    assert.ok(packed.subarray(end).every(number => number === -1));
    assert.equal(packedWkt(packed, start), plainText(value, 7));
  });
  fc.assert(property, { numRuns: 1_000 });
  const many = Array.from({ length: 5_000 }, (_, i) => [-i / 70, i / 60] as const);
  const large: PolygonGeometry = { type: 'MultiPolygon', coordinates: [[many, many], [many]] };
  const packed = new Int32Array(packedRoom(toWkb(large).length));
  packOutline(toWkb(large), packed, 0);
  assert.equal(packedWkt(packed, 0), plainText(large, 7));
});

test('what is no outline on Earth is not packed', () => {
  const pack = (wkb: Uint8Array) => packOutline(wkb, new Int32Array(1_000), 0);
  const ring = (x: number, y: number): Ring => [[x, y], ...square(0, 0, 1)];
  const outlines: PolygonGeometry[] = [
    { type: 'Polygon', coordinates: [] },
    { type: 'MultiPolygon', coordinates: [] },
    { type: 'MultiPolygon', coordinates: [[ring(1, 1)], []] },
    ...[ring(180.1, 0), ring(0, -90.1), ring(NaN, 0), ring(0, Infinity)].map(
      (outside): PolygonGeometry => ({ type: 'Polygon', coordinates: [square(1, 1, 1), outside] }),
    ),
  ];
  for (const outline of outlines) assert.equal(pack(toWkb(outline)), undefined);
  const whole = toWkb({ type: 'Polygon', coordinates: [ring(-180, 90)] });
  assert.equal(pack(whole), 13);
  for (let length = 0; length < whole.length; length++) {
    assert.equal(pack(whole.subarray(0, length)), undefined);
  }
  assert.equal(pack(Buffer.concat([whole, Buffer.alloc(1)])), undefined);
  for (const code of [0, 1, 2, 4, 5, 6, 7, 10, 0x80_00_00_03]) {
    const other = Buffer.from(whole);
    other.writeUInt32LE(code, 1);
    assert.equal(pack(other), undefined, `code ${code}`);
  }
  const bigEndian = Buffer.from(whole).fill(0, 0, 1);
  assert.equal(pack(bigEndian), undefined);
});

test('well-known binary of something else, or cut, has no well-known text', () => {
  const whole = toWkb({ type: 'Polygon', coordinates: [square(1, 2, 3)] });
  for (let length = 0; length < whole.length; length++) {
    assert.throws(() => wkbToWkt(whole.subarray(0, length), 7), RangeError);
  }
  for (const code of [0, 1, 2, 4, 5, 7, 0x80_00_00_03]) {
    const other = Buffer.from(whole);
    other.writeUInt32LE(code, 1);
    assert.throws(() => wkbToWkt(other, 7), RangeError);
  }
});
