import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type PolygonGeometry, planarArea, toWkt } from '#tools/geo/polygon.ts';
import { fromWkb } from '#tools/geo/read-wkb.ts';
import { toWkb } from '#tools/geo/wkb.ts';
import { square } from './square.ts';

const holedRings = [square(0, 0, 10), square(2, 2, 3).toReversed()];
const holed: PolygonGeometry = { type: 'Polygon', coordinates: holedRings };
const pairRings = [[square(0, 0, 1)], [square(5, 5, 2), square(5.5, 5.5, 0.5)]];
const pair: PolygonGeometry = { type: 'MultiPolygon', coordinates: pairRings };

test('holes are subtracted, parts are added, and the direction of a ring does not matter', () => {
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

const geometryOf = (number: fc.Arbitrary<number>): fc.Arbitrary<PolygonGeometry> => {
  const ring = fc.array(fc.tuple(number, number), { minLength: 4, maxLength: 9 });
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
