import assert from 'node:assert/strict';
import test from 'node:test';
import { pointInPolygon } from '#tools/geo/inside.ts';
import { areasAt, packAreas } from '#tools/geo/packed-areas.ts';
import type { PolygonGeometry, Ring } from '#tools/geo/polygon.ts';
import { seeded } from '../seeded.ts';
import { square } from './square.ts';

const random = seeded(7);

/** A star around a point, with as many corners as asked for. */
function star(x: number, y: number, radius: number, corners: number): Ring {
  const ring = Array.from({ length: corners }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * i) / corners;
    const reach = radius * (0.5 + random() / 2);
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}

test('packed areas hold the points that their outlines hold', () => {
  const areas: PolygonGeometry[] = [
    { type: 'Polygon', coordinates: [star(22, 39, 1, 3_000), star(22, 39, 0.3, 200)] },
    {
      type: 'MultiPolygon',
      coordinates: [[star(23, 39, 0.8, 50)], [star(21.5, 38.5, 0.4, 7)], [star(24, 40, 0.1, 4)]],
    },
    { type: 'Polygon', coordinates: [star(22.5, 39.2, 0.7, 12)] },
  ];
  const packed = packAreas(areas);
  for (let i = 0; i < 2_000; i++) {
    const [x, y] = [20.5 + 4 * random(), 37.5 + 3 * random()];
    const expected = areas.flatMap((area, number) => (pointInPolygon([x, y], area) ? number : []));
    assert.deepEqual(areasAt(packed, x, y), expected);
  }
});

test('corners and borders belong to an area, and no areas hold nothing', () => {
  const ring = square(22, 39, 1);
  const packed = packAreas([{ type: 'Polygon', coordinates: [ring] }]);
  for (const [x, y] of ring) assert.deepEqual(areasAt(packed, x, y), [0]);
  assert.deepEqual(areasAt(packed, 22, 39.5), [0]);
  assert.deepEqual(areasAt(packAreas([]), 22, 39.5), []);
});

test('an edge whose box is rounded counts: the eastern border of an area', () => {
  // Rounded to 32 bits, the longitude of the border is larger.
  const east = [22.1, 22.3, 23.7, 25.1].find(x => Math.fround(x) > x)!;
  const ring = square(22, 39, east - 22);
  const packed = packAreas([{ type: 'Polygon', coordinates: [ring] }]);
  assert.deepEqual(areasAt(packed, 22.05, 39.05), [0]);
  assert.deepEqual(areasAt(packed, east, 39.05), [0]);
});
