import assert from 'node:assert/strict';
import test from 'node:test';
import { meetsParcel, openParcelShares, type PlacedPiece } from '#domain/zones/share.ts';
import { subdivide } from '#domain/zones/subdivide.ts';
import { linesOf, shapeOf, type ZoneGeometry } from '#domain/zones/zone.ts';
import { cellOfNumber } from '#domain/zones/zone-cells.ts';
import { fromGreekGrid } from '#tools/geo/greek-grid.ts';
import type { Polygon, Position, Ring } from '#tools/geo/polygon.ts';
import { corners } from '../geo/square.ts';
import { squareAt } from './generated.ts';

function piecesOf(geometry: ZoneGeometry): PlacedPiece[] {
  const shape = shapeOf(geometry);
  return [...subdivide(linesOf(geometry), shape)].map(({ cell, ...piece }) => {
    return { ...piece, cell: cellOfNumber(cell), shape, severity: 0, text: '' };
  });
}

const parcel = { type: 'Polygon', coordinates: [squareAt(23.7, 37.9, 0.001)] } as const;
const line = (...coordinates: Position[]) =>
  meetsParcel(piecesOf({ type: 'LineString', coordinates }), parcel);
const point = (...coordinates: Position) =>
  meetsParcel(piecesOf({ type: 'Point', coordinates }), parcel);

test('a line that crosses a parcel meets it, without a corner inside', () => {
  assert.ok(line([23.69, 37.9005], [23.71, 37.9005]));
  assert.ok(line([23.7005, 37.89], [23.7005, 37.91]));
  assert.ok(line([23.6995, 37.9], [23.7005, 37.901]), 'over a corner of it');
  assert.ok(line([23.69, 37.89], [23.71, 37.91]), 'through two corners of it');
});

test('a line and a point meet a parcel inside it and on its border, not beside it', () => {
  assert.ok(line([23.7004, 37.9004], [23.7006, 37.9006]));
  assert.ok(line([23.69, 37.9005], [23.7, 37.9005]), 'it ends on the border');
  assert.ok(point(23.7005, 37.9005) && point(23.7, 37.9005));
  assert.ok(!point(23.6999, 37.9005));
  assert.ok(!line([23.69, 37.9005], [23.6999, 37.9005]), 'it ends before the border');
  assert.ok(!line([23.69, 37.9015], [23.71, 37.9015]), 'it passes by');
  assert.ok(!line([23.6985, 37.9], [23.7005, 37.9021]), 'its box overlaps the parcel');
});

test('a line meets a parcel in each of its parts, and not in its hole', () => {
  const lineOf = (...coordinates: Position[]) => piecesOf({ type: 'LineString', coordinates });
  const hole = squareAt(23.7002, 37.9002, 0.0006);
  const holed = { type: 'Polygon', coordinates: [...parcel.coordinates, hole] } as const;
  assert.ok(!meetsParcel(lineOf([23.7004, 37.9004], [23.7006, 37.9006]), holed));
  const far = [squareAt(23.8, 37.9, 0.001)];
  const parts = { type: 'MultiPolygon', coordinates: [parcel.coordinates, far] } as const;
  assert.ok(meetsParcel(lineOf([23.79, 37.9005], [23.81, 37.9005]), parts));
});

/** Rings in metres on the Greek Grid, from a point of Athens. */
const onGrid = (...rings: Ring[]): Polygon =>
  rings.map(ring => ring.map(([x, y]) => fromGreekGrid([476_000 + x, 4_205_000 + y])));

/** The share of a parcel in an area, both in metres. */
function shareOf(parcel: Ring[], ...zone: Ring[][]): number {
  const share = openParcelShares({ type: 'Polygon', coordinates: onGrid(...parcel) });
  const coordinates = zone.map(rings => onGrid(...rings));
  return share(piecesOf({ type: 'MultiPolygon', coordinates }));
}

