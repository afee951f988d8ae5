/** Rows refused for one reason: how many, and where the first of them stood. */
export interface RefusedRows {
  readonly reason: string;
  readonly count: number;
  readonly examples: readonly string[];
}

/** What an import did, for people and, as JSON, for programs. */
export interface ImportReport {
  readonly layer: string;
  readonly source: string;
  readonly files: readonly string[];
  readonly read: number;
  readonly kept: number;
  readonly refused: readonly RefusedRows[];
  /** Things worth a look that refused nothing: ignored columns, objects cut by the extract. */
  readonly notes: readonly string[];
  readonly seconds: number;
  /** Whether the new rows were good enough to be taken. */
  readonly accepted: boolean;
  /** Whether they are in force; if not, the old ones are. */
  readonly committed: boolean;
  /** What became of them, in words. */
  readonly outcome: string;
}

const examplesKept = 3;

/** Counts rows while they are read. */
export function openTally() {
  const refused = new Map<string, { count: number; examples: string[] }>();
  const notes = new Set<string>();
  let read = 0;
  let kept = 0;
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
    refuse(reason: string, where: string, detail = reason) {
      read++;
      const known = refused.get(reason) ?? { count: 0, examples: [] };
      refused.set(reason, known);
      known.count++;
      if (known.examples.length < examplesKept) known.examples.push(`${where}: ${detail}`);
    },
    note: (text: string) => void notes.add(text),
    refusedShare: () => (read === 0 ? 0 : (read - kept) / read),
    result: () => ({
      read,
      kept,
      refused: [...refused]
        .map(([reason, { count, examples }]) => ({ reason, count, examples }))
        .sort((a, b) => b.count - a.count),
      notes: [...notes],
    }),
  };
}

export type Tally = ReturnType<typeof openTally>;
