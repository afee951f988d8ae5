import type { Command } from 'commander';
import { sealSecondFactors } from '#features/auth/accounts/second-factor.ts';
import type { AuthStore } from '#features/auth/auth-store.ts';
import { type AuditEvent, openAudit } from '#features/auth/protection/audit.ts';
import { openSeal } from '#features/auth/protection/seal.ts';
import {
  addNextKey,
  keyLeadMs,
  sealKeys,
  signingKeyAt,
} from '#features/auth/tokens/signing-keys.ts';
import { badSetting, KtimaError } from '#tools/errors.ts';
import { jsonText, type Text, table, utcMinute } from '#tools/terminal/print.ts';
import { withAuthStore, withExistingAuthStore } from '../services/databases.ts';
import type { Settings } from '../settings/config.ts';
import { type CommandContext, examples } from './command-line.ts';
import { commandLineOrigin } from './users/with-users.ts';

/** `ktima keys …` */
export function addCommand(program: Command, { settings, print }: CommandContext): void {
  const keys = program.command('keys').description('manage the keys that sign tokens');
  keys
    .command('rotate')
    .description('publish a new key; it signs after ten minutes')
    .option('--now', 'sign with it immediately; after a leak, then run `ktima keys remove`', false)
    .addHelpText('after', examples('ktima keys rotate', 'ktima keys rotate --now'))
    .action((options: { now: boolean }) => print(rotateKeys(settings(), options)));
  keys
    .command('list')
    .description('list all keys and their state')
    .option('--json', 'as JSON, for a program', false)
    .addHelpText('after', examples('ktima keys list'))
    .action((options: { json: boolean }) => print(listKeys(settings(), options)));
  keys
    .command('seal')
    .description(
      'encrypt keys and second factors with KTIMA_KEY_SECRET, after it was set or changed',
    )
    .addHelpText('after', examples('ktima keys seal'))
    .action(() => print(sealAll(settings())));
  keys
    .command('remove <kid>')
    .description('remove a key; its tokens are then rejected')
    .addHelpText('after', examples('ktima keys remove xW3kd0…'))
    .action((kid: string) => print(removeKey(settings(), kid)));
}

/** Publishes a new signing key, which signs after the lead time, or immediately. */
function rotateKeys(settings: Settings, { now }: { now: boolean }): Promise<Text> {
  return withAuthStore(settings, async store => {
    const createdAtMs = Date.now();
    const leadMs = now ? 0 : keyLeadMs;
    const [newest] = await store.signingKeys();
    const seal = openSeal(settings.keySecret, settings.oldKeySecret);
    await addNextKey(store, seal, newest, { createdAtMs, signsFromMs: createdAtMs + leadMs });
    await writeAuditEntry(store, 'signing key added');
    const { kid, signsFromMs } = (await store.signingKeys())[0]!;
    return signsFromMs <= createdAtMs
      ? `key ${kid} signs from now on; running services use it within 2 s`
      : `key ${kid} is published and signs from ${utcMinute(signsFromMs)} UTC on`;
  });
}

function listKeys(settings: Settings, { json }: { json: boolean }): Promise<Text> {
  return withExistingAuthStore(settings, async store => {
    const keys = await store.signingKeys();
    if (keys.length === 0 && !json) return "no keys yet; the first 'ktima serve' creates one";
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
      list.map(k => [k.kid, k.state, utcMinute(k.signs_from), k.sealed ? 'yes' : 'no']),
    );
  });
}

/** Removes a key permanently. Services then reject its tokens. */
function removeKey(settings: Settings, kid: string): Promise<Text> {
  return withExistingAuthStore(settings, async store => {
    if (await store.removeSigningKey(kid, Date.now())) {
      await writeAuditEntry(store, 'signing key removed');
      return `key ${kid} removed; its tokens are rejected within 2 s, by APIs in other processes within 62 s`;
    }
    const exists = (await store.signingKeys()).some(key => key.kid === kid);
    const message = exists
      ? `${kid} is the key that signs: run 'ktima keys rotate --now' first`
      : `no key ${kid}; 'ktima keys list' shows all`;
    throw new KtimaError(exists ? 'USAGE' : 'NOT_FOUND', message);
  });
}

/** Seals everything that is unsealed or sealed with the old secret. */
function sealAll(settings: Settings): Promise<Text> {
  if (settings.keySecret === undefined) {
    const message = 'KTIMA_KEY_SECRET is not set: set it to the secret to seal with';
    return Promise.reject(badSetting(message));
  }
  return withExistingAuthStore(settings, async store => {
    const seal = openSeal(settings.keySecret, settings.oldKeySecret);
    const keys = await sealKeys(store, seal, await store.signingKeys());
    const factors = await sealSecondFactors(store, seal);
    if (keys + factors === 0) return 'everything is already sealed with KTIMA_KEY_SECRET';
    await writeAuditEntry(store, 'keys and second factors sealed again');
    const hint = settings.oldKeySecret ? '; KTIMA_OLD_KEY_SECRET is no longer needed' : '';
    return `sealed: signing keys ${keys}, second factors ${factors}${hint}`;
  });
}

function writeAuditEntry(store: AuthStore, event: AuditEvent): Promise<void> {
  return openAudit(store, () => new Date())(event, null, commandLineOrigin());
}
