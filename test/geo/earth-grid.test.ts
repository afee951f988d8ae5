import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { earthPoint } from '#tools/geo/earth.ts';
import { buildEarthGrid, findRuns, visitWithin } from '#tools/geo/earth-grid.ts';
import { rounds } from '../sample.ts';

function gridOf(points: readonly (readonly [number, number])[], radiusMetres: number) {
  const at = points.map(([latitude, longitude]) => earthPoint(latitude, longitude));
  const column = (axis: 'x' | 'y' | 'z') => Float64Array.from(at, p => p[axis]);
  return buildEarthGrid(column('x'), column('y'), column('z'), radiusMetres);
}

function within(grid: ReturnType<typeof gridOf>, latitude: number, longitude: number): number[] {
  const { x, y, z } = earthPoint(latitude, longitude);
  const found: number[] = [];
  visitWithin(grid, x, y, z, position => found.push(grid.origin[position]!));
  return found.sort((a, b) => a - b);
}

test('the search finds the same points as brute force, also near poles and antimeridian', () => {
  const centre = fc.constantFrom(
    [37.98, 23.73],
    [89.999, 10],
    [-89.9999, 0],
    [10, 180],
    [0, -180],
    [0, 0],
  );
  const offset = fc.double({ min: -0.05, max: 0.05, noNaN: true });
  const point = (c: readonly number[]) =>
    fc
      .tuple(offset, offset)
      .map(([dLat, dLon]): [number, number] => [
        Math.max(-90, Math.min(90, c[0]! + dLat)),
        ((c[1]! + dLon * (Math.abs(c[0]!) > 89 ? 3_600 : 1) + 540) % 360) - 180,
      ]);
  const scene = centre.chain(c => fc.tuple(fc.array(point(c), { maxLength: 60 }), point(c)));
  const property = fc.property(
    scene,
    fc.constantFrom(1_000, 2_000, 10_000),
    ([points, [latitude, longitude]], radius) => {
      const query = earthPoint(latitude, longitude);
      const wanted = points.keys().filter(i => {
        const p = earthPoint(...points[i]!);
        return Math.hypot(p.x - query.x, p.y - query.y, p.z - query.z) <= radius;
      });
      assert.deepEqual(within(gridOf(points, radius), latitude, longitude), [...wanted]);
    },
  );
  fc.assert(property, { numRuns: 500 });
});

test('points just within the radius are found, everywhere and in every direction', () => {
  const latitude = fc.double({ min: -89, max: 89, noNaN: true });
  const longitude = fc.double({ min: -180, max: 180, noNaN: true });
  const property = fc.property(
    latitude,
    longitude,
    fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
    fc.double({ min: 0.9, max: 1, noNaN: true }),
    fc.constantFrom(100, 1_000, 2_000, 10_000, 20_000),
    (lat, lon, bearing, share, radius) => {
      const reach = ((share * radius) / 111_700) * 0.998;
      const other: [number, number] = [
        lat + reach * Math.cos(bearing),
        lon + (reach * Math.sin(bearing)) / Math.cos((lat * Math.PI) / 180),
      ];
      const [a, b] = [earthPoint(lat, lon), earthPoint(...other)];
      const isWithin = Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z) <= radius;
      assert.deepEqual(within(gridOf([other], radius), lat, lon), isWithin ? [0] : []);
    },
  );
  fc.assert(property, { numRuns: rounds(5_000, 500) });
});

test('runs of a wider or narrower radius have all points within it, and none far away', () => {
  const offset = fc.double({ min: -0.3, max: 0.3, noNaN: true });
  const point = fc.tuple(offset, offset).map(([a, b]): [number, number] => [38 + a, 23.7 + b]);
  const property = fc.property(
    fc.array(point, { maxLength: 60 }),
    point,
    fc.constantFrom(1_000, 2_000, 10_000),
    fc.constantFrom(80, 1_300, 4_800, 20_000),
    (points, [latitude, longitude], width, metres) => {
      const grid = gridOf([...points, [40, 20]], width);
      const { x, y, z } = earthPoint(latitude, longitude);
      const found = new Set<number>();
      for (const { start, end } of findRuns(grid, x, y, z, metres)) {
        for (let i = start; i < end; i++) found.add(grid.origin[i]!);
      }
      for (const [i, at] of points.entries()) {
        const p = earthPoint(...at);
        if (Math.hypot(p.x - x, p.y - y, p.z - z) <= metres) assert.ok(found.has(i), String(at));
      }
      assert.ok(!found.has(points.length));
    },
  );
  fc.assert(property, { numRuns: rounds(2_000, 500) });
});

test('an empty grid finds nothing', () => assert.deepEqual(within(gridOf([], 1_000), 38, 23), []));

test('points at the same position are all found', () => {
  const same = Array.from({ length: 3 }, (): [number, number] => [38, 23]);
  assert.deepEqual(within(gridOf(same, 1_000), 38, 23), [0, 1, 2]);
});
