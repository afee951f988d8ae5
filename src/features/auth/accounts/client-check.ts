import { createPublicKey, type JsonWebKey, timingSafeEqual } from 'node:crypto';
import { decodeJwt, errors, jwtVerify } from 'jose';
import { KtimaError } from '#tools/errors.ts';
import type { AuthParts } from '../auth-parts.ts';
import type { Client, ClientCredential } from '../auth-store.ts';
import type { AuditEvent } from '../protection/audit.ts';
import { tokenHash } from '../tokens/sessions.ts';
import { algorithmsOf } from './clients.ts';

/** What a client authenticates with: its secret, or a JWT signed by its key (RFC 7523). */
export type ClientProof =
  | { readonly id: string; readonly secret: string }
  | {
      readonly id: string | undefined;
      readonly assertion: string;
      /** The values that its `aud` may have: names of this service. */
      readonly audiences: readonly string[];
    };

/** The tolerated clock difference of two machines. */
const leewaySeconds = 5;
/** The longest time to the `exp` of an assertion; its id is stored until then. */
const longestSeconds = 3_600;

type Refusal = Extract<AuditEvent, `token refused: ${string}`>;

/**
 * Checks the credentials of a client; rejects with UNAUTHENTICATED or THROTTLED. All refusals are the
 * same for the client; the audit trail has the reason.
 */
export async function authenticateClient(
  parts: AuthParts,
  proof: ClientProof,
  clientIp: string,
): Promise<Client> {
  const { store, throttle, audit, clock } = parts;
  await throttle.admit(clientIp);
  const id = 'secret' in proof ? proof.id : (proof.id ?? issuerOf(proof.assertion));
  const client = await store.findClient(id);
  const refusal = await findRefusal(parts, client, proof, clock().getTime());
  const verdict = await throttle.settlePassword(client?.id, clientIp, refusal === undefined);
  if (verdict === 'right' && client) return client;
  await audit(refusal ?? 'token refused: locked', client?.id ?? null, clientIp);
  throw wrongClient();
}

/** The one error for every client that is not let in. */
export function wrongClient(): KtimaError {
  return new KtimaError('UNAUTHENTICATED', 'the client is unknown, or its credentials are wrong');
}

async function findRefusal(
  { store }: AuthParts,
  client: Client | undefined,
  proof: ClientProof,
  nowMs: number,
): Promise<Refusal | undefined> {
  if (!client) return 'token refused: no such client';
  const isSecret = 'secret' in proof;
  if (isSecret && !hasSecret(client, proof.secret, nowMs))
    return 'token refused: wrong credentials';
  const assertion = isSecret
    ? undefined
    : await verifyAssertion(client, proof.assertion, proof.audiences, nowMs);
  if (typeof assertion === 'string') return assertion;
  if (client.disabled) return 'token refused: client disabled';
  if (client.expiresAtMs !== null && client.expiresAtMs <= nowMs)
    return 'token refused: client expired';
  // Last, because it writes: only a valid assertion is stored.
  if (assertion && !(await store.spendAssertion(assertion.idHash, assertion.expiresAtMs)))
    return 'token refused: assertion used before';
  return undefined;
}

function live({ credentials }: Client, kind: ClientCredential['kind'], nowMs: number) {
  return credentials.filter(
    one => one.kind === kind && (one.expiresAtMs === null || nowMs < one.expiresAtMs),
  );
}

function hasSecret(client: Client, secret: string, nowMs: number): boolean {
  const given = Buffer.from(tokenHash(secret));
  const isSame = ({ value }: ClientCredential) => {
    const stored = Buffer.from(value);
    return stored.length === given.length && timingSafeEqual(stored, given);
  };
  return live(client, 'secret', nowMs).some(isSame);
}

/** Verifies an assertion (RFC 7523 §3) with the keys of a client; returns why not. */
async function verifyAssertion(
  client: Client,
  assertion: string,
  audiences: readonly string[],
  nowMs: number,
): Promise<Refusal | { idHash: string; expiresAtMs: number }> {
  let refusal: Refusal = 'token refused: assertion not signed by a key of the client';
  for (const { value } of live(client, 'key', nowMs)) {
    const key = createPublicKey({ key: JSON.parse(value) as JsonWebKey, format: 'jwk' });
    const verified = await jwtVerify(assertion, key, {
      algorithms: algorithmsOf(key),
      issuer: client.id,
      subject: client.id,
      audience: [...audiences],
      requiredClaims: ['exp', 'jti'],
      clockTolerance: leewaySeconds,
      currentDate: new Date(nowMs),
    }).catch(reasonOf);
    if (typeof verified === 'string') refusal = verified;
    if (typeof verified !== 'object') continue;
    const { aud, exp, iat = 0, jti } = verified.payload;
    const now = nowMs / 1_000;
    const isSound =
      // For one server only: another that it names could send it here.
      (typeof aud === 'string' || aud?.length === 1) &&
      exp! <= now + longestSeconds + leewaySeconds &&
      iat <= now + leewaySeconds &&
      typeof jti === 'string';
    if (!isSound) return 'token refused: assertion not valid';
    return {
      idHash: tokenHash(`${client.id} ${jti}`),
      expiresAtMs: (exp! + leewaySeconds) * 1_000,
    };
  }
  return refusal;
}

/** Why an assertion with a valid signature is refused; undefined for another signature. */
function reasonOf(error: unknown): Refusal | undefined {
  if (error instanceof errors.JWTExpired) return 'token refused: assertion expired';
  if (!(error instanceof errors.JWTClaimValidationFailed)) return undefined;
  return error.claim === 'aud'
    ? 'token refused: assertion for another server'
    : 'token refused: assertion not valid';
}

/** The client that an assertion names; its key then verifies that it is really from it. */
function issuerOf(assertion: string): string {
  try {
    return decodeJwt(assertion).iss ?? '';
  } catch {
    return '';
  }
}
