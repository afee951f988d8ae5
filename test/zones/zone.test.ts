import assert from 'node:assert/strict';
import test from 'node:test';
import { coverageNumber, linesOf, moveZone, openZonePacker, shapeOf } from '#domain/zones/zone.ts';
import { headerCell } from '#domain/zones/zone-cells.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { corners } from '../geo/square.ts';
import { floods, squareAt, zonesWith } from './generated.ts';

const line = corners('23 38, 24 39');
const ring = squareAt(23, 38, 1);
const moved = ([x, y]: Position): Position => [x + 1, y];
const geometries = [
  [{ type: 'Point', coordinates: line[0]! }, 'point', [[line[0]!]]],
  [{ type: 'LineString', coordinates: line }, 'line', [line]],
  [{ type: 'MultiLineString', coordinates: [line, line] }, 'line', [line, line]],
  [{ type: 'Polygon', coordinates: [ring] }, 'area', [ring]],
  [{ type: 'MultiPolygon', coordinates: [[ring], [ring]] }, 'area', [ring, ring]],
] as const;

test('a zone has a shape and lines, and each of its positions can be moved', () => {
  for (const [geometry, shape, lines] of geometries) {
    assert.equal(shapeOf(geometry), shape);
    assert.deepEqual(linesOf(geometry), lines);
    const there = moveZone(geometry, moved);
    assert.equal(there.type, geometry.type);
    const expected = lines.map(positions => positions.map(moved));
    assert.deepEqual(linesOf(there), expected);
  }
});

test('the rows of zones come in the order of cells, and the last ones describe the source', () => {
  const covers = { name: 'here', geometry: { type: 'Polygon', coordinates: [ring] } } as const;
  const set = { kind: floods, covers };
  const packer = openZonePacker();
  for (const zone of zonesWith([geometries[3][0], geometries[0][0]], set)) packer.add(zone);
  assert.equal(packer.isFull(), false);
  const first = packer.take(false);
  const cells = first.map(({ cell }) => cell);
  assert.deepEqual(
    cells,
    cells.toSorted((a, b) => a - b),
  );
  const count = (number: number) =>
    first.filter(({ part }) => part === number).reduce((sum, row) => sum + row.features, 0);
  assert.deepEqual([count(1), count(2), count(coverageNumber)], [1, 1, 0], 'each zone once');
  const [header, ...coverage] = packer.take(true);
  assert.equal(header!.cell, headerCell);
  const { kind, covers: name } = JSON.parse(Buffer.from(header!.content).toString());
  assert.deepEqual([kind.kind, name], ['flood', 'here']);
  assert.ok(coverage.length > 0);
  assert.ok(coverage.every(({ part, features }) => part === coverageNumber && features === 0));
});

test('without zones there are no rows, and without a covered area only the description', () => {
  assert.deepEqual(openZonePacker().take(true), []);
  const packer = openZonePacker();
  packer.add(zonesWith([geometries[0][0]])[0]!);
  assert.equal(packer.take(true).length, 2);
  assert.equal(packer.take(false).length, 0);
});
