import { createHash } from 'node:crypto';
import { recentlyUsed } from '#tools/recently-used.ts';
import { keyOf, type Quota, type Sum, type UsageSubject, type WindowCount } from './usage-store.ts';

/** The periods of a quota. They begin at full minutes and days in UTC. */
const periods = [
  { name: 'minute', seconds: 60 },
  { name: 'day', seconds: 86_400 },
] as const;
export type Period = (typeof periods)[number];

/** The most subjects that are counted separately in an hour; the rest is one subject of its issuer. */
const mostSubjects = 20_000;
/** The most networks without a token that are counted at once; the least recent one is forgotten. */
const mostNetworks = 10_000;
/** The most hourly sums that wait for a database that cannot be written. */
const mostWaiting = 100_000;
/** The most sums of one write, which in SQLite holds up all requests. */
export const mostWritten = 5_000;
/** The subject that stands for all beyond these limits. */
export const others = '(others)';

const hourMs = 3_600_000;

/** The requests in the current window of a period. */
interface Window {
  startMs: number;
  /** What all instances have written. */
  known: number;
  /** What this process has counted since. */
  added: number;
}

/** What is counted of one subject. */
export interface Account extends UsageSubject {
  /** Undefined if the subject may make any number of requests. */
  quota: Quota | undefined;
  /** By operation, since the last write. */
  readonly requests: Map<string, number>;
  readonly windows: Readonly<Record<Period['name'], Window>>;
}

/** The state of a quota in its current window. */
export interface QuotaState {
  readonly period: Period;
  readonly limit: number;
  readonly left: number;
  /** When the next window begins. */
  readonly endMs: number;
  /** The same from now, rounded up. */
  readonly endsInSeconds: number;
}

export type Accounts = ReturnType<typeof openAccounts>;

/** Counts requests in memory, within limits, and says which quotas are used up. */
export function openAccounts(anonymous: Quota, clock: () => Date) {
  const nowMs = () => clock().getTime();
  const byIssuer = new Map<string, Map<string, Account>>();
  const networks = recentlyUsed<Account>(mostNetworks);
  const changed = new Set<Account>();
  const sums = new Map<string, Sum>();
  let quotas: ReadonlyMap<string, Quota> = new Map();
  let quotaText = '';
  let subjects = 0;
  let hour = 0;

  function add(issuer: string, subject: string): Account {
    const account = newAccount(issuer, storable(subject));
    account.quota = quotas.get(keyOf(account));
    const isTooMany = subjects >= mostSubjects && !account.quota && subject !== others;
    if (isTooMany) return find(issuer, others);
    const known = byIssuer.get(issuer) ?? new Map<string, Account>();
    byIssuer.set(issuer, known.set(subject, account));
    subjects++;
    return account;
  }

  function find(issuer: string, subject: string): Account {
    return byIssuer.get(issuer)?.get(subject) ?? add(issuer, subject);
  }

  /** Forgets all subjects but those whose quotas go on. */
  function beginHour(): void {
    subjects = 0;
    for (const accounts of byIssuer.values()) {
      for (const [subject, { quota }] of accounts) {
        if (quota) subjects++;
        else accounts.delete(subject);
      }
    }
  }

  /** Whether other networks have taken the place of this one. */
  function isForgotten(account: Account): boolean {
    return account.issuer === '' && networks.get(account.subject) !== account;
  }

  function addSum(sum: Sum): void {
    const key = `${sum.hourMs} ${sum.operation} ${keyOf(sum)}`;
    const { requests = 0 } = sums.get(key) ?? {};
    const isTooMany = requests === 0 && sums.size >= mostWaiting && sum.subject !== others;
    if (isTooMany) addSum({ ...sum, subject: others });
    else sums.set(key, { ...sum, requests: requests + sum.requests });
  }

  /** Moves the counts of all subjects to the sums of this hour. */
  function sumUp(): void {
    const now = nowMs();
    const current = now - (now % hourMs);
    for (const { issuer, subject, requests } of changed) {
      for (const [operation, count] of requests) {
        addSum({ hourMs: current, issuer, subject, operation, requests: count });
      }
      requests.clear();
    }
    if (current !== hour) beginHour();
    hour = current;
  }

  return {
    find,
    sumUp,

    /** The account of a network without a token. */
    ofNetwork(network: string): Account {
      const known = networks.get(network);
      if (known) return known;
      const account = newAccount('', network);
      account.quota = anonymous;
      networks.set(network, account);
      return account;
    },

    /** Adds requests to the usage of a subject. */
    count(account: Account, operation: string, requests: number): void {
      account.requests.set(operation, (account.requests.get(operation) ?? 0) + requests);
      changed.add(account);
    },

    /**
     * Counts requests against the quotas of a subject, or against one of them. If one is used up,
     * returns that instead.
     */
    take(account: Account, requests: number, only?: Period['name']): QuotaState | undefined {
      const all = statesOf(account, nowMs());
      const states = only ? all.filter(({ period }) => period.name === only) : all;
      // The longest one: a retry before its end would be refused too.
      const short = states.findLast(({ left }) => left < requests);
      if (short) return short;
      for (const { period } of states) account.windows[period.name].added += requests;
      if (states.length > 0) changed.add(account);
      return undefined;
    },

    states: (account: Account) => statesOf(account, nowMs()),

    setQuotas(list: readonly (UsageSubject & Quota)[]): void {
      const text = JSON.stringify(list);
      if (text === quotaText) return;
      quotaText = text;
      quotas = new Map(list.map(one => [keyOf(one), one]));
      for (const accounts of byIssuer.values()) {
        for (const account of accounts.values()) account.quota = quotas.get(keyOf(account));
      }
    },

    hasSums: () => sums.size > 0,

    /** What is not written yet, or some of it. Afterwards call `done` or `failed`. */
    collect() {
      sumUp();
      const oldest = [...sums].slice(0, mostWritten);
      const taken = [...changed].flatMap(account => takeWindows(account));
      changed.clear();
      return {
        sums: oldest.map(([, sum]) => sum),
        windows: taken.map(({ count }) => count),
        /** With what all instances have written. */
        done(totals: readonly number[]): void {
          for (const [key] of oldest) sums.delete(key);
          for (const [i, { window, count }] of taken.entries()) {
            if (window.startMs === count.startMs) window.known = totals[i]!;
          }
        },
        failed(): void {
          for (const { account, window, count } of taken) {
            if (window.startMs !== count.startMs || isForgotten(account)) continue;
            window.known -= count.used;
            window.added += count.used;
            changed.add(account);
          }
        },
      };
    },
  };
}

