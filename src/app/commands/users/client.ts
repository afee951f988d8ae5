import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import type { Clients, IssuedClient } from '#features/auth/accounts/clients.ts';
import { scopes as knownScopes } from '#http/scopes.ts';
import { usageError } from '#tools/errors.ts';
import { isDay } from '#tools/notation/days.ts';
import { jsonText, type Text, table } from '#tools/terminal/print.ts';
import { withAuthStore } from '../../services/databases.ts';
import type { Settings } from '../../settings/config.ts';
import { type CommandContext, examples, readEntryLimit, readWholeNumber } from '../command-line.ts';
import { addQuota } from './quota.ts';
import { auditTable } from './user-lists.ts';
import { withClients } from './with-users.ts';

interface AddOptions {
  readonly scopes: string;
  readonly expires?: Date;
  readonly key?: string;
  readonly json: boolean;
}

interface RotateOptions {
  readonly key?: string;
  readonly overlap: number;
  readonly json: boolean;
}

/** `ktima client …` */
export function addCommand(program: Command, { settings, print }: CommandContext): void {
  /** Changes a client, and prints what was done. */
  const change = (work: (clients: Clients) => Promise<unknown>, done: string) =>
    print(withClients(settings(), clients => work(clients).then(() => done)));
  const client = program
    .command('client')
    .description('manage the programs that get tokens with a client_id');
  client
    .command('add <name>')
    .description('add a program; shows its client_id and client_secret once')
    .requiredOption('--scopes <list>', `what it may use: ${knownScopes.join(', ')}`)
    .option('--expires <date>', 'last day on which it works, in UTC', readLastDay)
    .option('--key <file>', 'its public key (PEM or JWK), instead of a secret')
    .option('--json', 'as JSON, for a program', false)
    .addHelpText(
      'after',
      examples(
        'ktima client add nightly --scopes places,report',
        'ktima client add portal --scopes places --expires 2027-12-31 --key portal.pem',
      ),
    )
    .action((name: string, options: AddOptions) => print(addClient(settings(), name, options)));
  client
    .command('list')
    .description('list all programs')
    .option('--json', 'as JSON, for a program', false)
    .addHelpText('after', examples('ktima client list'))
    .action((options: { json: boolean }) => print(listClients(settings(), options)));
  client
    .command('rotate <name>')
    .description('give a program a new secret or key; the last one works for a while')
    .option('--key <file>', 'its new public key (PEM or JWK)')
    .option(
      '--overlap <hours>',
      'how long the last one works; 0, after a leak, also ends its tokens',
      readWholeNumber,
      24,
    )
    .option('--json', 'as JSON, for a program', false)
    .addHelpText(
      'after',
      examples('ktima client rotate nightly', 'ktima client rotate nightly --overlap 0'),
    )
    .action((name: string, options: RotateOptions) =>
      print(rotateClient(settings(), name, options)),
    );
  addQuota(client, 'client', { settings, print });
  client
    .command('scopes <name> <list>')
    .description('change what a program may use, and reject the tokens it has')
    .addHelpText('after', examples('ktima client scopes nightly places,report,portfolio'))
    .action((name: string, list: string) =>
      change(clients => clients.setScopes(name, list), `client ${name} has ${list}`),
    );
  client
    .command('disable <name>')
    .description('stop a program from getting tokens and reject those it has')
    .addHelpText('after', examples('ktima client disable nightly'))
    .action((name: string) =>
      change(clients => clients.setDisabled(name, true), `client ${name} disabled`),
    );
  client
    .command('enable <name>')
    .description('allow a disabled program to get tokens again')
    .addHelpText('after', examples('ktima client enable nightly'))
    .action((name: string) =>
      change(clients => clients.setDisabled(name, false), `client ${name} enabled`),
    );
  client
    .command('delete <name>')
    .description('delete a program and reject its tokens; the audit trail stays')
    .addHelpText('after', examples('ktima client delete nightly'))
    .action((name: string) => change(clients => clients.delete(name), `client ${name} deleted`));
  client
    .command('log <name>')
    .description('show the audit trail of a program: time, event, origin')
    .option('--limit <n>', 'how many of the newest entries', readEntryLimit, 100)
    .option('--json', 'as JSON lines, for a program', false)
    .addHelpText('after', examples('ktima client log nightly --limit 20'))
    .action((name: string, { limit, json }: { limit: number; json: boolean }) =>
      print(
        withClients(settings(), async clients => auditTable(await clients.log(name, limit), json)),
      ),
    );
}

/** Parses a day; returns its end in UTC. */
function readLastDay(text: string): Date {
  const start = isDay(text) ? Date.parse(text) : 0;
  if (start > 0) return new Date(start + 86_400_000);
  throw new InvalidArgumentError('Expected a day such as 2027-12-31.');
}

function addClient(
  settings: Settings,
  name: string,
  { scopes, expires, key, json }: AddOptions,
): Promise<Text> {
  const added = { name, scopes, expiresAt: expires, key: key && readKeyFile(key) };
  return withClients(
    settings,
    async clients => shown(await clients.add(added), `client ${name} added`, json),
    withAuthStore,
  );
}

function rotateClient(settings: Settings, name: string, options: RotateOptions): Promise<Text> {
  const { key, overlap, json } = options;
  const newKey = key && readKeyFile(key);
  return withClients(settings, async clients => {
    const issued = await clients.rotate(name, newKey, overlap * 3_600_000);
    const older = overlap === 0 ? 'no longer works' : `works for ${overlap} hours more`;
    return shown(issued, `client ${name} has new credentials; the last one ${older}`, json);
  });
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw usageError(`key: cannot read ${path}: ${code}`, { cause });
  }
}

/** What a program needs to know of its client. */
function shown({ id, name, secret }: IssuedClient, done: string, json: boolean): Text {
  if (json) return jsonText({ name, client_id: id, client_secret: secret ?? null });
  const lines = [done, '', `client_id      ${id}`];
  if (secret === undefined) return lines;
  return [...lines, `client_secret  ${secret}`, '', 'The secret will not be shown again.'];
}

function listClients(settings: Settings, { json }: { json: boolean }): Promise<Text> {
  return withClients(settings, async clients => {
    const nowMs = Date.now();
    const isLive = (untilMs: number | null) => untilMs === null || nowMs < untilMs;
    const list = (await clients.list()).map(client => ({
      name: client.name,
      client_id: client.id,
      scopes: client.scopes.split(' '),
      disabled: client.disabled,
      expires_at: client.expiresAtMs === null ? null : new Date(client.expiresAtMs).toISOString(),
      credentials: client.credentials
        .filter(({ expiresAtMs }) => isLive(expiresAtMs))
        .map(({ kind }) => kind),
      created_at: client.createdAt,
    }));
    if (json) return jsonText(list);
    if (list.length === 0) return "no clients yet; 'ktima client add NAME --scopes …' adds one";
    return table(
      ['client', 'client_id', 'scopes', 'state', 'credentials', 'created'],
      list.map(c => [
        c.name,
        c.client_id,
        c.scopes.join(', '),
        c.disabled ? 'disabled' : stateUntil(c.expires_at, nowMs),
        c.credentials.join(', '),
        c.created_at.slice(0, 10),
      ]),
    );
  });
}

function stateUntil(expiresAt: string | null, nowMs: number): string {
  if (expiresAt === null) return 'active';
  // The last day, not the moment after it.
  const lastDay = new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10);
  return Date.parse(expiresAt) <= nowMs ? `expired after ${lastDay}` : `active until ${lastDay}`;
}
