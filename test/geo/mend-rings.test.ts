import assert from 'node:assert/strict';
import test from 'node:test';
import {
  exactWkt,
  type PolygonGeometry,
  type Position,
  planarArea,
  polygonsOf,
  type Ring,
} from '#tools/geo/polygon.ts';
import { mendRings } from '#tools/geo/rings/mend-rings.ts';
import { checkedPolygons } from '#tools/geo/rings/ring-check.ts';
import { openEdgeBudget } from '#tools/geo/rings/ring-index.ts';
import { noPostgres } from '../postgres/database.ts';
import { areasBetween, checkedByGeos } from '../postgres/geos.ts';
import { longTest } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { square as box, corners } from './square.ts';

const mend = (...rings: Ring[]) => mendRings(rings, openEdgeBudget(1e7));

function ring(...corners: Position[]): Ring {
  return [...corners, corners[0]!];
}

/** The number of rings of each polygon, in ascending order. */
const shapeOf = (geometry: PolygonGeometry | undefined) =>
  geometry && [...polygonsOf(geometry).map(polygon => polygon.length)].sort();

const closed = (text: string): Ring => ring(...corners(text));

test('rings become polygons of the area that they enclose an odd number of times', () => {
  for (const [what, rings, shape, area] of [
    ['a square', [box(0, 0, 10)], [1], 100],
    ['a bow tie', [closed('0 0, 10 10, 10 0, 0 10')], [1, 1], 50],
    ['a hole that belongs to no part', [box(0, 0, 10), box(2, 2, 3)], [2], 91],
    ['an island in a hole', [box(0, 0, 10), box(2, 2, 6), box(4, 4, 2)], [1, 2], 68],
    ['squares that overlap', [box(0, 0, 10), box(5, 5, 10)], [1, 1], 150],
    ['squares with a side in common', [box(0, 0, 10), box(10, 0, 10)], [1], 200],
    ['a hole along the outline', [box(0, 0, 10), box(0, 2, 3)], [1], 91],
    ['a hole that touches once', [box(0, 0, 10), closed('0 5, 3 2, 6 5, 3 8')], [2], 82],
    ['a hole that touches twice', [box(0, 0, 10), closed('0 5, 5 2, 10 5, 5 8')], [1, 1], 70],
    ['a spike', [closed('0 0, 10 0, 10 10, 10 20, 10 10, 0 10')], [1], 100],
    ['the same square twice', [box(0, 0, 10), box(0, 0, 10)], undefined, 0],
    ['a line', [closed('0 0, 10 10')], undefined, 0],
  ] as const) {
    const mended = mend(...rings);
    assert.deepEqual(shapeOf(mended), shape, what);
    assert.equal(mended ? planarArea(mended) : 0, area, what);
  }
});

test('GEOS finds every mended geometry valid, and about the same area', {
  skip: noPostgres,
}, async () => {
  const random = seeded(21);
  const cases = Array.from({ length: 150 }, (_, i) => {
    const side = [6, 20, 300][i % 3]!;
    const at = () => Math.floor(side * random());
    return Array.from({ length: 1 + Math.floor(4 * random()) }, () =>
      ring(...Array.from({ length: 3 + Math.floor(9 * random()) }, (): Position => [at(), at()])),
    );
  });
  const mended = cases.map(rings => mend(...rings)).map(one => (one ? exactWkt(one) : nothing));
  const reasons = await checkedByGeos(mended);
  const drawn = cases.map(coordinates => exactWkt({ type: 'Polygon', coordinates }));
  const areas = await areasBetween(mended, drawn);
  for (const [i, rings] of cases.entries()) {
    assert.equal(reasons[i], 'Valid Geometry', `${drawn[i]}: ${mended[i]}`);
    // A crossing moves by at most half a unit in each direction.
    assert.ok(areas[i]! <= lengthOf(rings), `${drawn[i]}: ${mended[i]}`);
  }
});

longTest(
  'GEOS finds every outline valid that the check of imports accepts',
  { skip: noPostgres },
  async () => {
    const random = seeded(22);
    const outlines: string[] = [];
    while (outlines.length < 300) {
      const at = () => Math.floor(5 * random()) / 7;
      const length = 4 + Math.floor(8 * random());
      const corners = Array.from({ length }, (): Position => [at(), at()]);
      const polygons = checkedPolygons([[ring(...corners)]]);
      if (typeof polygons === 'string') continue;
      outlines.push(exactWkt({ type: 'MultiPolygon', coordinates: polygons }));
    }
    const reasons = await checkedByGeos(outlines);
    for (const [i, outline] of outlines.entries())
      assert.equal(reasons[i], 'Valid Geometry', outline);
  },
);

const nothing = 'POLYGON EMPTY';

function lengthOf(rings: readonly Ring[]): number {
  const lengths = rings.flatMap(one =>
    one.slice(1).map(([x, y], i) => Math.hypot(x - one[i]![0], y - one[i]![1])),
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}
