import { Argument, Command, Option } from 'commander';
import { checkOpenApi, type Host, openApiText, writeOpenApi } from './cli/openapi.ts';
import { type ServeOptions, serve } from './cli/serve.ts';
import { status } from './cli/status.ts';
import { addUser, changePassword, listUsers, setDisabled } from './cli/user.ts';
import { readSettings, type Settings } from './config.ts';
import { KtimaError } from './errors.ts';

const program = new Command('ktima')
  .description('Property data for Greece, self-hosted: rebuilding cost, what is around, parcels.')
  .version('1.0.0')
  .showHelpAfterError('(add --help for what it takes)')
  .addHelpText(
    'after',
    '\nSettings are environment variables; .env.example lists all with their defaults.',
  );

program
  .command('serve')
  .description('start the services; both in one process unless one is named')
  .addArgument(new Argument('[service]', 'one of the two').choices(['api', 'auth']))
  .option('--demo', 'fill what is empty with sample data and make the user demo', false)
  .addHelpText('after', examples('ktima serve --demo', 'KTIMA_API_PORT=9000 ktima serve api'))
  .action((only: ServeOptions['only'], { demo }: { demo: boolean }) =>
    // The demo's terminal belongs to its welcome, unless the log was asked for.
    serve(settings(demo ? { KTIMA_LOG_LEVEL: 'warn' } : {}), { only, demo }),
  );

program
  .command('status')
  .description('show what is loaded: layer, source, rows, date, licence')
  .option('--json', 'as JSON, for a program', false)
  .addHelpText('after', examples('ktima status', 'ktima status --json'))
  .action((options: { json: boolean }) => print(status(settings(), options)));

const user = program.command('user').description('manage who may log in');
user
  .command('add <name>')
  .description('add a user; the password is asked for, or read from standard input')
  .option('--email <address>', 'to log in with as well')
  .addHelpText('after', examples('ktima user add maria', 'pass ktima/maria | ktima user add maria'))
  .action((name: string, { email }: { email?: string }) => print(addUser(settings(), name, email)));
user
  .command('list')
  .description('list all users')
  .option('--json', 'as JSON, for a program', false)
  .addHelpText('after', examples('ktima user list'))
  .action((options: { json: boolean }) => print(listUsers(settings(), options)));
user
  .command('disable <name>')
  .description('refuse logins of a user')
  .addHelpText('after', examples('ktima user disable maria'))
  .action((name: string) => print(setDisabled(settings(), name, true)));
user
  .command('enable <name>')
  .description('allow logins of a user again')
  .addHelpText('after', examples('ktima user enable maria'))
  .action((name: string) => print(setDisabled(settings(), name, false)));
user
  .command('password <name>')
  .description('change a password; asked for, or read from standard input')
  .addHelpText('after', examples('ktima user password maria'))
  .action((name: string) => print(changePassword(settings(), name)));

program
  .command('openapi')
  .description('print the OpenAPI description of a service')
  .addArgument(new Argument('[service]', 'which one').choices(['api', 'auth']).default('api'))
  .addOption(new Option('--write', 'write both into docs/openapi/ instead').conflicts('check'))
  .option('--check', 'fail when docs/openapi/ is out of date')
  .addHelpText('after', examples('ktima openapi auth > auth.json'))
  .action((host: Host, { write, check }: { write?: boolean; check?: boolean }) => {
    if (write) return print(writeOpenApi(settings()));
    return print(check ? checkOpenApi(settings()) : openApiText(settings(), host));
  });

function examples(...lines: string[]): string {
  return `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.map(l => `  ${l}`).join('\n')}`;
}

function settings(defaults: Record<string, string> = {}): Settings {
  return readSettings({ ...defaults, ...process.env });
}

async function print(text: Promise<string>): Promise<void> {
  process.stdout.write(`${(await text).trimEnd()}\n`);
}

try {
  await program.parseAsync();
} catch (error) {
  // A sentence for what we foresaw; a stack only for what we did not.
  console.error(error instanceof KtimaError ? `ktima: ${error.message}` : error);
  process.exitCode = 1;
}
