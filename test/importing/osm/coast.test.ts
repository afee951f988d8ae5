import assert from 'node:assert/strict';
import test from 'node:test';
import { boxOf, type MapFeature } from '#domain/map/map-feature.ts';
import { openCoast, openShippedLand } from '#importing/osm/map/osm-coast.ts';
import { openTally } from '#importing/report.ts';
import type { Box } from '#tools/geo/box.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { corners } from '../../geo/square.ts';
import { seeded } from '../../seeded.ts';

type Line = readonly Position[];

/*
 * The truth is made of rings around centres on a grid, so that no two cross: islands, some with
 * water in them, and a mainland that reaches beyond the bounds. Whether a position is land is
 * counted by a ray through all rings, which shares no code with what is tested.
 */
const bounds: Box = { west: 23, south: 37, east: 23.25, north: 37.2 };

function isLandIn(rings: readonly Line[], [x, y]: Position): boolean {
  let crossings = 0;
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const [[ax, ay], [bx, by]] = [ring[i - 1]!, ring[i]!];
      if (ay > y === by > y) continue;
      if (ax + ((y - ay) / (by - ay)) * (bx - ax) > x) crossings++;
    }
  }
  return crossings % 2 === 1;
}

const rounded = (value: number) => Math.round(value * 1e7) / 1e7;

/** A ring around a centre, counterclockwise, with a random radius at each of its corners. */
function ringAround(
  [x, y]: Position,
  radius: number,
  random: () => number,
  count = 8 + Math.floor(random() * 60),
  roughness = 0.4,
): Position[] {
  const ring = Array.from({ length: count }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / count;
    const distance = radius * (1 - roughness * random());
    return [rounded(x + distance * Math.cos(angle)), rounded(y + distance * Math.sin(angle))];
  });
  return [...ring, ring[0]!];
}

function drawTruth(random: () => number): Line[] {
  const rings: Line[] = [ringAround([22.3, 37.1], 0.85, random, 600, 0.1)];
  for (let column = 0; column < 3; column++) {
    for (let row = 0; row < 4; row++) {
      const centre: Position = [23.17 + column * 0.04, 37.02 + row * 0.05];
      const radius = random() < 0.3 ? 0.003 : 0.018;
      rings.push(ringAround(centre, radius, random));
      if (random() < 0.5) rings.push(ringAround(centre, radius / 1.7, random).toReversed());
    }
  }
  return rings;
}

/** A ring as several ways, in any order. */
function asWays(ring: Line, random: () => number): Line[] {
  const start = Math.floor(random() * (ring.length - 1));
  const turned = [...ring.slice(start, -1), ...ring.slice(0, start + 1)];
  const ways: Line[] = [];
  for (let at = 0; at < turned.length - 1; ) {
    const end = Math.min(turned.length - 1, at + 1 + Math.floor(random() * 20));
    ways.push(turned.slice(at, end + 1));
    at = end;
  }
  return ways.toSorted(() => random() - 0.5);
}

interface Compared {
  readonly ways: readonly Line[];
  readonly truth: readonly Line[];
  readonly within?: Box;
  readonly isShippedKnown?: boolean;
  readonly random: () => number;
}

/** Makes land of ways and compares it with the truth at random positions of what is covered. */
function compare({ ways, truth, within = bounds, isShippedKnown = true, random }: Compared) {
  const coast = openCoast();
  for (const way of ways) coast.add(way, false);
  const tally = openTally();
  const isLandAt = (position: Position) => isLandIn(truth, position);
  const shipped = isShippedKnown ? { isLandAt, landIn: () => [] } : undefined;
  const rows = [...coast.rows([within], tally, shipped)].filter(({ detail }) => detail === 3);
  const boxes = rows.filter(({ layer }) => layer === 'sea').map(row => boxOf(row.geometry));
  const land = rows.filter(({ layer }) => layer === 'land').flatMap(ringsOf);
  let [wrong, compared, coveredCoast] = [0, 0, 0];
  for (const box of boxes) {
    for (let i = 0; i < 8; i++) {
      const x = box.west + random() * (box.east - box.west);
      const position: Position = [x, box.south + random() * (box.north - box.south)];
      compared++;
      if (isLandIn(land, position) !== isLandIn(truth, position)) wrong++;
    }
  }
  const inside = truth.flat().filter(position => isIn(position, within));
  for (const position of inside) if (boxes.some(box => isIn(position, box))) coveredCoast++;
  const reasons = tally.result().notes.map(({ reason }) => reason.split(';')[0]);
  return { wrong, compared, reasons, coveredShare: coveredCoast / inside.length };
}

