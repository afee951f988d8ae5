import { networkOf } from '#http/server/request-head.ts';
import { KtimaError } from '#tools/errors.ts';
import type { AuthStore, Bucket } from '../auth-store.ts';

/** Ten failures from one network lock the account for that network; each further one locks longer. */
const pairLimit: Limit = { failures: 10, forgetMs: 3_600_000 };
/** Failures from all networks; locks the account for networks without an earlier session. */
const accountLimit: Limit = { failures: 100, forgetMs: 900_000 };
/** A code has only six digits, so fewer tries are allowed, from all networks together. */
const codeLimit: Limit = { failures: 5, forgetMs: 3_600_000 };
/**
 * After this many wrong codes since the last right one, the second factor stays locked. With three
 * valid codes at a time, 50 tries have a chance of 0.015 %.
 */
const factorFailures = 50;
/** Failures from one client IP, over all accounts. */
const addressLimit: Limit = { failures: 100, forgetMs: 36_000 };

const firstLockMs = 30_000;
/** The longest lock. NIST SP 800-63B and OWASP warn of locks that an attacker can keep up. */
export const longestLockMs = 900_000;
/** Each failure beyond the limit doubles the lock; after this many it has the longest duration. */
const steps = Math.ceil(Math.log2(longestLockMs / firstLockMs));

/** The number of failures that locks, and the time after which one failure is forgotten. */
export interface Limit {
  readonly failures: number;
  readonly forgetMs: number;
}

export type Verdict = 'right' | 'wrong' | 'locked';

/** `factor locks`: this wrong code locks the factor. `factor locked`: it was locked before. */
export type CodeVerdict = Verdict | 'factor locks' | 'factor locked';

/** A recovery code is too long to guess, so it works even while the factor is locked. */
export type CodeKind = 'one-time' | 'recovery';

/**
 * Limits how fast passwords and codes can be guessed. One transaction, after the hashing, counts a
 * guess and decides its verdict. So of many parallel guesses, all beyond the limit are rejected,
 * even a right one.
 */
export interface Throttle {
  /** Rejects with THROTTLED while this client IP has too many failures. */
  admit(clientIp: string): Promise<void>;
  /**
   * Counts a password attempt and returns its verdict. `userId` is undefined for an unknown user
   * name. The response must be the same for `wrong` and `locked`.
   */
  settlePassword(userId: string | undefined, clientIp: string, right: boolean): Promise<Verdict>;
  /** Counts an attempt at the second factor and returns its verdict. */
  settleCode(userId: string, kind: CodeKind, right: boolean): Promise<CodeVerdict>;
  /** Clears the code failures and unlocks the factor. Call it when a right code was first used. */
  forgiveCodes(userId: string): Promise<void>;
}

/** Opens a throttle that counts in a store. */
export function openThrottle(store: AuthStore, clock: () => Date): Throttle {
  const nowMs = () => clock().getTime();

  return {
    async admit(clientIp) {
      const [bucket] = await store.readBuckets([addressKey(clientIp)]);
      refuseLocked(bucket!, nowMs());
    },

    async settlePassword(userId, clientIp, right) {
      // Unknown user names are counted too, so that the time does not reveal whether a user exists.
      const account = `account ${userId ?? 'nobody'}`;
      // Guesses from other networks do not lock a network where the user had a session.
      const isKnown = await store.hasSessionFrom(userId ?? 'nobody', networkOf(clientIp));
      const keys = [addressKey(clientIp), account, `${account} from ${networkOf(clientIp)}`];
      const now = nowMs();
      let verdict: Verdict = 'wrong';
      await store.changeBuckets(keys, ([place, anywhere, pair]) => {
        refuseLocked(place!, now);
        if (isLocked(pair!, now) || (isLocked(anywhere!, now) && !isKnown)) {
          verdict = 'locked';
          return [countFailure(place!, addressLimit, now)];
        }
        if (right) {
          verdict = 'right';
          return [{ ...pair!, failures: 0, updatedAtMs: now }];
        }
        return [
          countFailure(place!, addressLimit, now),
          countFailure(anywhere!, accountLimit, now),
          countFailure(pair!, pairLimit, now),
        ];
      });
      return verdict;
    },

    async settleCode(userId, kind, right) {
      const now = nowMs();
      let verdict: CodeVerdict = 'wrong';
      await store.changeBuckets(codeBucketKeysOf(userId), ([recent, total]) => {
        const failures = total!.failures + 1;
        verdict = judgeCode(recent!, total!, now, kind, right);
        if (verdict === 'wrong' && failures === factorFailures) verdict = 'factor locks';
        if (verdict !== 'wrong' && verdict !== 'factor locks') return [];
        return [countFailure(recent!, codeLimit, now), { ...total!, failures, updatedAtMs: now }];
      });
      return verdict;
    },

    forgiveCodes: userId => store.clearBuckets(codeBucketKeysOf(userId)),
  };
}

