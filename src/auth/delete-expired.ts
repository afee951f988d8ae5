import { setImmediate } from 'node:timers/promises';
import type { AuthStore } from './store.ts';
import { permanentKeyPrefix } from './throttle.ts';

const dayMs = 86_400_000;
/** The most rows that one statement changes. Other statements wait for it, so it must be short. */
const batchSize = 5_000;

/** Deletes old sessions, old failures, and audit entries older than `auditDays`. */
export async function deleteExpired(store: AuthStore, auditDays: number, now: Date): Promise<void> {
  const nowMs = now.getTime();
  // Sessions are kept 30 days after their end, because their networks count as known (throttle.ts).
  await inBatches(limit => store.deleteOldSessions(nowMs - 30 * dayMs, limit));
  // Keep listed sessions 10 minutes longer, so that readers in the middle of the list can continue.
  await inBatches(limit => store.unlistSessions(nowMs - 600_000, limit));
  await store.deleteOldBuckets(nowMs - 2 * dayMs, permanentKeyPrefix);
  await store.deleteOldAuditEntries(nowMs - auditDays * dayMs);
}

async function inBatches(change: (limit: number) => Promise<number>): Promise<void> {
  while ((await change(batchSize)) === batchSize) await setImmediate();
}
