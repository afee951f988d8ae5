/** The result of an import of one layer; `--json` prints it as it is. */
export interface ImportReport {
  readonly layer: string;
  readonly source: string;
  readonly files: readonly string[];
  /** The columns that were read under other names, as `field=column`. */
  readonly columns: readonly string[];
  /** The rows that the source had in this layer before. */
  readonly before: number;
  readonly read: number;
  /** The rows that are stored, or would be. */
  readonly kept: number;
  /** Rows that say the same of a parcel as an earlier row: those of its units, for example. */
  readonly repeated: number;
  /** Rows that were refused, by reason. */
  readonly refused: readonly CountedReason[];
  /** Notes that refuse no row: ignored columns, objects cut by the extract. */
  readonly notes: readonly CountedReason[];
  readonly seconds: number;
  /** Whether the new rows passed the checks. */
  readonly accepted: boolean;
  /** Whether the new rows are stored; if not, the old rows are unchanged. */
  readonly committed: boolean;
  /** The outcome as text. */
  readonly outcome: string;
}

/** Counts rows while they are read. */
export function openTally() {
  const refused = countReasons();
  const notes = countReasons();
  const columns = new Set<string>();
  let read = 0;
  let kept = 0;
  let repeated = 0;
  return {
    get read() {
      return read;
    },
    get kept() {
      return kept;
    },
    readAs(named: readonly string[]) {
      for (const one of named) columns.add(one);
    },
    keep(rows = 1) {
      read += rows;
      kept += rows;
    },
    repeat() {
      read++;
      repeated++;
    },
    refuse(reason: string, where: string, detail = reason) {
      read++;
      refused.add(reason, `${where}: ${detail}`);
    },
    /** Counts rows that were refused elsewhere. */
    refuseAll(reasons: readonly CountedReason[]) {
      for (const { count } of reasons) read += count;
      refused.addAll(reasons);
    },
    note: notes.add,
    noteAll: notes.addAll,
    notesOf: notes.countOf,
    refusedShare: () => (read === 0 ? 0 : (read - kept - repeated) / read),
    result: () => ({
      columns: [...columns],
      read,
      kept,
      repeated,
      refused: refused.list(),
      notes: notes.list(),
    }),
  };
}

export type Tally = ReturnType<typeof openTally>;

/** How often a reason occurred, with the first few examples. */
export interface CountedReason {
  readonly reason: string;
  readonly count: number;
  readonly examples: readonly string[];
}

const examplesKept = 3;
const mostReasons = 50;
const otherReasons = 'other reasons';

/**
 * Counts by reason. A reason contains no value of a row, so that similar rows are counted together.
 * Damaged files can cause many reasons: those after the first 50 are counted as one.
 */
export function countReasons() {
  const counted = new Map<string, { count: number; examples: string[] }>();
  const entryOf = (given: string) => {
    const reason = counted.has(given) || counted.size < mostReasons ? given : otherReasons;
    const entry = counted.get(reason) ?? { count: 0, examples: [] };
    counted.set(reason, entry);
    return entry;
  };
  return {
    add(reason: string, example: string): void {
      const entry = entryOf(reason);
      entry.count++;
      if (entry.examples.length < examplesKept) entry.examples.push(example);
    },
    /** Adds counts from elsewhere. */
    addAll(reasons: readonly CountedReason[]): void {
      for (const { reason, count, examples } of reasons) {
        const entry = entryOf(reason);
        entry.count += count;
        entry.examples.push(...examples.slice(0, examplesKept - entry.examples.length));
      }
    },
    countOf: (reason: string): number => counted.get(reason)?.count ?? 0,
    /** The most frequent first. */
    list: (): CountedReason[] =>
      [...counted]
        .map(([reason, { count, examples }]) => ({ reason, count, examples }))
        .sort((a, b) => b.count - a.count),
  };
}
