import { rmSync } from 'node:fs';
import { Argument, type Command } from 'commander';
import { authUpkeep } from '#features/auth/auth-upkeep.ts';
import { usageUpkeep } from '#http/usage/open-usage-store.ts';
import { backupLines, restoreLines } from '#storage/db/postgres/backup-commands.ts';
import { sqlitePath } from '#storage/db/upkeep.ts';
import type { Store } from '#storage/store/store.ts';
import { storeUpkeep } from '#storage/store/store-upkeep.ts';
import { megabytes, temporaryName } from '#tools/files/write-file.ts';
import { print, type Text } from '#tools/terminal/print.ts';
import { interruptible, type Terminal } from '#tools/terminal/terminal.ts';
import { removeOthers } from '../services/artefacts/artefacts.ts';
import { recordBackup } from '../services/backup-records.ts';
import {
  authDatabase,
  checkDatabaseExists,
  propertyDatabase,
  usageDatabase,
  withAuthStore,
  withStore,
  withUsage,
} from '../services/databases.ts';
import type { Settings } from '../settings/config.ts';
import { type CommandContext, examples } from './command-line.ts';
import { buildForServices } from './imports/build-artefacts.ts';

/** The service whose database a command is about. */
export type Service = 'api' | 'auth' | 'usage';

/** The argument that names it. */
export function serviceArgument(name: string): Argument {
  const meaning =
    'api: the property data; auth: users, sessions and keys; usage: usage, quotas and look-up log';
  return new Argument(name, meaning).choices(['api', 'auth', 'usage']);
}

/** Backup, restore and compaction of a service's database, and where it is. */
export function upkeepFor(settings: Settings, service: Service) {
  return {
    api: () => ({ upkeep: storeUpkeep, address: propertyDatabase(settings) }),
    auth: () => ({ upkeep: authUpkeep, address: authDatabase(settings) }),
    usage: () => ({ upkeep: usageUpkeep, address: usageDatabase(settings) }),
  }[service]();
}

/** `ktima backup`, `ktima restore` and `ktima compact` */
export function addCommand(program: Command, context: CommandContext): void {
  addBackup(program, context);
  addRestore(program, context);
  addCompact(program, context);
}

function addBackup(program: Command, context: CommandContext): void {
  const { settings, print: show, terminal } = context;
  program
    .command('backup')
    .description('write the database of a service to one file, and check the file')
    .addArgument(serviceArgument('<service>'))
    .argument('<file>', 'the file; only its owner can read it. FILE.sha256 gets its checksum')
    .option('--force', 'replace the file', false)
    .addHelpText(
      'after',
      `${examples('ktima backup auth /var/backups/ktima/auth-2026-11-16.backup')}

Services and imports keep running. Keep both files together: ktima restore checks the checksum
first. With KTIMA_BACKUP_RECORDS the outcome is recorded for the metrics. With PostgreSQL it prints
the commands of PostgreSQL's own programs, and ends with the code 2. See docs/operations.md.`,
    )
    .action((service: Service, file: string, { force }: { force: boolean }) => {
      if (printForPostgres(context, service, setting => backupLines(setting, file))) return;
      const onInterrupt = () => {
        rmSync(temporaryName(file), { force: true });
        print(terminal.stderr, 'ktima: interrupted; nothing was written');
      };
      return show(interruptible(onInterrupt, () => backUp(settings(), service, file, force)));
    });
}

/** With PostgreSQL, prints the commands instead, and ends so that no old job stays green. */
function printForPostgres(
  { settings, terminal, fail }: CommandContext,
  service: Service,
  linesFor: (setting: string) => readonly string[],
): boolean {
  const { upkeep, address } = upkeepFor(settings(), service);
  if (sqlitePath(address) !== undefined) return false;
  print(terminal.stderr, [
    `ktima: nothing was done. ${upkeep.setting} is a PostgreSQL database, which its own programs`,
    'back up and restore, whole. docs/operations.md has more; deploy/backup-postgres.sh is for each night:',
    '',
    ...linesFor(upkeep.setting),
  ]);
  fail(2);
  return true;
}

