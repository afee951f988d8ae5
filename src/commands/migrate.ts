import { Argument, type Command } from 'commander';
import type { Settings } from '../config.ts';
import { withAuthStore, withStore } from '../services/databases.ts';
import type { Text } from '../terminal/print.ts';
import type { CommandContext } from './context.ts';
import { examples } from './option-readers.ts';

/** `ktima migrate` */
export function addCommand(program: Command, { settings, print }: CommandContext): void {
  program
    .command('migrate')
    .description('create or migrate the tables of both databases; serve and import do this too')
    .addArgument(
      new Argument('[service]', 'only the database of this service').choices(['api', 'auth']),
    )
    .addHelpText('after', examples('ktima migrate', 'ktima migrate api'))
    .action((only: 'api' | 'auth' | undefined) => print(migrate(settings(), only)));
}

/** Migrates the tables of both services, or of one. Opening a database does that. */
async function migrate(settings: Settings, only: 'api' | 'auth' | undefined): Promise<Text> {
  const lines: string[] = [];
  if (only !== 'auth') {
    await withStore(settings, async () => {});
    lines.push('KTIMA_DATABASE_URL: the tables are up to date');
  }
  if (only !== 'api') {
    await withAuthStore(settings, async () => {});
    lines.push('KTIMA_AUTH_DATABASE_URL: the tables are up to date');
  }
  return lines;
}
