import { rmSync } from 'node:fs';
import { Argument, type Command } from 'commander';
import { authUpkeep } from '../auth/upkeep.ts';
import type { Settings } from '../config.ts';
import { megabytes } from '../files/disk-space.ts';
import { temporaryName } from '../files/write-file.ts';
import { authDatabase, checkDatabaseExists, propertyDatabase } from '../services/databases.ts';
import { storeUpkeep } from '../store/upkeep.ts';
import { print, type Text } from '../terminal/print.ts';
import type { CommandContext } from './context.ts';
import { interruptible } from './interruptible.ts';
import { examples } from './option-readers.ts';

/** The service whose database a command is about. */
export type Service = 'api' | 'auth';

/** The argument that names it. */
export function serviceArgument(name: string): Argument {
  const meaning = 'api: the property data; auth: users, sessions and keys';
  return new Argument(name, meaning).choices(['api', 'auth']);
}

/** Backup, restore and compaction of a service's database, and where it is. */
export function upkeepFor(settings: Settings, service: Service) {
  return service === 'api'
    ? { upkeep: storeUpkeep, address: propertyDatabase(settings) }
    : { upkeep: authUpkeep, address: authDatabase(settings) };
}

/** `ktima backup` */
export function addCommand(program: Command, context: CommandContext): void {
  const { settings, print: show, terminal } = context;
  program
    .command('backup')
    .description('write the database of a service to one file, and check the file')
    .addArgument(serviceArgument('<service>'))
    .argument('<file>', 'the file; only its owner can read it')
    .option('--force', 'replace the file', false)
    .addHelpText(
      'after',
      `${examples('ktima backup auth /var/backups/ktima/auth-2026-11-16.backup')}

Services and imports keep running. SQLite: a database file. PostgreSQL: a dump of pg_dump, which
must be installed. See docs/operations.md.`,
    )
    .action((service: Service, file: string, { force }: { force: boolean }) => {
      const onInterrupt = () => {
        rmSync(temporaryName(file), { force: true });
        print(terminal.stderr, 'ktima: interrupted; nothing was written');
      };
      return show(interruptible(onInterrupt, () => backUp(settings(), service, file, force)));
    });
}

async function backUp(
  settings: Settings,
  service: Service,
  file: string,
  force: boolean,
): Promise<Text> {
  checkDatabaseExists(settings, service);
  const { upkeep, address } = upkeepFor(settings, service);
  const { tables, rows, bytes, checksum } = await upkeep.backUp(address, file, force);
  const lines = [
    `${file}: ${upkeep.content}, ${tables} tables, ${rows} rows, ${megabytes(bytes)}`,
    `SHA-256 ${checksum}`,
  ];
  if (service === 'api') return lines;
  const keys = settings.keySecret
    ? 'keep KTIMA_KEY_SECRET, which its keys are sealed with, in another place'
    : 'its keys are not sealed, because KTIMA_KEY_SECRET is not set';
  return [...lines, `It contains password hashes and signing keys: keep it private; ${keys}`];
}
