import type { Box } from '#tools/geo/box.ts';
import { metresPerDegree } from '#tools/geo/earth.ts';
import { type Position, signedArea } from '#tools/geo/polygon.ts';
import { edgesAround } from './edge-boxes.ts';
import type { Foot } from './feet.ts';
import type { WalkGraph } from './graph.ts';
import { effortOf, metresPerMinute, metresWithin, type Reached } from './search.ts';
import { unitsPerDegree } from './ways.ts';

/*
 * The area that one reaches is drawn on a raster around the point. Each point of the raster has the
 * minutes of the way that is nearest to it, if one is near: what lies behind a railway has its own
 * ways, which take longer. What was reached is inside in any case: the four points of the raster
 * around each bit of way, and around the line from a way to each place.
 */

/** Metres between two points of the raster: a large area is drawn coarser. */
const stepOf = (mostMinutes: number) => (mostMinutes > 30 ? 30 : mostMinutes > 15 ? 20 : 10);
/** Ways and places reach this far into the ground beside them, in metres: half a block. */
const besideMetres = 45;
/** Smaller holes, in square metres, are noise. */
const leastHole = 10_000;

interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** A place that was reached, and how long it took. */
export interface ReachedPlace extends GeoPoint {
  readonly foot: Foot;
  readonly minutes: number;
}

/** Edges are drawn in runs of this many, which take some milliseconds. */
const runLength = 1_000;

/**
 * The areas reached within some minutes, as rings of polygons: the outer one first. Calls `takeTurn`
 * between two steps.
 */
export async function reachedAreas(
  graph: WalkGraph,
  reached: Reached,
  point: GeoPoint,
  places: readonly ReachedPlace[],
  minutes: readonly number[],
  takeTurn: () => Promise<void>,
): Promise<number[][][][]> {
  const most = Math.max(...minutes);
  const raster = openRaster(point, most, metresWithin(graph, most) + besideMetres);
  const edges = edgesAround(graph, point.latitude, point.longitude, raster.metres);
  // Another search may follow in any turn: what this one found is read before.
  const efforts = Float64Array.from(endsOf(graph, edges), node => reached.efforts[node]!);
  let drawn = 0;
  for (const edge of edges) {
    const ends = { start: efforts[2 * drawn]!, end: efforts[2 * drawn + 1]! };
    drawEdge(graph, edge, minutesAlong(graph, reached.from, edge, ends), raster);
    if (++drawn % runLength === 0) await takeTurn();
  }
  for (const foot of reached.from) raster.force(point, foot, metres => metres / metresPerMinute);
  for (const place of places) raster.force(place.foot, place, () => place.minutes);
  const areas: number[][][][] = [];
  for (const limit of minutes) {
    await takeTurn();
    areas.push(raster.ringsOf(limit));
  }
  return areas;
}

/** Nearer than this to the edge of the data, in metres, ways beyond it may be missing. */
const edgeMetres = 50;

/** Whether an area comes to the edge of a box, or beyond it. */
export function reachesEdge(rings: number[][][], { west, south, east, north }: Box): boolean {
  const scale = metresPerDegree((south + north) / 2);
  const [high, wide] = [edgeMetres / scale.north, edgeMetres / scale.east];
  return rings
    .flat()
    .some(
      ([x = 0, y = 0]) =>
        x < west + wide || x > east - wide || y < south + high || y > north - high,
    );
}

type Raster = ReturnType<typeof openRaster>;
type MinutesAlong = (along: number) => number;

/** The nodes at both ends of edges. */
function* endsOf({ from, to }: WalkGraph, edges: Iterable<number>): Generator<number> {
  for (const edge of edges) {
    yield from[edge]!;
    yield to[edge]!;
  }
}

