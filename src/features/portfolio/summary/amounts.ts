import { accuracyOf } from '../../report/subject.ts';
import type { Amounts } from '../accumulation/indexed-amounts.ts';
import { isInZone } from '../messages/summary-words.ts';
import type { EnrichedRow } from '../row/enrich-row.ts';
import type { RowFacts } from './groups.ts';

/**
 * A row with a certain position: latitude, longitude, its sum insured or else its cost as new in cents (0
 * without both), its line, the accuracy of the position in metres, 1 if the house is not known, its
 * cost as new in cents if it has both amounts, a bit for each kind of zones that it is or may be in, and
 * its reference if it has one.
 */
export type RowAmount = readonly [...numbers: OfRow, reference?: string];
type OfRow = [number, number, number, number, number, number, number, number];
const numbers = 8;

/** The amount of a row; none without a certain position. */
export function amountOf(gained: EnrichedRow | undefined, facts: RowFacts): RowAmount[] {
  if (!gained?.subject || !gained.isCertain) return [];
  const { latitude, longitude } = gained.subject.position;
  const cents = facts.insuredCents ?? facts.asNewCents ?? 0;
  const reference = facts.reference === '' ? ([] as const) : ([facts.reference] as const);
  const isRough = Number(facts.group.certainty !== 'house');
  const compared = facts.insuredCents === undefined ? 0 : (facts.asNewCents ?? 0);
  const accuracy = accuracyOf(gained.subject);
  const own: OfRow = [
    latitude,
    longitude,
    cents,
    facts.line,
    accuracy,
    isRough,
    compared,
    bitsOf(facts),
  ];
  return [[...own, ...reference]];
}

/** The kinds of zones by bit, in the order of the columns. */
function bitsOf({ zones }: RowFacts): number {
  return Object.values(zones).reduce(
    (bits, group, at) => bits + Number(isInZone(group)) * 2 ** at,
    0,
  );
}

/** The amounts of all rows, by column. */
export interface AllAmounts extends Amounts {
  readonly lines: Float64Array;
  readonly accuracies: Float64Array;
  readonly roughs: Float64Array;
  readonly comparedCents: Float64Array;
  readonly zones: Float64Array;
  /** Empty if no row has one. */
  readonly references: readonly string[];
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
      for (let i = at; i < part.length; i += numbers) values[row++] = part[i]!;
    }
    return values;
  };
  return {
    add(more: readonly RowAmount[]): void {
      const part = new Float64Array(more.length * numbers);
      for (const [i, row] of more.entries()) {
        part.set(row.slice(0, numbers) as OfRow, i * numbers);
        const reference = row[numbers];
        if (reference === undefined && references.length === 0) continue;
        while (references.length < rows + i) references.push('');
        references.push(reference ?? '');
      }
      parts.push(part);
      rows += more.length;
    },
    all: (): AllAmounts => ({
      latitudes: column(0),
      longitudes: column(1),
      cents: column(2),
      lines: column(3),
      accuracies: column(4),
      roughs: column(5),
      comparedCents: column(6),
      zones: column(7),
      references,
    }),
  };
}
