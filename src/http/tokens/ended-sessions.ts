import { fetchJson } from './fetch-json.ts';
import { type RenewedValue, renewedValue } from './renewed-value.ts';

/** Ended sessions whose access tokens may not have expired yet. */
export interface EndedSessions {
  has(sid: string): boolean;
}

/** A page of the list of ended sessions, as `/auth/ended-sessions` sends it. */
export interface EndedPage {
  readonly ended: readonly EndedEntry[];
  /** The position after this page; empty while the list is empty. */
  readonly cursor: string;
  /** Whether the next page can be read immediately. */
  readonly more: boolean;
}

interface EndedEntry {
  readonly sid: string;
  /** When all its access tokens have expired, in seconds since 1970. */
  readonly until: number;
}

/** Reads the page after a cursor; the first one after an empty or an unknown cursor. */
export type ReadEndedPage = (cursor: string) => Promise<EndedPage>;

/** More pages than any list has. Prevents an endless loop. */
const mostPages = 10_000;
const dropEveryMs = 60_000;

/**
 * A copy of the list of ended sessions, at most ten seconds old. Each read requests only new
 * entries. `onFetch` is called after each read, with the error if it failed.
 */
export function renewedEndedSessions(
  readPage: ReadEndedPage,
  clock: () => Date,
  onFetch: (failure?: unknown) => void = () => {},
): RenewedValue<EndedSessions> {
  const list = openEndedList(readPage, clock);
  const read = async () => {
    await list.readNew();
    return list.sessions;
  };
  const freshness = { freshMs: 5_000, lateMs: 10_000, maxAgeMs: 3_600_000, retryMs: 2_000 };
  return renewedValue(read, freshness, clock, onFetch);
}

/** The entries read so far. An ended session stays ended, so an entry is dropped only when it expires. */
function openEndedList(readPage: ReadEndedPage, clock: () => Date) {
  const untilBySid = new Map<string, number>();
  let cursor = '';
  let droppedAtMs = 0;

  function dropExpired(nowMs: number): void {
    // The clock was set back: read the list again, because dropped entries may be needed.
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

/** Fetches a page of the list of ended sessions from Ktima's authentication service. */
export async function fetchEndedPage(url: URL, cursor: string): Promise<EndedPage> {
  const asked = new URL(url);
  if (cursor !== '') asked.searchParams.set('since', cursor);
  const page = (await fetchJson(asked)) as Partial<EndedPage>;
  const isPage =
    Array.isArray(page.ended) &&
    page.ended.every(isEntry) &&
    typeof page.cursor === 'string' &&
    typeof page.more === 'boolean';
  if (!isPage) throw new Error(`${url}: expected a list of ended sessions`);
  return page as EndedPage;
}

function isEntry(entry: Partial<EndedEntry> | null): boolean {
  return typeof entry?.sid === 'string' && Number.isFinite(entry.until);
}
