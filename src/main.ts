import { inspect } from 'node:util';
import { Command } from 'commander';
import type { CommandContext } from './commands/context.ts';
import { readSettings, removedSettingWarnings } from './config.ts';
import { KtimaError } from './errors.ts';
import { escapeLines, print } from './terminal/print.ts';

/** Each is loaded when it is asked for: `ktima status` should not wait for what only a server needs. */
const commands = {
  serve: () => import('./commands/serve.ts'),
  status: () => import('./commands/status.ts'),
  migrate: () => import('./commands/migrate.ts'),
  import: () => import('./commands/import.ts'),
  export: () => import('./commands/export.ts'),
  geocode: () => import('./commands/geocode.ts'),
  enrich: () => import('./commands/enrich.ts'),
  user: () => import('./commands/user.ts'),
  keys: () => import('./commands/keys.ts'),
};

const program = new Command('ktima')
  .description('Property data for Greece, self-hosted: rebuilding cost, what is around, parcels.')
  .version('1.0.0')
  .showHelpAfterError('(add --help for what it takes)')
  .configureOutput({
    writeOut: text => process.stdout.write(escapeLines(text)),
    writeErr: text => process.stderr.write(escapeLines(text)),
  })
  .addHelpText(
    'after',
    '\nSettings are environment variables; .env.example lists all with their defaults.',
  );

const context: CommandContext = {
  settings: (defaults = {}) => readSettings({ ...defaults, ...process.env }),
  settingWarnings: () => removedSettingWarnings(process.env),
  print: async text => print(process.stdout, await text),
};

/** Why a database is out of reach is for whoever sits at the terminal; clients are not told. */
function sentence({ message, retryAfterSeconds, cause }: KtimaError): string {
  return retryAfterSeconds && cause instanceof Error ? `${message} (${cause.message})` : message;
}

try {
  const asked = Object.entries(commands).filter(([name]) => name === process.argv[2]);
  // Help, and a command that there is none of, need all.
  for (const [, load] of asked.length > 0 ? asked : Object.entries(commands)) {
    (await load()).addCommand(program, context);
  }
  await program.parseAsync();
} catch (error) {
  // A sentence for what we foresaw; a stack only for what we did not.
  const foreseen = error instanceof KtimaError;
  print(process.stderr, foreseen ? `ktima: ${sentence(error)}` : inspect(error).split('\n'));
  process.exitCode = 1;
  // Whatever a start that failed has left open does not keep the process.
  setTimeout(() => process.exit(), 1_000).unref();
}
