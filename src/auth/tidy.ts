import type { AuthStore } from './store.ts';
import { lastingKeys } from './throttle.ts';

const dayMs = 86_400_000;

/** Forgets what is over: old sessions, old failures, audit lines older than so many days. */
export async function tidy(store: AuthStore, auditDays: number, now: Date): Promise<void> {
  const nowMs = now.getTime();
  // A place where the user had a session counts as known for another 30 days (see throttle.ts).
  await store.forgetSessions(nowMs - 30 * dayMs);
  await store.forgetBuckets(nowMs - 2 * dayMs, lastingKeys);
  await store.forgetAudit(nowMs - auditDays * dayMs);
}
