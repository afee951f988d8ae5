import type { Plan } from './enrich-batch.ts';
import type { Field } from './fields/usual-names.ts';
import type { RemarkCount, Tally } from './tally.ts';

/** What a run did, for people and, as JSON, for programs. */
export interface Summary {
  readonly input: string;
  readonly output: string;
  /** The day in Athens of which the costs are. */
  readonly date: string;
  readonly rows: number;
  /** Rows done by this process, and how long it took; the rest an interrupted one had done. */
  readonly rows_now: number;
  readonly seconds: number;
  /** Which column was taken for what. */
  readonly columns: Readonly<Partial<Record<Field, string>>>;
  /** Things worth a look that concern the whole file. */
  readonly notes: readonly string[];
  /** Rows that have a position, a parcel, a cost; and rows with any problem. */
  readonly with_position: number;
  readonly with_parcel: number;
  readonly with_cost: number;
  readonly with_problems: number;
  /** Rows by the level at which their position was found, the finest first. */
  readonly levels: Readonly<Record<string, number>>;
  /** Problems by kind, the most frequent first. */
  readonly problems: readonly KindCount[];
  /** The same of the notes on rows. */
  readonly row_notes: readonly KindCount[];
}

/** Rows with one kind of remark. */
export interface KindCount extends RemarkCount {
  readonly kind: string;
}

/** From the surest position to none. */
const levelOrder = [
  'coordinates',
  'parcel',
  'house_number',
  'interpolated',
  'street',
  'postal_code',
  'locality',
  'municipality',
  'not found',
  'not read',
];

/** The summary of a tally. */
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

function byKind(counts: Readonly<Record<string, RemarkCount>>): KindCount[] {
  return Object.entries(counts)
    .map(([kind, counted]) => ({ kind, ...counted }))
    .sort((a, b) => b.rows - a.rows);
}
