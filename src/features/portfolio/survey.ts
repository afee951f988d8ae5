import { fold } from '#domain/geocoder/text/fold.ts';
import type { Field } from '#domain/property/usual-names.ts';
import type { Columns } from './fields/columns.ts';
import { textOf } from './fields/read-fields.ts';
import type { InputRow } from './input/input-row.ts';

/** What is known of a file after all its rows were read. */
export interface Survey {
  /** The first different values of each column. */
  readonly values: readonly (readonly string[])[];
  /** Rows of one building count once. */
  buildings(): number;
  /** The rows, which are surveyed while they are read. */
  of(rows: AsyncIterable<InputRow>): AsyncGenerator<InputRow>;
}

/** How many values of a column are kept, among how many rows they are searched, and their length. */
const [mostValues, mostRows, longestValue] = [2, 1_000, 20];

/** Surveys the rows of a file with these columns. */
export function openSurvey(header: readonly string[], columns: Columns): Survey {
  const values = header.map((): string[] => []);
  const { see, count } = buildingCounter(columns);
  return {
    values,
    buildings: count,
    async *of(rows) {
      let before = 0;
      for await (const row of rows) {
        if (before++ < mostRows) addValues(values, row);
        see(row);
        yield row;
      }
    },
  };
}

function addValues(values: readonly string[][], { cells }: InputRow): void {
  for (const [at, first] of values.entries()) {
    const value = (cells[at] ?? '').trim().slice(0, longestValue);
    if (first.length < mostValues && value !== '' && !first.includes(value)) first.push(value);
  }
}

/** Buildings that are compared with others, so that memory stays small. */
const mostBuildings = 1_000_000;
const placeFields = ['address', 'street', 'house_number', 'postal_code', 'city'] as const;

/** Counts buildings: rows with the same reference, or with the same address and year, are of one. */
function buildingCounter(columns: Columns) {
  /** For each row an earlier one of the same building, or itself. */
  const parents: number[] = [];
  const rowOf = new Map<string, number>();
  let count = 0;
  const rootOf = (row: number): number => {
    let root = row;
    while (parents[root] !== root) root = parents[root]!;
    parents[row] = root;
    return root;
  };
  const keysOf = (cells: readonly string[]): string[] => {
    const text = (field: Field) => fold(textOf(cells, columns, field));
    const [reference, year] = [text('reference'), text('construction_year')];
    const place = placeFields.map(text);
    const isPlace = year !== '' && (place[0] !== '' || place[1] !== '');
    return [
      ...(reference === '' ? [] : [`=${reference}`]),
      ...(isPlace ? [[...place, year].join('|')] : []),
    ];
  };
  return {
    see({ cells }: InputRow): void {
      const own = parents.push(parents.length) - 1;
      count++;
      for (const key of keysOf(cells)) {
        const other = rowOf.get(key);
        if (other === undefined && rowOf.size < mostBuildings) rowOf.set(key, own);
        const [one, same] = [rootOf(own), rootOf(other ?? own)];
        if (one === same) continue;
        parents[one] = same;
        count--;
      }
    },
    count: () => count,
  };
}
