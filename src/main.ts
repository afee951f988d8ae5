import { enableCompileCache } from 'node:module';
import { inspect } from 'node:util';
import { Argument, Command, Option } from 'commander';
import { addEnrichCommand } from './commands/enrich-command.ts';
import type { GeocodeOptions } from './commands/geocode.ts';
import { addImportCommands } from './commands/import.ts';
import { addKeyCommands } from './commands/keys-command.ts';
import { examples, whole } from './commands/option-readers.ts';
import { addUserCommands } from './commands/user-command.ts';
import { readSettings, removedSettingWarnings, type Settings } from './config.ts';
import { KtimaError } from './errors.ts';
import { privateTemporaryFolder } from './files/private-file.ts';
import { escapeLines, print, type Text } from './terminal/print.ts';

// Commands are imported when they run, and compiled code is kept: `--help` should not wait for
// what only a server needs. Not where Node keeps it by default: another user could have made that
// folder, and put code of their own into it.
const compiled = privateTemporaryFolder('ktima-compiled');
if (compiled) enableCompileCache(compiled);

interface Hints {
  readonly postalCode?: string;
  readonly city?: string;
  readonly limit: number;
}

const context = { settings, print: show };
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

program
  .command('serve')
  .description('start the services; both in one process unless one is named')
  .addArgument(new Argument('[service]', 'one of the two').choices(['api', 'auth']))
  .option(
    '--demo',
    'fill what is empty with sample data, serve it, and let the user demo in; on loopback only',
    false,
  )
  .addHelpText('after', examples('ktima serve --demo', 'KTIMA_API_PORT=9000 ktima serve api'))
  .action(async (only: 'api' | 'auth' | undefined, { demo }: { demo: boolean }) => {
    const { serve } = await import('./commands/serve.ts');
    // The demo's terminal belongs to its welcome, unless the log was asked for.
    const warnings = removedSettingWarnings(process.env);
    await serve(settings(demo ? { KTIMA_LOG_LEVEL: 'warn' } : {}), { only, demo, warnings });
  });

program
  .command('status')
  .description('show what is loaded: layer, source, rows, date, licence')
  .option('--json', 'as JSON, for a program', false)
  .addHelpText('after', examples('ktima status', 'ktima status --json'))
  .action(async (options: { json: boolean }) => {
    const { status } = await import('./commands/status.ts');
    await show(status(settings(), options));
  });

program
  .command('migrate')
  .description('bring the tables of both databases up to date; serve and import do so too')
  .addArgument(new Argument('[service]', 'only the database of one').choices(['api', 'auth']))
  .addHelpText('after', examples('ktima migrate', 'ktima migrate api'))
  .action(async (only: 'api' | 'auth' | undefined) => {
    const { migrate } = await import('./commands/migrate.ts');
    await show(migrate(settings(), only));
  });

addImportCommands(program, context);

program
  .command('geocode <address>')
  .description('find an address and show how sure that is')
  .option('--postal-code <code>', 'hint: five digits')
  .option('--city <name>', 'hint: town or municipality')
  .option('--limit <number>', 'how many results at most', whole, 5)
  .option('--explain', 'show what each step made of it', false)
  .option('--json', 'as JSON, for a program', false)
  .addHelpText(
    'after',
    examples(
      'ktima geocode "Βασ. Σοφίας 24, Αθήνα"',
      'ktima geocode "Vas. Sofias 24, Athina" --explain',
    ),
  )
  .action(async (address: string, { explain, json, ...hints }: GeocodeOptions & Hints) => {
    const { geocodeText } = await import('./commands/geocode.ts');
    await show(geocodeText(settings(), { address, ...hints }, { explain, json }));
  });

addEnrichCommand(program, context);
addUserCommands(program, context);
addKeyCommands(program, context);

program
  .command('openapi')
  .description('print the OpenAPI description of a service')
  .addArgument(new Argument('[service]', 'which one').choices(['api', 'auth']).default('api'))
  .addOption(new Option('--write', 'write both into docs/openapi/ instead').conflicts('check'))
  .option('--check', 'fail when docs/openapi/ is out of date')
  .addHelpText('after', examples('ktima openapi auth > auth.json'))
  .action(async (host: 'api' | 'auth', { write, check }: { write?: boolean; check?: boolean }) => {
    const { checkOpenApi, openApiText, writeOpenApi } = await import('./cli/openapi.ts');
    if (write) return show(writeOpenApi(settings()));
    return show(check ? checkOpenApi(settings()) : openApiText(settings(), host));
  });

function settings(defaults: Record<string, string> = {}): Settings {
  return readSettings({ ...defaults, ...process.env });
}

async function show(text: Promise<Text>): Promise<void> {
  print(process.stdout, await text);
}

/** Why a database is out of reach is for whoever sits at the terminal; clients are not told. */
function sentence({ message, retryAfterSeconds, cause }: KtimaError): string {
  return retryAfterSeconds && cause instanceof Error ? `${message} (${cause.message})` : message;
}

try {
  await program.parseAsync();
} catch (error) {
  // A sentence for what we foresaw; a stack only for what we did not.
  const foreseen = error instanceof KtimaError;
  print(process.stderr, foreseen ? `ktima: ${sentence(error)}` : inspect(error).split('\n'));
  process.exitCode = 1;
  // Whatever a start that failed has left open does not keep the process.
  setTimeout(() => process.exit(), 1_000).unref();
}
