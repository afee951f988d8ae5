import type { Command } from 'commander';
import { type AuditEvent, openAudit } from '../auth/audit.ts';
import { addNextKey, sealKeys, signingKeyAt } from '../auth/keys.ts';
import { openSeal } from '../auth/seal.ts';
import { sealSecondFactors } from '../auth/second-factor.ts';
import type { AuthStore } from '../auth/store.ts';
import type { Settings } from '../config.ts';
import { KtimaError } from '../errors.ts';
import { withAuthStore } from '../services/databases.ts';
import { jsonText, type Text } from '../terminal/print.ts';
import { table } from '../terminal/table.ts';
import { atCommandLine } from './audit-origin.ts';
import type { CommandContext } from './context.ts';
import { examples } from './option-readers.ts';

/** `ktima keys …` */
export function addCommand(program: Command, { settings, print }: CommandContext): void {
  const keys = program.command('keys').description('manage the keys that sign tokens');
  keys
    .command('rotate')
    .description('publish a new key; it signs after KTIMA_KEY_LEAD_SECONDS')
    .option('--now', 'let it sign at once: after a leak, followed by `ktima keys remove`', false)
    .addHelpText('after', examples('ktima keys rotate', 'ktima keys rotate --now'))
    .action((options: { now: boolean }) => print(rotateKeys(settings(), options)));
  keys
    .command('list')
    .description('list all keys and what they do')
    .option('--json', 'as JSON, for a program', false)
    .addHelpText('after', examples('ktima keys list'))
    .action((options: { json: boolean }) => print(listKeys(settings(), options)));
  keys
    .command('seal')
    .description('seal keys and second factors under KTIMA_KEY_SECRET, after it was changed or set')
    .addHelpText('after', examples('ktima keys seal'))
    .action(() => print(sealAll(settings())));
  keys
    .command('remove <kid>')
    .description('remove a key; tokens it signed are refused')
    .addHelpText('after', examples('ktima keys remove xW3kd0…'))
    .action((kid: string) => print(removeKey(settings(), kid)));
}

/** Publishes a new signing key, which signs after the lead, or at once. */
function rotateKeys(settings: Settings, { now }: { now: boolean }): Promise<Text> {
  return withAuthStore(settings, async store => {
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
function listKeys(settings: Settings, { json }: { json: boolean }): Promise<Text> {
  return withAuthStore(settings, async store => {
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
function removeKey(settings: Settings, kid: string): Promise<Text> {
  return withAuthStore(settings, async store => {
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
function sealAll(settings: Settings): Promise<Text> {
  if (settings.keySecret === undefined) {
    const message = 'KTIMA_KEY_SECRET is not set: there is nothing to seal with';
    return Promise.reject(new KtimaError('BAD_SETTING', message));
  }
  return withAuthStore(settings, async store => {
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
