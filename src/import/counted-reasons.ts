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
