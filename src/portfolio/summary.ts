import { levels } from '../geocoder/answer.ts';
import type { Plan } from './enrich-batch.ts';
import type { Field } from './fields/usual-names.ts';
import type { MessageCount, Tally } from './tally.ts';

/** The result of a run; `--json` prints it as it is. */
export interface Summary {
  readonly input: string;
  readonly output: string;
  /** The date in Athens for which the costs were computed. */
  readonly date: string;
  readonly rows: number;
  /** Rows written by this process and the time it took; an interrupted run wrote the others. */
  readonly rows_now: number;
  readonly seconds: number;
  /** The column that was used for each field. */
  readonly columns: Readonly<Partial<Record<Field, string>>>;
  /** Notes on the whole file. */
  readonly notes: readonly string[];
  /** Rows with a position, with a parcel, with a cost, and with at least one problem. */
  readonly with_position: number;
  readonly with_parcel: number;
  readonly with_cost: number;
  readonly with_problems: number;
  /** Rows by match level, the most exact first. */
  readonly levels: Readonly<Record<string, number>>;
  /** Row problems by kind, the most frequent first. */
  readonly problems: readonly KindCount[];
  /** Row notes by kind, the most frequent first. */
  readonly row_notes: readonly KindCount[];
}

/** The rows with one kind of message. */
export interface KindCount extends MessageCount {
  readonly kind: string;
}

/** From the most exact position to none. */
const levelOrder = ['coordinates', 'parcel', ...levels, 'not found', 'not read'];

/** Makes the summary of a run from its tally. */
export function summarise(
  files: { readonly input: string; readonly output: string },
  { header, columns }: Plan,
  { today, tally }: { readonly today: string; readonly tally: Tally },
  notes: readonly string[],
  { rows, seconds }: { readonly rows: number; readonly seconds: number },
): Summary {
  return {
    ...files,
    date: today,
    rows: tally.rows,
    rows_now: rows,
    seconds,
    columns: Object.fromEntries(
      Object.entries(columns).map(([field, position]) => [field, header[position]]),
    ),
    notes,
    with_position: tally.gained.position,
    with_parcel: tally.gained.parcel,
    with_cost: tally.gained.cost,
    with_problems: tally.withProblems,
    levels: Object.fromEntries(
      levelOrder.flatMap(level => (tally.levels[level] ? [[level, tally.levels[level]]] : [])),
    ),
    problems: byKind(tally.problems),
    row_notes: byKind(tally.notes),
  };
}

function byKind(counts: Readonly<Record<string, MessageCount>>): KindCount[] {
  return Object.entries(counts)
    .map(([kind, counted]) => ({ kind, ...counted }))
    .sort((a, b) => b.rows - a.rows);
}
