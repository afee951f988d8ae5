/** What was told for one reason: how often, and where the first few times. */
export interface CountedReason {
  readonly reason: string;
  readonly count: number;
  readonly examples: readonly string[];
}

const examplesKept = 3;
const mostReasons = 50;
const otherReasons = 'other reasons';

/**
 * Counts by reason. A reason names no value of a row, so that alike rows are counted together; as
 * some come from damaged files, those after the first 50 are counted as one.
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
    /** Adds what was counted elsewhere. */
    addAll(reasons: readonly CountedReason[]): void {
      for (const { reason, count, examples } of reasons) {
        const entry = entryOf(reason);
        entry.count += count;
        entry.examples.push(...examples.slice(0, examplesKept - entry.examples.length));
      }
    },
    /** The most frequent first. */
    list: (): CountedReason[] =>
      [...counted]
        .map(([reason, { count, examples }]) => ({ reason, count, examples }))
        .sort((a, b) => b.count - a.count),
  };
}
