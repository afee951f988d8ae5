import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Keys } from './keys.ts';

export interface TokenSettings {
  readonly issuer: string;
  readonly audience: string;
  readonly lifetimeSeconds: number;
}

/** Signs an access token (RFC 9068) for a user. */
export function signAccessToken(
  keys: Keys,
  { issuer, audience, lifetimeSeconds }: TokenSettings,
  userId: string,
  now: Date,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1_000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: keys.kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .setJti(randomUUID())
    .sign(keys.privateKey);
}
