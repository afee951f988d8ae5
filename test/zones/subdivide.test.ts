import assert from 'node:assert/strict';
import test from 'node:test';
import { pieceHolds, readPiece, writePiece } from '#domain/zones/piece.ts';
import { subdivide } from '#domain/zones/subdivide.ts';
import { linesOf, shapeOf, type ZoneGeometry } from '#domain/zones/zone.ts';
import {
  boxOfCell,
  cellNumber,
  cellOfNumber,
  cellsOfBox,
  isInCell,
  runsInBox,
  squaresInBox,
} from '#domain/zones/zone-cells.ts';
import { boxesOverlap } from '#tools/geo/box.ts';
import { pointInPolygon } from '#tools/geo/inside.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { corners } from '../geo/square.ts';
import { seeded } from '../seeded.ts';
import { generatedAreas, squareAt, star, testPositions } from './generated.ts';

const plain = { shape: 'area', severity: 2, text: '{"ί":1}' } as const;

function piecesOf(geometry: ZoneGeometry) {
  const shape = shapeOf(geometry);
  return [...subdivide(linesOf(geometry), shape)].map(({ cell, squares, ...cut }) => ({
    cell: cellOfNumber(cell),
    squares,
    ...readPiece(writePiece({ ...cut, ...plain, shape })),
  }));
}

function holds(pieces: ReturnType<typeof piecesOf>, [x, y]: Position): boolean {
  const own = pieces.filter(({ cell }) => isInCell(cell, x, y));
  assert.ok(own.length <= 1, 'a position is in one piece at most');
  // A store leaves out the pieces that have nothing in the square of the position.
  const box = { west: x, east: x, south: y, north: y };
  const read = own.filter(({ cell, squares }) => (squares & squaresInBox(cell, box)) !== 0);
  return read.some(piece => pieceHolds(piece, x, y));
}

test('a position is in the pieces of an area exactly if it is in the area', () => {
  const random = seeded(1);
  const areas = generatedAreas(random);
  const positions = testPositions(areas, 250, random);
  let inside = 0;
  for (const area of areas) {
    const pieces = piecesOf(area);
    for (const position of positions) {
      const expected = pointInPolygon(position, area);
      assert.equal(holds(pieces, position), expected, JSON.stringify(position));
      if (expected) inside++;
    }
  }
  assert.ok(inside > 300, `${inside}`);
});

test('corners and edges on the borders of cells count as inside, also those of holes', () => {
  // Cells of 360/2^12 degrees: all corners are corners of cells, or in the middle of their sides.
  const cell = 360 / 2 ** 12;
  const [west, south] = [cell * 300 - 180, cell * 1_500 - 90];
  const hole = squareAt(west + cell, south + cell, cell / 2);
  const coordinates = [squareAt(west, south, 4 * cell), hole];
  const pieces = piecesOf({ type: 'Polygon', coordinates });
  for (const [places, expected] of [
    ['0 0, 4 4, 4 0, 2 4, 4 1.5, 1 1, 1.5 1.25', true],
    ['1.25 1.25, -0.001 1, 4.001 4, 3 4.001', false],
  ] as const) {
    for (const [x, y] of corners(places)) {
      assert.equal(holds(pieces, [west + x * cell, south + y * cell]), expected, `${x} ${y}`);
    }
  }
});

test('a large area has small pieces, and few copies of its edges', () => {
  const ring = star([23.5, 38.5], 0.5, 20_000, seeded(2));
  const pieces = piecesOf({ type: 'Polygon', coordinates: [ring] });
  const edges = pieces.map(({ runs }) =>
    runs.reduce((sum, { positions }) => sum + positions.length - 1, 0),
  );
  assert.ok(Math.max(...edges) <= 64, `${Math.max(...edges)}`);
  assert.ok(edges.reduce((sum, n) => sum + n, 0) < 30_000);
  assert.ok(pieces.filter(({ runs, base }) => runs.length === 0 && base).length > 0, 'whole cells');
});

