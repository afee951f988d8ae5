import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { pointHalfway, pointInPolygon, pointInside } from '#tools/geo/inside.ts';
import type { Polygon, PolygonGeometry, Position, Ring } from '#tools/geo/polygon.ts';
import { casesIn } from '../cases.ts';
import { rounds } from '../sample.ts';
import { corners, square } from './square.ts';

const polygon = (...coordinates: Polygon): PolygonGeometry => ({ type: 'Polygon', coordinates });

const holed = polygon(square(0, 0, 10), square(4, 4, 2));
const lattice = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }));
const ring = fc
  .array(lattice, { minLength: 3, maxLength: 12 })
  .map((positions): Ring => [...positions, positions[0]!]);

/**
 * The oracle, in whole numbers: on an edge, or an odd number of edges crossed on the way to a
 * far place that no line of the lattice passes.
 */
function isInside(p: Position, rings: Polygon): boolean {
  const far: Position = [p[0] + 1_000_003, p[1] + 1];
  const edges = rings.flatMap(r => r.slice(1).map((to, i) => [r[i]!, to] as const));
  const onEdge = edges.some(([a, b]) => turn(a, b, p) === 0 && turn0Between(a, b, p));
  const crossed = edges.filter(
    ([a, b]) =>
      turn(p, far, a) > 0 !== turn(p, far, b) > 0 && turn(a, b, p) > 0 !== turn(a, b, far) > 0,
  );
  return onEdge || crossed.length % 2 === 1;
}

function turn(a: Position, b: Position, c: Position): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

function turn0Between(a: Position, b: Position, p: Position): boolean {
  return (p[0] - a[0]) * (p[0] - b[0]) + (p[1] - a[1]) * (p[1] - b[1]) <= 0;
}

test('inside, outside, in a hole, on every border and corner', () => {
  for (const [at, expected, what] of casesIn(`
    1 1   | yes | inside
    5 5   | no  | in the hole
    -1 5  | no  | left of it
    11 5  | no  | right of it
    5 11  | no  | above it
    0 0   | yes | a corner
    10 10 | yes | the opposite corner
    0 5   | yes | the left border
    10 5  | yes | the right border
    5 0   | yes | the lower border
    5 10  | yes | the upper border
    4 5   | yes | the border of the hole
    6 6   | yes | a corner of the hole
    12 0  | no  | in line with the lower border
    -2 4  | no  | in line with the hole
  `)) {
    assert.equal(pointInPolygon(corners(at)[0]!, holed), expected === 'yes', what);
  }
});

test('the middle of a slanted edge in degrees is on it', () => {
  const outline =
    '23.7211837 37.9715326, 23.7349113 37.9801249, 23.7299471 37.9902177, 23.7211837 37.9715326';
  const field = polygon(corners(outline));
  const ends = field.coordinates[0] as Ring;
  for (let i = 1; i < ends.length; i++) {
    const [[ax, ay], [bx, by]] = [ends[i - 1]!, ends[i]!];
    assert.ok(pointInPolygon([(ax + bx) / 2, (ay + by) / 2], field));
    assert.ok(pointInPolygon([ax + (bx - ax) / 3, ay + (by - ay) / 3], field));
  }
  assert.ok(!pointInPolygon([23.7211837, 37.9715325], field), 'a centimetre outside is outside');
});

test('a position on a shared edge is inside at least one of the two neighbours', () => {
  const degree = fc.double({ min: 20, max: 28, noNaN: true });
  const place = fc.tuple(degree, degree);
  fc.assert(
    fc.property(place, place, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, share) => {
      const left = polygon([a, b, [19, 29], a]);
      const right = polygon([b, a, [29, 19], b]);
      const p: Position = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
      assert.ok(pointInPolygon(p, left) || pointInPolygon(p, right));
    }),
  );
});

test('the result for random rings equals that of exact arithmetic', () => {
  fc.assert(
    fc.property(fc.array(ring, { minLength: 1, maxLength: 3 }), lattice, (rings, position) => {
      assert.equal(pointInPolygon(position, polygon(...rings)), isInside(position, rings));
    }),
    { numRuns: rounds(3000, 500) },
  );
});

test('a position in any polygon of several is inside', () => {
  const coordinates = [[square(0, 0, 1)], [square(5, 5, 1)]];
  const several: PolygonGeometry = { type: 'MultiPolygon', coordinates };
  assert.ok(pointInPolygon([5.5, 5.5], several));
  assert.ok(!pointInPolygon([3, 3], several));
});

test('the point inside avoids holes, lies in the larger part, and is not the centroid of a crescent', () => {
  const crescent = polygon(corners('0 0, 10 0, 10 10, 0 10, 0 8, 8 8, 8 2, 0 2, 0 0'));
  assert.deepEqual(pointInside(crescent), [9, 5]);
  assert.deepEqual(pointInside(holed), [2, 5]);
  const coordinates = [[square(0, 0, 1)], [square(5, 5, 2)]];
  const islands: PolygonGeometry = { type: 'MultiPolygon', coordinates };
  assert.deepEqual(pointInside(islands), [6, 6]);
});

test('the point inside random rings is inside by pointInPolygon, and off the border if possible', () => {
  fc.assert(
    fc.property(fc.array(ring, { minLength: 1, maxLength: 3 }), rings => {
      const geometry = polygon(...rings);
      const point = pointInside(geometry);
      assert.ok(pointInPolygon(point, geometry));
      const isVertex = rings[0]!.some(([x, y]) => x === point[0] && y === point[1]);
      if (!isVertex) assert.ok(distanceToBorder(point, rings) > 1e-6);
    }),
    { numRuns: rounds(3000, 500) },
  );
});

function distanceToBorder([x, y]: Position, rings: Polygon): number {
  const crossings = rings.flatMap(r =>
    r.slice(1).flatMap(([bx, by], i) => {
      const [ax, ay] = r[i]!;
      return ay > y === by > y ? [] : [ax + ((bx - ax) * (y - ay)) / (by - ay)];
    }),
  );
  return Math.min(...crossings.map(crossing => Math.abs(crossing - x)));
}

test('a polygon without area returns one of its vertices', () => {
  assert.deepEqual(pointInside(polygon(corners('1 1, 3 1, 2 1, 1 1'))), [1, 1]);
  const thereAndBack = corners('12 12, 19 1, 12 12, 0 6, 12 12');
  assert.deepEqual(pointInside(polygon(thereAndBack)), [12, 12]);
  const filled = polygon(square(0, 0, 2), square(0, 0, 2));
  assert.deepEqual(pointInside(filled), [0, 0]);
});

test('half way along a line is measured on the ground, not in degrees or vertices', () => {
  assert.deepEqual(pointHalfway(corners('0 0, 0 0.5, 0 0.75, 0 4')), [0, 2]);
  const [longitude, latitude] = pointHalfway(corners('20 60, 22 60, 22 61'));
  assert.equal(latitude, 60);
  assert.ok(Math.abs(longitude - 22) < 1e-9, 'two degrees of longitude at 60° are one of latitude');
  assert.deepEqual(pointHalfway(corners('3 4, 3 4')), [3, 4]);
});