function judgeCode(
  recent: Bucket,
  total: Bucket,
  nowMs: number,
  kind: CodeKind,
  right: boolean,
): CodeVerdict {
  if (kind === 'one-time' && isFactorLocked(total)) return 'factor locked';
  if (isLocked(recent, nowMs)) return 'locked';
  return right ? 'right' : 'wrong';
}

/** Returns those of the users whose second factor is locked. */
export async function lockedFactors(
  store: AuthStore,
  userIds: readonly string[],
): Promise<Set<string>> {
  const totals = await store.readBuckets(userIds.map(factorKey));
  return new Set(userIds.filter((_, i) => isFactorLocked(totals[i]!)));
}

/**
 * The time until which each locked user is locked after wrong passwords or codes, in milliseconds.
 * A lock after wrong passwords may hold for one network only.
 */
export async function lockedUsers(store: AuthStore, nowMs: number): Promise<Map<string, number>> {
  const until = new Map<string, number>();
  for (const bucket of await store.lockedBuckets(nowMs)) {
    const userId = /^(?:account|code) (\S+)/.exec(bucket.key)?.[1];
    if (userId === undefined || !isLocked(bucket, nowMs)) continue;
    until.set(userId, Math.max(bucket.lockedUntilMs, until.get(userId) ?? 0));
  }
  return until;
}

function isFactorLocked({ failures }: Bucket): boolean {
  return failures >= factorFailures;
}

/** The prefixes of all bucket keys that can lock a user. */
export function bucketPrefixesOf(userId: string): string[] {
  return [`account ${userId}`, ...codeBucketKeysOf(userId)];
}

/** The bucket keys of a user's wrong codes: the recent ones, and all since the last right code. */
export function codeBucketKeysOf(userId: string): string[] {
  return [`code ${userId}`, factorKey(userId)];
}

/** The prefix of keys whose failures do not expire. */
export const permanentKeyPrefix = 'factor ';

const addressKey = (clientIp: string) => `address ${networkOf(clientIp)}`;
const factorKey = (userId: string) => permanentKeyPrefix + userId;

function refuseLocked(bucket: Bucket, nowMs: number): void {
  if (!isLocked(bucket, nowMs)) return;
  const retryAfterSeconds = Math.ceil((bucket.lockedUntilMs - nowMs) / 1_000);
  throw new KtimaError('THROTTLED', 'too many failed logins from this IP address; try later', {
    retryAfterSeconds,
  });
}

/** Ignores a lock that is longer than the longest one: a wrong clock set it. */
export function isLocked({ lockedUntilMs }: Bucket, nowMs: number): boolean {
  return nowMs < lockedUntilMs && lockedUntilMs - nowMs <= longestLockMs;
}

/** The bucket after one more failure. */
export function countFailure(bucket: Bucket, limit: Limit, nowMs: number): Bucket {
  const forgotten = Math.max(0, Math.floor((nowMs - bucket.updatedAtMs) / limit.forgetMs));
  const before = Math.max(0, bucket.failures - forgotten);
  const updatedAtMs = before === 0 ? nowMs : bucket.updatedAtMs + forgotten * limit.forgetMs;
  const failures = Math.min(before + 1, limit.failures + steps);
  if (failures < limit.failures) return { ...bucket, failures, updatedAtMs };
  const lockMs = Math.min(firstLockMs * 2 ** (failures - limit.failures), longestLockMs);
  return { ...bucket, failures, updatedAtMs, lockedUntilMs: nowMs + lockMs };
}
