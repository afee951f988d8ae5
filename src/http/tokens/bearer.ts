import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt, errors, type JWTHeaderParameters, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { KtimaError } from '#tools/errors.ts';
import { recentlyUsed } from '#tools/recently-used.ts';
import { claimAt, type Scope, scopesOfClaim } from '../scopes.ts';
import type { EndedSessions } from './ended-sessions.ts';
import type { RenewedValue } from './renewed-value.ts';

/** Public keys. Each change makes a new object, so comparing identity detects a change. */
export interface KeySet {
  /** Finds the public key that a token names. */
  readonly find: JWTVerifyGetKey;
}

/** An issuer whose tokens are trusted. */
export interface TrustedIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** The name of the issuer in accounts; by default the issuer. */
  readonly accountIssuer?: string;
  /** The current keys: a remote JWKS, or the auth service in this process. */
  readonly keys: RenewedValue<KeySet>;
  /** Sessions (`sid`) whose tokens are rejected. Without it, tokens stay valid until they expire. */
  readonly endedSessions?: RenewedValue<EndedSessions> | undefined;
  /** Accepted signature algorithms; ES256 by default. */
  readonly algorithms?: readonly string[];
  /** Accepted values of the header `typ`, lower case; `at+jwt` (RFC 9068) by default. */
  readonly types?: readonly string[];
  /** The claim with the scopes: a name or a path (see `claimAt`); `scope` by default, null for none. */
  readonly scopeClaim?: string | null;
  /** The scopes of a token without that claim; none by default. */
  readonly defaultScopes?: readonly Scope[];
}

/** Which tokens are trusted: those of one issuer, and of others beside it. */
export interface BearerOptions extends TrustedIssuer {
  readonly others?: readonly TrustedIssuer[];
  readonly clock: () => Date;
}

/** Who sent a request with a valid token. */
export interface Caller {
  /** The issuer as accounts have it. */
  readonly issuer: string;
  /** The `sub` of the token: a user or a client. */
  readonly subject: string;
  readonly scopes: ReadonlySet<Scope>;
  /** The session of the token, if its issuer lists those that were ended. */
  readonly session?: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by operations that need a token. */
    caller?: Caller;
  }
}

/** Checks an Authorization header; rejects with UNAUTHENTICATED unless it has a valid token. */
export interface VerifyBearer {
  (authorization: string | undefined): Promise<Caller>;
  /** Fast path: the caller of a cached token that is still valid, else undefined: check it fully. */
  readonly ifCached?: (authorization: string | undefined) => Caller | undefined;
}

/** The tolerated clock difference of two machines. */
const leewaySeconds = 5;
/** The longest accepted lifetime (`exp` - `iat`): a day. */
const maxLifetimeSeconds = 86_400;
/** The limits of the token cache: number and length of tokens, together 40 MB. */
const maxCachedTokens = 10_000;
const maxCachedLength = 4_096;

/** The spelling of nearly all clients. */
const usualScheme = 'Bearer ';

const bearerScheme = /^bearer /i;
/** RFC 6750: the scheme in any case, one space or more, one token. */
const bearerHeader = /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** A token with a valid signature. */
interface Verified {
  readonly from: TrustedIssuer;
  readonly caller: Caller;
  readonly keys: KeySet;
  readonly session: string | undefined;
  readonly untilMs: number;
}

