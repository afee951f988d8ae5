import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import type { KeySet } from './bearer.ts';
import { fetchJson } from './fetch-json.ts';
import { type RenewedValue, renewedValue } from './renewed-value.ts';

/**
 * A key added or removed at the issuer is seen within a minute. No token, whatever it holds, can
 * cause a fetch sooner than 30 s after the last one.
 */
const keysFreshness = { freshMs: 30_000, lateMs: 60_000, uselessMs: 3_600_000, retryMs: 5_000 };

/** What fetching from elsewhere stands on. */
export interface Surroundings {
  readonly clock: () => Date;
  /** Called after each fetch, with the error if it failed. */
  readonly told?: (failure?: unknown) => void;
}

/** The public keys at a JWKS address, kept fresh. */
export function remoteKeys(url: URL, surroundings: Surroundings): RenewedValue<KeySet> {
  return renewedKeys(() => fetchJson(url), surroundings);
}

/** The public keys of the issuer whose OpenID discovery document stands at `url`. */
export function discoveredKeys(
  url: URL,
  issuer: string,
  surroundings: Surroundings,
): RenewedValue<KeySet> {
  return renewedKeys(async () => {
    const about = (await fetchJson(url)) as { issuer?: unknown; jwks_uri?: unknown };
    // OpenID Connect Discovery §4.3: a document that speaks for someone else is not to be used.
    if (about.issuer !== issuer) throw new Error(`${url} is about the issuer ${about.issuer}`);
    return fetchJson(new URL(String(about.jwks_uri)));
  }, surroundings);
}

function renewedKeys(
  fetchJwks: () => Promise<unknown>,
  { clock, told }: Surroundings,
): RenewedValue<KeySet> {
  let text = '';
  let keys: KeySet;
  return renewedValue(
    async () => {
      const jwks = (await fetchJwks()) as JSONWebKeySet;
      const newText = JSON.stringify(jwks);
      // The same keys stay the same object: tokens checked with them need no new check.
      if (newText !== text) keys = { find: createLocalJWKSet(jwks) };
      text = newText;
      return keys;
    },
    keysFreshness,
    clock,
    told,
  );
}
