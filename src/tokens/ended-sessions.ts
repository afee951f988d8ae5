import { fetchJson } from './fetch-json.ts';
import { type RenewedValue, renewedValue } from './renewed-value.ts';

/** Sessions that were ended while access tokens of theirs may still be valid. */
export interface EndedSessions {
  has(sid: string): boolean;
}

/** A page of the list of ended sessions, as `/auth/ended-sessions` sends it. */
export interface EndedPage {
  readonly ended: readonly EndedEntry[];
  /** Asks for what comes after this page; empty while the list is. */
  readonly cursor: string;
  /** Whether the next page can be read at once. */
  readonly more: boolean;
}

interface EndedEntry {
  readonly sid: string;
  /** When its last access token has expired, in seconds since 1970. */
  readonly until: number;
}

/** Reads the page after a cursor; the first one after an empty or an unknown cursor. */
export type ReadEndedPage = (cursor: string) => Promise<EndedPage>;

/** More pages at once than any list has: a source that never ends is an error, not a loop. */
const mostPages = 10_000;
const dropEveryMs = 60_000;

/**
 * Keeps the list of ended sessions: an end is seen within ten seconds. Each read asks only for what
 * is new. `told` is called after each read, with the failure if there was one.
 */
export function renewedEndedSessions(
  readPage: ReadEndedPage,
  clock: () => Date,
  told: (failure?: unknown) => void = () => {},
): RenewedValue<EndedSessions> {
  const list = openEndedList(readPage, clock);
  const read = async () => {
    await list.readNew();
    return list.sessions;
  };
  const freshness = { freshMs: 5_000, lateMs: 10_000, uselessMs: 3_600_000, retryMs: 2_000 };
  return renewedValue(read, freshness, clock, told);
}

/** The entries read so far. A session never comes back to life, so entries are only added until they expire. */
function openEndedList(readPage: ReadEndedPage, clock: () => Date) {
  const untilBySid = new Map<string, number>();
  let cursor = '';
  let droppedAtMs = 0;

  function dropExpired(nowMs: number): void {
    // The clock was set back: entries that had expired may count again.
    if (nowMs < droppedAtMs) cursor = '';
    else if (nowMs < droppedAtMs + dropEveryMs) return;
    droppedAtMs = nowMs;
    for (const [sid, until] of untilBySid) if (until * 1_000 < nowMs) untilBySid.delete(sid);
  }

  async function readNew(): Promise<void> {
    dropExpired(clock().getTime());
    for (let pages = 0; pages < mostPages; pages++) {
      const page = await readPage(cursor);
      for (const { sid, until } of page.ended) untilBySid.set(sid, until);
      cursor = page.cursor;
      if (!page.more) return;
    }
    throw new Error(`the list of ended sessions has more than ${mostPages} pages`);
  }

  return { readNew, sessions: untilBySid as EndedSessions };
}

/** Asks an authentication service of ours for a page of the list of ended sessions. */
export async function fetchEndedPage(url: URL, cursor: string): Promise<EndedPage> {
  const asked = new URL(url);
  if (cursor !== '') asked.searchParams.set('since', cursor);
  const page = (await fetchJson(asked)) as Partial<EndedPage>;
  const isPage =
    Array.isArray(page.ended) &&
    page.ended.every(isEntry) &&
    typeof page.cursor === 'string' &&
    typeof page.more === 'boolean';
  if (!isPage) throw new Error(`${url} holds no list of ended sessions`);
  return page as EndedPage;
}

function isEntry(entry: Partial<EndedEntry> | null): boolean {
  return typeof entry?.sid === 'string' && Number.isFinite(entry.until);
}
