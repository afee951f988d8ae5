import { type AuditEvent, openAudit } from '../auth/audit.ts';
import { addNextKey, sealKeys, signingKeyAt } from '../auth/keys.ts';
import { openAuthStore } from '../auth/open-store.ts';
import { openSeal } from '../auth/seal.ts';
import { sealSecondFactors } from '../auth/second-factor.ts';
import type { AuthStore } from '../auth/store.ts';
import type { Settings } from '../config.ts';
import { KtimaError } from '../errors.ts';
import { postgresOptions } from '../services/databases.ts';
import { jsonText, type Text } from '../terminal/print.ts';
import { table } from '../terminal/table.ts';
import { atCommandLine } from './user.ts';

/** Publishes a new signing key, which signs after the lead, or at once. */
export function rotateKeys(settings: Settings, { now }: { now: boolean }): Promise<Text> {
  return withStore(settings, async store => {
    const createdAtMs = Date.now();
    const signsFromMs = createdAtMs + (now ? 0 : settings.keyLeadSeconds * 1_000);
    const [newest] = await store.signingKeys();
    const seal = openSeal(settings.keySecret, settings.oldKeySecret);
    await addNextKey(store, seal, newest, { createdAtMs, signsFromMs });
    await audited(store, 'signing key added');
    const kid = (await store.signingKeys())[0]!.kid;
    return now
      ? `key ${kid} signs from now on; running services know within 2 s`
      : `key ${kid} is published and signs from ${minute(signsFromMs)} UTC on`;
  });
}

/** All keys: since when they are published, and what they do. */
export function listKeys(settings: Settings, { json }: { json: boolean }): Promise<Text> {
  return withStore(settings, async store => {
    const keys = await store.signingKeys();
    if (keys.length === 0 && !json) return 'no keys yet; the first start makes one';
    const nowMs = Date.now();
    const signer = keys.length > 0 ? signingKeyAt(keys, nowMs).kid : '';
    const list = keys.map(({ kid, createdAtMs, signsFromMs, privateKey }) => ({
      kid,
      state: kid === signer ? 'signs' : signsFromMs > nowMs ? 'published' : 'retired',
      created_at: new Date(createdAtMs).toISOString(),
      signs_from: new Date(signsFromMs).toISOString(),
      sealed: privateKey.startsWith('sealed:'),
    }));
    if (json) return jsonText(list);
    return table(
      ['key', 'state', 'signs from (UTC)', 'sealed'],
      list.map(k => [k.kid, k.state, minute(Date.parse(k.signs_from)), k.sealed ? 'yes' : 'no']),
    );
  });
}

/** Removes a key for good: its tokens are refused as soon as services know. */
export function removeKey(settings: Settings, kid: string): Promise<Text> {
  return withStore(settings, async store => {
    if (await store.removeSigningKey(kid, Date.now())) {
      await audited(store, 'signing key removed');
      return `key ${kid} removed; its tokens are refused within 2 s, by an API apart within 62 s`;
    }
    const exists = (await store.signingKeys()).some(key => key.kid === kid);
    const message = exists
      ? `${kid} is the key that signs: run 'ktima keys rotate --now' first`
      : `no key ${kid}; 'ktima keys list' shows all`;
    throw new KtimaError(exists ? 'USAGE' : 'NOT_FOUND', message);
  });
}

/** Seals under the secret of now what is sealed under the one before, or not at all. */
export function sealAll(settings: Settings): Promise<Text> {
  if (settings.keySecret === undefined) {
    const message = 'KTIMA_KEY_SECRET is not set: there is nothing to seal with';
    return Promise.reject(new KtimaError('BAD_SETTING', message));
  }
  return withStore(settings, async store => {
    const seal = openSeal(settings.keySecret, settings.oldKeySecret);
    const keys = await sealKeys(store, seal, await store.signingKeys());
    const factors = await sealSecondFactors(store, seal);
    if (keys + factors === 0) return 'all is sealed under KTIMA_KEY_SECRET already';
    await audited(store, 'keys and second factors sealed anew');
    const hint = settings.oldKeySecret ? '; KTIMA_OLD_KEY_SECRET is not needed any more' : '';
    return `sealed anew: signing keys ${keys}, second factors ${factors}${hint}`;
  });
}

function audited(store: AuthStore, event: AuditEvent): Promise<void> {
  return openAudit(store, () => new Date())(event, null, atCommandLine());
}

function minute(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}

async function withStore(settings: Settings, work: (store: AuthStore) => Promise<Text>) {
  const store = await openAuthStore(settings.authDatabaseUrl, postgresOptions(settings));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
