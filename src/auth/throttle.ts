import { KtimaError } from '../errors.ts';
import { networkOf } from './client-ip.ts';
import type { AuthStore, Bucket } from './store.ts';

/** Ten failures from one place lock the account for that place; each further one for longer. */
const pairLimit: Limit = { failures: 10, forgetMs: 3_600_000 };
/** From all places together; locks the account for places it was never used from. */
const accountLimit: Limit = { failures: 100, forgetMs: 900_000 };
/** A code has six digits only: fewer tries, wherever they come from. */
const codeLimit: Limit = { failures: 5, forgetMs: 3_600_000 };
/**
 * Wrong codes since the last right one; then the second factor stays locked. 50 tries, three codes
 * good at a time: a chance of 0.015 %.
 */
const factorFailures = 50;
const addressForgetMs = 36_000;

const firstLockMs = 30_000;
/** No lock is longer; NIST SP 800-63B and OWASP warn of locks that attackers can keep up. */
export const longestLockMs = 900_000;
/** Doubling from the first lock, the longest is reached by so many failures beyond the limit. */
const steps = Math.ceil(Math.log2(longestLockMs / firstLockMs));

/** When failures lock, and how fast they are forgotten: one every `forgetMs`. */
export interface Limit {
  readonly failures: number;
  readonly forgetMs: number;
}

export type Verdict = 'right' | 'wrong' | 'locked';

/** `factor locks`: this wrong code was one too many. `factor locked`: an earlier one was. */
export type CodeVerdict = Verdict | 'factor locks' | 'factor locked';

/** A recovery code is too long to be guessed, so it is checked though the factor is locked. */
export type CodeKind = 'one-time' | 'recovery';

/**
 * Slows guessing down. Whether a guess was right is decided together with counting it, in one
 * transaction and after the hashing: however many guesses run in parallel, once the limit is
 * reached the rest get no answer, not even the right one among them.
 */
export interface Throttle {
  /** Rejects with THROTTLED while too many failures came from this address. */
  admit(address: string): Promise<void>;
  /** Settles a try at the password of a user, or of nobody; the user learns only right or not. */
  settlePassword(userId: string | undefined, address: string, right: boolean): Promise<Verdict>;
  /** Settles a try at the second factor. */
  settleCode(userId: string, kind: CodeKind, right: boolean): Promise<CodeVerdict>;
  /**
   * Forgets those failures and unlocks the factor, once a code was not only right but also used for
   * the first time.
   */
  forgiveCodes(userId: string): Promise<void>;
}

export interface ThrottleOptions {
  /** How many failures from one address are borne, over all accounts. */
  readonly addressFailures: number;
  readonly clock: () => Date;
}

/** The throttle over a store. */
export function openThrottle(store: AuthStore, options: ThrottleOptions): Throttle {
  const addressLimit = { failures: options.addressFailures, forgetMs: addressForgetMs };
  const nowMs = () => options.clock().getTime();

  return {
    async admit(address) {
      const [bucket] = await store.readBuckets([addressKey(address)]);
      refuseLocked(bucket!, nowMs());
    },

    async settlePassword(userId, address, right) {
      // Nobody has counters as well: the same work, whoever exists.
      const account = `account ${userId ?? 'nobody'}`;
      const isKnown = await isKnownPlace(userId ?? 'nobody', address);
      const keys = [addressKey(address), account, `${account} from ${networkOf(address)}`];
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
      await store.changeBuckets(codeKeysOf(userId), ([recent, total]) => {
        const failures = total!.failures + 1;
        verdict = judgeCode(recent!, total!, now, kind, right);
        if (verdict === 'wrong' && failures === factorFailures) verdict = 'factor locks';
        if (verdict !== 'wrong' && verdict !== 'factor locks') return [];
        return [countFailure(recent!, codeLimit, now), { ...total!, failures, updatedAtMs: now }];
      });
      return verdict;
    },

    forgiveCodes: userId => store.clearBuckets(codeKeysOf(userId)),
  };

  /** A user's own places stay open to him, whatever others try elsewhere. */
  async function isKnownPlace(userId: string, address: string): Promise<boolean> {
    const network = networkOf(address);
    return (await store.addressesOf(userId)).some(known => networkOf(known) === network);
  }
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

/** The users whose second factor is locked, of those with these ids. */
export async function lockedFactors(
  store: AuthStore,
  userIds: readonly string[],
): Promise<Set<string>> {
  const totals = await store.readBuckets(userIds.map(factorKey));
  return new Set(userIds.filter((_, i) => isFactorLocked(totals[i]!)));
}

function isFactorLocked({ failures }: Bucket): boolean {
  return failures >= factorFailures;
}

/** The beginnings of all keys that lock a user out. */
export function keysOfUser(userId: string): string[] {
  return [`account ${userId}`, ...codeKeysOf(userId)];
}

/** The keys that wrong codes of a user are counted under: lately, and since the last right one. */
export function codeKeysOf(userId: string): string[] {
  return [`code ${userId}`, factorKey(userId)];
}

/** The beginning of keys whose failures do not get fewer with time. */
export const lastingKeys = 'factor ';

const addressKey = (address: string) => `address ${networkOf(address)}`;
const factorKey = (userId: string) => lastingKeys + userId;

function refuseLocked(bucket: Bucket, nowMs: number): void {
  if (!isLocked(bucket, nowMs)) return;
  const retryAfterSeconds = Math.ceil((bucket.lockedUntilMs - nowMs) / 1_000);
  throw new KtimaError('THROTTLED', 'too many failed logins from this address; try later', {
    retryAfterSeconds,
  });
}

/** A lock that ends further off than any may was set by a clock gone wrong. */
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
