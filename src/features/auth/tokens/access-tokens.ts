import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignJWT } from 'jose';
import Type from 'typebox';
import { text, whole } from '#http/openapi/wire-types.ts';
import { scopes as knownScopes } from '#http/scopes.ts';
import { cacheControl } from '#http/server/revalidation.ts';
import type { Session } from '../auth-store.ts';
import { setsSessionCookie } from './session-cookie.ts';
import type { Granted } from './sessions.ts';
import type { KeyRing, Keys } from './signing-keys.ts';

export interface TokenSettings {
  readonly issuer: string;
  readonly audience: string;
  readonly lifetimeSeconds: number;
}

/** What an access token says about its session: a user's, or that of a client. */
export interface TokenSubject extends Pick<Session, 'id' | 'userId'> {
  /** Separated by spaces; null for all. */
  readonly scopes: string | null;
  readonly isClient?: boolean;
}

/** Signs an access token (RFC 9068) for a session. */
export function signAccessToken(
  { kid, privateKey }: Pick<KeyRing, 'kid' | 'privateKey'>,
  { issuer, audience, lifetimeSeconds }: TokenSettings,
  { id, userId, scopes, isClient }: TokenSubject,
  now: Date,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1_000);
  const scope = scopes ?? allScopes;
  return new SignJWT({ sid: id, scope, ...(isClient && { client_id: userId }) })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .setJti(randomUUID())
    .sign(privateKey);
}

/** The scopes of a user whose scopes are not narrowed. */
export const allScopes = knownScopes.join(' ');

export const accessFields = {
  access_token: text('A JWT to send as `Authorization: Bearer …`.'),
  token_type: Type.Literal('Bearer'),
  expires_in: whole('Lifetime of the access token in seconds.'),
};
export const accessExample = {
  access_token: 'eyJhbGciOi…',
  token_type: 'Bearer',
  expires_in: 3600,
};

/** The response of login and refresh. */
export const Tokens = Type.Object(
  {
    ...accessFields,
    refresh_token: text('Works once, for `POST /auth/token/refresh`, which returns the next one.'),
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
export async function grantTokens(keys: Keys, tokens: TokenSettings, granted: Granted, now: Date) {
  const access = await grantAccess(keys, tokens, granted, now);
  return { ...access, refresh_token: granted.refreshToken };
}

/** Signs an access token for a response. No access token outlives its session. */
export async function grantAccess(
  keys: Keys,
  tokens: TokenSettings,
  {
    session,
    scopes,
    isClient = false,
  }: Pick<Granted, 'session' | 'scopes'> & Pick<TokenSubject, 'isClient'>,
  now: Date,
) {
  const remaining = Math.ceil((session.expiresAtMs - now.getTime()) / 1_000);
  const lifetimeSeconds = Math.min(tokens.lifetimeSeconds, remaining);
  const ring = await keys.current();
  const subject = { id: session.id, userId: session.userId, scopes, isClient };
  return {
    access_token: await signAccessToken(ring, { ...tokens, lifetimeSeconds }, subject, now),
    token_type: 'Bearer' as const,
    expires_in: lifetimeSeconds,
  };
}

/** The hook of operations with tokens: no cache may store responses or errors (RFC 6749 §5.1). */
export function forbidCaching(_: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header('cache-control', 'no-store');
  done();
}
