import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { MapGeometry } from '#domain/map/map-feature.ts';
import { finestZoom } from '#domain/map/tile-scheme.ts';
import { casesIn } from '../cases.ts';
import { corners } from '../geo/square.ts';
import {
  areaOf,
  athens,
  fromUnits,
  line,
  type Point,
  partsIn,
  polygon,
  toUnits,
} from './tile-drawings.ts';

test('lines and areas are clipped 64 units outside the tile', () => {
  const drawn: Record<string, (points: Point[]) => MapGeometry> = {
    line: points => line(athens, ...points),
    area: points => polygon(athens, points),
    point: ([at]) => ({ type: 'Point', coordinates: fromUnits(athens, at!) }),
  };
  for (const [what, shape, points, parts] of casesIn(`
    through                  | line  | -500 100, 5000 100                  | -64 100, 4160 100
    leaves and returns       | line  | 10 10, 10 -300, 40 -300, 40 10      | 10 10, 10 -64; 40 -64, 40 10
    past a corner            | line  | -300 100, 100 -300
    along the edge           | line  | -64 -64, -64 90                     | -64 -64, -64 90
    of one point             | line  | 5 5, 5.2 5.2
    over a corner            | area  | -400 -400, 100 -400, 100 100, -400 100 | -64 -64, 100 -64, 100 100, -64 100, -64 -64
    around the tile          | area  | -9000 -9000, 9000 -9000, 9000 9000, -9000 9000 | -64 4160, -64 -64, 4160 -64, 4160 4160, -64 4160
    beside the tile          | area  | 4200 4200, 5000 4200, 5000 5000, 4200 5000
    without height           | area  | 5 5, 90 5, 40 5
    in the buffer            | point | -60 9                               | -60 9
    outside                  | point | -70 9
  `)) {
    const expected = parts === '' ? [] : parts.split(';').map(corners);
    assert.deepEqual(partsIn(athens, drawn[shape]!(corners(points))), expected, what);
  }
});

const corner = fc.integer({ min: -3_000, max: 7_000 });
const someCorners = fc.array(fc.tuple(corner, corner), { minLength: 3, maxLength: 12 });

test('a clipped line has every point of the line in the tile, and no other', () => {
  fc.assert(
    fc.property(someCorners, points => {
      const geometry = line(athens, ...points) as Extract<MapGeometry, { type: 'LineString' }>;
      const path = geometry.coordinates.map(position => toUnits(athens, position));
      const parts = partsIn(athens, geometry);
      for (const at of parts.flat()) {
        assertInSquare(at);
        assert.ok(distanceTo(path, at) < 1.5, `${at} is on the line`);
      }
      for (const at of alongPath(path)) {
        if (!at.every(value => value >= 0 && value <= 4_096)) continue;
        assert.ok(
          parts.some(part => distanceTo(part, at) < 1.5),
          `${at} is drawn`,
        );
      }
    }),
    { seed: 21, numRuns: 300 },
  );
});

test('an area up to the poles and the antimeridian is drawn at every zoom', () => {
  const coordinates = [corners('-180 -90, 180 -90, 180 90, -180 90, -180 -90')];
  const world: MapGeometry = { type: 'Polygon', coordinates };
  for (let z = 0; z <= finestZoom; z++) {
    const parts = partsIn({ z, x: 2 ** z - 1, y: 2 ** z - 1 }, world);
    assert.ok(areaOf(parts[0]!) >= 4_096 * 4_096, `zoom ${z}`);
    for (const at of parts.flat()) assertInSquare(at);
  }
});

function assertInSquare(at: Point): void {
  assert.ok(
    at.every(value => value >= -64 && value <= 4_160),
    `${at} is in the square`,
  );
}

/** The distance from a point to a path. */
function distanceTo(path: readonly Point[], [x, y]: Point): number {
  let least = Infinity;
  for (let i = 1; i < path.length; i++) {
    const [[ax, ay], [bx, by]] = [path[i - 1]!, path[i]!];
    const squared = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = squared && ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / squared;
    const at = Math.min(1, Math.max(0, share));
    least = Math.min(least, Math.hypot(ax + at * (bx - ax) - x, ay + at * (by - ay) - y));
  }
  return least;
}

/** Points along a path, about fifty units apart. */
function alongPath(path: readonly Point[]): Point[] {
  return path.slice(1).flatMap(([bx, by], i) => {
    const [ax, ay] = path[i]!;
    const steps = Math.ceil(Math.hypot(bx - ax, by - ay) / 50);
    return Array.from({ length: steps + 1 }, (_, k): Point => {
      const share = steps && k / steps;
      return [ax + share * (bx - ax), ay + share * (by - ay)];
    });
  });
}