test('a fan of edges that all meet in one corner is cut within its budget', () => {
  const fan = Array.from({ length: 3_000 }, (_, i) => {
    const y = 38 + i / 1_500;
    return corners(`20 38.5, 27 ${y}, 27 ${y + 1 / 3_000}`);
  }).flat();
  const area = { type: 'Polygon', coordinates: [[...fan, fan[0]!]] } as const;
  const pieces = piecesOf(area);
  const stored = pieces.reduce((sum, { runs }) => sum + runs.length, 0);
  assert.ok(stored < 20 * fan.length, `${stored}`);
  for (const y of [38.40001, 38.5, 39.9]) {
    assert.equal(holds(pieces, [26, y]), pointInPolygon([26, y], area));
  }
});

test('lines and points are found in their cells, and have no inside', () => {
  const line = piecesOf({ type: 'LineString', coordinates: corners('23 38, 23.5 38, 23.5 38.5') });
  assert.ok(holds(line, [23.25, 38]));
  assert.ok(!holds(line, [23.25, 38.1]));
  assert.ok(!holds(line, [23.4, 38.4]));
  const point = piecesOf({ type: 'Point', coordinates: [23.123, 38.456] });
  assert.equal(point.length, 1);
  assert.ok(holds(point, [23.123, 38.456]));
  assert.ok(!holds(point, [23.1231, 38.456]));
});

test('the number of a cell leads back to it, and runs of a box have its cell of each level', () => {
  const cell = { level: 17, column: 74_120, row: 46_530 };
  assert.deepEqual(cellOfNumber(cellNumber(cell)), cell);
  const { west, south } = boxOfCell(cell);
  const runs = runsInBox({ west, east: west, south, north: south });
  assert.equal(runs.length, 18);
  assert.ok(runs.some(([first, last]) => first === cellNumber(cell) && last === first));
});

test('a cell has four rows of four squares, numbered from the south-west', () => {
  const cell = { level: 17, column: 74_120, row: 46_530 };
  const { west, south, east } = boxOfCell(cell);
  const square = (east - west) / 4;
  /** The squares from one to another, of this cell and of those to the north. */
  const bits = (from: [number, number], to: [number, number], rows = 1) => {
    const [x, y] = [west + square / 2, south + square / 2];
    const corner = { west: x + from[0] * square, south: y + from[1] * square };
    const box = { ...corner, east: x + to[0] * square, north: y + to[1] * square };
    return squaresInBox(cell, box, cell.row + rows - 1);
  };
  assert.equal(bits([0, 0], [0, 0]), 1);
  assert.equal(bits([3, 3], [3, 3]), 2 ** 15);
  assert.equal(bits([1, 2], [2, 2]), 2 ** 9 + 2 ** 10);
  assert.equal(bits([-9, -9], [9, 9]), 2 ** 16 - 1);
  const column = 2 ** 1 + 2 ** 5 + 2 ** 9 + 2 ** 13;
  assert.equal(bits([1, 2], [1, 5], 2), column, 'in any row of several');
});

test('the squares of a run meet those of every zone whose box meets the one asked for', () => {
  const random = seeded(11);
  for (let i = 0; i < 3_000; i++) {
    const zone = boxIn(random, 0.004);
    const asked = boxIn(random, i % 3 === 0 ? 0 : 0.004);
    const runs = runsInBox(asked);
    const found = [...cellsOfBox(zone, 17)].some(cell =>
      runs.some(
        ([first, last, squares]) =>
          first <= cellNumber(cell) &&
          cellNumber(cell) <= last &&
          (squares & squaresInBox(cell, zone)) !== 0,
      ),
    );
    const meets = boxesOverlap(zone, asked);
    if (meets) assert.ok(found, JSON.stringify({ zone, asked }));
    // Squares are 76 m wide, so nothing farther away than 150 m is read.
    const around = { west: asked.west - 0.0014, east: asked.east + 0.0014 };
    const near = { ...around, south: asked.south - 0.0042, north: asked.north + 0.0042 };
    if (!boxesOverlap(zone, near)) assert.ok(!found, JSON.stringify({ zone, asked }));
  }
});

function boxIn(random: () => number, size: number) {
  const [west, south] = [23.7 + random() * 0.01, 37.9 + random() * 0.01];
  return { west, south, east: west + size * random(), north: south + size * random() };
}
