import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import type { KeySet } from './bearer.ts';
import { fetchJson } from './fetch-json.ts';
import { type RenewedValue, renewedValue } from './renewed-value.ts';

/**
 * A key that the issuer adds or removes takes effect within a minute. No token can cause a fetch
 * less than 30 s after the last one.
 */
const keysFreshness = { freshMs: 30_000, lateMs: 60_000, maxAgeMs: 3_600_000, retryMs: 5_000 };

/** An authentication service of the same start is near: a removed key is rejected within 2 s. */
const nearFreshness = { freshMs: 1_000, lateMs: 2_000, maxAgeMs: 3_600_000, retryMs: 1_000 };

export interface RemoteKeyOptions {
  readonly clock: () => Date;
  /** Called after each fetch, with the error if it failed. */
  readonly onFetch?: (failure?: unknown) => void;
}

/** The public keys at a JWKS URL, renewed regularly. */
export function remoteKeys(url: URL, options: RemoteKeyOptions): RenewedValue<KeySet> {
  return renewedKeys(() => fetchJson(url), options);
}

/** The public keys of an authentication service of the same start, whose URL is known later. */
export function nearKeys(url: () => Promise<URL>, options: RemoteKeyOptions): RenewedValue<KeySet> {
  return renewedKeys(async () => fetchJson(await url()), options, nearFreshness);
}

/** The public keys of the issuer whose OpenID discovery document is at `url`. */
export function discoveredKeys(
  url: URL,
  issuer: string,
  options: RemoteKeyOptions,
): RenewedValue<KeySet> {
  return renewedKeys(async () => {
    const about = (await fetchJson(url)) as { issuer?: unknown; jwks_uri?: unknown };
    // OpenID Connect Discovery §4.3: a document of another issuer must not be used.
    if (about.issuer !== issuer) {
      throw new Error(`${url}: expected the issuer ${issuer}, got ${about.issuer}`);
    }
    return fetchJson(new URL(String(about.jwks_uri)));
  }, options);
}

function renewedKeys(
  fetchJwks: () => Promise<unknown>,
  { clock, onFetch }: RemoteKeyOptions,
  freshness = keysFreshness,
): RenewedValue<KeySet> {
  let text = '';
  let keys: KeySet;
  return renewedValue(
    async () => {
      const jwks = (await fetchJwks()) as JSONWebKeySet;
      const newText = JSON.stringify(jwks);
      // Unchanged keys keep their object, so cached tokens stay valid.
      if (newText !== text) keys = { find: createLocalJWKSet(jwks) };
      text = newText;
      return keys;
    },
    freshness,
    clock,
    onFetch,
  );
}
