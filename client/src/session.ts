import { KtimaApiError } from './api-error.ts';
import type { LoginAnswer } from './types.ts';

/** Tokens are refreshed this long before they expire, as a request takes time to arrive. */
const earlyMs = 30_000;

/** Why a session ended. */
export type SessionEnd = 'logged out' | 'expired';

interface SessionParts {
  readonly refresh: (refreshToken: string) => Promise<LoginAnswer>;
  readonly onEnd: (why: SessionEnd) => void;
}

interface HeldTokens {
  readonly tokens: LoginAnswer;
  /** By `performance.now()`, which does not change with the system clock. */
  readonly expiresAtMs: number;
  readonly refreshAtMs: number;
}

/** The tokens of a login, kept in memory only and refreshed before they expire. */
export function openSession({ refresh, onEnd }: SessionParts) {
  let held: HeldTokens | undefined;
  let pending: Promise<void> | undefined;

  /** One refresh for all callers. A response after a logout or a new login is dropped. */
  function renew(): Promise<void> {
    pending ??= renewFrom(held!).finally(() => {
      pending = undefined;
    });
    return pending;
  }

  async function renewFrom(before: HeldTokens): Promise<void> {
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

    /** A token that is valid for a while; undefined without a login. */
    async accessToken(): Promise<string | undefined> {
      const now = performance.now();
      if (held && now >= held.expiresAtMs) await renew();
      // A failed early refresh does not matter: the token is still valid.
      else if (held && now >= held.refreshAtMs) await renew().catch(() => {});
      return held?.tokens.access_token;
    },

    /** A token other than the rejected one, after a refresh if necessary. */
    async tokenOtherThan(refused: string): Promise<string | undefined> {
      if (held?.tokens.access_token === refused) await renew();
      return held?.tokens.access_token;
    },
  };
}

export type Session = ReturnType<typeof openSession>;

function hold(tokens: LoginAnswer): HeldTokens {
  const now = performance.now();
  const lifetimeMs = tokens.expires_in * 1_000;
  const expiresAtMs = now + lifetimeMs;
  // With a short lifetime, not every call refreshes the token.
  return { tokens, expiresAtMs, refreshAtMs: expiresAtMs - Math.min(earlyMs, lifetimeMs / 2) };
}

function isRefusal(error: unknown): boolean {
  return error instanceof KtimaApiError && (error.status === 400 || error.status === 401);
}
