import { createHmac, hash, randomBytes, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ReadEndedPage } from '#http/tokens/ended-sessions.ts';
import { KtimaError } from '#tools/errors.ts';
import type { AuthStore, Refreshed, Session, TokenCarrier, User } from '../auth-store.ts';
import { permanentKeyPrefix } from '../protection/throttle.ts';

/**
 * How long a spent refresh token is still accepted: the response may have been lost, or two tabs of
 * one client refreshed at the same time.
 */
const graceMs = 30_000;

/** Extra time in the list beyond a token's lifetime: for clock differences and the time to sign. */
export const listMarginMs = 60_000;

/** The number of ended sessions on one page: about 300 kB. */
export const endedPageSize = 5_000;

/** The state of a received refresh token; times in milliseconds since 1970. */
export interface TokenState {
  /** The session is neither ended nor expired, and its user may log in. */
  readonly live: boolean;
  readonly spentAtMs: number | null;
  /** Whether its successor is spent too. */
  readonly nextSpent: boolean;
}

/** Token rotation (RFC 9700 §4.14.2): a spent token that is sent again too late ends its session. */
export function decideRefresh(
  { live, spentAtMs, nextSpent }: TokenState,
  nowMs: number,
): 'rotate' | 'repeat' | 'end' | 'refuse' {
  if (!live) return 'refuse';
  if (spentAtMs === null) return 'rotate';
  return !nextSpent && nowMs - spentAtMs <= graceMs ? 'repeat' : 'end';
}

/** Sessions: a login starts one, refresh tokens continue it. */
export interface Sessions {
  /** Undefined when the user was disabled or its credentials changed after they were checked. */
  start(
    user: User,
    clientIp: string,
    carrier: TokenCarrier,
    longestSeconds?: number,
  ): Promise<Granted | undefined>;
  /** Rejects with UNAUTHENTICATED unless the token is valid and its session has this carrier. */
  refresh(token: string, clientIp: string, carrier: 'cookie' | 'body'): Promise<Granted>;
  end(token: string): Promise<Session | undefined>;
  /** A page of the list of ended sessions whose access tokens may not have expired yet. */
  readonly ended: ReadEndedPage;
}

/** A session, the scopes of its tokens (null for all), and its next refresh token. */
export interface Granted {
  readonly session: Session;
  readonly scopes: string | null;
  readonly refreshToken: string;
}

export interface SessionOptions {
  /** The longest lifetime of a session, in seconds. */
  readonly lifetimeSeconds: number;
  /** The lifetime of an access token, in seconds. An ended session is listed for this time. */
  readonly accessTokenSeconds: number;
  /** Whether the demo user may have sessions; otherwise they are ended. */
  readonly allowDemo: boolean;
  /** Called when a spent token is used again, which means that it was copied. */
  readonly onReuse: (session: Session, clientIp: string) => Promise<void>;
  readonly onRefresh?: ((outcome: Refreshed['outcome']) => void) | undefined;
  readonly clock: () => Date;
}

/** The sessions in a store. */
export function openSessions(store: AuthStore, options: SessionOptions): Sessions {
  const { lifetimeSeconds, accessTokenSeconds, allowDemo, onReuse, onRefresh, clock } = options;
  const nowMs = () => clock().getTime();
  const tokensUntilMs = () => nowMs() + accessTokenSeconds * 1_000 + listMarginMs;

  return {
    async start(user, clientIp, carrier, longestSeconds = lifetimeSeconds) {
      const startedAtMs = nowMs();
      const expiresAtMs = startedAtMs + Math.min(longestSeconds, lifetimeSeconds) * 1_000;
      const id = randomUUID();
      const times = { startedAtMs, refreshedAtMs: startedAtMs, expiresAtMs };
      const session: Session = {
        id,
        userId: user.id,
        clientIp,
        ...times,
        tokensUntilMs: tokensUntilMs(),
        carrier,
      };
      const refreshToken = randomBytes(32).toString('base64url');
      const started = await store.startSession(session, tokenHash(refreshToken), user);
      return started ? { session, scopes: user.scopes, refreshToken } : undefined;
    },

    async refresh(token, clientIp, carrier) {
      const salt = randomBytes(16).toString('base64url');
      const next = { salt, hash: tokenHash(nextToken(token, salt)) };
      const refreshed = await store.refresh(tokenHash(token), next, {
        nowMs: nowMs(),
        tokensUntilMs: tokensUntilMs(),
        allowDemo,
        carrier,
      });
      onRefresh?.(refreshed.outcome);
      if (refreshed.outcome === 'granted') {
        const { session, scopes, salt } = refreshed;
        return { session, scopes, refreshToken: nextToken(token, salt) };
      }
      if (refreshed.outcome === 'reused') await onReuse(refreshed.session, clientIp);
      throw new KtimaError('UNAUTHENTICATED', 'the refresh token is not valid; log in again');
    },

    end: token => store.endSessionOfToken(tokenHash(token), nowMs()),

    async ended(cursor) {
      // Another instance with --demo may share the database and start demo sessions.
      if (!allowDemo) await store.endDemoSessions(nowMs());
      const sessions = await store.endedSessions(readCursor(cursor), endedPageSize, nowMs());
      const last = sessions.at(-1);
      return {
        ended: sessions.map(({ id, tokensUntilMs }) => ({
          sid: id,
          until: Math.ceil(tokensUntilMs / 1_000),
        })),
        cursor: last ? `${last.number}.${last.id}` : cursor,
        more: sessions.length === endedPageSize,
      };
    },
  };
}

/** Parses a reader's position in the list of ended sessions; undefined for the beginning. */
function readCursor(cursor: string): { number: number; id: string } | undefined {
  const [, number, id] = /^(\d{1,15})\.(.+)$/.exec(cursor) ?? [];
  return id === undefined ? undefined : { number: Number(number), id };
}

/** The stored form of a token. It has 256 random bits, so a fast hash is enough. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}

/**
 * Derives a token's successor from the token and a stored salt. A repeated refresh returns the same
 * successor, although no token is stored. Database or spent token alone cannot produce it.
 */
function nextToken(token: string, salt: string): string {
  return createHmac('sha256', token).update(salt).digest('base64url');
}

const dayMs = 86_400_000;
/** The most rows that one statement changes. Other statements wait for it, so it must be short. */
const batchSize = 5_000;

/** Deletes old sessions, old failures, used assertions that expired, and audit entries older than `auditDays`. */
export async function deleteExpired(store: AuthStore, auditDays: number, now: Date): Promise<void> {
  const nowMs = now.getTime();
  // Sessions are kept 30 days after their end, because their networks count as known (throttle.ts).
  await inBatches(limit => store.deleteOldSessions(nowMs - 30 * dayMs, limit));
  // Keep listed sessions 10 minutes longer, so that readers in the middle of the list can continue.
  await inBatches(limit => store.unlistSessions(nowMs - 600_000, limit));
  await store.deleteOldBuckets(nowMs - 2 * dayMs, permanentKeyPrefix);
  // Instances whose clocks differ must agree that an assertion was used.
  await store.deleteOldAssertions(nowMs - 600_000);
  await store.deleteOldAuditEntries(nowMs - auditDays * dayMs);
}

async function inBatches(change: (limit: number) => Promise<number>): Promise<void> {
  while ((await change(batchSize)) === batchSize) await setImmediate();
}
