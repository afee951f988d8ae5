import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { earthPoint } from '#tools/geo/earth.ts';
import { indexPoints, visitWithin } from '#tools/geo/point-index.ts';
import { rounds } from '../sample.ts';

type Point = readonly [latitude: number, longitude: number];

const indexOf = (points: readonly Point[]) =>
  indexPoints(
    points.map(([latitude]) => latitude),
    points.map(([, longitude]) => longitude),
  );

function within(points: readonly Point[], [latitude, longitude]: Point, metres: number): number[] {
  const index = indexOf(points);
  const found: number[] = [];
  visitWithin(index, { latitude, longitude }, metres, place => found.push(index.origin[place]!));
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
    ([points, at], radius) => {
      const query = earthPoint(...at);
      const wanted = points.keys().filter(i => {
        const p = earthPoint(...points[i]!);
        return Math.hypot(p.x - query.x, p.y - query.y, p.z - query.z) <= radius;
      });
      assert.deepEqual(within(points, at, radius), [...wanted]);
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
      assert.deepEqual(within([other], [lat, lon], radius), isWithin ? [0] : []);
    },
  );
  fc.assert(property, { numRuns: rounds(5_000, 500) });
});

test('an index that was sent to a thread, or read from a file, finds the same', () => {
  const points: Point[] = Array.from({ length: 200 }, (_, i) => [37 + i / 1e3, 23 + (i % 7) / 1e3]);
  const [index, copy] = [indexOf(points), structuredClone(indexOf(points))];
  const found = [index, copy].map(one => {
    const places: number[] = [];
    visitWithin(one, { latitude: 37.1, longitude: 23 }, 2_000, place => places.push(place));
    return places;
  });
  assert.ok(found[0]!.length > 10);
  assert.deepEqual(found[1], found[0]);
});

test('an empty index finds nothing', () => assert.deepEqual(within([], [38, 23], 1_000), []));

test('points at the same position are all found', () => {
  const same = Array.from({ length: 3 }, (): [number, number] => [38, 23]);
  assert.deepEqual(within(same, [38, 23], 1_000), [0, 1, 2]);
});
