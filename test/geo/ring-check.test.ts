import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Polygon, Position, Ring } from '#tools/geo/polygon.ts';
import { checkedPolygons } from '#tools/geo/rings/ring-check.ts';
import { casesIn } from '../cases.ts';
import { rounds } from '../sample.ts';
import { crossesByBruteForce, isCountedWrongly, meetsInThrees } from './ring-oracle.ts';
import { square as box, corners } from './square.ts';

/** One polygon, checked. */
function checkedPolygon(rings: readonly Ring[]): Polygon | string {
  const checked = checkedPolygons([rings]);
  return typeof checked === 'string' ? checked : checked[0]!;
}

const square = corners('0 1, 4 1, 4 3, 0 3');

const closed = (ring: Position[]): Ring => [...ring, ring[0]!];

/** Parts of rings: a ring has its corners, or the south-west corner of a square and its size. */
const partsIn = (text: string): Ring[][] =>
  text.split('/').map(part =>
    part.split(';').map(ring => {
      const [x, y, size] = ring.trim().split(' ').map(Number) as [number, number, number];
      return ring.includes(',') ? closed(corners(ring)) : box(x, y, size);
    }),
  );

test('a valid ring is not changed', () => {
  assert.deepEqual(checkedPolygon([closed(square)]), [closed(square)]);
});

test('an open ring is closed and repeated corners are dropped', () => {
  const [a, b, c, d] = square as [Position, Position, Position, Position];
  assert.deepEqual(checkedPolygon([square]), [closed(square)]);
  assert.deepEqual(checkedPolygon([[a, a, b, b, b, c, d, d, a, a]]), [closed(square)]);
});

test('faults that cannot be repaired safely are named', () => {
  for (const [rings, problem] of casesIn(`
    0 1, 4 3, 0 3, 4 1                           | the outline crosses itself
    0 1, 4 1, 4 3, 0 3; 0 1, 4 3, 0 3, 4 1       | hole 1 crosses itself
    0 1, 4 1, 4 3, 0 3; 9 1, 12 1, 12 3, 9 3     | hole 1 lies outside the outline
    0 1, 4 1, 4 3, 0 3; 1 1, 5 1, 5 3, 1 3       | hole 1 crosses the outline
    0 1, 2 1, 5 1, 2 1, 2 3, 0 3                 | the outline crosses itself
    0 0, 1 1                                     | the outline has fewer than three corners
    1 1, 1 1, 1 1                                | the outline has fewer than three corners
  `)) {
    assert.equal(checkedPolygon(partsIn(rings)[0]!), problem, rings);
  }
  assert.equal(checkedPolygon([[]]), 'the outline has fewer than three corners');
  assert.equal(checkedPolygon([]), 'it has no outline');
});

test('a ring that only touches itself is split there', () => {
  const pond = closed(corners('0 0, 6 0, 6 3, 3 2, 3 4, 6 3, 6 6, 0 6'));
  assert.deepEqual(ringsOf([pond]), [[5, 3]], 'a hole that touches the outline');
  const yards = [...box(0, 0, 2).slice(0, 3), ...box(2, 2, 2).slice(1), [0, 2] as const];
  assert.deepEqual(ringsOf([yards]), [[4], [4]], 'two yards joined at a corner');
  const bay = closed(corners('0 0, 6 0, 6 6, 0 6, 0 4, 6 3, 0 2'));
  assert.deepEqual(ringsOf([bay]), [[4], [4]], 'a corner on the edge opposite');
  for (const ring of [pond, bay]) {
    const small = ring.map(([x, y]): Position => [x / 1_024, y / 1_024]);
    assert.deepEqual(ringsOf([small]), ringsOf([ring]), 'the same in degrees');
  }
  const hole = yards.map(([x, y]) => [x + 1, y + 1] as const);
  assert.deepEqual(ringsOf([box(0, 0, 9), hole]), [[4, 4, 4]], 'a hole of two that touch');
});

/** The number of corners of each ring of each polygon that the check makes. */
function ringsOf(rings: readonly Ring[]) {
  const polygons = checkedPolygons([rings]);
  assert.ok(Array.isArray(polygons), String(polygons));
  return polygons.map(polygon => polygon.map(ring => ring.length - 1));
}

test('a ring that crosses itself in a corner is found', () => {
  const [a, b, c, d, x] = corners('0 1, 4 3, 4 1, 0 3, 2 2') as [
    ...[Position, Position, Position, Position, Position],
  ];
  assert.equal(checkedPolygon([[a, x, b, c, x, d]]), 'the outline crosses itself');
  assert.equal(checkedPolygon([[a, x, b, c, d]]), 'the outline crosses itself');
  assert.ok(Array.isArray(checkedPolygon([[a, x, d, b, x, c]])));
  assert.equal(checkedPolygon([[a, b, c, x, d]]), 'the outline crosses itself');
});

