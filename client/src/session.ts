import { KtimaApiError } from './api-error.ts';
import type { LoginAnswer } from './types.ts';

/** Refresh this long before the token expires: a request takes time to arrive. */
const earlyMs = 30_000;

/** Why nobody is logged in any more. */
export type SessionEnd = 'logged out' | 'expired';

interface SessionParts {
  readonly refresh: (refreshToken: string) => Promise<LoginAnswer>;
  readonly onEnd: (why: SessionEnd) => void;
}

interface Held {
  readonly tokens: LoginAnswer;
  /** By `performance.now()`, which no change of the clock moves. */
  readonly expiresAtMs: number;
  readonly refreshAtMs: number;
}

/** The tokens of a login, in memory only, kept fresh. */
export function openSession({ refresh, onEnd }: SessionParts) {
  let held: Held | undefined;
  let underWay: Promise<void> | undefined;

  /** Asks once for all who need it; what comes back after a logout or new login is dropped. */
  function renew(): Promise<void> {
    underWay ??= renewFrom(held!).finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  async function renewFrom(before: Held): Promise<void> {
    try {
      const tokens = await refresh(before.tokens.refresh_token);
      if (held === before) held = hold(tokens);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (held === before) end('expired');
    }
  }

  function end(why: SessionEnd): void {
    if (!held) return;
    held = undefined;
    onEnd(why);
  }

  return {
    start: (tokens: LoginAnswer) => {
      held = hold(tokens);
    },
    end,
    isOpen: () => held !== undefined,
    refreshToken: () => held?.tokens.refresh_token,

    /** A token that is good for a while; undefined when nobody is logged in. */
    async accessToken(): Promise<string | undefined> {
      const now = performance.now();
      if (held && now >= held.expiresAtMs) await renew();
      // Early enough, a refresh that fails does not matter yet: the token is still good.
      else if (held && now >= held.refreshAtMs) await renew().catch(() => {});
      return held?.tokens.access_token;
    },

    /** Another token than one that was refused, if there is one to be had. */
    async otherThan(refused: string): Promise<string | undefined> {
      if (held?.tokens.access_token === refused) await renew();
      return held?.tokens.access_token;
    },
  };
}

export type Session = ReturnType<typeof openSession>;

function hold(tokens: LoginAnswer): Held {
  const now = performance.now();
  const lifetimeMs = tokens.expires_in * 1_000;
  const expiresAtMs = now + lifetimeMs;
  // A short life is not spent on refreshing at every call.
  return { tokens, expiresAtMs, refreshAtMs: expiresAtMs - Math.min(earlyMs, lifetimeMs / 2) };
}

function isRefusal(error: unknown): boolean {
  return error instanceof KtimaApiError && (error.status === 400 || error.status === 401);
}
