import { reasonOf, stateOf } from './errors.ts';

/**
 * Reports an outage: `onTrouble` is called once with each of its causes, and with undefined at its
 * end.
 */
export function openOutage(onTrouble: (reason: string | undefined) => void) {
  // By SQLSTATE where there is one: the words may name another file each time.
  const told = new Set<string>();
  return {
    tell(error: unknown): void {
      const reason = reasonOf(error);
      const cause = stateOf(error) ?? reason;
      if (told.has(cause)) return;
      told.add(cause);
      onTrouble(reason);
    },
    end(): void {
      if (told.size > 0) onTrouble(undefined);
      told.clear();
    },
  };
}