/** A verifier that caches valid tokens until they expire, a key changes or their session ends. */
export function bearerVerifier({ others = [], clock, ...first }: BearerOptions): VerifyBearer {
  const issuers = new Map([first, ...others].map(one => [one.issuer, one]));
  // Verifying a signature costs more than the rest of a request, and clients reuse their tokens.
  const cache = recentlyUsed<Verified>(maxCachedTokens);

  async function check(authorization: string | undefined): Promise<Caller> {
    if (authorization === undefined) throw unauthenticated('a Bearer token is needed');
    const token = bearerHeader.exec(authorization)?.[1];
    if (token === undefined || !isCanonical(token)) {
      const message = 'Authorization: expected Bearer and one JWT';
      throw bearerScheme.test(authorization) ? invalidToken(message) : unauthenticated(message);
    }

    const nowMs = clock().getTime();
    const from = cache.get(token)?.from ?? issuerOf(token);
    const [keys, ended] = await Promise.all([
      available(from.keys, 'the signing keys are'),
      available(from.endedSessions ?? noneEnded, 'the list of ended sessions is'),
    ]);
    let verified = cache.get(token);
    if (!verified || verified.keys !== keys || nowMs >= verified.untilMs) {
      cache.delete(token);
      verified = await verify(token, from, keys, nowMs);
      if (token.length <= maxCachedLength) cache.set(token, verified);
    }
    if (verified.session !== undefined && ended.has(verified.session)) {
      cache.delete(token);
      throw invalidToken('the session of this token was ended');
    }
    return verified.caller;
  }

  /** The same check from the cache, without a promise: nearly every request of a busy client. */
  function ifCached(authorization: string | undefined): Caller | undefined {
    if (!authorization?.startsWith(usualScheme)) return undefined;
    // A cached token was well-formed, so the header needs no further check.
    const verified = cache.get(authorization.slice(usualScheme.length));
    const nowMs = clock().getTime();
    if (!verified || nowMs >= verified.untilMs) return undefined;
    const { from, keys, session, caller } = verified;
    if (keys !== from.keys.ifFresh?.(nowMs)) return undefined;
    const isLive =
      session === undefined ||
      (from.endedSessions ?? noneEnded).ifFresh?.(nowMs)?.has(session) === false;
    return isLive ? caller : undefined;
  }

  /** The issuer that a token names. Its keys then verify that the token is really its own. */
  function issuerOf(token: string): TrustedIssuer {
    try {
      // A token without one is verified as one of the first issuer, which rejects it.
      return issuers.get(decodeJwt(token).iss ?? '') ?? first;
    } catch (cause) {
      throw invalidToken('the token is not valid', cause);
    }
  }

  return Object.assign(check, { ifCached });
}

async function verify(
  token: string,
  from: TrustedIssuer,
  keys: KeySet,
  nowMs: number,
): Promise<Verified> {
  const { issuer, audience, algorithms = ['ES256'], types = ['at+jwt'] } = from;
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys.find, {
      issuer,
      audience,
      algorithms: [...algorithms],
      // RFC 9068 §2.2 requires both; without `iat` the lifetime is unknown.
      requiredClaims: ['exp', 'iat'],
      clockTolerance: leewaySeconds,
      currentDate: new Date(nowMs),
    });
    checkType(protectedHeader, payload.typ, types);
    checkLifetime(payload.iat!, payload.exp!, nowMs / 1_000);
    const session = typeof payload.sid === 'string' ? payload.sid : undefined;
    const caller = {
      issuer: from.accountIssuer ?? issuer,
      subject: payload.sub ?? '',
      scopes: scopesOf(payload, from),
      ...(from.endedSessions && session !== undefined && { session }),
    };
    return { from, caller, keys, session, untilMs: (payload.exp! + leewaySeconds) * 1_000 };
  } catch (cause) {
    const expired = cause instanceof errors.JWTExpired;
    throw invalidToken(expired ? 'the token has expired' : 'the token is not valid', cause);
  }
}

/** The scopes that the claims of an issuer grant. */
export function scopesOf(
  payload: Readonly<Record<string, unknown>>,
  { scopeClaim = 'scope', defaultScopes = [] }: Pick<TrustedIssuer, 'scopeClaim' | 'defaultScopes'>,
): ReadonlySet<Scope> {
  const claim = scopeClaim === null ? undefined : claimAt(payload, scopeClaim);
  return claim === undefined ? new Set(defaultScopes) : scopesOfClaim(claim);
}

