import type { Value } from '#storage/db/engine.ts';
import type { RowsFound } from './row-bodies.ts';

type Sums = RowsFound['sums'] & { readonly count: number };

/** A row is insured too low below the first share of its cost, and looked at below the second. */
const [wellInsured, leastInsured] = [0.9, 0.5];

/** The condition of rows to look at. */
export const isToLookAt = `(has_problem = 1 OR ratio < ${leastInsured})`;

const counted = (condition: string) => `count(CASE WHEN ${condition} THEN 1 END)`;
const insuredIf = (condition: string) =>
  `coalesce(sum(CASE WHEN ${condition} THEN sum_insured END), 0)`;

/** What a statement sums up of a piece of the rows. */
export const sumsOf = [
  'count(*) AS count',
  'coalesce(sum(sum_insured), 0) AS sum_insured_eur',
  'count(sum_insured) AS rows_with_sum',
  'coalesce(sum(as_new), 0) AS as_new_eur',
  'count(as_new) AS rows_with_cost',
  `${insuredIf('ratio IS NOT NULL')} AS compared_eur`,
  `${insuredIf(`ratio < ${wellInsured}`)} AS underinsured_eur`,
  `${counted(isToLookAt)} AS rows_to_look_at`,
].join(', ');

export const noSums: Sums = {
  count: 0,
  sum_insured_eur: 0,
  rows_with_sum: 0,
  as_new_eur: 0,
  rows_with_cost: 0,
  compared_eur: 0,
  underinsured_eur: 0,
  rows_to_look_at: 0,
};

/** The sums of two pieces. */
export function addSums(one: Sums, other: Sums): Sums {
  const names = Object.keys(noSums) as (keyof Sums)[];
  return Object.fromEntries(names.map(name => [name, one[name] + other[name]])) as unknown as Sums;
}

/** The rows of a piece in a cell: its number in each direction, and the sums of their coordinates. */
interface CellPiece {
  readonly x: number;
  readonly y: number;
  readonly rows: number;
  readonly longitude: number;
  readonly latitude: number;
}

/** The most cells of an answer. */
const mostCells = 5_000;

/** Collects where rows are, in cells of some degrees; 0 for the places themselves. */
export function openCells(degrees: number) {
  const cells = new Map<string, CellPiece>();
  return {
    /** The statement for the rows of a condition, and its values. */
    statement(where: string, values: readonly Value[]): [string, Value[]] {
      const number = (axis: string) =>
        degrees === 0 ? axis : `floor(${axis} / ?${values.length + 1})`;
      return [
        `SELECT ${number('longitude')} AS x, ${number('latitude')} AS y, count(*) AS rows,
           sum(longitude) AS longitude, sum(latitude) AS latitude
         ${where} AND latitude IS NOT NULL GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${mostCells}`,
        degrees === 0 ? [...values] : [...values, degrees],
      ];
    },
    add(pieces: readonly CellPiece[]): void {
      for (const piece of pieces) {
        const key = `${piece.x} ${piece.y}`;
        const known = cells.get(key) ?? { rows: 0, longitude: 0, latitude: 0 };
        if (known.rows === 0 && cells.size === mostCells) continue;
        cells.set(key, {
          ...piece,
          rows: known.rows + piece.rows,
          longitude: known.longitude + piece.longitude,
          latitude: known.latitude + piece.latitude,
        });
      }
    },
    all: () =>
      [...cells.values()].map(({ rows, longitude, latitude }) => {
        return { longitude: longitude / rows, latitude: latitude / rows, rows };
      }),
  };
}