/** Minutes to a point of an edge, by the metres along it; Infinity if it was not reached. */
function minutesAlong(
  graph: WalkGraph,
  from: readonly Foot[],
  edge: number,
  { start, end }: { readonly start: number; readonly end: number },
): MinutesAlong {
  const [forwards, backwards] = [effortOf(graph, edge, true), effortOf(graph, edge, false)];
  const length = graph.metres[edge]!;
  const own = from.filter(foot => foot.edge === edge);
  return along => {
    let effort = Math.min(start + forwards * along, end + backwards * (length - along));
    for (const { alongMetres, gapMetres } of own) {
      const further = along - alongMetres;
      effort = Math.min(effort, gapMetres + (further > 0 ? forwards : -backwards) * further);
    }
    return effort / metresPerMinute;
  };
}

function drawEdge(graph: WalkGraph, edge: number, minutesAt: MinutesAlong, raster: Raster): void {
  const { shapes, longitudes, latitudes } = graph;
  const at = (i: number) =>
    raster.toPlane(latitudes[i]! / unitsPerDegree, longitudes[i]! / unitsPerDegree);
  let along = 0;
  let a = at(shapes[edge]!);
  for (let i = shapes[edge]! + 1; i < shapes[edge + 1]!; i++) {
    const b = at(i);
    raster.drawPart(a, b, along, minutesAt);
    along += Math.hypot(b.x - a.x, b.y - a.y);
    a = b;
  }
}

interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

function openRaster(centre: GeoPoint, mostMinutes: number, metres: number) {
  const scale = metresPerDegree(centre.latitude);
  const step = stepOf(mostMinutes);
  const half = Math.ceil(metres / step) + 2;
  const width = 2 * half + 1;
  // By point of the raster: the squared distance of the nearest way, its minutes, and forced minutes.
  const squaredGaps = new Float32Array(width * width).fill(besideMetres * besideMetres);
  const minutesBeside = new Float32Array(width * width).fill(Infinity);
  const forced = new Float32Array(width * width).fill(Infinity);

  const toPlane = (latitude: number, longitude: number): PlanePoint => ({
    x: (longitude - centre.longitude) * scale.east,
    y: (latitude - centre.latitude) * scale.north,
  });
  const column = (metresEast: number) => Math.floor(metresEast / step) + half;
  const first = (p: number, q: number) => Math.max(0, column(Math.min(p, q) - besideMetres));
  const last = (p: number, q: number) =>
    Math.min(width - 1, column(Math.max(p, q) + besideMetres) + 1);

  const drawBeside = (
    a: PlanePoint,
    b: PlanePoint,
    along: number,
    minutesAt: MinutesAlong,
  ): void => {
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const squaredLength = dx * dx + dy * dy;
    const length = Math.sqrt(squaredLength);
    const west = first(a.x, b.x);
    const east = last(a.x, b.x);
    const north = last(a.y, b.y);
    for (let row = first(a.y, b.y); row <= north; row++) {
      const py = (row - half) * step - a.y;
      for (let col = west; col <= east; col++) {
        const px = (col - half) * step - a.x;
        const on = squaredLength === 0 ? 0 : (px * dx + py * dy) / squaredLength;
        const share = on < 0 ? 0 : on > 1 ? 1 : on;
        const gapX = px - share * dx;
        const gapY = py - share * dy;
        const squared = gapX * gapX + gapY * gapY;
        const i = row * width + col;
        if (squared >= squaredGaps[i]!) continue;
        squaredGaps[i] = squared;
        minutesBeside[i] = minutesAt(along + share * length) + Math.sqrt(squared) / metresPerMinute;
      }
    }
  };
  const forceLine = (a: PlanePoint, b: PlanePoint, minutesAt: MinutesAlong): void => {
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const parts = Math.max(1, Math.ceil((2 * length) / step));
    for (let part = 0; part <= parts; part++) {
      const share = part / parts;
      const minutes = minutesAt(share * length);
      if (minutes > mostMinutes) continue;
      const col = column(a.x + share * (b.x - a.x));
      const row = column(a.y + share * (b.y - a.y));
      const i = row * width + col;
      if (minutes < forced[i]!) forced[i] = minutes;
      if (minutes < forced[i + 1]!) forced[i + 1] = minutes;
      if (minutes < forced[i + width]!) forced[i + width] = minutes;
      if (minutes < forced[i + width + 1]!) forced[i + width + 1] = minutes;
    }
  };
  return {
    metres,
    toPlane,
    drawPart(a: PlanePoint, b: PlanePoint, along: number, minutesAt: MinutesAlong) {
      drawBeside(a, b, along, minutesAt);
      forceLine(a, b, metresOn => minutesAt(along + metresOn));
    },
    /** Puts the line between two points inside. */
    force(a: GeoPoint, b: GeoPoint, minutesAt: MinutesAlong): void {
      forceLine(toPlane(a.latitude, a.longitude), toPlane(b.latitude, b.longitude), minutesAt);
    },
    ringsOf(limit: number): number[][][] {
      // Minutes are rounded to 24 bits.
      const most = limit + 1e-4;
      const isInside = new Uint8Array(width * width);
      for (let i = 0; i < isInside.length; i++) {
        isInside[i] = Number(forced[i]! <= most || minutesBeside[i]! <= most);
      }
      keepJoined(isInside, width, half * width + half);
      const toDegrees = ([x, y]: Position): number[] => [
        round(centre.longitude + ((x / 2 - half) * step) / scale.east),
        round(centre.latitude + ((y / 2 - half) * step) / scale.north),
      ];
      return ringsAround(isInside, width)
        .filter(ring => signedArea(ring) > 0 || -signedArea(ring) * (step / 2) ** 2 >= leastHole)
        .sort((a, b) => signedArea(b) - signedArea(a))
        .map(ring => ring.map(toDegrees));
    },
  };
}

