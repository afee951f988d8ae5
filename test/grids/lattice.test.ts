import assert from 'node:assert/strict';
import test from 'node:test';
import { areaOf } from '#domain/grids/area.ts';
import { boxOf, type GridDescription, groundAt, mayMeet } from '#domain/grids/grid.ts';
import { slopeOf } from '#domain/grids/window.ts';
import { toWgs84 } from '#tools/geo/crs.ts';
import type { PolygonGeometry, Position } from '#tools/geo/polygon.ts';
import { casesIn } from '../cases.ts';

/** 100 columns and 200 rows of 25 m around the central meridian of the Greek Grid. */
const lattice = {
  ...{ epsg: 2100, west: 498_750, north: 4_205_000, stepX: 25, stepY: 25 },
  ...{ width: 100, height: 200 },
};
const toDegrees = toWgs84(2100)!;

/** A rectangle in columns and rows of the lattice, in degrees. */
function rectangle(west: number, north: number, east: number, south: number): PolygonGeometry {
  const at = ([x, y]: Position) =>
    toDegrees([lattice.west + 25 * x!, lattice.north - 25 * y!]) as Position;
  const ring = [[west, north], [west, south], [east, south], [east, north], [west, north]]; // biome-ignore format: a line
  return { type: 'Polygon', coordinates: [ring.map(corner => at(corner as never))] };
}

test('the share of an area in a grid is that of its ground', () => {
  for (const [given, share] of casesIn(`
    10 10 20 20     | 1
    0 0 100 200     | 1
    -10 10 10 20    | 0.5
    90 -30 110 10   | 0.125
    -5 -5 -1 -1     | 0
  `)) {
    const [west, north, east, south] = given!.split(' ').map(Number);
    const { insideShare } = areaOf(lattice, rectangle(west!, north!, east!, south!));
    assert.ok(Math.abs(insideShare - Number(share)) < 1e-4, `${given}: ${insideShare}`);
  }
});

test('cells of a level are twice as wide and high as those of the level before', () => {
  for (const level of [0, 1, 4]) {
    const { perColumn, perRow } = groundAt(lattice, level, 2, 3);
    const metres = 25 * 2 ** level;
    const near = ([east, north]: Position, [x, y]: Position) =>
      assert.ok(Math.hypot(east! - x!, north! - y!) < metres * 2e-3, `${level}: ${east} ${north}`);
    near(perColumn, [metres, 0]);
    near(perRow, [0, -metres]);
  }
});

test('a grid has no cells beyond its box, whose sides may bend by a hundredth', () => {
  const grid = { ...lattice, box: boxOf(lattice) } as unknown as GridDescription;
  const { west, south, east, north } = grid.box;
  const [wide, high] = [east - west, north - south];
  const beside = (x: number, y: number) => ({
    ...{ west: west + x * wide, east: east + x * wide },
    ...{ south: south + y * high, north: north + y * high },
  });
  const moves = [[1, 0], [-1, 0], [0, 1], [0, -1]]; // biome-ignore format: a line
  for (const [x, y] of moves) {
    assert.ok(mayMeet(grid, beside(1.009 * x!, 1.009 * y!)), `${x} ${y}`);
    assert.ok(!mayMeet(grid, beside(1.011 * x!, 1.011 * y!)), `${x} ${y}`);
  }
});

test('a slope looks where it falls to, and level ground nowhere', () => {
  for (const [rise, percent, aspect] of casesIn(`
    0 0       | 0  | null
    0.1 0     | 10 | 270
    -0.1 0    | 10 | 90
    0 0.1     | 10 | 180
    0 -0.1    | 10 | 0
    0.3 0.4   | 50 | 216.87
  `)) {
    const [east, north] = rise!.split(' ').map(Number) as [number, number];
    const slope = slopeOf([east, north]);
    assert.equal(slope.percent.toFixed(6), Number(percent).toFixed(6), rise);
    const degrees = slope.aspectDegrees;
    assert.equal(degrees === null ? 'null' : String(Math.round(degrees * 100) / 100), aspect, rise);
  }
});