test('holes and parts may touch, and lie in holes, but not overlap', () => {
  for (const [what, text, problem] of casesIn(`
    apart                         | 0 0 2 / 5 0 2
    sharing a corner              | 0 0 2 / 2 2 2
    sharing an edge               | 0 0 2 / 2 0 2
    sharing a part of an edge     | 0 0 2 / 2 1 5
    crossing                      | 0 0 2 / 1 1 2                   | parts 1 and 2 overlap
    one twice                     | 0 0 2 / 0 0 2                   | parts 1 and 2 overlap
    one in another                | 0 0 9 / 2 2 2                   | parts 1 and 2 overlap
    another in one                | 2 2 2 / 0 0 9                   | parts 1 and 2 overlap
    one in a corner of another    | 0 0 9 / 0 0 2                   | parts 1 and 2 overlap
    crossing in corners           | 0 0 10 / 5 0, 10 5, 5 10, 0 5   | parts 1 and 2 overlap
    crossing in corners only      | 0 0 4 / 4 0, 8 4, 0 4           | parts 1 and 2 overlap
    an island in a hole           | 0 0 9; 2 2 5 / 3 3 2
    an island that fills a hole   | 0 0 9; 2 2 5 / 2 2 5
    an island larger than a hole  | 0 0 9; 3 3 2 / 2 2 5            | parts 1 and 2 overlap
    holes apart                   | 0 0 9; 1 1 2; 5 5 2
    holes with a common edge      | 0 0 9; 1 1 2; 3 1 2
    crossing holes                | 0 0 9; 1 1 2; 2 2 2             | hole 1 and hole 2 overlap
    a hole in a hole              | 0 0 9; 1 1 6; 2 2 2             | hole 1 and hole 2 overlap
    a hole twice                  | 0 0 9; 1 1 6; 1 1 6             | hole 1 and hole 2 overlap
    # A hole of two lobes, one of them outside, that touch at a corner.
    lobes                         | 0 0, 5 2, 4 4; 5 2, 4 2, 4 5, 5 3, 4 4 | hole 1 crosses the outline
    a hole at the edge            | 0 0 9; 0 3 2
    a diamond that touches        | 0 0 10; 5 0, 10 5, 5 10, 0 5
    a hole across the outline     | 5 0, 10 5, 5 10, 0 5; 1 1 8     | hole 1 crosses the outline
    a hole around the outline     | 3 3 2; 0 0 9                    | hole 1 lies outside the outline
    a hole that is the outline    | 0 0 9; 0 0 9                    | hole 1 lies outside the outline
    a hole of a part              | 20 0 2 / 0 0 9; 8 8 9           | hole 1 of part 2 crosses the outline
  `)) {
    const raw = partsIn(text);
    const checked = checkedPolygons(raw);
    assert.equal(typeof checked === 'string' ? checked : '', problem, what);
    // The same far from zero and turned a little, where numbers are rounded.
    const turned = raw.map(rings =>
      rings.map(ring =>
        ring.map(
          ([x, y]): Position => [476_558.7 + 0.8 * x - 0.6 * y, 4_202_841.9 + 0.6 * x + 0.8 * y],
        ),
      ),
    );
    const again = checkedPolygons(turned);
    assert.equal(typeof again === 'string' ? again : '', problem, `${what}, turned`);
  }
});

const coordinate = fc.integer({ min: 0, max: 8 });

const options = { minLength: 3, maxLength: 8, selector: ([x, y]: number[]) => `${x} ${y}` };
const someCorners = fc.uniqueArray(fc.tuple(coordinate, coordinate), options);

test('crossings agree with an oracle that counts windings', () => {
  fc.assert(
    fc.property(someCorners, ring => {
      fc.pre(!meetsInThrees(closed(ring)));
      const found = checkedPolygon([ring]) === 'the outline crosses itself';
      assert.equal(found, crossesByBruteForce(closed(ring)));
    }),
    { numRuns: rounds(5_000, 500) },
  );
});

test('overlaps agree with an oracle that counts how often each piece of the plane is covered', () => {
  const sound = someCorners.filter(ring => typeof checkedPolygon([ring]) !== 'string').map(closed);
  const part = fc.tuple(sound, fc.array(sound, { maxLength: 2 })).map(([a, b]) => [a, ...b]);
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), parts => {
      // No source has such a hole; it may be refused although it covers nothing twice.
      fc.pre(!parts.some(hasHoleOnEdge));
      assert.equal(typeof checkedPolygons(parts) === 'string', isCountedWrongly(parts));
    }),
    { numRuns: rounds(5_000, 500) },
  );
});

