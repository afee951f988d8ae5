import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { withAuthStore, withStore } from '../services/databases.ts';
import type { Text } from '../terminal/print.ts';
import { type Service, serviceArgument, upkeepFor } from './backup.ts';
import type { CommandContext } from './context.ts';
import { examples } from './option-readers.ts';

/** `ktima restore` */
export function addCommand(program: Command, { settings, print }: CommandContext): void {
  program
    .command('restore')
    .description('replace the database of a service by a backup, all or nothing')
    .addArgument(serviceArgument('<service>'))
    .argument('<file>', 'a file that ktima backup wrote')
    .option('--replace', 'replace a database that has data', false)
    .addHelpText(
      'after',
      `${examples('ktima restore auth /var/backups/ktima/auth-2026-11-16.backup')}

Restore only files that you trust: a dump of PostgreSQL is run as SQL. See docs/operations.md.`,
    )
    .action((service: Service, file: string, { replace }: { replace: boolean }) =>
      print(restore(settings(), service, file, replace)),
    );
}

async function restore(
  settings: Settings,
  service: Service,
  file: string,
  replace: boolean,
): Promise<Text> {
  const { upkeep, address } = upkeepFor(settings, service);
  // Opening makes the tables of a new database, and later migrates those of an older backup.
  const migrate = () => (service === 'api' ? withStore : withAuthStore)(settings, async () => {});
  await migrate();
  const { tables, rows } = await upkeep.restore(address, file, replace);
  await migrate();
  const lines = [
    `${upkeep.content}: ${rows} rows in ${tables} tables are restored; running services use them`,
  ];
  if (!/^postgres/.test(address.url)) return lines;
  const rights =
    'a role that only serves gets its rights again by ktima migrate --serving-role NAME';
  return [...lines, rights];
}
