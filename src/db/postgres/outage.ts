import { reasonOf, stateOf } from './errors.ts';

/** Reports an outage: calls `onOutage` once per cause, and with undefined at its end. */
export function openOutage(onOutage: (reason: string | undefined) => void) {
  // By SQLSTATE if there is one: the message may name another file each time.
  const reported = new Set<string>();
  return {
    report(error: unknown): void {
      const reason = reasonOf(error);
      const cause = stateOf(error) ?? reason;
      if (reported.has(cause)) return;
      reported.add(cause);
      onOutage(reason);
    },
    end(): void {
      if (reported.size > 0) onOutage(undefined);
      reported.clear();
    },
  };
}