/** Whether two rings of a part run along each other for a while. */
function hasHoleOnEdge(part: readonly Ring[]): boolean {
  const edges = part.map(ring => ring.slice(1).map((to, i) => [ring[i]!, to] as const));
  return edges.some((ring, i) =>
    edges.slice(i + 1).some(other => ring.some(one => other.some(two => runAlong(one, two)))),
  );
}

type Edge = readonly [readonly number[], readonly number[]];

function runAlong([a, b]: Edge, [c, d]: Edge): boolean {
  const side = (p: readonly number[]) =>
    (b[0]! - a[0]!) * (p[1]! - a[1]!) - (b[1]! - a[1]!) * (p[0]! - a[0]!);
  if (side(c) !== 0 || side(d) !== 0) return false;
  const axis = a[0] === b[0] ? 1 : 0;
  const [from, to] = [Math.min(a[axis]!, b[axis]!), Math.max(a[axis]!, b[axis]!)];
  return Math.max(from, Math.min(c[axis]!, d[axis]!)) < Math.min(to, Math.max(c[axis]!, d[axis]!));
}

/** A ring like a coast, with that many corners. */
function coast(corners: number, x: number): Ring {
  return closed(
    Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * i) / corners;
      const r = 30_000 * (1 + 0.1 * Math.sin(50 * angle) + 0.001 * Math.sin(i));
      return [x + r * Math.cos(angle), 4_000_000 + r * Math.sin(angle)];
    }),
  );
}

test('large polygons are checked without comparing every pair of edges', () => {
  const holes = Array.from({ length: 500 }, (_, i) => box(499_000 + 4 * i, 4_000_000, 2));
  const enough = 5_000_000;
  assert.ok(Array.isArray(checkedPolygons([[coast(50_000, 500_000), ...holes]], enough)));
  const overlapping = [[coast(50_000, 500_000)], [coast(50_000, 540_000)]];
  assert.equal(checkedPolygons(overlapping, enough), 'parts 1 and 2 overlap');
  const neighbours = [[coast(50_000, 500_000)], [coast(50_000, 600_000)]];
  assert.ok(Array.isArray(checkedPolygons(neighbours, enough)));
});

test('a ring of very many edges is found to cross or touch itself, as one of few', () => {
  /** The same ring with corners on one of its edges, 64 or 1,024, in one sweep or in strips. */
  const withMore = (ring: Ring, edge: number, corners: number): Ring => {
    const [[ax, ay], [bx, by]] = [ring[edge]!, ring[edge + 1]!];
    const more = Array.from({ length: corners }, (_, i): Position => {
      const share = (i + 1) / (2 * corners);
      return [ax + share * (bx - ax), ay + share * (by - ay)];
    });
    return ring.toSpliced(edge + 1, 0, ...more);
  };
  const crossing = closed(corners('0 0, 64 0, 64 64, 48 64, 48 -8, 40 -8, 40 64, 0 64'));
  const touching = crossing.map(([x, y]): Position => [x, y < 0 ? 0 : y]);
  const apart = crossing.map(([x, y]): Position => [x, y < 0 ? 8 : y]);
  const corner = touching.toSpliced(5, 1);
  for (const corners of [0, 64, 1_024]) {
    for (const edge of [0, 1, 6]) {
      const partsOf = (ring: Ring) => {
        const checked = checkedPolygons([[withMore(ring, edge, corners)]]);
        return typeof checked === 'string' ? checked : checked.length;
      };
      const title = `${corners} more corners on edge ${edge}`;
      assert.equal(partsOf(crossing), 'the outline crosses itself', title);
      assert.equal(partsOf(touching), 'the outline crosses itself', `overlaps, ${title}`);
      assert.equal(partsOf(corner), 2, `touches, ${title}`);
      assert.equal(partsOf(apart), 1, title);
    }
  }
});

test('a rotated comb is checked, or rejected when that would take too long', () => {
  const comb = Array.from({ length: 10_000 }, (_, i): Position => [i % 2 ? 10_000 : 0, i]);
  const ring: Position[] = [...comb, [-1, 9_999], [-1, 0]];
  const turned = ring.map(([x, y]): Position => [x - y, x + y]);
  assert.ok(Array.isArray(checkedPolygon([ring])));
  assert.ok(Array.isArray(checkedPolygon([ring.map(([x, y]): Position => [y, x])])));
  assert.equal(checkedPolygons([[turned]], 1_000_000), 'it is too complex to be checked');
});