/** Six decimals are ten centimetres. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** Removes what is not joined to a start, also over corners. */
function keepJoined(isInside: Uint8Array, width: number, start: number): void {
  const joined = new Uint8Array(isInside.length);
  const open = [start];
  joined[start] = 1;
  for (let i = open.pop(); i !== undefined; i = open.pop()) {
    for (const up of [-width, 0, width]) {
      for (const next of [i + up - 1, i + up, i + up + 1]) {
        if (isInside[next] !== 1 || joined[next] === 1) continue;
        joined[next] = 1;
        open.push(next);
      }
    }
  }
  isInside.set(joined);
}

/**
 * The rings between the points inside and outside (marching squares), in half steps: anticlockwise
 * around what is inside, clockwise around holes. Points inside that touch over a corner are joined.
 */
function ringsAround(isInside: Uint8Array, width: number): Position[][] {
  const next = new Map<number, number>();
  const row = 2 * width;
  for (let y = 0; y + 1 < width; y++) {
    for (let x = 0; x + 1 < width; x++) {
      const i = y * width + x;
      const below = isInside[i]! + isInside[i + 1]!;
      const above = isInside[i + width]! + isInside[i + width + 1]!;
      if (below + above === 0 || below + above === 4) continue;
      const corners = [isInside[i], isInside[i + 1], isInside[i + width + 1], isInside[i + width]];
      const at = 2 * y * row + 2 * x;
      const sides = [at + 1, at + row + 2, at + 2 * row + 1, at + row];
      for (let side = 0; side < 4; side++) {
        if (!corners[side] || corners[(side + 1) % 4]) continue;
        let entry = side + 1;
        while (!corners[(entry + 1) % 4]) entry++;
        next.set(sides[side]!, sides[entry % 4]!);
      }
    }
  }
  const rings: Position[][] = [];
  for (const start of next.keys()) {
    const ring: number[] = [];
    for (let at: number | undefined = start; at !== undefined; ) {
      ring.push(at);
      const following: number | undefined = next.get(at);
      next.delete(at);
      at = following;
    }
    rings.push(withoutStraight(ring.map(at => [at % row, Math.floor(at / row)])));
  }
  return rings;
}

/** A closed ring without the points that lie on a straight line between their neighbours. */
function withoutStraight(closed: readonly Position[]): Position[] {
  const ring = closed.slice(0, -1);
  const corners = ring.filter(([x, y], i) => {
    const [px, py] = ring.at(i - 1)!;
    const [nx, ny] = ring[(i + 1) % ring.length]!;
    return (x - px) * (ny - y) !== (y - py) * (nx - x);
  });
  return [...corners, corners[0]!];
}
