import { fetchJson } from './fetch-json.ts';
import { type Kept, keptFresh } from './kept-fresh.ts';

/** Keeps the list of ended sessions: an end is seen within ten seconds. */
export function keptEndedSessions(
  read: () => Promise<ReadonlySet<string>>,
  clock: () => Date,
): Kept<ReadonlySet<string>> {
  const freshness = { freshMs: 5_000, lateMs: 10_000, uselessMs: 3_600_000, retryMs: 2_000 };
  return keptFresh(read, freshness, clock);
}

/** Asks an authentication service of ours which sessions were ended. */
export async function fetchEndedSessions(url: URL): Promise<Set<string>> {
  const { sessions } = (await fetchJson(url)) as { sessions?: unknown };
  if (!Array.isArray(sessions)) throw new Error(`${url} holds no list of sessions`);
  return new Set<string>(sessions);
}