/** Rejects times that a correct issuer never writes. JSON.parse reads 1e400 as Infinity. */
function checkLifetime(issuedAt: number, expiresAt: number, now: number): void {
  if (!Number.isFinite(expiresAt)) throw new Error('exp is no time');
  if (!(issuedAt <= now + leewaySeconds)) throw new Error('iat is in the future');
  if (!(expiresAt - issuedAt <= maxLifetimeSeconds)) throw new Error('exp is too far from iat');
}

/** RFC 8725 §3.11: rejects a token that was issued for another purpose. */
function checkType({ typ }: JWTHeaderParameters, claimed: unknown, types: readonly string[]): void {
  const type = String(typ ?? '')
    .toLowerCase()
    .replace(/^application\//, '');
  if (!types.includes(type)) throw new Error('another typ');
  // Keycloak's ID tokens have the same header; only a claim differs.
  if (claimed !== undefined && claimed !== 'Bearer') throw new Error('not an access token');
}

const none: EndedSessions = { has: () => false };
const noneEnded: RenewedValue<EndedSessions> = Object.assign(async () => none, {
  ifFresh: () => none,
});

/** Rejects with UNAVAILABLE (503) when a source cannot be read: the token may be valid. */
async function available<T>(source: RenewedValue<T>, what: string): Promise<T> {
  try {
    return await source();
  } catch (cause) {
    throw new KtimaError('UNAVAILABLE', `tokens cannot be checked now: ${what} not available`, {
      cause,
      retryAfterSeconds: 5,
    });
  }
}

/**
 * A Fastify hook that requires a valid token with a scope, or with any. It runs before the body is
 * read.
 */
export function requireScope(verify: VerifyBearer, scope: Scope | 'any') {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const admit = (caller: Caller) => {
      request.caller = caller;
      const mayPass = scope === 'any' || caller.scopes.has(scope);
      done(mayPass ? undefined : insufficientScope(scope));
    };
    const authorization = oneAuthorization(request);
    const cached = verify.ifCached?.(authorization);
    if (cached) admit(cached);
    else verify(authorization).then(admit, done);
  };
}

/**
 * A Fastify hook for operations that need no token: a valid one gives the request its caller. A bad
 * one is no error, and neither are keys that cannot be read. Without a token it does nothing.
 */
export function noteCaller(verify: VerifyBearer) {
  return (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    if (request.headers.authorization === undefined) {
      done();
      return;
    }
    const note = (caller: Caller) => {
      request.caller = caller;
      done();
    };
    const authorization = oneAuthorization(request);
    const cached = verify.ifCached?.(authorization);
    if (cached) note(cached);
    else verify(authorization).then(note, () => done());
  };
}

/**
 * Returns the Authorization header, or an empty one if there are several: Node keeps the first, and
 * a proxy may have checked another.
 */
function oneAuthorization({ headers, raw }: FastifyRequest): string | undefined {
  const { rawHeaders } = raw;
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 13 && name.toLowerCase() === 'authorization') count++;
  }
  return count > 1 ? '' : headers.authorization;
}

/**
 * The last base64url character has unused bits. Without this check a token with another last
 * character would be valid too.
 */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

/** RFC 6750 §3.1: a request without a token gets a challenge without an error code. */
function unauthenticated(message: string): KtimaError {
  return new KtimaError('UNAUTHENTICATED', message);
}

function invalidToken(message: string, cause?: unknown): KtimaError {
  const challenge = 'Bearer error="invalid_token"';
  return new KtimaError('UNAUTHENTICATED', message, { cause, challenge });
}

/** The error for a token without a scope. */
export function insufficientScope(scope: Scope): KtimaError {
  return new KtimaError('FORBIDDEN', `the token does not have the scope ${scope}`, {
    challenge: `Bearer error="insufficient_scope", scope="${scope}"`,
  });
}
