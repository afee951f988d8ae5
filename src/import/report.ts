import { type CountedReason, countReasons } from './counted-reasons.ts';

/** The result of an import of one layer; `--json` prints it as it is. */
export interface ImportReport {
  readonly layer: string;
  readonly source: string;
  readonly files: readonly string[];
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
      read,
      kept,
      repeated,
      refused: refused.list(),
      notes: notes.list(),
    }),
  };
}

export type Tally = ReturnType<typeof openTally>;
