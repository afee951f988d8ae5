import { createHmac, hash, randomBytes, randomUUID } from 'node:crypto';
import { KtimaError } from '../errors.ts';
import type { ReadEndedPage } from '../tokens/ended-sessions.ts';
import type { AuthStore, Refreshed, Session, User } from './store.ts';

/**
 * How long after a refresh the spent token may come again: the answer may have been lost on the
 * way, or two tabs of one client refreshed at once.
 */
export const graceMs = 30_000;

/** For what a token is taken beyond its lifetime: clocks that differ, and the time to sign it. */
const listMarginMs = 60_000;

/** How many ended sessions are listed at once: about 300 kB. */
export const endedPageSize = 5_000;

/** What is known of a refresh token when it comes in; times in milliseconds since 1970. */
export interface TokenState {
  /** The session is neither ended nor past its end, and its user may log in. */
  readonly live: boolean;
  readonly spentAtMs: number | null;
  /** Whether the token that followed it is spent as well. */
  readonly nextSpent: boolean;
}

/** The rule of rotation (RFC 9700 §4.14.2): a token that comes back too late ends its session. */
export function decideRefresh(
  { live, spentAtMs, nextSpent }: TokenState,
  nowMs: number,
): 'rotate' | 'repeat' | 'end' | 'refuse' {
  if (!live) return 'refuse';
  if (spentAtMs === null) return 'rotate';
  return !nextSpent && nowMs - spentAtMs <= graceMs ? 'repeat' : 'end';
}

/** Sessions: begun by a login, carried on by refresh tokens. */
export interface Sessions {
  /** Undefined when the user may no longer log in with what was checked. */
  start(user: User, address: string): Promise<Granted | undefined>;
  /** Rejects with UNAUTHENTICATED unless the token is good. */
  refresh(token: string, address: string): Promise<Granted>;
  end(token: string): Promise<Session | undefined>;
  /** A page of the list of those that were ended while access tokens of theirs may be valid. */
  readonly ended: ReadEndedPage;
}

/** A session and the refresh token that carries it on. */
export interface Granted {
  readonly session: Session;
  readonly refreshToken: string;
}

export interface SessionOptions {
  /** How long a session lasts at most, in seconds. */
  readonly lifetimeSeconds: number;
  /** How long an access token lives, in seconds: so long an ended session stays on the list. */
  readonly accessTokenSeconds: number;
  /** Whether sessions of the demo user may go on; else they are ended. */
  readonly allowDemo: boolean;
  /** Called when a stolen token was seen. */
  readonly onReuse: (session: Session, address: string) => Promise<void>;
  /** Told what came of each refresh. */
  readonly onRefresh?: ((outcome: Refreshed['outcome']) => void) | undefined;
  readonly clock: () => Date;
}

/** The sessions in a store. */
export function openSessions(store: AuthStore, options: SessionOptions): Sessions {
  const { lifetimeSeconds, accessTokenSeconds, allowDemo, onReuse, onRefresh, clock } = options;
  const nowMs = () => clock().getTime();
  const tokensUntilMs = () => nowMs() + accessTokenSeconds * 1_000 + listMarginMs;

  return {
    async start(user, address) {
      const startedAtMs = nowMs();
      const expiresAtMs = startedAtMs + lifetimeSeconds * 1_000;
      const id = randomUUID();
      const times = { startedAtMs, refreshedAtMs: startedAtMs, expiresAtMs };
      const session: Session = {
        id,
        userId: user.id,
        address,
        ...times,
        tokensUntilMs: tokensUntilMs(),
      };
      const refreshToken = randomBytes(32).toString('base64url');
      const started = await store.startSession(session, tokenHash(refreshToken), user);
      return started ? { session, refreshToken } : undefined;
    },

    async refresh(token, address) {
      const salt = randomBytes(16).toString('base64url');
      const next = { salt, hash: tokenHash(nextToken(token, salt)) };
      const refreshed = await store.refresh(tokenHash(token), next, {
        nowMs: nowMs(),
        tokensUntilMs: tokensUntilMs(),
        allowDemo,
      });
      onRefresh?.(refreshed.outcome);
      if (refreshed.outcome === 'granted') {
        return { session: refreshed.session, refreshToken: nextToken(token, refreshed.salt) };
      }
      if (refreshed.outcome === 'reused') await onReuse(refreshed.session, address);
      throw new KtimaError('UNAUTHENTICATED', 'the refresh token is not valid; log in again');
    },

    end: token => store.endSessionOfToken(tokenHash(token), nowMs()),

    async ended(cursor) {
      // Another instance, with --demo, may share the database and let the demo user in.
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

/** Where a reader is in the list of ended sessions; undefined at its beginning. */
function readCursor(cursor: string): { number: number; id: string } | undefined {
  const [, number, id] = /^(\d{1,15})\.(.+)$/.exec(cursor) ?? [];
  return id === undefined ? undefined : { number: Number(number), id };
}

/** What is stored of a token: it has 256 random bits, so a plain hash is enough. */
function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}

/**
 * The successor of a token follows from the token itself and a stored salt. So whoever repeats a
 * refresh gets the same successor, one lineage, though no token is ever stored; and neither the
 * database nor the spent token alone is enough to make it.
 */
function nextToken(token: string, salt: string): string {
  return createHmac('sha256', token).update(salt).digest('base64url');
}
