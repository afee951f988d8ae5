import { Argument, type Command } from 'commander';
import { grantLogins } from '#features/auth/open-auth-store.ts';
import { tables as runTables } from '#features/runs/run-schema.ts';
import { tables as usageTables } from '#http/usage/usage-schema.ts';
import { grantReading } from '#storage/store/open-store.ts';
import type { Text } from '#tools/terminal/print.ts';
import type { Terminal } from '#tools/terminal/terminal.ts';
import {
  authDatabaseOptions,
  propertyDatabase,
  withAuthStore,
  withRuns,
  withStore,
  withUsage,
} from '../services/databases.ts';
import type { Settings } from '../settings/config.ts';
import { type CommandContext, examples } from './command-line.ts';
import { buildForServices } from './imports/build-artefacts.ts';

interface MigrateOptions {
  readonly servingRole?: string;
}

/** `ktima migrate` */
export function addCommand(program: Command, { settings, print, terminal }: CommandContext): void {
  program
    .command('migrate')
    .description(
      'create or migrate the tables of both databases, and build what services read from the rows; ' +
        'serve and import do this too',
    )
    .addArgument(
      new Argument('[service]', 'only the database of this service').choices(['api', 'auth']),
    )
    .option(
      '--serving-role <name>',
      'let this role of PostgreSQL serve: grant it the rights on all tables, also later ones',
    )
    .addHelpText(
      'after',
      examples(
        'ktima migrate',
        'ktima migrate api --serving-role ktima_api',
        'ktima migrate auth --serving-role ktima_auth',
      ),
    )
    .action((only: Only, options: MigrateOptions) =>
      print(migrate(settings(), only, options, terminal)),
    );
}

type Only = 'api' | 'auth' | undefined;

/** Migrates the tables of both services, or of one. Opening a database does that. */
async function migrate(
  settings: Settings,
  only: Only,
  { servingRole: role }: MigrateOptions,
  terminal: Terminal,
): Promise<Text> {
  const lines: string[] = [];
  const servesBoth = only === undefined;
  if (only !== 'auth') {
    await withStore(settings, async () => {});
    await withUsage(settings, async () => {});
    await withRuns(settings, async () => {});
    lines.push('KTIMA_DATABASE_URL: the tables are up to date');
    if (role !== undefined) {
      const written = [...usageTables, ...runTables];
      await grantReading(propertyDatabase(settings), role, servesBoth, written);
      lines.push(
        `KTIMA_DATABASE_URL: ${role} may read them, and those that come later, and write usage and portfolios`,
      );
    }
    // Last, because it takes minutes, and what else is wrong is said before.
    await buildForServices(settings, terminal, true);
  }
  if (only !== 'api') {
    await withAuthStore(settings, async () => {});
    lines.push('KTIMA_AUTH_DATABASE_URL: the tables are up to date');
    if (role !== undefined) {
      const { authDatabaseUrl } = settings;
      await grantLogins(authDatabaseUrl, authDatabaseOptions(settings), role, servesBoth);
      lines.push(`KTIMA_AUTH_DATABASE_URL: ${role} may read and write them, and later ones`);
    }
  }
  return lines;
}