test('the share of a parcel is the part of its area in the zone', () => {
  const square = [squareAt(0, 0, 40)];
  const hole = squareAt(10, 10, 20);
  const triangle = corners('0 0, 40 0, 0 40, 0 0');
  const cases: [title: string, parcel: Ring[], zone: Ring[][], share: number][] = [
    ['the same', square, [square], 1],
    ['all of it', square, [[squareAt(-500, -500, 1_000)]], 1],
    ['none of it', square, [[squareAt(500, 500, 100)]], 0],
    ['beside it', square, [[squareAt(41, 0, 40)]], 0],
    ['the west', square, [[squareAt(-80, -30, 100)]], 0.5],
    ['the east', square, [[squareAt(30, -30, 100)]], 0.25],
    // Of its edges only a level one is near.
    ['the south from afar', square, [[squareAt(-30, -70, 100)]], 0.75],
    ['the south', square, [[squareAt(-30, -71, 100)]], 0.725],
    ['the north', square, [[squareAt(-30, 30, 100)]], 0.25],
    ['a corner', square, [[squareAt(20, 20, 100)]], 0.25],
    ['a square within', square, [[hole]], 0.25],
    ['a zone with a hole', square, [[squareAt(-500, -500, 1_000), hole]], 0.75],
    ['a parcel with a hole', [...square, hole], [[squareAt(-80, -30, 100)]], 0.5],
    ['a zone in the hole', [...square, hole], [[squareAt(12, 12, 16)]], 0],
    ['two parts', square, [[squareAt(-90, -30, 100)], [squareAt(30, -30, 100)]], 0.5],
    ['half of it, across', square, [[triangle]], 0.5],
    ['the tip of a triangle', [triangle], [[squareAt(20, 0, 40)]], 0.25],
    ['the rest of a triangle', [triangle], [[squareAt(-40, -40, 60)]], 0.5],
  ];
  for (const [title, parcel, zone, expected] of cases) {
    const share = shareOf(parcel, ...zone);
    assert.ok(Math.abs(share - expected) < 1e-4, `${title}: ${share}, expected ${expected}`);
  }
});

/** The area of a square from 0 to 40 left of a line, in m². */
function areaLeftOf([ax, ay]: Position, [bx, by]: Position): number {
  const square = squareAt(0, 0, 40);
  const side = ([x, y]: Position) => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  const left = square.slice(1).flatMap((to, i): Position[] => {
    const from = square[i]!;
    const [before, after] = [side(from), side(to)];
    const t = before / (before - after);
    const crossing: Position = [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
    return [...(before >= 0 ? [from] : []), ...(before >= 0 !== after >= 0 ? [crossing] : [])];
  });
  const doubled = left.map(([x, y], i) => {
    const [nextX, nextY] = left[(i + 1) % left.length]!;
    return x * nextY - nextX * y;
  });
  return doubled.reduce((sum, one) => sum + one, 0) / 2;
}

test('a long edge, which is bent on the grid, may pass anywhere', () => {
  for (let i = 0; i < 49; i++) {
    // The raster from which the point is chosen that is in the zone or not.
    const [x, y] = [0, 1].map(k => -10 + ((((k ? Math.floor(i / 7) : i) % 7) + 0.5) / 7) * 60);
    for (let k = 0; k < 12; k++) {
      const [dx, dy] = [1_500 * Math.cos(k * 0.5 + 0.1), 1_500 * Math.sin(k * 0.5 + 0.1)];
      const [from, to] = corners(`${x! - dx} ${y! - dy}, ${x! + dx} ${y! + dy}`) as [
        ...[Position, Position],
      ];
      const far: Position = [x! - 2 * dy, y! + 2 * dx];
      const share = shareOf([squareAt(0, 0, 40)], [[from, to, far, from]]);
      const expected = areaLeftOf(from, to) / 1_600;
      assert.ok(Math.abs(share - expected) < 0.02, `${x} ${y} ${k}: ${share}, not ${expected}`);
    }
  }
});