function ringsOf({ geometry }: MapFeature): Line[] {
  if (geometry.type === 'Polygon') return [...geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
}

function isIn([x, y]: Position, { west, south, east, north }: Box): boolean {
  return x > west && x < east && y > south && y < north;
}

test('land of a whole coastline is the land it was drawn around, closed at the bounds', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const random = seeded(seed);
    const truth = drawTruth(random);
    const ways = truth.flatMap(ring => asWays(ring, random)).toSorted(() => random() - 0.5);
    const drawn = compare({ ways, truth, isShippedKnown: seed % 2 === 0, random });
    const { wrong, compared, reasons, coveredShare } = drawn;
    assert.deepEqual([wrong, reasons, coveredShare], [0, [], 1], `seed ${seed}`);
    assert.ok(compared > 200, `${compared} positions`);
  }
});

/** What becomes of one of the ways. */
const faults: readonly [name: string, change: (way: Line) => Line[], RegExp][] = [
  ['a way is missing', () => [], /has a gap/],
  ['a way runs backwards', way => [way.toReversed()], /has a gap|run against each other/],
  ['a way crosses another', way => [spiked(way)], /crosses itself/],
  ['a way comes twice', way => [way, [...way]], /run against each other/],
];

/** A way that leaves its course into the water and back over the same side. */
function spiked(way: Line): Line {
  const [[ax, ay], [bx, by]] = [way[0]!, way[1]!];
  const [dx, dy] = [(bx - ax) / 3, (by - ay) / 3];
  const loop: Position[] = [
    [ax + 2 * dx, ay + 2 * dy],
    [ax + 2 * dx + dy, ay + 2 * dy - dx],
    [ax + dx + dy, ay + dy - dx],
    [ax + dx - dy / 2, ay + dy + dx / 2],
  ];
  return [way[0]!, ...loop.map(([x, y]): Position => [rounded(x), rounded(y)]), ...way.slice(1)];
}

for (const [name, change, reason] of faults) {
  test(`${name}: it is named, its squares are not covered, and the others are right`, () => {
    for (let seed = 1; seed <= 3; seed++) {
      const random = seeded(seed);
      const truth = drawTruth(random);
      const ways = truth.flatMap(ring => asWays(ring, random));
      const inside = ways.keys().filter(i => ways[i]!.every(position => isIn(position, bounds)));
      const open = [...inside].filter(i => String(ways[i]![0]) !== String(ways[i]!.at(-1)));
      const at = open[Math.floor(random() * open.length)]!;
      const changed = ways.flatMap((way, i) => (i === at ? change(way) : [way]));
      const { wrong, compared, reasons, coveredShare } = compare({ ways: changed, truth, random });
      assert.match(reasons.join(), reason, `seed ${seed}`);
      assert.ok(coveredShare > 0.3 && coveredShare < 1, `seed ${seed}: ${coveredShare}`);
      assert.ok(wrong <= compared / 100, `seed ${seed}: ${wrong} of ${compared}`);
    }
  });
}

test('a coast that runs the wrong way round is found by the land that ships', () => {
  const random = seeded(3);
  const truth = drawTruth(random);
  const ways = truth.map(ring => ring.toReversed());
  const { compared, reasons } = compare({ ways, truth, random });
  assert.deepEqual([compared, reasons], [0, ['the coastline runs the wrong way round']]);
});

test('without bounds, only the squares at the ends of a coastline are not covered', () => {
  const random = seeded(5);
  const [mainland, ...islands] = drawTruth(random);
  const truth = [mainland!, ...islands];
  const cut = [...mainland!.slice(-20, -1), ...mainland!.slice(0, 20)];
  const within = { west: -180, south: -90, east: 180, north: 90 };
  const { wrong, reasons } = compare({ ways: [cut, ...islands], truth, within, random });
  assert.deepEqual([wrong, reasons], [0, ['the coastline has a gap, or the extract ends']]);
});

