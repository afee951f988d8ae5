import { KtimaApiError } from './api-error.ts';
import type { AccessToken } from './types.ts';

/** Tokens are refreshed this long before they expire, as a request takes time to arrive. */
const earlyMs = 30_000;

/** Why a session ended. */
export type SessionEnd = 'logged out' | 'expired';

/** The tokens of a login; without `refresh_token` when the browser keeps it in a cookie. */
type GrantedTokens = AccessToken & { readonly refresh_token?: string };

interface SessionParts {
  /** Gets new tokens; without a refresh token, by the cookie of the browser. */
  readonly refresh: (refreshToken: string | undefined) => Promise<GrantedTokens>;
  readonly onEnd: (why: SessionEnd) => void;
}

interface HeldTokens {
  /** Undefined until the first refresh of a resumed session. */
  readonly accessToken: string | undefined;
  readonly refreshToken: string | undefined;
  /** By `performance.now()`, which does not change with the system clock. */
  readonly expiresAtMs: number;
  readonly refreshAtMs: number;
  /** The refresh under way, one for all callers. */
  renewal?: Promise<void> | undefined;
}

/** The tokens of a login, kept in memory only and refreshed before they expire. */
export function openSession({ refresh, onEnd }: SessionParts) {
  let held: HeldTokens | undefined;

  function renew(before: HeldTokens): Promise<void> {
    before.renewal ??= renewFrom(before).finally(() => {
      before.renewal = undefined;
    });
    return before.renewal;
  }

  /** A response after a logout or a new login is dropped. */
  async function renewFrom(before: HeldTokens): Promise<void> {
    try {
      const tokens = await refresh(before.refreshToken);
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
    start: (tokens: GrantedTokens) => {
      held = hold(tokens);
    },
    /** Continues the session of the cookie: the first call that needs a token refreshes it. */
    resume: () => {
      held = { accessToken: undefined, refreshToken: undefined, expiresAtMs: 0, refreshAtMs: 0 };
    },
    end,
    isOpen: () => held !== undefined,
    /** Undefined without a session, and for one whose refresh token is in a cookie. */
    refreshToken: () => held?.refreshToken,

    /** A token that is valid for a while; undefined without a login. */
    async accessToken(): Promise<string | undefined> {
      const now = performance.now();
      if (held && now >= held.expiresAtMs) await renew(held);
      // A failed early refresh does not matter: the token is still valid.
      else if (held && now >= held.refreshAtMs) await renew(held).catch(() => {});
      return held?.accessToken;
    },

    /** A token other than the rejected one, after a refresh if necessary. */
    async tokenOtherThan(refused: string): Promise<string | undefined> {
      if (held?.accessToken === refused) await renew(held);
      return held?.accessToken;
    },
  };
}

export type Session = ReturnType<typeof openSession>;

function hold({ access_token, refresh_token, expires_in }: GrantedTokens): HeldTokens {
  const now = performance.now();
  const lifetimeMs = expires_in * 1_000;
  const expiresAtMs = now + lifetimeMs;
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAtMs,
    // With a short lifetime, not every call refreshes the token.
    refreshAtMs: expiresAtMs - Math.min(earlyMs, lifetimeMs / 2),
  };
}

/** 403: the page may no longer use the cookie. */
function isRefusal(error: unknown): boolean {
  return error instanceof KtimaApiError && [400, 401, 403].includes(error.status);
}
