import type { Box } from '#tools/geo/box.ts';
import type { Position } from '#tools/geo/polygon.ts';
import type { Piece, Run, ZoneShape } from './piece.ts';
import {
  allSquares,
  boxOfCell,
  cellNumber,
  cellsOfBox,
  finestLevel,
  levelOfBox,
  squaresInBox,
  type ZoneCell,
} from './zone-cells.ts';

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

/** A piece without the description of its zone, the number of its cell, and the bits of its squares. */
export type Cut = Pick<Piece, 'base' | 'steps' | 'runs'> & {
  readonly cell: number;
  /** Elsewhere in the cell the zone is not: it is outside of the box around the whole zone. */
  readonly squares: number;
};

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
  const vertices = lines.length === 1 ? lines[0]! : lines.flat();
  const box = boxAround(vertices);
  const around = {
    west: box.west - margin,
    east: box.east + margin,
    south: box.south - margin,
    north: box.north + margin,
  };
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
        yield cutOf(node, vertices, shape, around);
      } else {
        const children = childCells(cell).map(child => childOf(node, child, vertices, shape));
        budget += edges.length - children.reduce((sum, child) => sum + child.edges.length, 0);
        next.push(...children);
      }
    }
    nodes = next;
  }
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

function boxAround(vertices: readonly Position[]): Box {
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  for (const [x, y] of vertices) {
    box.west = Math.min(box.west, x);
    box.east = Math.max(box.east, x);
    box.south = Math.min(box.south, y);
    box.north = Math.max(box.north, y);
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
  vertices: readonly Position[],
  shape: ZoneShape,
): Node {
  const box = boxOfCell(cell);
  const low = box.south - margin;
  const high = box.north + margin;
  const left = box.west - margin;
  const edges: number[] = [];
  const heights = [...parent.steps];
  const last = shape === 'point' ? 0 : 1;
  for (const edge of parent.edges) {
    const a = vertices[edge]!;
    const b = vertices[edge + last]!;
    const ay = a[1];
    const by = b[1];
    if (ay < low ? by < low : ay > high && by > high) continue;
    const ax = a[0];
    const bx = b[0];
    if (ax < left && bx < left) continue;
    const side = sideOf(ax, ay, bx, by, box);
    if (side === 0) edges.push(edge);
    else if (side > 0 && shape === 'area') {
      // The end of an edge is the start of the next one, so almost all cancel out here.
      if (heights.length > 0 && heights[heights.length - 1] === ay) heights.pop();
      else heights.push(ay);
      heights.push(by);
    }
  }
  return { cell, box, edges, ...countSteps(heights, parent.base, low, high) };
}

/** 0 for an edge that touches a box, 1 for one to the east of it, -1 for one to the west. */
function sideOf(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  { west, east, south, north }: Box,
): number {
  if (ax > east + margin && bx > east + margin) return 1;
  if (ax < west - margin && bx < west - margin) return -1;
  const dx = bx - ax;
  const dy = by - ay;
  const centreX = (west + east) / 2;
  const centreY = (south + north) / 2;
  const turn = (ax - centreX) * (by - centreY) - (bx - centreX) * (ay - centreY);
  // How far the corners of the box reach towards the line of the edge.
  const reach = ((east - west) / 2 + margin) * (Math.abs(dx) + Math.abs(dy));
  if (Math.abs(turn) <= reach) return 0;
  return turn > 0 === dy > 0 ? 1 : -1;
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
  return { cell: cellNumber(cell), squares: allSquares, base: true, steps: [], runs: [] };
}

function cutOf(
  { cell, edges, base, steps }: Node,
  vertices: readonly Position[],
  shape: ZoneShape,
  around: Box,
): Cut {
  const runs = runsOf(edges, vertices, shape);
  return { cell: cellNumber(cell), squares: squaresInBox(cell, around), base, steps, runs };
}

/** Edges as lines, as long as each begins where the one before ends. */
function runsOf(edges: readonly number[], vertices: readonly Position[], shape: ZoneShape): Run[] {
  if (shape === 'point') return edges.map(i => ({ first: i, positions: [vertices[i]!] }));
  const runs: Run[] = [];
  for (let i = 0; i < edges.length; i++) {
    const from = i;
    while (edges[i + 1] === edges[i]! + 1) i++;
    runs.push({ first: edges[from]!, positions: vertices.slice(edges[from]!, edges[i]! + 2) });
  }
  return runs;
}