test('missing nodes, and a coastline beyond the limits, keep the land that ships', () => {
  const island = ringAround([23.1, 37.1], 0.01, seeded(1));
  const rowsOf = (line: Line, isCut: boolean) => {
    const coast = openCoast();
    coast.add(line, isCut);
    const tally = openTally();
    return [[...coast.rows([bounds], tally)].length > 0, tally.result().notes[0]?.reason];
  };
  assert.deepEqual(rowsOf(island, false), [true, undefined]);
  const kept = '; the land that ships is drawn there';
  const cut = [false, `nodes of the coastline are not in the file${kept}`];
  assert.deepEqual(rowsOf(island, true), cut);
  const around = corners('-170 -60, 170 60');
  assert.deepEqual(rowsOf(around, false), [false, `the coastline is too large${kept}`]);
});

/** Land north of latitude 38 with a coast of waves, moved east and north by some degrees. */
function wavyLand(movedBy: number): Line {
  const coast = Array.from({ length: 401 }, (_, i): Position => {
    const longitude = 23.2 - i * 0.001;
    return [longitude + movedBy, 38 + movedBy + 0.004 * Math.sin(longitude * 300)];
  });
  const [east, west] = [coast[0]!, coast.at(-1)!];
  return [...coast.toReversed(), [east[0], 39], [west[0], 39], west];
}

test('where an extract ends, the shipped coast is bent to the imported one', () => {
  const within: Box = { west: 22.9, south: 37.9, east: 23.1, north: 38.1 };
  for (const movedBy of [-0.002, -0.0007, 0.0004, 0.0015]) {
    const shipped = openShippedLand({ type: 'Polygon', coordinates: [wavyLand(movedBy)] });
    const coast = openCoast();
    // Land is on the left from west to east.
    coast.add(wavyLand(0).slice(0, 401), false);
    const rows = [...coast.rows([within], openTally(), shipped)];
    const finest = rows.filter(({ detail }) => detail === 3);
    const boxes = finest.filter(({ layer }) => layer === 'sea').map(row => boxOf(row.geometry));
    const drawn = finest.filter(({ layer }) => layer === 'land').flatMap(ringsOf);
    const shippedAt = ([x, y]: Position) =>
      shipped.landIn({ west: x, south: y, east: x, north: y }, 14).flatMap(ringsOf);
    const isDrawn = (at: Position) =>
      isLandIn(boxes.some(box => isIn(at, box)) ? drawn : shippedAt(at), at);
    const coastAt = (longitude: number) => {
      let latitude = 38.02;
      while (isDrawn([longitude, latitude])) latitude -= 0.00002;
      return latitude;
    };
    for (const border of [within.west, within.east]) {
      const metres = Math.abs(coastAt(border - 1e-5) - coastAt(border + 1e-5)) * 111_000;
      assert.ok(metres < 15, `${metres} m at ${border}, moved by ${movedBy}`);
    }
    const rims = finest.filter(({ externalId }) => externalId.startsWith('sea rim'));
    assert.ok(rims.length >= 2);
    // The coast is the border of the land that is drawn, inside the extract and outside.
    for (const row of finest.filter(({ layer }) => layer === 'waterway')) {
      const { coordinates } = row.geometry as { coordinates: readonly Position[] };
      for (const [i, [ax, ay]] of coordinates.slice(1).entries()) {
        const [x, y] = [(ax + coordinates[i]![0]) / 2, (ay + coordinates[i]![1]) / 2];
        assert.ok(isDrawn([x, y + 1e-4]) !== isDrawn([x, y - 1e-4]), `${row.externalId} ${x} ${y}`);
      }
    }
    // No rim covers what the extract has.
    for (const { geometry } of rims) {
      const { west, east } = boxOf(geometry);
      assert.ok(east <= within.west + 1e-6 || west >= within.east - 1e-6);
    }
  }
});
