import { KtimaError } from '#tools/errors.ts';
import { type Account, type Accounts, mostWritten, openAccounts } from './accounts.ts';
import type { Lookup, Quota, UsageStore } from './usage-store.ts';

/** How often what was counted is written, and the counts of other instances are read. */
export const exchangeEveryMs = 1_000;
/** The failed writes in a row that are reported: one may just have met another writer. */
const reportedFailures = 3;
/** After how many writes quotas are read, and old entries removed. */
const quotasEvery = 5;
const forgetEvery = 60;
/** The most look-ups that wait to be written. */
const mostLookups = 20_000;

const dayMs = 86_400_000;

/** Longer than a year, so that a month can be compared with that of the year before. */
const sumDays = 400;

export interface UsageOptions {
  /** Opens the store. It is called again while it fails. */
  readonly open: () => Promise<UsageStore>;
  /** The quota of each network for requests without a token. */
  readonly anonymous: Quota;
  /** Whether look-ups are logged. */
  readonly logsLookups: boolean;
  readonly lookupDays: number;
  /** Called with the reason when usage cannot be written, and with undefined when it can again. */
  readonly onOutage?: (reason: string | undefined) => void;
  /** Called with the number of look-ups that were not logged, after such an outage. */
  readonly onLost?: (lookups: number) => void;
  readonly clock: () => Date;
}

/** Counts, quotas and look-ups of the API in this process. */
export interface Usage extends Pick<Accounts, 'find' | 'ofNetwork' | 'count' | 'take' | 'states'> {
  /** Whether requests without a token have a quota. */
  readonly limitsAnonymous: boolean;
  readonly logsLookups: boolean;
  /** Keeps a look-up for the next write. */
  addLookup(lookup: Lookup): void;
  /** The sums of a subject that are written. */
  sumsOf(account: Account, sinceMs: number): ReturnType<UsageStore['sums']>;
  /** Whether the last writes worked. */
  isWritten(): boolean;
  /** Writes what was counted and reads what others counted. Never fails: it keeps what it can. */
  exchange(): Promise<void>;
  /** Writes the rest and closes the store. */
  close(): Promise<void>;
}

/** The most hourly sums of one answer: a month of all operations. */
const mostSums = 20_000;

export function openUsage(options: UsageOptions): Usage {
  const { clock, anonymous, logsLookups, onOutage = () => {}, onLost = () => {} } = options;
  const accounts = openAccounts(anonymous, clock);
  let lookups: Lookup[] = [];
  let lost = 0;
  let store: UsageStore | undefined;
  let running: Promise<void> | undefined;
  let turns = 0;
  let failures = 0;

  /** The store, for an operation: only the exchange opens it. */
  function readable(): UsageStore {
    if (store) return store;
    const message = 'the usage cannot be read at the moment';
    throw new KtimaError('UNAVAILABLE', message, { retryAfterSeconds: 5 });
  }

  async function write(to: UsageStore): Promise<void> {
    const counted = accounts.collect();
    const taken = lookups.splice(0, mostWritten);
    const { sums, windows } = counted;
    if (sums.length + windows.length + taken.length === 0) return;
    try {
      counted.done(await to.write({ sums, windows, lookups: taken }));
    } catch (error) {
      counted.failed();
      lookups = taken.concat(lookups);
      lost += lookups.splice(mostLookups).length;
      throw error;
    }
  }

  async function takeTurn(): Promise<void> {
    // Also during an outage: each count belongs to its hour.
    accounts.sumUp();
    try {
      store ??= await options.open();
      const to = store;
      // After a failure: whether the database can be used again is known without a request too.
      if (failures > 0) await to.check();
      if (turns % quotasEvery === 0) accounts.setQuotas(await to.quotas());
      await write(to);
      if (turns % forgetEvery === 0) await forget(to);
      turns++;
      succeeded();
    } catch (error) {
      failures++;
      if (failures === reportedFailures) onOutage(reasonOf(error));
    }
  }

  function forget(to: UsageStore): Promise<void> {
    const now = clock().getTime();
    return to.forget(now - sumDays * dayMs, now - options.lookupDays * dayMs, now);
  }

  function succeeded(): void {
    if (failures >= reportedFailures) onOutage(undefined);
    if (lost > 0) onLost(lost);
    failures = 0;
    lost = 0;
  }

  function exchange(): Promise<void> {
    running ??= takeTurn().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    ...accounts,
    limitsAnonymous: anonymous.minute !== null || anonymous.day !== null,
    logsLookups,
    addLookup(lookup) {
      if (lookups.length < mostLookups) lookups.push(lookup);
      else lost++;
    },
    sumsOf: async ({ issuer, subject }, sinceMs) =>
      readable().sums({ issuer, subject, sinceMs }, mostSums),
    isWritten: () => failures < reportedFailures,
    exchange,
    async close() {
      await running;
      do await exchange();
      while (failures === 0 && (accounts.hasSums() || lookups.length > 0));
      await store?.close();
    },
  };
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
