import {
  type CryptoKey,
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
} from 'jose';
import type { KeySet } from '#http/tokens/bearer.ts';
import { type RenewedValue, renewedValue } from '#http/tokens/renewed-value.ts';
import type { AuthStore, SigningKey } from '../auth-store.ts';
import type { Seal } from '../protection/seal.ts';

/** The current keys: the private key that signs, and the public keys that verify. */
export interface KeyRing {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  /** The public keys, as `/.well-known/jwks.json` publishes them. */
  readonly jwks: JSONWebKeySet;
  /** The same keys for a verifier in this process. A new object after each change. */
  readonly publicKeys: KeySet;
}

/** The keys of an authentication service. A change in the store takes effect within 2 s. */
export interface Keys {
  readonly current: RenewedValue<KeyRing>;
}

export interface KeyOptions {
  readonly seal: Seal;
  readonly clock: () => Date;
}

const dayMs = 86_400_000;
/** A new key is published this long before it signs: longer than others cache the published keys. */
export const keyLeadMs = 600_000;
/** The age at which a new key replaces a key. */
const rotateAfterMs = 90 * dayMs;
/** A key is kept this long after its last use, until all its access tokens (at most 24 h) expired. */
const keepAfterUseMs = dayMs + 60_000;

/** Reads the keys and keeps them current: adds the first and the next key, removes unused ones. */
export async function openKeys(store: AuthStore, options: KeyOptions): Promise<Keys> {
  let ring: KeyRing | undefined;
  const current = renewedValue(
    async () => {
      ring = await readRing(await updateStoredKeys(store, options), options, ring);
      return ring;
    },
    { freshMs: 1_000, lateMs: 2_000, maxAgeMs: 3_600_000, retryMs: 1_000 },
    options.clock,
  );
  await current();
  return { current };
}

/** The key that signs at `nowMs`: the newest whose `signsFromMs` has passed. */
export function signingKeyAt(keys: readonly SigningKey[], nowMs: number): SigningKey {
  return keys.find(key => key.signsFromMs <= nowMs) ?? keys.at(-1)!;
}

/**
 * Adds a key after `newest` that signs from `signsFromMs` on. The first key signs immediately,
 * because no other key can.
 */
export async function addNextKey(
  store: AuthStore,
  seal: Seal,
  newest: SigningKey | undefined,
  times: { readonly createdAtMs: number; readonly signsFromMs: number },
): Promise<void> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  // A kid that starts with "-" looks like an option on the command line.
  if (kid.startsWith('-')) return addNextKey(store, seal, newest, times);
  await store.addSigningKey({
    kid,
    generation: (newest?.generation ?? 0) + 1,
    publicJwk: publicPart(kid, jwk),
    privateKey: seal.close(JSON.stringify(jwk), keyOwner(kid)),
    createdAtMs: times.createdAtMs,
    signsFromMs: newest ? times.signsFromMs : times.createdAtMs,
  });
}

/** Adds, removes and seals stored keys as needed. Several instances may do this at the same time. */
async function updateStoredKeys(store: AuthStore, options: KeyOptions): Promise<SigningKey[]> {
  const { seal, clock } = options;
  const createdAtMs = clock().getTime();
  let keys = await store.signingKeys();
  if (keys.length === 0) {
    await addNextKey(store, seal, undefined, { createdAtMs, signsFromMs: createdAtMs });
  } else if (createdAtMs >= keys[0]!.signsFromMs + rotateAfterMs - keyLeadMs) {
    const signsFromMs = createdAtMs + keyLeadMs;
    await addNextKey(store, seal, keys[0], { createdAtMs, signsFromMs });
  }
  for (const [i, { kid }] of keys.entries()) {
    const successor = keys[i - 1];
    if (successor && successor.signsFromMs + keepAfterUseMs < createdAtMs) {
      await store.removeSigningKey(kid, createdAtMs);
    }
  }
  keys = await store.signingKeys();
  await sealKeys(store, seal, keys);
  return keys;
}

/** Seals private keys that are unsealed or sealed with the old secret; returns how many. */
export async function sealKeys(
  store: AuthStore,
  seal: Seal,
  keys: readonly SigningKey[],
): Promise<number> {
  const due = keys.filter(({ kid, privateKey }) => seal.needsSealing(privateKey, keyOwner(kid)));
  for (const { kid, privateKey } of due) {
    const owner = keyOwner(kid);
    await store.setPrivateKey(kid, seal.close(seal.open(privateKey, owner), owner));
  }
  return due.length;
}

/** Whether the private keys are all sealed; throws if one cannot be opened with this secret. */
export async function areKeysSealed(store: AuthStore, seal: Seal): Promise<boolean> {
  const keys = await store.signingKeys();
  const opened = keys.map(({ kid, privateKey }) => seal.open(privateKey, keyOwner(kid)));
  return keys.every(({ privateKey }, i) => privateKey !== opened[i]);
}

async function readRing(
  keys: readonly SigningKey[],
  { seal, clock }: KeyOptions,
  before: KeyRing | undefined,
): Promise<KeyRing> {
  const signer = signingKeyAt(keys, clock().getTime());
  const jwks = { keys: keys.map(({ kid, publicJwk }) => publicPart(kid, publicJwk)) };
  const same = before && JSON.stringify(before.jwks) === JSON.stringify(jwks);
  if (same && before.kid === signer.kid) return before;
  const jwk = JSON.parse(seal.open(signer.privateKey, keyOwner(signer.kid))) as JWK;
  return {
    kid: signer.kid,
    privateKey: (await importJWK(jwk, 'ES256')) as CryptoKey,
    jwks,
    publicKeys: same ? before.publicKeys : { find: createLocalJWKSet(jwks) },
  };
}

/** Copies the public fields by name, so that a private field cannot get out. */
function publicPart(kid: string, { kty, crv, x, y }: JWK) {
  return { kid, kty: kty!, crv: crv!, x: x!, y: y!, alg: 'ES256', use: 'sig' };
}

function keyOwner(kid: string): string {
  return `signing key ${kid}`;
}
