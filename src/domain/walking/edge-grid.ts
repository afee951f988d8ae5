import { metresBetween, metresPerDegree } from '#tools/geo/earth.ts';
import type { EdgeGrid, WalkGraph } from './graph.ts';
import { unitsPerDegree } from './ways.ts';

/** Cells in a degree: in Greece a cell is about 217 m high and 170 m wide. */
const cellsPerDegree = 512;
const cellUnits = unitsPerDegree / cellsPerDegree;
/** More than the columns around the Earth. */
const rowLength = 2 ** 18;

type Shapes = Pick<WalkGraph, 'shapes' | 'longitudes' | 'latitudes'>;

const cellAt = (units: number) => Math.floor(units / cellUnits);

/** Builds the grid over the shapes of edges. */
export function buildEdgeGrid(graph: Shapes): EdgeGrid {
  const [keys, found]: [number[], number[]] = [[], []];
  for (let edge = 0; edge + 1 < graph.shapes.length; edge++) {
    let before = Number.NaN;
    visitCells(graph, edge, key => {
      if (key === before) return;
      before = key;
      keys.push(key);
      found.push(edge);
    });
  }
  const sorted = Float64Array.from(keys).sort();
  const cells = sorted.filter((key, i) => i === 0 || key !== sorted[i - 1]);
  const places = Uint32Array.from(keys, key => firstFrom(cells, key));
  const starts = new Uint32Array(cells.length + 1);
  for (const cell of places) starts[cell + 1]!++;
  for (let i = 0; i < cells.length; i++) starts[i + 1]! += starts[i]!;
  const next = starts.slice();
  const edges = new Uint32Array(found.length);
  places.forEach((cell, i) => {
    edges[next[cell]!++] = found[i]!;
  });
  return { cells, starts, edges };
}

/** Visits the cells that an edge passes, row by row along each of its parts. */
function visitCells(graph: Shapes, edge: number, visit: (key: number) => void): void {
  const { shapes, longitudes, latitudes } = graph;
  for (let i = shapes[edge]! + 1; i < shapes[edge + 1]!; i++) {
    const [x, y] = [longitudes[i - 1]!, latitudes[i - 1]!];
    const [dx, dy] = [longitudes[i]! - x, latitudes[i]! - y];
    const [south, north] = [Math.min(y, y + dy), Math.max(y, y + dy)];
    for (let row = cellAt(south); row <= cellAt(north); row++) {
      const xAt = (units: number) => (dy === 0 ? x : x + (dx * (units - y)) / dy);
      const low = dy === 0 ? x : xAt(Math.max(south, row * cellUnits));
      const high = dy === 0 ? x + dx : xAt(Math.min(north, (row + 1) * cellUnits));
      for (let col = cellAt(Math.min(low, high)); col <= cellAt(Math.max(low, high)); col++) {
        visit(keyOf(row, col));
      }
    }
  }
}

function keyOf(row: number, column: number): number {
  return (row + 90 * cellsPerDegree) * rowLength + column + 180 * cellsPerDegree;
}

/** The first index of a sorted array whose value is not lower. */
export function firstFrom(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Visits the edges around a point, and perhaps some further away; one may come several times. */
export function visitEdgesAround(
  { cells, starts, edges }: EdgeGrid,
  latitude: number,
  longitude: number,
  metres: number,
  visit: (edge: number) => void,
): void {
  const { north, east } = metresPerDegree(latitude);
  const [high, wide] = [metres / north, Math.min(180, metres / east)];
  const column = (degrees: number) => Math.floor(degrees * cellsPerDegree);
  for (let row = column(latitude - high); row <= column(latitude + high); row++) {
    const end = keyOf(row, column(longitude + wide));
    const first = firstFrom(cells, keyOf(row, column(longitude - wide)));
    for (let cell = first; cell < cells.length && cells[cell]! <= end; cell++) {
      for (let i = starts[cell]!; i < starts[cell + 1]!; i++) visit(edges[i]!);
    }
  }
}

/** The point of an edge from which one walks to a place beside it. */
export interface Foot {
  readonly edge: number;
  /** Metres along the edge from its start. */
  readonly alongMetres: number;
  /** Metres between the place and the edge. */
  readonly gapMetres: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** A place further from all ways, in metres, has no way to it. */
const mostGapMetres = 500;

/** How far is searched for an edge, in metres: in a town the first is nearly always enough. */
const searchedMetres = [50, 160, mostGapMetres];

/** The nearest edge of a point; undefined if none is near. */
export function footOf(graph: WalkGraph, latitude: number, longitude: number): Foot | undefined {
  const scale = metresPerDegree(latitude);
  const east = scale.east / unitsPerDegree;
  const north = scale.north / unitsPerDegree;
  const [x, y] = [longitude * unitsPerDegree, latitude * unitsPerDegree];
  const { shapes, longitudes, latitudes } = graph;
  for (const metres of searchedMetres) {
    let [edge, part, share, least] = [-1, 0, 0, metres * metres];
    // On a plane that touches the Earth at the point: near it, that is as exact as it need be.
    visitEdgesAround(graph.grid, latitude, longitude, metres, found => {
      let ax = (longitudes[shapes[found]!]! - x) * east;
      let ay = (latitudes[shapes[found]!]! - y) * north;
      for (let i = shapes[found]! + 1; i < shapes[found + 1]!; i++) {
        const bx = (longitudes[i]! - x) * east;
        const by = (latitudes[i]! - y) * north;
        const [dx, dy] = [bx - ax, by - ay];
        const squared = dx * dx + dy * dy;
        const along = squared === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / squared));
        const distance = (ax + along * dx) ** 2 + (ay + along * dy) ** 2;
        // Of edges that meet at the nearest point any will do: both engines take the first.
        if (distance < least || (distance === least && found < edge)) {
          [edge, part, share, least] = [found, i, along, distance];
        }
        [ax, ay] = [bx, by];
      }
    });
    if (edge >= 0) return footOn(graph, edge, part, share, { latitude, longitude });
  }
  return undefined;
}

/** The foot on the part of an edge that ends with the point `part`. */
function footOn(
  graph: WalkGraph,
  edge: number,
  part: number,
  share: number,
  place: { readonly latitude: number; readonly longitude: number },
): Foot {
  const { shapes, longitudes, latitudes, metres } = graph;
  const at = (i: number) => ({
    latitude: latitudes[i]! / unitsPerDegree,
    longitude: longitudes[i]! / unitsPerDegree,
  });
  const [a, b] = [at(part - 1), at(part)];
  const foot = {
    latitude: a.latitude + share * (b.latitude - a.latitude),
    longitude: a.longitude + share * (b.longitude - a.longitude),
  };
  let alongMetres = metresBetween(a, foot);
  for (let i = shapes[edge]! + 1; i < part; i++) alongMetres += metresBetween(at(i - 1), at(i));
  return {
    edge,
    alongMetres: Math.min(alongMetres, metres[edge]!),
    gapMetres: metresBetween(place, foot),
    ...foot,
  };
}