async function backUp(
  settings: Settings,
  service: Service,
  file: string,
  force: boolean,
): Promise<Text> {
  const { upkeep, address } = upkeepFor(settings, service);
  const { tables, rows, bytes, checksum } = await recordBackup(
    settings.backupRecords,
    service,
    async () => {
      checkDatabaseExists(settings, service);
      return upkeep.backUp(sqlitePath(address)!, file, force);
    },
  );
  const lines = [
    `${file}: ${upkeep.content}, ${tables} tables, ${rows} rows, ${megabytes(bytes)}`,
    `SHA-256 ${checksum}`,
  ];
  if (service !== 'auth') return lines;
  const keys = settings.keySecret
    ? 'keep KTIMA_KEY_SECRET, which its keys are sealed with, in another place'
    : 'its keys are not sealed, because KTIMA_KEY_SECRET is not set';
  return [...lines, `It contains password hashes and signing keys: keep it private; ${keys}`];
}

function addRestore(program: Command, context: CommandContext): void {
  const { settings, print, terminal } = context;
  program
    .command('restore')
    .description('replace the database of a service by a backup, all or nothing')
    .addArgument(serviceArgument('<service>'))
    .argument('<file>', 'a file that ktima backup wrote')
    .option('--replace', 'replace a database that has data', false)
    .option(
      '--no-checksum',
      'restore a file without its FILE.sha256; a changed byte may be accepted',
    )
    .addHelpText(
      'after',
      `${examples('ktima restore auth /var/backups/ktima/auth-2026-11-16.backup')}

With PostgreSQL it prints the commands of PostgreSQL's own programs, and ends with the code 2. See
docs/operations.md.`,
    )
    .action((service: Service, file: string, options: { replace: boolean; checksum: boolean }) => {
      if (printForPostgres(context, service, setting => restoreLines(service, setting, file)))
        return;
      return print(restore(settings(), service, file, options, terminal));
    });
}

async function restore(
  settings: Settings,
  service: Service,
  file: string,
  options: { replace: boolean; checksum: boolean },
  terminal: Terminal,
): Promise<Text> {
  const { upkeep, address } = upkeepFor(settings, service);
  const open = { api: withStore, auth: withAuthStore, usage: withUsage }[service];
  const migrate = () => open(settings, async () => {});
  const restored = await upkeep.restore(sqlitePath(address)!, file, { ...options, migrate });
  if (service === 'api') await buildForServices(settings, terminal);
  const { tables, rows } = restored;
  return `${upkeep.content}: ${rows} rows in ${tables} tables are restored; running services use them`;
}

function addCompact(program: Command, { settings, print }: CommandContext): void {
  program
    .command('compact')
    .description(
      'give the unused space of SQLite files back to the disk, and remove indexes that only other ' +
        'versions of Ktima read',
    )
    .addArgument(serviceArgument('[service]'))
    .addHelpText(
      'after',
      `${examples('ktima compact', 'ktima compact api')}

An import reuses the space of the rows it replaces. Space stays unused after ktima remove, or when
an import has far fewer rows than before. Services keep running. It needs as much free space as
the compacted file has.`,
    )
    .action((only?: Service) => print(compact(settings(), only)));
}

/** Those of other formats, which stay otherwise: services of other versions may need them. */
async function removeUnusedArtefacts(store: Store): Promise<void> {
  await removeOthers(store, (await store.editions.read()).sources, true);
}

async function compact(settings: Settings, only: Service | undefined): Promise<Text> {
  const lines: string[] = [];
  for (const service of only ? [only] : (['api', 'auth'] as const)) {
    checkDatabaseExists(settings, service);
    const { upkeep, address } = upkeepFor(settings, service);
    if (service === 'api') await withStore(settings, removeUnusedArtefacts);
    const sizes = await upkeep.compact(address);
    lines.push(
      sizes
        ? `${upkeep.content}: ${megabytes(sizes.before)} before, ${megabytes(sizes.after)} now`
        : `${upkeep.content}: nothing to do; PostgreSQL reuses its space`,
    );
  }
  return lines;
}
