import { setImmediate } from 'node:timers/promises';
import type { AuthStore } from './store.ts';
import { lastingKeys } from './throttle.ts';

const dayMs = 86_400_000;
/** What one statement changes at most: others wait for it, and it must not take too long. */
const batchSize = 5_000;

/** Forgets what is over: old sessions, old failures, audit lines older than so many days. */
export async function tidy(store: AuthStore, auditDays: number, now: Date): Promise<void> {
  const nowMs = now.getTime();
  // A place where the user had a session counts as known for another 30 days (see throttle.ts).
  await inBatches(limit => store.forgetSessions(nowMs - 30 * dayMs, limit));
  // Later than needed: readers that are in the middle of the list can go on.
  await inBatches(limit => store.unlistSessions(nowMs - 600_000, limit));
  await store.forgetBuckets(nowMs - 2 * dayMs, lastingKeys);
  await store.forgetAudit(nowMs - auditDays * dayMs);
}

async function inBatches(change: (limit: number) => Promise<number>): Promise<void> {
  while ((await change(batchSize)) === batchSize) await setImmediate();
}
