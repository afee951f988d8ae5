import assert from 'node:assert/strict';
import test from 'node:test';
import { largestCircles } from '#features/portfolio/accumulation/circles.ts';
import { type Amounts, indexAmounts } from '#features/portfolio/accumulation/indexed-amounts.ts';
import { arcFromSquaredChord, earthPoint } from '#tools/geo/earth.ts';
import { seeded } from '../../seeded.ts';

type Row = readonly [latitude: number, longitude: number, euros: number];

function amountsOf(rows: readonly Row[]): Amounts {
  const column = (i: number, factor = 1) => Float64Array.from(rows, row => row[i]! * factor);
  return { latitudes: column(0), longitudes: column(1), cents: column(2, 100) };
}

/** Every circle by comparing every pair. */
function byComparing(rows: readonly Row[], radius: number, most: number) {
  const points = rows.map(([latitude, longitude]) => earthPoint(latitude, longitude));
  const metres = (a: number, b: number) => {
    const [p, q] = [points[a]!, points[b]!];
    return arcFromSquaredChord((p.x - q.x) ** 2 + (p.y - q.y) ** 2 + (p.z - q.z) ** 2);
  };
  const circles = rows.map((_, row) => {
    const inside = rows.flatMap((_, i) => (metres(row, i) <= radius ? [i] : []));
    return { row, inside, cents: inside.reduce((sum, i) => sum + rows[i]![2] * 100, 0) };
  });
  const chosen: (typeof circles)[number][] = [];
  for (const circle of circles.sort((a, b) => b.cents - a.cents || a.row - b.row)) {
    const isFree = chosen.every(({ row }) => metres(row, circle.row) > 2 * radius);
    if (isFree && chosen.length < most) chosen.push(circle);
  }
  return chosen;
}

const random = seeded(11);
/** Rows around centres, some at the position of another row; few different amounts, so that sums tie. */
function clustered(count: number, spread: number, [south, west]: readonly [number, number]): Row[] {
  const rows: Row[] = [];
  for (let i = 0; i < count; i++) {
    const earlier = rows[Math.floor(random() * rows.length)];
    const [latitude, longitude] =
      earlier && random() < 0.3
        ? earlier
        : [south + random() * spread, west + random() ** 2 * spread];
    rows.push([latitude, longitude, 1 + Math.floor(random() * 3)]);
  }
  return rows;
}

test('the largest circles are those of comparing every pair', () => {
  const cases: Row[][] = [
    clustered(400, 0.02, [37.97, 23.72]),
    clustered(1_000, 0.02, [37.9, 23.6]),
    clustered(400, 0.2, [40.6, 22.9]),
    clustered(400, 0.001, [35.3, 25.1]),
    clustered(300, 0.02, [-0.01, -0.01]),
    clustered(300, 0.05, [79.9, 10]),
    [[37.97, 23.72, 5]],
    [],
  ];
  for (const rows of cases) {
    for (const radius of [200, 500, 1_000]) {
      const found = largestCircles(indexAmounts(amountsOf(rows)), radius, 5);
      assert.deepEqual(
        found.map(({ row, cents, rows: inside }) => ({ row, inside: [...inside], cents })),
        byComparing(rows, radius, 5),
        `${rows.length} rows, ${radius} m`,
      );
    }
  }
});

test('many rows at one position, and many within a metre, are one comparison', () => {
  const one = Array.from({ length: 100_000 }, (): Row => [37.97, 23.72, 1]);
  const [circle, ...others] = largestCircles(indexAmounts(amountsOf(one)), 200, 5);
  assert.deepEqual([circle!.row, circle!.cents, circle!.rows.length], [0, 10_000_000, 100_000]);
  assert.deepEqual(others, []);
  const near = one.map(([latitude, longitude], i): Row => [latitude + i * 1e-10, longitude, 1]);
  const [first] = largestCircles(indexAmounts(amountsOf(near)), 200, 5);
  assert.deepEqual([first!.row, first!.cents], [0, 10_000_000]);
});

test('rows without an amount make no circle', () => {
  assert.deepEqual(largestCircles(indexAmounts(amountsOf([[37.97, 23.72, 0]])), 200, 5), []);
});
