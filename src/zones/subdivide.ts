import type { Box } from '../geo/box.ts';
import type { Position } from '../geo/polygon.ts';
import {
  boxOfCell,
  cellNumber,
  cellsOfBox,
  finestLevel,
  levelOfBox,
  type ZoneCell,
} from './cells.ts';
import type { Piece, Run, ZoneShape } from './piece.ts';

/** A cell with more edges is divided, unless it is of the finest level. */
const mostEdges = 64;

/** Edges this near to a cell count as touching it, in degrees: wider than the border of a zone. */
const margin = 1e-8;

/**
 * All pieces of a zone may have this many times its edges, plus some. A zone whose long edges are
 * in many cells keeps larger cells.
 */
const mostCopies = 4;
const spareEdges = 4_096;

/** A piece without the description of its zone, and the number of its cell. */
export type Cut = Pick<Piece, 'base' | 'steps' | 'runs'> & { readonly cell: number };

/** A part of the quadtree with the edges that touch its cell, by the number of their first vertex. */
interface Node {
  readonly cell: ZoneCell;
  readonly box: Box;
  readonly edges: readonly number[];
  readonly base: boolean;
  readonly steps: readonly number[];
}

/**
 * Cuts rings, lines or points into the pieces of their cells. Rings are closed, and follow the
 * even-odd rule together.
 */
export function* subdivide(
  lines: readonly (readonly Position[])[],
  shape: ZoneShape,
): Generator<Cut> {
  const vertices = flatten(lines);
  const box = boxAround(vertices.x, vertices.y);
  const all = edgesOf(lines, shape);
  let budget = mostCopies * all.length + spareEdges;
  let nodes = [...cellsOfBox(box, levelOfBox(box))].map(cell =>
    childOf({ edges: all, base: false, steps: [] }, cell, vertices, shape),
  );
  // Level by level, so that the budget is spent evenly.
  while (nodes.length > 0) {
    const next: Node[] = [];
    for (const node of nodes) {
      const { cell, edges } = node;
      if (edges.length === 0) {
        if (shape === 'area' && centreIsInside(node)) yield wholeCell(cell);
      } else if (edges.length <= mostEdges || cell.level >= finestLevel || budget < 0) {
        yield cutOf(node, vertices, shape);
      } else {
        const children = childCells(cell).map(child => childOf(node, child, vertices, shape));
        budget += edges.length - children.reduce((sum, child) => sum + child.edges.length, 0);
        next.push(...children);
      }
    }
    nodes = next;
  }
}

interface Vertices {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

function flatten(lines: readonly (readonly Position[])[]): Vertices {
  const count = lines.reduce((sum, line) => sum + line.length, 0);
  const [x, y] = [new Float64Array(count), new Float64Array(count)];
  let i = 0;
  for (const line of lines) {
    for (const position of line) {
      x[i] = position[0];
      y[i++] = position[1];
    }
  }
  return { x, y };
}

/** The first vertices of all edges; a point is an edge from itself to itself. */
function edgesOf(lines: readonly (readonly Position[])[], shape: ZoneShape): number[] {
  const edges: number[] = [];
  let first = 0;
  for (const line of lines) {
    const count = shape === 'point' ? line.length : line.length - 1;
    for (let i = 0; i < count; i++) edges.push(first + i);
    first += line.length;
  }
  return edges;
}

function boxAround(x: Float64Array, y: Float64Array): Box {
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  for (let i = 0; i < x.length; i++) {
    box.west = Math.min(box.west, x[i]!);
    box.east = Math.max(box.east, x[i]!);
    box.south = Math.min(box.south, y[i]!);
    box.north = Math.max(box.north, y[i]!);
  }
  return box;
}

function childCells({ level, column, row }: ZoneCell): ZoneCell[] {
  const [west, south] = [2 * column, 2 * row];
  return [0, 1, 2, 3].map(i => ({
    level: level + 1,
    column: west + (i & 1),
    row: south + (i >> 1),
  }));
}

/** What of a node is in a smaller cell: edges that leave it to the east become steps. */
function childOf(
  parent: Pick<Node, 'edges' | 'base' | 'steps'>,
  cell: ZoneCell,
  { x, y }: Vertices,
  shape: ZoneShape,
): Node {
  const box = boxOfCell(cell);
  const low = box.south - margin;
  const high = box.north + margin;
  const edges: number[] = [];
  const steps = [...parent.steps];
  const last = shape === 'point' ? 0 : 1;
  for (const edge of parent.edges) {
    const [ax, ay, bx, by] = [x[edge]!, y[edge]!, x[edge + last]!, y[edge + last]!];
    if (Math.max(ay, by) < low || Math.min(ay, by) > high) continue;
    const place = placeOf(ax, ay, bx, by, box);
    if (place === 'touching') edges.push(edge);
    else if (place === 'east' && shape === 'area') steps.push(ay, by);
  }
  return { cell, box, edges, ...countSteps(steps, parent.base, low, high) };
}

/** Where an edge lies that is between the heights of a box. */
function placeOf(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  { west, east, south, north }: Box,
): 'touching' | 'east' | 'west' {
  if (Math.min(ax, bx) > east + margin) return 'east';
  if (Math.max(ax, bx) < west - margin) return 'west';
  const [dx, dy] = [bx - ax, by - ay];
  const [centreX, centreY] = [(west + east) / 2, (south + north) / 2];
  const turn = (ax - centreX) * (by - centreY) - (bx - centreX) * (ay - centreY);
  // How far the corners of the box reach towards the line of the edge.
  const reach = ((east - west) / 2 + margin) * (Math.abs(dx) + Math.abs(dy));
  if (Math.abs(turn) <= reach) return 'touching';
  return turn > 0 === dy > 0 ? 'east' : 'west';
}

/** Steps in the heights of a cell, each once; those above are in `base`, pairs cancel out. */
function countSteps(steps: number[], base: boolean, low: number, high: number) {
  let isOdd = base;
  const kept: number[] = [];
  for (const step of steps.sort((a, b) => a - b)) {
    if (step > high) isOdd = !isOdd;
    else if (step < low) continue;
    else if (kept.at(-1) === step) kept.pop();
    else kept.push(step);
  }
  return { base: isOdd, steps: kept };
}

function centreIsInside({ box, base, steps }: Node): boolean {
  const middle = (box.south + box.north) / 2;
  return steps.reduce((inside, step) => (step > middle ? !inside : inside), base);
}

function wholeCell(cell: ZoneCell): Cut {
  return { cell: cellNumber(cell), base: true, steps: [], runs: [] };
}

function cutOf({ cell, edges, base, steps }: Node, vertices: Vertices, shape: ZoneShape): Cut {
  return { cell: cellNumber(cell), base, steps, runs: runsOf(edges, vertices, shape) };
}

/** Edges as lines, as long as each begins where the one before ends. */
function runsOf(edges: readonly number[], { x, y }: Vertices, shape: ZoneShape): Run[] {
  const runs: { first: number; positions: Position[] }[] = [];
  const positionAt = (i: number): Position => [x[i]!, y[i]!];
  if (shape === 'point') return edges.map(i => ({ first: i, positions: [positionAt(i)] }));
  let next = -1;
  for (const edge of edges) {
    if (edge !== next) runs.push({ first: edge, positions: [positionAt(edge)] });
    runs.at(-1)!.positions.push(positionAt(edge + 1));
    next = edge + 1;
  }
  return runs;
}
