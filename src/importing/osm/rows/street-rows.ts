import { pointHalfway } from '#tools/geo/inside.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { joinLines, lengthOf } from './join-lines.ts';

/** A way of a street, or a square of its name. */
export interface StreetPiece {
  readonly id: string;
  readonly name: string;
  readonly postalCode: string | null;
  readonly city: string | null;
  /** Longitudes and latitudes in turn: many streets are kept, so each takes little. */
  readonly course: Float64Array;
}

/** The ways of one street, in one municipality, in the order given. */
export type Street = readonly [StreetPiece, ...StreetPiece[]];

/** Cells in which pieces of one name meet, in degrees: some 500 m. */
const cell = 0.005;
/** More than there are cells around the Earth. */
const cellsAround = 100_000;

/**
 * Parts the pieces of one name in one municipality into streets: pieces in the same or in
 * neighbouring cells belong together (always within some 400 m, never beyond some 1,400 m), so
 * that each village of a municipality keeps its own street of heroes.
 */
export function partStreets(pieces: readonly StreetPiece[]): Street[] {
  const [only] = pieces;
  if (only && pieces.length === 1) return [[only]];
  const leaders = pieces.map((_, i) => i);
  const leaderOf = (i: number): number => {
    let at = i;
    while (leaders[at] !== at) at = leaders[at] = leaders[leaders[at]!]!;
    return at;
  };
  const firstInCell = new Map<number, number>();
  for (const [i, piece] of pieces.entries()) {
    for (const key of cellsOf(piece)) {
      if (!firstInCell.has(key)) firstInCell.set(key, i);
      for (const near of neighbours(key)) {
        const other = firstInCell.get(near);
        if (other !== undefined) join(leaders, leaderOf(i), leaderOf(other));
      }
    }
  }
  const streets = Map.groupBy(pieces.keys(), leaderOf).values();
  return Array.from(streets, members => members.map(i => pieces[i]!) as unknown as Street);
}

function join(leaders: number[], a: number, b: number): void {
  leaders[Math.max(a, b)] = Math.min(a, b);
}

function cellsOf(piece: StreetPiece): Set<number> {
  const keys = new Set<number>();
  for (const [longitude, latitude] of positionsOf(piece)) {
    keys.add(Math.floor(latitude / cell) * cellsAround + Math.floor(longitude / cell));
  }
  return keys;
}

function neighbours(key: number): number[] {
  const inRow = [key - 1, key, key + 1];
  return [-cellsAround, 0, cellsAround].flatMap(row => inRow.map(k => k + row));
}

/** A point on a street, half way along the longest line that its pieces make. */
export function middleOf(street: Street): Position {
  const lines = joinLines(street.map(positionsOf));
  return pointHalfway(lines.reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a)));
}

/** The course of a piece. */
export function positionsOf({ course }: StreetPiece): Position[] {
  return Array.from({ length: course.length / 2 }, (_, i) => [course[2 * i]!, course[2 * i + 1]!]);
}
