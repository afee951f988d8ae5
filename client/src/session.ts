import { KtimaApiError } from './api-error.ts';
import type { AccessToken, TokenInput } from './types.ts';

/** Tokens are refreshed this long before they expire, as a request takes time to arrive. */
const earlyMs = 30_000;

/**
 * Why a session ended; `not resumed`: the browser has no cookie of one, or its session is over;
 * `other user`: another user's session has replaced it there.
 */
export type SessionEnd = 'logged out' | 'expired' | 'not resumed' | 'other user';

/** The tokens of a login; without `refresh_token` when the browser keeps it in a cookie. */
type GrantedTokens = AccessToken & { readonly refresh_token?: string };

interface SessionParts {
  /** Gets new tokens; without a refresh token, by the cookie of the browser. */
  readonly refresh: (refreshToken: string | undefined) => Promise<GrantedTokens>;
  readonly onEnd: (why: SessionEnd) => void;
  /** Whether each refresh is a login of its own, as a program's: then a refusal ends nothing. */
  readonly isProgram?: boolean;
}

/** The tokens of one login or refresh. */
export interface HeldTokens {
  /** Undefined until the first refresh of a resumed session. */
  readonly accessToken: string | undefined;
  readonly refreshToken: string | undefined;
  /** The id of the session; undefined if it is not known. */
  readonly sessionId: string | undefined;
  /** The id of the user; undefined if it is not known. */
  readonly userId: string | undefined;
  /** How long they have been held. */
  ageMs(): number;
  readonly lifetimeMs: number;
  readonly refreshAfterMs: number;
  /** The refresh under way, one for all callers. */
  renewal?: Promise<void> | undefined;
}

/** The tokens of a login, kept in memory only and refreshed before they expire. */
export function openSession({ refresh, onEnd, isProgram = false }: SessionParts) {
  let held: HeldTokens | undefined;

  function renew(before: HeldTokens): Promise<void> {
    before.renewal ??= renewFrom(before).finally(() => {
      before.renewal = undefined;
    });
    return before.renewal;
  }

  async function renewFrom(before: HeldTokens): Promise<void> {
    try {
      const tokens = await refresh(before.refreshToken);
      const isSame = replace(before, tokens);
      // Another tab has logged in, or a page on another port: its session is not this one.
      if (!isSame && held === before) end(isOfUser(tokens, before) ? 'expired' : 'other user');
    } catch (error) {
      if (isProgram || !isRefusal(error)) throw error;
      if (held === before) end(before.sessionId === undefined ? 'not resumed' : 'expired');
    }
  }

  /**
   * Takes the tokens of a refresh. Returns false and drops them after a logout or a new login, and
   * if they belong to another session.
   */
  function replace(before: HeldTokens, tokens: GrantedTokens): boolean {
    const next = hold(tokens);
    const isSame =
      before.sessionId === undefined
        ? isOfUser(tokens, before)
        : before.sessionId === next.sessionId;
    if (held !== before || !(isProgram || isSame)) return false;
    held = next;
    return true;
  }

  function end(why: SessionEnd): void {
    if (!held) return;
    held = undefined;
    onEnd(why);
  }

  return {
    start: (tokens: GrantedTokens): HeldTokens => {
      held = hold(tokens);
      return held;
    },
    replace,
    /** Whether these are the tokens in use: no logout, login or refresh has happened since. */
    holds: (tokens: HeldTokens) => held === tokens,
    /**
     * Continues the session of the cookie, which must be this user's if one is given: the first call
     * that needs a token refreshes it.
     */
    resume: (userId?: string) => {
      const unknown = { accessToken: undefined, refreshToken: undefined, sessionId: undefined };
      held = { ...unknown, userId, ageMs: stopwatch(), lifetimeMs: 0, refreshAfterMs: 0 };
    },
    end,
    isOpen: () => held !== undefined,
    userId: () => held?.userId,
    /** Undefined without a session, and for one whose refresh token is in a cookie. */
    refreshToken: () => held?.refreshToken,

    /** A token that is valid for a while; undefined without a login. */
    async accessToken(): Promise<string | undefined> {
      const ageMs = held?.ageMs() ?? 0;
      if (held && ageMs >= held.lifetimeMs) await renew(held);
      // A failed early refresh does not matter: the token is still valid.
      else if (held && ageMs >= held.refreshAfterMs) await renew(held).catch(() => {});
      return held?.accessToken;
    },

    /** A token other than the rejected one, after a refresh if necessary. */
    async tokenOtherThan(refused: string): Promise<string | undefined> {
      if (held?.accessToken === refused) await renew(held);
      return held?.accessToken;
    },
  };
}

/** Where calls get their tokens. */
export interface TokenSource {
  accessToken(): string | undefined | Promise<string | undefined>;
  /** A token other than the rejected one; missing if tokens cannot be renewed here. */
  tokenOtherThan?(refused: string): Promise<string | undefined>;
}

/** What `ktima client add` has printed. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The scopes of the tokens, separated by spaces; default: all of the client. */
  readonly scope?: string;
}

/** The tokens of a program: requested when a call needs one, and again before it expires. */
export function openProgramTokens(
  { clientId, clientSecret, scope }: ClientCredentials,
  request: (input: TokenInput) => Promise<AccessToken>,
): TokenSource {
  const client = { client_id: clientId, client_secret: clientSecret };
  const refresh = () => request({ grant_type: 'client_credentials', ...client, scope });
  const session = openSession({ refresh, onEnd: () => {}, isProgram: true });
  session.resume();
  return session;
}

function hold({ access_token, refresh_token, expires_in }: GrantedTokens): HeldTokens {
  const lifetimeMs = expires_in * 1_000;
  const { sid, sub } = claimsOf(access_token);
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    sessionId: sid,
    userId: sub,
    ageMs: stopwatch(),
    lifetimeMs,
    // With a short lifetime, not every call refreshes the token.
    refreshAfterMs: lifetimeMs - Math.min(earlyMs, lifetimeMs / 2),
  };
}

/**
 * Measures the time since its call. `performance.now()` may stand still while the computer sleeps,
 * and the system clock may be set back: the longer time counts.
 */
function stopwatch(): () => number {
  const [steady, clock] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - steady, Date.now() - clock);
}

/** Whether tokens belong to the user of earlier ones, or to any if that one is not known. */
function isOfUser({ access_token }: GrantedTokens, { userId }: HeldTokens): boolean {
  return userId === undefined || userId === claimsOf(access_token).sub;
}

/** The claims of a JWT that name session and user. */
function claimsOf(token: string): { readonly sid?: string; readonly sub?: string } {
  try {
    const [, payload = ''] = token.split('.');
    const { sid, sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return { ...(typeof sid === 'string' && { sid }), ...(typeof sub === 'string' && { sub }) };
  } catch {
    return {};
  }
}

/** 403: the page may no longer use the cookie. */
function isRefusal(error: unknown): boolean {
  return error instanceof KtimaApiError && [400, 401, 403].includes(error.status);
}
