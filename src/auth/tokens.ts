import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignJWT } from 'jose';
import Type from 'typebox';
import { cacheControl } from '../http/openapi/response-headers.ts';
import type { KeyRing, Keys } from './keys.ts';
import { setsSessionCookie } from './operations/session-cookie.ts';
import type { Granted } from './sessions.ts';
import type { Session } from './store.ts';

export interface TokenSettings {
  readonly issuer: string;
  readonly audience: string;
  readonly lifetimeSeconds: number;
}

/** The session fields in an access token. */
export type Subject = Pick<Session, 'id' | 'userId'>;

/** Signs an access token (RFC 9068) for a session. */
export function signAccessToken(
  { kid, privateKey }: Pick<KeyRing, 'kid' | 'privateKey'>,
  { issuer, audience, lifetimeSeconds }: TokenSettings,
  session: Subject,
  now: Date,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1_000);
  return new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(session.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .setJti(randomUUID())
    .sign(privateKey);
}

const accessFields = {
  access_token: Type.String({ description: 'A JWT to send as `Authorization: Bearer …`.' }),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Lifetime of the access token in seconds.' }),
};
const accessExample = { access_token: 'eyJhbGciOi…', token_type: 'Bearer', expires_in: 3600 };

/** The response of login and refresh. */
export const Tokens = Type.Object(
  {
    ...accessFields,
    refresh_token: Type.String({
      description: 'Works once, for `POST /auth/token/refresh`, which returns the next one.',
    }),
  },
  {
    title: 'Tokens',
    headers: cacheControl('no-store'),
    description: 'The tokens (RFC 6749 §5.1).',
    examples: [{ ...accessExample, refresh_token: '6kXQ0zb…' }],
  },
);

/** The response of a login and a refresh whose refresh token is in a cookie. */
export const AccessToken = Type.Object(accessFields, {
  title: 'AccessToken',
  headers: { ...cacheControl('no-store'), ...setsSessionCookie },
  description: 'The access token (RFC 6749 §5.1). The refresh token is only in the cookie.',
  examples: [accessExample],
});

/** Builds the response of login and refresh. */
export async function grantTokens(
  keys: Keys,
  tokens: TokenSettings,
  { session, refreshToken }: Granted,
  now: Date,
) {
  return { ...(await grantAccess(keys, tokens, session, now)), refresh_token: refreshToken };
}

/** Signs an access token for a response. No access token outlives its session. */
export async function grantAccess(keys: Keys, tokens: TokenSettings, session: Session, now: Date) {
  const remaining = Math.ceil((session.expiresAtMs - now.getTime()) / 1_000);
  const lifetimeSeconds = Math.min(tokens.lifetimeSeconds, remaining);
  const ring = await keys.current();
  return {
    access_token: await signAccessToken(ring, { ...tokens, lifetimeSeconds }, session, now),
    token_type: 'Bearer' as const,
    expires_in: lifetimeSeconds,
  };
}

/** The hook of operations with tokens: no cache may store responses or errors (RFC 6749 §5.1). */
export function forbidCaching(_: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header('cache-control', 'no-store');
  done();
}
