import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { pointInPolygon, pointInside } from '#tools/geo/inside.ts';
import { type PolygonGeometry, type Position, planarArea } from '#tools/geo/polygon.ts';
import { assembleRings, nestRings } from '#tools/geo/rings/assemble-rings.ts';
import { processorSeconds } from '../processor-time.ts';
import { longTest } from '../sample.ts';
import { square } from './square.ts';

/** A sheet of lettered points, one apart. */
const sheet = `
  a b c d e f g
  h i j k l m n
  o p q r s t u
  v w x y z A B
  C D E F G H I
  J K L M N O P
  Q R S T U V W
`;
const points = new Map<string, Position>();
for (const [row, line] of sheet.trim().split('\n').entries()) {
  for (const [column, letter] of line.trim().split(' ').entries()) {
    points.set(letter, [column, -row]);
  }
}

const linesOf = (text: string) =>
  text.split(' ').map(path => Array.from(path, letter => points.get(letter)!));

/** How many rings each polygon has: an outer ring and its holes. */
function ringCounts({ type, coordinates }: PolygonGeometry): number[] {
  return (type === 'Polygon' ? [coordinates] : coordinates).map(polygon => polygon.length);
}

// The situations of the multipolygon tests of osm-testdata, drawn anew.
const drawings: [what: string, lines: string, area: number, rings: number[]][] = [
  ['a ring of one line', 'agWQa', 36, [1]],
  ['a ring of lines in either direction', 'ag Wg WQ aQ', 36, [1]],
  ['a hole, drawn before its outer ring', 'imOKi agWQa', 20, [2]],
  ['an island in a hole', 'agWQa imOKi qsGEq', 24, [2, 1]],
  ['an island that touches its hole', 'agWQa imOKi isEi', 24, [2, 1]],
  ['two rings that touch in a point', 'adyva yBWTy', 18, [1, 1]],
  ['two rings that touch in a point, as one line', 'adyBWTyva', 18, [1, 1]],
  ['four rings that touch in a point, as one line', 'yceyuIySUyoCy', 12, [1, 1, 1, 1]],
  ['two outer rings with a common side', 'adTQa dgWTd', 36, [1]],
  ['a hole that touches its outer ring in a point', 'agWQa ajpa', 34.5, [2]],
  ['the same as one line', 'agWQajpa', 34.5, [2]],
  ['a hole that touches its outer ring in two points', 'adgWTQa dwTAd', 24, [1, 1]],
  ['a hole that touches its outer ring along a side', 'acegWQa cesqc', 32, [1]],
  ['two holes that touch in a point', 'agWQa ikywi yAOMy', 28, [3]],
  ['two holes with a common side', 'agWQa ikywi kmAyk', 28, [2]],
  ['a spike in a line', 'adkdgWQa', 36, [1]],
  ['a spike as two lines', 'agWQa dk kd', 36, [1]],
  ['a point that comes twice in a row', 'aggWQa', 36, [1]],
  ['a segment that comes three times', 'ag gW gW gW WQ Qa', 36, [1]],
];

for (const [what, lines, area, rings] of drawings) {
  test(`${what}: the area and its rings are found without roles`, () => {
    const assembled = assembleRings(linesOf(lines));
    assert.equal(assembled.isOpen, false);
    const shape = nestRings(assembled.rings)!;
    assert.equal(planarArea(shape), area);
    assert.deepEqual(ringCounts(shape).toSorted(), rings.toSorted());
    assert.ok(pointInPolygon(pointInside(shape), shape));
  });
}

test('segments drawn twice enclose nothing', () => {
  assert.deepEqual(assembleRings(linesOf('agWQa gaQWg')), { rings: [], isOpen: false });
});

test('segments that close no ring are reported', () => {
  assert.deepEqual(assembleRings(linesOf('ag gW WQ')), { rings: [], isOpen: true });
  assert.equal(assembleRings(linesOf('agWQa dk')).isOpen, true);
});

test('cells of a checkered sheet, outlined one by one, give exactly their area', () => {
  const size = 5;
  const outline = (cell: number): Position[] => {
    const [x, y] = [cell % size, Math.floor(cell / size)];
    return [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1], [x, y]]; // biome-ignore format: a square
  };
  const sides = (ring: readonly Position[]) => ring.slice(1).map((to, i) => [ring[i]!, to]);
  const cells = fc.uniqueArray(fc.nat(size * size - 1), { minLength: 1 });
  fc.assert(
    fc.property(cells, fc.boolean(), fc.infiniteStream(fc.nat()), (chosen, inSides, mix) => {
      const lines = chosen.map(outline).flatMap(ring => (inSides ? sides(ring) : [ring]));
      const keys = new Map(lines.map(line => [line, mix.next().value]));
      const { rings, isOpen } = assembleRings(lines.sort((a, b) => keys.get(a)! - keys.get(b)!));
      assert.equal(isOpen, false);
      for (const ring of rings) assert.equal(new Set(ring.map(String)).size, ring.length - 1);
      const shape = nestRings(rings)!;
      assert.equal(planarArea(shape), chosen.length);
      for (let cell = 0; cell < size * size; cell++) {
        const middle: Position = [(cell % size) + 0.5, Math.floor(cell / size) + 0.5];
        assert.equal(pointInPolygon(middle, shape), chosen.includes(cell));
      }
      const [x, y] = pointInside(shape).map(Math.floor) as [number, number];
      assert.ok(chosen.includes(y * size + x));
    }),
    { numRuns: 300 },
  );
});

longTest('a point where very many rings meet does not slow the assembly', async () => {
  const petals = Array.from({ length: 100_000 }, (_, i): Position[] => {
    const at = (turn: number): Position => [Math.cos(turn / 1e5), Math.sin(turn / 1e5)];
    return [[0, 0], at(2 * i), at(2 * i + 1), [0, 0]];
  });
  const seconds = await processorSeconds(() => {
    assert.equal(assembleRings(petals).rings.length, 100_000);
  });
  assert.ok(seconds < 20);
});

test('an open line takes time in proportion to its length', async () => {
  const line = Array.from({ length: 200_000 }, (_, i): Position => [i, 0]);
  const pieces = line.slice(1).map((to, i) => [line[i]!, to]);
  const seconds = await processorSeconds(() => {
    assert.equal(assembleRings(pieces.reverse()).isOpen, true);
  });
  assert.ok(seconds < 20);
});

test('each hole goes to the smallest ring around it, also when it touches that ring', () => {
  const [land, lake] = [square(0, 0, 10), square(2, 2, 6)];
  const [island, pond] = [square(4, 4, 3), square(4, 4, 1)];
  assert.deepEqual(nestRings([pond, island, land, lake]), {
    type: 'MultiPolygon',
    coordinates: [
      [island, pond],
      [land, lake],
    ],
  });
});

test('rings beside each other are outer rings in their order', () => {
  const rings = [square(5, 5, 2), square(0, 0, 1), square(7, 7, 1)];
  assert.deepEqual(nestRings(rings)?.coordinates, [[rings[0]], [rings[1]], [rings[2]]]);
});

test('more rings than can be compared in time return undefined', () => {
  const nested = (count: number) =>
    Array.from({ length: count }, (_, i) => square(i, i, 2 * (count - i)));
  assert.equal(nestRings(nested(1_000))?.coordinates.length, 500);
  assert.equal(nestRings(nested(5_000)), undefined);
  assert.equal(nestRings(Array.from({ length: 60_000 }, (_, i) => square(i, 0, 1))), undefined);
});
