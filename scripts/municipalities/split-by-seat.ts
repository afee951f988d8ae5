import type { Position } from '#tools/geo/polygon.ts';
import { inMetres, type Line, metresPerUnit } from './simplify-lines.ts';

/** A part of a line in which one seat is the nearest. */
interface Run {
  readonly owner: number;
  readonly line: Position[];
}

/** Cuts a line where the nearest seat changes. */
function cutBySeat(line: Line, seats: readonly Position[]): Run[] {
  const runs: Run[] = [];
  for (const [i, position] of line.entries()) {
    const owner = nearest(seats, position);
    const before = runs.at(-1);
    if (before?.owner === owner) before.line.push(position);
    else if (!before) runs.push({ owner, line: [position] });
    else {
      const at = halfWay(line[i - 1]!, position, seats[before.owner]!, seats[owner]!);
      before.line.push(at);
      runs.push({ owner, line: [at, position] });
    }
  }
  return runs;
}

/**
 * Cuts the own lines of an area where the nearest seat changes, and adds the borders between the parts.
 * Adds to `lines`, and to `cut` the numbers of the parts of each line.
 */
export function splitBySeat(
  own: readonly number[],
  seats: readonly Position[],
  lines: Line[],
  cut: Map<number, number[]>,
): number[][] {
  const parts = seats.map((): number[] => []);
  const ends: { readonly pair: string; readonly at: Position }[] = [];
  for (const number of own) {
    const runs = cutBySeat(lines[number]!, seats);
    const numbers = runs.map(({ line }) => (runs.length === 1 ? number : lines.push(line) - 1));
    for (const [i, { owner, line }] of runs.entries()) {
      parts[owner]!.push(numbers[i]!);
      const pair = [runs[i - 1]?.owner ?? owner, owner].sort().join(' ');
      if (i > 0) ends.push({ pair, at: line[0]! });
    }
    if (runs.length > 1) cut.set(number, numbers);
  }
  for (const [pair, found] of Map.groupBy(ends, ({ pair }) => pair)) {
    // A border may end inside the area, where three seats are equally near.
    const inside = found.length % 2 > 0 ? [equallyNear(seats)] : [];
    const all = [...inside, ...found.map(({ at }) => at)];
    const sorted = all.toSorted((p, q) => p[0] - q[0] || p[1] - q[1]);
    for (let i = 0; i < sorted.length; i += 2) {
      const border = lines.push([sorted[i]!, sorted[i + 1]!]) - 1;
      for (const owner of pair.split(' ')) parts[Number(owner)]!.push(border);
    }
  }
  return parts;
}

function nearest(seats: readonly Position[], position: Position): number {
  const squared = seats.map(seat => squaredMetres(seat, position));
  return squared.indexOf(Math.min(...squared));
}

function squaredMetres(a: Position, b: Position): number {
  const [[ax, ay], [bx, by]] = [inMetres(a), inMetres(b)];
  return (ax - bx) ** 2 + (ay - by) ** 2;
}

/** Where an edge is as far from one seat as from the other. */
function halfWay(a: Position, b: Position, one: Position, other: Position): Position {
  const difference = (p: Position) => squaredMetres(p, one) - squaredMetres(p, other);
  const share = difference(a) / (difference(a) - difference(b));
  return [Math.round(a[0] + share * (b[0] - a[0])), Math.round(a[1] + share * (b[1] - a[1]))];
}

/** The position that is as far from each of three seats. */
function equallyNear(seats: readonly Position[]): Position {
  const [a, b, c] = seats.map(inMetres);
  if (seats.length !== 3) throw new Error('expected three seats');
  const [bx, by, cx, cy] = [b![0] - a![0], b![1] - a![1], c![0] - a![0], c![1] - a![1]];
  const [b2, c2, doubled] = [bx * bx + by * by, cx * cx + cy * cy, 2 * (bx * cy - by * cx)];
  const x = a![0] + (cy * b2 - by * c2) / doubled;
  const y = a![1] + (bx * c2 - cx * b2) / doubled;
  return [Math.round(x / metresPerUnit.x), Math.round(y / metresPerUnit.y)];
}
