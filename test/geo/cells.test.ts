import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { cellOfBox, cellsAround } from '../../src/geo/cells.ts';

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
    { numRuns: 5_000 },
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
