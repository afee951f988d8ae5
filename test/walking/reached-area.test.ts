import assert from 'node:assert/strict';
import test from 'node:test';
import { buildWalkGraph } from '#domain/walking/build-graph.ts';
import { feetOf } from '#domain/walking/feet.ts';
import type { WalkGraph } from '#domain/walking/graph.ts';
import { reachedAreas, reachesEdge } from '#domain/walking/reached-area.ts';
import { metresWithin, search, walkTo } from '#domain/walking/search.ts';
import { measureSlopes, slopeEffort } from '#domain/walking/slopes.ts';
import { metresPerDegree } from '#tools/geo/earth.ts';
import { pointInPolygon } from '#tools/geo/inside.ts';
import { corners } from '../geo/square.ts';
import { seeded } from '../seeded.ts';
import { cityWays, hillyGraph, way } from './city.ts';

/** Whether rings of a polygon contain a point. */
function isInside(rings: number[][][], latitude: number, longitude: number): boolean {
  return pointInPolygon([longitude, latitude], { type: 'Polygon', coordinates: rings as never });
}

const city = { south: 37.97, west: 23.72, size: 40, blockMetres: 70, seed: 2 };
const turn = async () => {};

for (const [where, graph] of [
  ['in a plain', buildWalkGraph(cityWays(city))],
  ['on hills', await hillyGraph(city)],
] as const) {
  test(`${where}: every place that is reached lies in its area, and 98 % of the others outside`, () =>
    compareWithPlaces(graph));
}

async function compareWithPlaces(graph: WalkGraph): Promise<void> {
  const random = seeded(3);
  const anywhere = () => {
    return { latitude: 37.971 + random() * 0.023, longitude: 23.721 + random() * 0.029 };
  };
  const limits = [3, 5, 10, 15, 20];
  let [below, above, aboveOutside] = [0, 0, 0];
  for (let round = 0; round < 6; round++) {
    const point = anywhere();
    const from = feetOf(graph, point.latitude, point.longitude);
    const reached = search(graph, from, metresWithin(graph, 20));
    const places = Array.from({ length: 1_000 }, anywhere).flatMap(place => {
      const feet = feetOf(graph, place.latitude, place.longitude);
      const walk = walkTo(graph, reached, feet);
      const foot = walk?.to ?? feet[0];
      return foot ? [{ ...place, foot, minutes: walk?.minutes ?? Infinity }] : [];
    });
    const known = places.filter(({ minutes }) => minutes <= 20);
    const drawing = reachedAreas(graph, reached, point, known, limits, turn);
    // Another search in the meantime does not change it.
    search(graph, feetOf(graph, 37.98, 23.73));
    const areas = await drawing;
    limits.forEach((limit, i) => {
      for (const { latitude, longitude, minutes } of places) {
        const inside = isInside(areas[i]!, latitude, longitude);
        if (minutes <= limit) {
          below++;
          assert.ok(inside, `${latitude} ${longitude} is reached in ${minutes} of ${limit}`);
        } else {
          above++;
          if (!inside) aboveOutside++;
        }
      }
    });
  }
  assert.ok(below > 2_000 && above > 2_000, `${below} ${above}`);
  assert.ok(aboveOutside / above >= 0.98, `${aboveOutside} of ${above}`);
}

test('an area has what lies beside a street, and reaches further down a slope than up', async () => {
  const { north, east } = metresPerDegree(38);
  // To the north-east, and higher by 10 m in 100.
  const at = (along: number, beside = 0) => ({
    latitude: 38 + (along + beside) / Math.SQRT2 / north,
    longitude: 23.7 + (along - beside) / Math.SQRT2 / east,
  });
  const ends = [-900, 900].map((along, id) => {
    const { latitude, longitude } = at(along);
    return [id, longitude, latitude] as const;
  });
  const level = buildWalkGraph([way(1, ends)]);
  const slopeEfforts = await measureSlopes(level, async positions =>
    Float64Array.from(
      positions,
      ([x, y]) => (x - 23.7) * east * 0.0707 + (y - 38) * north * 0.0707,
    ),
  );
  const graph = { ...level, slopeEfforts };
  const centre = { latitude: 38, longitude: 23.7 };
  const reached = search(graph, feetOf(graph, 38, 23.7), metresWithin(graph, 5));
  const [rings] = await reachedAreas(graph, reached, centre, [], [5], turn);
  const contained = (along: number, beside = 0) => {
    const { latitude, longitude } = at(along, beside);
    return isInside(rings!, latitude, longitude);
  };
  const [up, down] = [0.1, -0.1].map(slope => 400 / slopeEffort(slope));
  assert.ok(down! > up! + 100);
  const inside = [[up! - 15], [15 - down!], [100, 30], [100, -30], [-200, 30], [-200, -30]];
  for (const [along, beside] of inside) assert.ok(contained(along!, beside), `${along} ${beside}`);
  const outside = [[up! + 15], [-down! - 15], [100, 60], [100, -60], [up! - 10, 30]];
  for (const [along, beside] of outside)
    assert.ok(!contained(along!, beside), `${along} ${beside}`);
});

