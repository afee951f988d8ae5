import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
import { boxesOverlap } from '#tools/geo/box.ts';
import {
  cellLevels,
  cellOfBox,
  cellRunsIn,
  cellsAround,
  cellsOfLevel,
  countCellRuns,
  tileOf,
  tilesAround,
} from '#tools/geo/box-cells.ts';
import { rounds } from '../sample.ts';

const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
/** Sizes from a centimetre to the whole world, each magnitude as likely. */
const size = fc.double({ min: -7, max: 2.5, noNaN: true }).map(power => 10 ** power);

test('a box around a point is in one of the cells around that point', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(degrees(180), degrees(90), size, size, share, share, (west, south, w, h, u, v) => {
      const east = Math.min(west + w, 180);
      const north = Math.min(south + h, 90);
      const cell = cellOfBox({ west, east, south, north });
      const around = cellsAround(south + v * (north - south), west + u * (east - west));
      assert.ok(Number.isSafeInteger(cell) && cell >= 0);
      assert.ok(around.includes(cell));
    }),
    { numRuns: rounds(5_000, 500) },
  );
});

test('a small box far away is in none of the cells around a point', () => {
  const box = { west: 23.7, east: 23.7005, south: 37.9, north: 37.9005 };
  assert.ok(cellsAround(37.9003, 23.7002).includes(cellOfBox(box)));
  assert.ok(!cellsAround(37.91, 23.7002).includes(cellOfBox(box)));
  assert.ok(!cellsAround(37.9003, -23.7002).includes(cellOfBox(box)));
});

test('a box without any size has a cell too', () => {
  const point = { west: 180, east: 180, south: -90, north: -90 };
  assert.ok(cellsAround(-90, 180).includes(cellOfBox(point)));
});

test('a box that overlaps another is in one of the runs of cells of that other', () => {
  const shift = fc.tuple(size, fc.constantFrom(-1, 0, 1)).map(([by, sign]) => by * sign);
  const boxAt = (west: number, south: number, wide: number, high: number) => ({
    west,
    south,
    east: Math.min(west + wide, 180),
    north: Math.min(south + high, 90),
  });
  const corner = fc.tuple(degrees(180), degrees(90));
  const sizes = fc.tuple(size, size);
  fc.assert(
    fc.property(corner, sizes, sizes, shift, shift, ([west, south], one, two, east, north) => {
      const kept = boxAt(west, south, ...one);
      const asked = boxAt(west + east, south + north, ...two);
      if (countCellRuns(asked, cellLevels) > 5_000) return;
      const cell = cellOfBox(kept);
      const runs = [...cellRunsIn(asked, cellLevels)];
      assert.equal(runs.length, countCellRuns(asked, cellLevels));
      const isFound = runs.some(([first, last]) => cell >= first && cell <= last);
      assert.ok(isFound || !boxesOverlap(kept, asked));
    }),
    { numRuns: rounds(2_000, 500) },
  );
});

test('a box larger than the earth has as many runs of cells as the earth', () => {
  const earth = { west: -180, east: 180, south: -90, north: 90 };
  const larger = { west: -1e9, east: 1e9, south: -1e9, north: 1e9 };
  assert.deepEqual([...cellRunsIn(larger, [0, 4])], [...cellRunsIn(earth, [0, 4])]);
});

test('each cell is among the cells of its level', () => {
  for (const cell of cellsAround(38, 23)) {
    assert.equal(cellLevels.map(cellsOfLevel).filter(([a, b]) => cell >= a && cell <= b).length, 1);
  }
});

test('every point within the distance lies in one of the tile ranges', () => {
  const { WGS84 } = geodesic.Geodesic;
  fc.assert(
    fc.property(
      degrees(89),
      degrees(179),
      fc.double({ min: 0, max: 360, noNaN: true }),
      fc.double({ min: 0, max: 500, noNaN: true }),
      (latitude, longitude, azimuth, metres) => {
        const { lat2, lon2 } = WGS84.Direct(latitude, longitude, azimuth, metres);
        const tile = tileOf(lat2!, lon2!);
        const runs = tilesAround(latitude, longitude, metres + 0.001);
        assert.ok(runs.some(([first, last]) => first <= tile && tile <= last));
      },
    ),
    { numRuns: rounds(2_000, 500) },
  );
});

test('the tile ranges around a house in Greece are few and short', () => {
  const runs = tilesAround(37.98, 23.73, 60);
  assert.ok(runs.length <= 3);
  assert.ok(runs.every(([first, last]) => last - first <= 3));
});

test('the poles and the antimeridian have tiles too', () => {
  for (const [latitude, longitude] of [
    [90, 180],
    [-90, -180],
    [90, -180],
  ] as const) {
    assert.ok(Number.isSafeInteger(tileOf(latitude, longitude)));
    assert.ok(tilesAround(latitude, longitude, 60).length > 0);
  }
});
