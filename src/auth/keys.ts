import {
  type CryptoKey,
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';
import type { AuthStore, SigningKey } from './store.ts';

/** The keys in force: what signs now, and what others check against. */
export interface Keys {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  /** The public halves, as `/.well-known/jwks.json` shows them. */
  readonly jwks: JSONWebKeySet;
  /** Finds the public key that a token names, for a verifier in this process. */
  readonly find: JWTVerifyGetKey;
}

/** Reads the keys; at the very first start makes one. */
export async function openKeys(store: AuthStore, clock: () => Date): Promise<Keys> {
  let stored = await store.signingKeys();
  if (stored.length === 0) {
    await store.addFirstSigningKey(await makeKey(clock()));
    stored = await store.signingKeys();
  }
  const newest = stored[0]!;
  const jwks = { keys: stored.map(publicJwk) };
  return {
    kid: newest.kid,
    privateKey: (await importJWK(newest.privateJwk, 'ES256')) as CryptoKey,
    jwks,
    find: createLocalJWKSet(jwks),
  };
}

async function makeKey(now: Date): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const privateJwk = await exportJWK(privateKey);
  return {
    kid: await calculateJwkThumbprint(privateJwk),
    privateJwk,
    createdAt: now.toISOString(),
  };
}

/** Only what is public, named field by field: a private part can never slip through. */
function publicJwk({ kid, privateJwk: { kty, crv, x, y } }: SigningKey) {
  return { kid, kty: kty!, crv: crv!, x: x!, y: y!, alg: 'ES256', use: 'sig' };
}