test('what lies behind a railway is not in the area', async () => {
  const { north, east } = metresPerDegree(38);
  const at = (x: number, y: number) => [23.7 + x / east, 38 + y / north] as const;
  const ends = (id: number, y: number) =>
    [-600, 600].map((x, i) => [10 * id + i, ...at(x, y)] as const);
  const street = (id: number, y: number) => way(id, ends(id, y));
  const graph = buildWalkGraph([street(1, 0), street(2, 60)]);
  const reached = search(graph, feetOf(graph, 38, 23.7), 400);
  const centre = { latitude: 38, longitude: 23.7 };
  const [rings] = await reachedAreas(graph, reached, centre, [], [5], turn);
  const contained = (x: number, y: number) => {
    const [longitude, latitude] = at(x, y);
    return isInside(rings!, latitude, longitude);
  };
  assert.ok(contained(0, 0) && contained(390, 0) && contained(-200, 20));
  assert.ok(!contained(0, 60) && !contained(0, 45) && !contained(430, 0));
});

test('an area is one ring around the point and holes; the outer ring is anticlockwise', async () => {
  const { north, east } = metresPerDegree(38);
  const at = (x: number, y: number) => [23.7 + x / east, 38 + y / north] as const;
  // A square of streets, 600 m wide, around a park without ways.
  const ring = corners('0 0, 600 0, 600 600, 0 600, 0 0').map(
    ([x, y], i) => [i % 4, ...at(x, y)] as const,
  );
  const graph = buildWalkGraph([way(1, ring)]);
  const reached = search(graph, feetOf(graph, 38, 23.7), 2_400);
  const centre = { latitude: 38, longitude: 23.7 };
  const [rings] = await reachedAreas(graph, reached, centre, [], [30], turn);
  assert.equal(rings!.length, 2);
  const signedArea = (ring: number[][]) =>
    ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i]![0]! * y! - x! * ring[i]![1]!, 0);
  assert.ok(signedArea(rings![0]!) > 0 && signedArea(rings![1]!) < 0);
  for (const ring of rings!) {
    assert.deepEqual(ring[0], ring.at(-1));
    const sides = ring.slice(1).map(([x, y], i) => {
      const turns = Math.atan2((y! - ring[i]![1]!) * north, (x! - ring[i]![0]!) * east);
      return (turns / Math.PI) * 4;
    });
    // A ring has all its corners, and no points between them.
    for (const [i, side] of sides.entries()) {
      assert.ok(Math.abs(side - Math.round(side)) < 0.05, `side ${i}: ${side} eighths`);
      assert.notEqual(Math.round(side), Math.round(sides.at(i - 1)!), `side ${i} goes on`);
    }
  }
});

test('an area reaches the edge of a box from 50 m before it on', () => {
  const box = { west: 22, south: 38, east: 23, north: 39 };
  const { north, east } = metresPerDegree(38.5);
  const rings = (x: number, y: number) => [[[22.5, 38.5], [x, y]]]; // biome-ignore format: a line
  const [within, atEdge] = [
    `22.6 38.6, 22.6 ${39 - 60 / north}, ${22 + 60 / east} 38.6`,
    `22.6 ${39 - 40 / north}, 22.6 ${38 + 40 / north}, ${22 + 40 / east} 38.6, 23.5 38.6`,
  ];
  for (const [x, y] of corners(within)) assert.ok(!reachesEdge(rings(x, y), box), `${x} ${y}`);
  for (const [x, y] of corners(atEdge)) assert.ok(reachesEdge(rings(x, y), box), `${x} ${y}`);
});