function newAccount(issuer: string, subject: string): Account {
  const empty = () => ({ startMs: 0, known: 0, added: 0 });
  const windows = { minute: empty(), day: empty() };
  return { issuer, subject, quota: undefined, requests: new Map(), windows };
}

/** A subject as a database can store it; an odd one by its hash. */
export function storable(subject: string): string {
  const isPlain = subject.length <= 255 && subject.isWellFormed() && !subject.includes('\0');
  if (isPlain) return subject;
  return `sha256:${createHash('sha256').update(subject, 'utf16le').digest('hex')}`;
}

/** The states of all quotas of a subject; none if it has none. */
function statesOf({ quota, windows }: Account, nowMs: number): QuotaState[] {
  if (!quota) return [];
  return periods.flatMap(period => {
    const limit = quota[period.name];
    if (limit === null) return [];
    const lengthMs = period.seconds * 1_000;
    const startMs = nowMs - (nowMs % lengthMs);
    const window = windows[period.name];
    // Also when the clock was set back: the next write returns what was counted there before.
    if (window.startMs !== startMs) Object.assign(window, { startMs, known: 0, added: 0 });
    const left = Math.max(0, limit - window.known - window.added);
    const endMs = startMs + lengthMs;
    const endsInSeconds = Math.ceil((endMs - nowMs) / 1_000);
    return [{ period, limit, left, endMs, endsInSeconds }];
  });
}

/** Takes what was added to the windows of a subject, to write it. */
function takeWindows(account: Account) {
  const { issuer, subject, windows } = account;
  return periods.flatMap(({ name, seconds }) => {
    const window = windows[name];
    const { startMs, added: used } = window;
    if (used === 0) return [];
    window.known += used;
    window.added = 0;
    const count: WindowCount = { issuer, subject, seconds, startMs, used };
    return [{ account, window, count }];
  });
}
