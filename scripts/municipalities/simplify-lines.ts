import { isSame, type Position } from '#tools/geo/polygon.ts';
import { simplifyLine } from '#tools/geo/simplify.ts';

/** A line whose positions are whole numbers of `unitsPerDegree`. */
export type Line = readonly Position[];

/** About a metre. */
export const unitsPerDegree = 100_000;

/** With the 60 m of the file and the rounding, borders are off by less than 300 m. */
const toleranceMetres = 200;
/** Islets below this area in square metres are left out, if they are a line of their own. */
const leastArea = 50_000;

/** Metres of a unit in the middle of Greece. */
export const metresPerUnit = {
  x: (111_320 * Math.cos((38.5 * Math.PI) / 180)) / unitsPerDegree,
  y: 1.1113,
};

/** A position in metres on a plane, exact enough to compare distances. */
export function inMetres([x, y]: Position): Position {
  return [x * metresPerUnit.x, y * metresPerUnit.y];
}

/** The simplified line; its positions are those of the line itself. */
function simplified(line: Line, tolerance: number): Line {
  const metres = line.map(inMetres);
  const kept = new Set(simplifyLine(metres, tolerance));
  return line
    .filter((_, i) => kept.has(metres[i]!))
    .filter((position, i, all) => i === 0 || !isSame(position, all[i - 1]!));
}

/** Simplifies lines so that none crosses or touches another: those that would are kept finer. */
export function simplifyAll(lines: readonly Line[]): Line[] {
  const tolerances = lines.map(() => toleranceMetres);
  const simple = lines.map(line => simplified(line, toleranceMetres));
  for (let crossing = crossings(simple); crossing.size > 0; crossing = crossings(simple)) {
    for (const i of crossing) {
      tolerances[i]! *= 0.8;
      if (tolerances[i]! < 1) throw new Error(`line ${i} crosses another at any tolerance`);
      simple[i] = simplified(lines[i]!, tolerances[i]!);
    }
  }
  return simple;
}

type Segment = readonly [line: number, a: Position, b: Position];

/** The lines that meet another, or themselves, elsewhere than at a common end of two segments. */
function crossings(lines: readonly Line[]): Set<number> {
  const cells = new Map<string, Segment[]>();
  const cell = 5_000;
  for (const [i, line] of lines.entries()) {
    for (let k = 1; k < line.length; k++) {
      const [a, b] = [line[k - 1]!, line[k]!];
      const at = (axis: 0 | 1, pick: (...of: number[]) => number) =>
        Math.floor(pick(a[axis], b[axis]) / cell);
      for (let x = at(0, Math.min); x <= at(0, Math.max); x++) {
        for (let y = at(1, Math.min); y <= at(1, Math.max); y++) {
          const key = `${x} ${y}`;
          cells.set(key, [...(cells.get(key) ?? []), [i, a, b]]);
        }
      }
    }
  }
  const found = new Set<number>();
  for (const segments of cells.values()) {
    for (const [k, one] of segments.entries()) {
      for (const other of segments.slice(k + 1)) {
        if (meet(one, other)) found.add(one[0]).add(other[0]);
      }
    }
  }
  return found;
}

const turn = (a: Position, b: Position, p: Position) =>
  Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]));

function meet([, a, b]: Segment, [, c, d]: Segment): boolean {
  const isShared = (p: Position) => isSame(p, c) || isSame(p, d);
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  const isWithin = (p: Position, from: Position, to: Position) =>
    (p[0] - from[0]) * (p[0] - to[0]) <= 0 && (p[1] - from[1]) * (p[1] - to[1]) <= 0;
  if (isShared(a) && isShared(b)) return true;
  if (isShared(a) || isShared(b)) {
    // With a common end they meet elsewhere only on one line, in one direction.
    const [end, free] = isShared(a) ? [a, b] : [b, a];
    const other = isSame(end, c) ? d : c;
    if (abc !== 0 || abd !== 0) return false;
    return (free[0] - end[0]) * (other[0] - end[0]) + (free[1] - end[1]) * (other[1] - end[1]) > 0;
  }
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (
    (abc === 0 && isWithin(c, a, b)) ||
    (abd === 0 && isWithin(d, a, b)) ||
    (cda === 0 && isWithin(a, c, d)) ||
    (cdb === 0 && isWithin(b, c, d))
  );
}

/** Whether a line is an islet that is left out. */
export function isIslet(line: Line): boolean {
  if (!isSame(line[0]!, line.at(-1)!)) return false;
  if (line.length < 4) return true;
  const metres = line.map(inMetres);
  const doubled = metres
    .slice(1)
    .reduce((sum, [x, y], i) => sum + metres[i]![0] * y - x * metres[i]![1], 0);
  return Math.abs(doubled) / 2 < leastArea;
}
