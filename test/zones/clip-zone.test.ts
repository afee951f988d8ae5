import assert from 'node:assert/strict';
import test from 'node:test';
import { clipZone } from '#domain/zones/clip-zone.ts';
import { subdivide } from '#domain/zones/subdivide.ts';
import { linesOf, shapeOf, type ZoneGeometry } from '#domain/zones/zone.ts';
import { boxOfCell, cellOfNumber } from '#domain/zones/zone-cells.ts';
import { type Box, boxesOverlap } from '#tools/geo/box.ts';
import { pointInPolygon } from '#tools/geo/inside.ts';
import type { PolygonGeometry, Position } from '#tools/geo/polygon.ts';
import { corners } from '../geo/square.ts';
import { seeded } from '../seeded.ts';
import { generatedAreas, squareAt } from './generated.ts';

const clipperOf = (geometry: ZoneGeometry) => {
  const shape = shapeOf(geometry);
  const pieces = [...subdivide(linesOf(geometry), shape)].map(({ cell, ...cut }) => {
    return { ...cut, shape, severity: 0, text: '', cell: cellOfNumber(cell) };
  });
  return (box: Box) => {
    const near = pieces.filter(({ cell }) => boxesOverlap(boxOfCell(cell), box));
    return near.length > 0 ? clipZone(near, box, 0) : undefined;
  };
};
const clip = (geometry: ZoneGeometry, box: Box) => clipperOf(geometry)(box);

test('inside of the box, a clipped zone contains what the whole one contains', () => {
  const random = seeded(36);
  let [inside, checked] = [0, 0];
  for (const area of generatedAreas(random)) {
    const clipTo = clipperOf(area);
    const corners = linesOf(area).flat();
    for (let i = 0; i < 8; i++) {
      // Around a corner, so that most boxes have a part of the zone.
      const size = 2 ** -(2 + i);
      const [x, y] = corners[Math.floor(random() * corners.length)]!;
      const [west, south] = [x - random() * size, y - random() * size];
      const box = { west, south, east: west + size, north: south + size };
      const clipped = clipTo(box);
      assert.ok(!clipped || clipped.type === 'MultiPolygon');
      for (let k = 0; k < 20; k++) {
        const at: Position = [west + random() * size, south + random() * size];
        const is = clipped !== undefined && pointInPolygon(at, clipped as PolygonGeometry);
        assert.equal(is, pointInPolygon(at, area), `${at} in ${JSON.stringify(box)}`);
        checked++;
        if (is) inside++;
      }
    }
  }
  assert.ok(inside > checked / 5 && inside < checked / 2, `${inside} of ${checked}`);
});

test('holes belong to the polygon around them, and islands in holes are polygons', () => {
  const ring = (west: number, size: number) => squareAt(23 + west, 38 + west, size);
  const [outer, island] = [
    [ring(0, 1), ring(0.1, 0.8)],
    [ring(0.2, 0.6), ring(0.3, 0.4)],
  ];
  const zone = { type: 'MultiPolygon', coordinates: [outer!, island!] } as const;
  const clipped = clip(zone, { west: 22, south: 37, east: 25, north: 40 });
  const counts = (clipped as PolygonGeometry).coordinates.map(rings => rings.length);
  assert.deepEqual(counts, [2, 2]);
});

test('lines and points are clipped too', () => {
  const box = { west: 23, south: 38, east: 24, north: 39 };
  const line = { type: 'LineString', coordinates: corners('22 38.5, 25 38.5') } as const;
  const within = { type: 'MultiLineString', coordinates: [corners('23 38.5, 24 38.5')] };
  assert.deepEqual(clip(line, box), within);
  const at = (position: Position) => clip({ type: 'Point', coordinates: position }, box);
  for (const inside of corners('23.5 38.5, 23 38, 24 39')) {
    assert.deepEqual(at(inside), { type: 'Point', coordinates: inside });
  }
  for (const outside of corners('24.001 38.5, 22.999 38.5, 23.5 37.999, 23.5 39.001')) {
    assert.equal(at(outside), undefined);
  }
});
