import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type JWTHeaderParameters, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { KtimaError } from '../errors.ts';
import type { EndedSessions } from './ended-sessions.ts';
import type { RenewedValue } from './renewed-value.ts';

/** Public keys; an object of its own for every change, so that identity tells a change. */
export interface KeySet {
  /** Finds the public key that a token names. */
  readonly find: JWTVerifyGetKey;
}

/** Whose tokens are trusted. */
export interface BearerOptions {
  readonly issuer: string;
  readonly audience: string;
  /** The keys in force now: a remote JWKS, or the auth service in this process. */
  readonly keys: RenewedValue<KeySet>;
  /** Sessions (`sid`) whose tokens are no longer taken; without it they live to their end. */
  readonly endedSessions?: RenewedValue<EndedSessions> | undefined;
  /** Signature algorithms that are taken; ES256 unless told. */
  readonly algorithms?: readonly string[];
  /** Values of the header `typ` that are taken, lower case; `at+jwt` (RFC 9068) unless told. */
  readonly types?: readonly string[];
  readonly clock: () => Date;
}

/** Checks an Authorization header; rejects with UNAUTHENTICATED unless it holds a good token. */
export interface VerifyBearer {
  (authorization: string | undefined): Promise<void>;
  /** True for a token that was found good before and still is; false says nothing. */
  readonly knows?: (authorization: string | undefined) => boolean;
}

/** How far clocks of two machines may differ. */
const leewaySeconds = 5;
/** So many tokens, of such a length, are remembered at most: 40 MB. */
const rememberAtMost = 10_000;
const longestRemembered = 4_096;

/** How nearly all clients write it. */
const usualScheme = 'Bearer ';

/** RFC 6750: the scheme in any case, one space or more, one token. */
const bearerHeader = /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** A token whose signature was found good. */
interface Verified {
  readonly keys: KeySet;
  readonly session: string | undefined;
  readonly untilMs: number;
}

/** A verifier that remembers good tokens until they expire, a key changes or their session ends. */
export function bearerVerifier(options: BearerOptions): VerifyBearer {
  const { issuer, audience, clock, endedSessions = noneEnded } = options;
  const algorithms = [...(options.algorithms ?? ['ES256'])];
  const types = options.types ?? ['at+jwt'];
  // Verifying a signature costs more than the rest of a request; good tokens come again and again.
  const remembered = new Map<string, Verified>();

  async function check(authorization: string | undefined): Promise<void> {
    if (authorization === undefined) throw unauthenticated('a Bearer token is needed');
    const token = bearerHeader.exec(authorization)?.[1];
    if (token === undefined || !isCanonical(token)) {
      throw unauthenticated('Authorization: expected Bearer and one JWT');
    }

    const nowMs = clock().getTime();
    const [keys, ended] = await Promise.all([available(options.keys), available(endedSessions)]);
    let verified = remembered.get(token);
    if (!verified || verified.keys !== keys || nowMs >= verified.untilMs) {
      remembered.delete(token);
      verified = await verify(token, keys, nowMs);
      remember(token, verified);
    }
    if (verified.session !== undefined && ended.has(verified.session)) {
      remembered.delete(token);
      throw unauthenticated('the session of this token was ended');
    }
  }

  /** The same for what is at hand, without a promise: nearly every request of a busy client. */
  function knows(authorization: string | undefined): boolean {
    if (!authorization?.startsWith(usualScheme)) return false;
    // What is remembered was found well-formed, so nothing else needs to be looked at.
    const verified = remembered.get(authorization.slice(usualScheme.length));
    const nowMs = clock().getTime();
    if (!verified || nowMs >= verified.untilMs) return false;
    if (verified.keys !== options.keys.ifFresh?.(nowMs)) return false;
    return (
      verified.session === undefined ||
      endedSessions.ifFresh?.(nowMs)?.has(verified.session) === false
    );
  }

  function remember(token: string, verified: Verified): void {
    if (token.length > longestRemembered) return;
    // A Map keeps the order of insertion: the first is the oldest.
    if (remembered.size >= rememberAtMost) remembered.delete(remembered.keys().next().value!);
    remembered.set(token, verified);
  }

  async function verify(token: string, keys: KeySet, nowMs: number): Promise<Verified> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys.find, {
        issuer,
        audience,
        algorithms,
        requiredClaims: ['exp'],
        clockTolerance: leewaySeconds,
        currentDate: new Date(nowMs),
      });
      checkType(protectedHeader, payload.typ);
      // JSON has numbers beyond all: 1e400 is read as infinity, which never comes.
      if (!Number.isFinite(payload.exp)) throw new Error('exp is no time');
      const session = typeof payload.sid === 'string' ? payload.sid : undefined;
      return { keys, session, untilMs: (payload.exp! + leewaySeconds) * 1_000 };
    } catch (cause) {
      const expired = cause instanceof errors.JWTExpired;
      throw unauthenticated(expired ? 'the token has expired' : 'the token is not valid', cause);
    }
  }

  /** RFC 8725 §3.11: a token made for another purpose is none of ours, however well signed. */
  function checkType({ typ }: JWTHeaderParameters, claimed: unknown): void {
    const type = String(typ ?? '')
      .toLowerCase()
      .replace(/^application\//, '');
    if (!types.includes(type)) throw new Error('another typ');
    // Keycloak gives its ID tokens the same header, and tells them apart by a claim.
    if (claimed !== undefined && claimed !== 'Bearer') throw new Error('not an access token');
  }

  return Object.assign(check, { knows });
}

const none: EndedSessions = { has: () => false };
const noneEnded: RenewedValue<EndedSessions> = Object.assign(async () => none, {
  ifFresh: () => none,
});

/** Keys that cannot be had are not the caller's fault. */
async function available<T>(source: RenewedValue<T>): Promise<T> {
  try {
    return await source();
  } catch (cause) {
    throw new KtimaError('UNAVAILABLE', 'tokens cannot be checked now: no keys at hand', {
      cause,
      retryAfterSeconds: 5,
    });
  }
}

/** As a Fastify hook: runs before the body is read. */
export function requireBearer(verify: VerifyBearer) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const { authorization } = request.headers;
    if (verify.knows?.(authorization)) done();
    else verify(authorization).then(() => done(), done);
  };
}

/**
 * Base64url leaves spare bits in the last character: without this check a token with another
 * last character would verify as well.
 */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

function unauthenticated(message: string, cause?: unknown): KtimaError {
  return new KtimaError('UNAUTHENTICATED', message, { cause });
}
