import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { KtimaError } from '../errors.ts';

/** Whose tokens are trusted. */
export interface BearerOptions {
  readonly issuer: string;
  readonly audience: string;
  /** Finds the public key a token names: a remote JWKS, or the auth service in this process. */
  readonly keys: JWTVerifyGetKey;
  readonly clock: () => Date;
}

/** Checks an Authorization header; rejects with UNAUTHENTICATED unless it holds a good token. */
export type VerifyBearer = (authorization: string | undefined) => Promise<void>;

/** How far clocks of two machines may differ. */
const leewaySeconds = 5;
/** A check is remembered at most this long, so that a removed key stops working soon. */
const rememberMs = 30_000;
const rememberAtMost = 10_000;

/** RFC 6750: the scheme in any case, one space or more, one token. */
const bearerHeader = /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

export function bearerVerifier({ issuer, audience, keys, clock }: BearerOptions): VerifyBearer {
  // Verifying a signature costs more than the rest of a request; good tokens come again and again.
  const goodUntilMs = new Map<string, number>();

  return async authorization => {
    if (authorization === undefined) throw unauthenticated('a Bearer token is needed');
    const token = bearerHeader.exec(authorization)?.[1];
    if (token === undefined || !isCanonical(token)) {
      throw unauthenticated('Authorization: expected Bearer and one JWT');
    }

    const now = clock().getTime();
    const key = hash('sha256', token, 'base64');
    const remembered = goodUntilMs.get(key);
    if (remembered !== undefined && now < remembered) return;

    const expiresMs = await verify(token, now);
    if (goodUntilMs.size >= rememberAtMost) goodUntilMs.clear();
    goodUntilMs.set(key, Math.min(expiresMs, now + rememberMs));
  };

  /** Tells a token that names no key of ours from keys that cannot be had at the moment. */
  async function findKey(...request: Parameters<JWTVerifyGetKey>) {
    try {
      return await keys(...request);
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JOSENotSupported) {
        throw cause;
      }
      throw new KtimaError('UNAVAILABLE', 'the keys to check tokens cannot be fetched now', {
        cause,
        retryAfterSeconds: 5,
      });
    }
  }

  async function verify(token: string, now: number): Promise<number> {
    try {
      const { payload } = await jwtVerify(token, findKey, {
        issuer,
        audience,
        algorithms: ['ES256'],
        typ: 'at+jwt',
        requiredClaims: ['exp'],
        clockTolerance: leewaySeconds,
        currentDate: new Date(now),
      });
      return (payload.exp! + leewaySeconds) * 1_000;
    } catch (cause) {
      if (cause instanceof KtimaError) throw cause;
      const expired = cause instanceof errors.JWTExpired;
      throw unauthenticated(expired ? 'the token has expired' : 'the token is not valid', cause);
    }
  }
}

/** As a Fastify hook: runs before the body is read. */
export function requireBearer(verify: VerifyBearer) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> =>
    verify(request.headers.authorization);
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
