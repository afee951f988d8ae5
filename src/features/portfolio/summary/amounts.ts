import { accuracyOf } from '../../report/subject.ts';
import { isInZone } from '../messages/summary-words.ts';
import type { EnrichedRow } from '../row/enrich-row.ts';
import { coverages } from './exposure.ts';
import type { RowFacts } from './groups.ts';

/**
 * A row with a certain position: its values in the order of `columns`, and its reference if it has one.
 */
export type RowAmount = readonly (number | string)[];

/**
 * What is kept of a row as numbers: degrees, cents by coverage, its line, the accuracy of its position
 * in metres, 1 if its house is not known, the sum insured and the cost as new in cents if it has both, and
 * a bit for each kind of zones that it is or may be in.
 */
const columns = [
  ...(['latitudes', 'longitudes', ...coverages, 'lines', 'accuracies', 'roughs'] as const),
  ...(['comparedInsured', 'comparedNew', 'zones'] as const),
] as const;
type Column = (typeof columns)[number];

/** The amounts of a row; none without a certain position. */
export function amountOf(gained: EnrichedRow | undefined, facts: RowFacts): RowAmount[] {
  if (!gained?.subject || !gained.isCertain) return [];
  const { latitude, longitude } = gained.subject.position;
  const { exposure, insuredCents, asNewCents, line, reference } = facts;
  const isCompared = insuredCents !== undefined && asNewCents !== undefined;
  const own: Readonly<Record<Column, number>> = {
    latitudes: latitude,
    longitudes: longitude,
    ...exposure,
    lines: line,
    accuracies: accuracyOf(gained.subject),
    roughs: Number(facts.group.certainty !== 'house'),
    comparedInsured: isCompared ? insuredCents : 0,
    comparedNew: isCompared ? asNewCents : 0,
    zones: bitsOf(facts),
  };
  return [[...columns.map(name => own[name]), ...(reference === '' ? [] : [reference])]];
}

/** The kinds of zones by bit, in the order of the columns. */
function bitsOf({ zones }: RowFacts): number {
  return Object.values(zones).reduce(
    (bits, group, at) => bits + Number(isInZone(group)) * 2 ** at,
    0,
  );
}

type Columns = Readonly<Record<Column, Float64Array>>;

/** The amounts of all rows, by column. */
export interface AllAmounts extends Columns {
  /** Empty if no row has one. */
  readonly references: readonly string[];
}

/** The amounts of some rows. */
export function someAmounts(all: AllAmounts, isKept: (row: number) => boolean): AllAmounts {
  const rows = Array.from(all.lines.keys()).filter(isKept);
  const numbers = columns.map(name => [name, Float64Array.from(rows, row => all[name][row]!)]);
  const references = all.references.length === 0 ? [] : rows.map(row => all.references[row]!);
  return { ...(Object.fromEntries(numbers) as Columns), references };
}

/** The amounts of all rows so far. */
export type KeptAmounts = ReturnType<typeof keepAmounts>;

/** Rows in packed form: a portfolio may have millions. */
export function keepAmounts() {
  const parts: Float64Array[] = [];
  const references: string[] = [];
  let rows = 0;
  const column = (at: number) => {
    const values = new Float64Array(rows);
    let row = 0;
    for (const part of parts) {
      for (let i = at; i < part.length; i += columns.length) values[row++] = part[i]!;
    }
    return values;
  };
  return {
    add(more: readonly RowAmount[]): void {
      const part = new Float64Array(more.length * columns.length);
      for (const [i, row] of more.entries()) {
        part.set(row.slice(0, columns.length) as number[], i * columns.length);
        const reference = row[columns.length] as string | undefined;
        if (reference === undefined && references.length === 0) continue;
        while (references.length < rows + i) references.push('');
        references.push(reference ?? '');
      }
      parts.push(part);
      rows += more.length;
    },
    all: (): AllAmounts => ({
      ...(Object.fromEntries(columns.map((name, at) => [name, column(at)])) as Columns),
      references,
    }),
  };
}
