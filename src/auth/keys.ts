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
import type { KeySet } from '../tokens/bearer.ts';
import { type RenewedValue, renewedValue } from '../tokens/renewed-value.ts';
import type { Seal } from './seal.ts';
import type { AuthStore, SigningKey } from './store.ts';

/** The keys in force: what signs now, and what others check against. */
export interface KeyRing {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  /** The public halves, as `/.well-known/jwks.json` shows them. */
  readonly jwks: JSONWebKeySet;
  /** The same for a verifier in this process: another object whenever a key came or went. */
  readonly publicKeys: KeySet;
}

/** The keys of an authentication service; a change in the store is seen within 2 s. */
export interface Keys {
  readonly current: RenewedValue<KeyRing>;
}

export interface KeyOptions {
  readonly seal: Seal;
  /** How long before its first use a new key is published, in seconds. */
  readonly leadSeconds: number;
  /** After how many days a key is followed by a new one; 0 for never. */
  readonly rotateDays: number;
  readonly clock: () => Date;
}

const dayMs = 86_400_000;
/** An access token lives a day at most, so after a day and a bit a key has no token left. */
const keptAfterUseMs = dayMs + 60_000;

/** Reads the keys, and from then on keeps them: makes the first, the next, drops the dead. */
export async function openKeys(store: AuthStore, options: KeyOptions): Promise<Keys> {
  let ring: KeyRing | undefined;
  const current = renewedValue(
    async () => {
      ring = await readRing(await tend(store, options), options, ring);
      return ring;
    },
    { freshMs: 1_000, lateMs: 2_000, uselessMs: 3_600_000, retryMs: 1_000 },
    options.clock,
  );
  await current();
  return { current };
}

/** The key that signs at a moment: the newest whose time has come. */
export function signingKeyAt(keys: readonly SigningKey[], nowMs: number): SigningKey {
  return keys.find(key => key.signsFromMs <= nowMs) ?? keys.at(-1)!;
}

/** Adds a key after `newest` that signs from `signsFromMs` on. */
export async function addNextKey(
  store: AuthStore,
  seal: Seal,
  newest: SigningKey | undefined,
  times: { readonly createdAtMs: number; readonly signsFromMs: number },
): Promise<void> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  // On a command line it would be taken for an option.
  if (kid.startsWith('-')) return addNextKey(store, seal, newest, times);
  await store.addSigningKey({
    kid,
    generation: (newest?.generation ?? 0) + 1,
    publicJwk: publicPart(kid, jwk),
    privateKey: seal.close(JSON.stringify(jwk), keyPlace(kid)),
    ...times,
  });
}

/** Brings the stored keys up to date; several instances may do so at once. */
async function tend(store: AuthStore, options: KeyOptions): Promise<SigningKey[]> {
  const { seal, clock } = options;
  const createdAtMs = clock().getTime();
  let keys = await store.signingKeys();
  if (keys.length === 0) {
    await addNextKey(store, seal, undefined, { createdAtMs, signsFromMs: createdAtMs });
  } else if (isDue(keys[0]!, createdAtMs, options)) {
    const signsFromMs = createdAtMs + options.leadSeconds * 1_000;
    await addNextKey(store, seal, keys[0], { createdAtMs, signsFromMs });
  }
  for (const [i, { kid }] of keys.entries()) {
    const successor = keys[i - 1];
    if (successor && successor.signsFromMs + keptAfterUseMs < createdAtMs) {
      await store.removeSigningKey(kid, createdAtMs);
    }
  }
  keys = await store.signingKeys();
  await sealKeys(store, seal, keys);
  return keys;
}

/** Seals private keys that are not, or with the secret before; returns how many those were. */
export async function sealKeys(
  store: AuthStore,
  seal: Seal,
  keys: readonly SigningKey[],
): Promise<number> {
  const due = keys.filter(({ kid, privateKey }) => seal.isDue(privateKey, keyPlace(kid)));
  for (const { kid, privateKey } of due) {
    const place = keyPlace(kid);
    await store.setPrivateKey(kid, seal.close(seal.open(privateKey, place), place));
  }
  return due.length;
}

function isDue(newest: SigningKey, nowMs: number, { rotateDays, leadSeconds }: KeyOptions) {
  const dueMs = newest.signsFromMs + rotateDays * dayMs - leadSeconds * 1_000;
  return rotateDays > 0 && nowMs >= dueMs;
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
  const jwk = JSON.parse(seal.open(signer.privateKey, keyPlace(signer.kid))) as JWK;
  return {
    kid: signer.kid,
    privateKey: (await importJWK(jwk, 'ES256')) as CryptoKey,
    jwks,
    publicKeys: same ? before.publicKeys : { find: createLocalJWKSet(jwks) },
  };
}

/** Only what is public, named field by field: a private part can never slip through. */
function publicPart(kid: string, { kty, crv, x, y }: JWK) {
  return { kid, kty: kty!, crv: crv!, x: x!, y: y!, alg: 'ES256', use: 'sig' };
}

function keyPlace(kid: string): string {
  return `signing key ${kid}`;
}
