/** Who is counted: the subject of a token, or a network without a token, whose issuer is empty. */
export interface UsageSubject {
  readonly issuer: string;
  readonly subject: string;
}

/** How many requests a subject may make, null for any number. */
export interface Quota {
  readonly minute: number | null;
  readonly day: number | null;
}

/** The requests of a subject in one hour. */
export interface Sum extends UsageSubject {
  /** The start of the hour in UTC, in milliseconds. */
  readonly hourMs: number;
  readonly operation: string;
  readonly requests: number;
}

/** Requests in a minute or a day that count against a quota. */
export interface WindowCount extends UsageSubject {
  readonly seconds: number;
  readonly startMs: number;
  readonly used: number;
}

/** Who asked for which property. */
export interface Lookup extends UsageSubject {
  readonly atMs: number;
  readonly requestId: string;
  readonly clientIp: string;
  readonly operation: string;
  readonly status: number;
  /** The property as it was asked for, as a JSON object. */
  readonly asked: string;
}

/** A stored look-up, with its place in the order. */
export interface StoredLookup extends Lookup {
  readonly id: number;
}

/** What an instance has counted since it last wrote. */
export interface Counted {
  readonly sums: readonly Sum[];
  readonly windows: readonly WindowCount[];
  readonly lookups: readonly Lookup[];
}

/** Whose entries are read, and from when on. */
export interface UsageFilter {
  readonly issuer?: string | undefined;
  readonly subject?: string | undefined;
  readonly sinceMs: number;
}

/** Usage, quotas and the look-up log. Several processes write to it. */
export interface UsageStore {
  /** Adds what was counted, all or nothing. Returns the sums of the windows over all instances. */
  write(counted: Counted): Promise<number[]>;
  quotas(): Promise<(UsageSubject & Quota)[]>;
  /** Sets a quota; without any limit it is removed. */
  setQuota(of: UsageSubject, quota: Quota): Promise<void>;
  /** The sums after one of them, in the order of hour, issuer, subject and operation. */
  sums(filter: UsageFilter, limit: number, after?: Sum): Promise<Sum[]>;
  /** The look-ups after one of them, oldest first. */
  lookups(filter: UsageFilter, limit: number, after?: StoredLookup): Promise<StoredLookup[]>;
  /** Removes some of the entries from before these moments. Repeated, it removes all. */
  forget(sumsBeforeMs: number, lookupsBeforeMs: number, nowMs: number): Promise<void>;
  /** Throws while the database cannot be used. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** How many rows `forget` removes at most from a table. */
export const mostForgotten = 10_000;

/** Windows further than this from now are over, or were counted with a wrong clock. */
export const windowsKeptMs = 2 * 86_400_000;

/** A key for a Map. JSON, because a subject may contain any character. */
export function keyOf({ issuer, subject }: UsageSubject): string {
  return JSON.stringify([issuer, subject]);
}

/** All pages of a list, each read after the last entry of the one before. */
export async function* pagesOf<T>(
  read: (limit: number, after?: T) => Promise<T[]>,
  limit = 5_000,
): AsyncGenerator<T[]> {
  let page = await read(limit);
  while (page.length > 0) {
    yield page;
    page = page.length < limit ? [] : await read(limit, page.at(-1));
  }
}
