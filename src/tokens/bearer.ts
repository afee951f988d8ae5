import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type JWTHeaderParameters, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { KtimaError } from '../errors.ts';
import { recentlyUsed } from '../recently-used.ts';
import type { EndedSessions } from './ended-sessions.ts';
import type { RenewedValue } from './renewed-value.ts';

/** Public keys. Each change makes a new object, so comparing identity detects a change. */
export interface KeySet {
  /** Finds the public key that a token names. */
  readonly find: JWTVerifyGetKey;
}

/** Which tokens are trusted. */
export interface BearerOptions {
  readonly issuer: string;
  readonly audience: string;
  /** The current keys: a remote JWKS, or the auth service in this process. */
  readonly keys: RenewedValue<KeySet>;
  /** Sessions (`sid`) whose tokens are rejected. Without it, tokens stay valid until they expire. */
  readonly endedSessions?: RenewedValue<EndedSessions> | undefined;
  /** Accepted signature algorithms; ES256 by default. */
  readonly algorithms?: readonly string[];
  /** Accepted values of the header `typ`, lower case; `at+jwt` (RFC 9068) by default. */
  readonly types?: readonly string[];
  /** The longest accepted lifetime (`exp` - `iat`) in seconds; a day by default. */
  readonly maxLifetimeSeconds?: number;
  readonly clock: () => Date;
}

/** Checks an Authorization header; rejects with UNAUTHENTICATED unless it has a valid token. */
export interface VerifyBearer {
  (authorization: string | undefined): Promise<void>;
  /** Fast path: true for a cached token that is still valid; false when a full check is needed. */
  readonly isCachedAsValid?: (authorization: string | undefined) => boolean;
}

/** The tolerated clock difference of two machines. */
const leewaySeconds = 5;
/** The limits of the token cache: number and length of tokens, together 40 MB. */
const maxCachedTokens = 10_000;
const maxCachedLength = 4_096;

/** The spelling of nearly all clients. */
const usualScheme = 'Bearer ';

/** RFC 6750: the scheme in any case, one space or more, one token. */
const bearerHeader = /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** A token with a valid signature. */
interface Verified {
  readonly keys: KeySet;
  readonly session: string | undefined;
  readonly untilMs: number;
}

/** A verifier that caches valid tokens until they expire, a key changes or their session ends. */
export function bearerVerifier(options: BearerOptions): VerifyBearer {
  const { issuer, audience, clock, endedSessions = noneEnded } = options;
  const algorithms = [...(options.algorithms ?? ['ES256'])];
  const types = options.types ?? ['at+jwt'];
  const { maxLifetimeSeconds = 86_400 } = options;
  // Verifying a signature costs more than the rest of a request, and clients reuse their tokens.
  const cache = recentlyUsed<Verified>(maxCachedTokens);

  async function check(authorization: string | undefined): Promise<void> {
    if (authorization === undefined) throw unauthenticated('a Bearer token is needed');
    const token = bearerHeader.exec(authorization)?.[1];
    if (token === undefined || !isCanonical(token)) {
      throw unauthenticated('Authorization: expected Bearer and one JWT');
    }

    const nowMs = clock().getTime();
    const [keys, ended] = await Promise.all([
      available(options.keys, 'the signing keys are'),
      available(endedSessions, 'the list of ended sessions is'),
    ]);
    let verified = cache.get(token);
    if (!verified || verified.keys !== keys || nowMs >= verified.untilMs) {
      cache.delete(token);
      verified = await verify(token, keys, nowMs);
      if (token.length <= maxCachedLength) cache.set(token, verified);
    }
    if (verified.session !== undefined && ended.has(verified.session)) {
      cache.delete(token);
      throw unauthenticated('the session of this token was ended');
    }
  }

  /** The same check from the cache, without a promise: nearly every request of a busy client. */
  function isCachedAsValid(authorization: string | undefined): boolean {
    if (!authorization?.startsWith(usualScheme)) return false;
    // A cached token was well-formed, so the header needs no further check.
    const verified = cache.get(authorization.slice(usualScheme.length));
    const nowMs = clock().getTime();
    if (!verified || nowMs >= verified.untilMs) return false;
    if (verified.keys !== options.keys.ifFresh?.(nowMs)) return false;
    return (
      verified.session === undefined ||
      endedSessions.ifFresh?.(nowMs)?.has(verified.session) === false
    );
  }

  async function verify(token: string, keys: KeySet, nowMs: number): Promise<Verified> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys.find, {
        issuer,
        audience,
        algorithms,
        // RFC 9068 §2.2 requires both; without `iat` the lifetime is unknown.
        requiredClaims: ['exp', 'iat'],
        clockTolerance: leewaySeconds,
        currentDate: new Date(nowMs),
      });
      checkType(protectedHeader, payload.typ);
      checkLifetime(payload.iat!, payload.exp!, nowMs / 1_000);
      const session = typeof payload.sid === 'string' ? payload.sid : undefined;
      return { keys, session, untilMs: (payload.exp! + leewaySeconds) * 1_000 };
    } catch (cause) {
      const expired = cause instanceof errors.JWTExpired;
      throw unauthenticated(expired ? 'the token has expired' : 'the token is not valid', cause);
    }
  }

  /** Rejects times that a correct issuer never writes. JSON.parse reads 1e400 as Infinity. */
  function checkLifetime(issuedAt: number, expiresAt: number, now: number): void {
    if (!Number.isFinite(expiresAt)) throw new Error('exp is no time');
    if (!(issuedAt <= now + leewaySeconds)) throw new Error('iat is in the future');
    if (!(expiresAt - issuedAt <= maxLifetimeSeconds)) throw new Error('exp is too far from iat');
  }

  /** RFC 8725 §3.11: rejects a token that was issued for another purpose. */
  function checkType({ typ }: JWTHeaderParameters, claimed: unknown): void {
    const type = String(typ ?? '')
      .toLowerCase()
      .replace(/^application\//, '');
    if (!types.includes(type)) throw new Error('another typ');
    // Keycloak's ID tokens have the same header; only a claim differs.
    if (claimed !== undefined && claimed !== 'Bearer') throw new Error('not an access token');
  }

  return Object.assign(check, { isCachedAsValid });
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

/** A Fastify hook that requires a valid token. It runs before the body is read. */
export function requireBearer(verify: VerifyBearer) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const authorization = oneAuthorization(request);
    if (verify.isCachedAsValid?.(authorization)) done();
    else verify(authorization).then(() => done(), done);
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

function unauthenticated(message: string, cause?: unknown): KtimaError {
  return new KtimaError('UNAUTHENTICATED', message, { cause });
}
