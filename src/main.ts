import { enableCompileCache } from 'node:module';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { readSettings, type Settings } from './config.ts';
import { KtimaError } from './errors.ts';

// Commands are imported when they run, and compiled code is kept: `--help` should not wait for
// what only a server needs.
enableCompileCache();

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
  .action(async (only: 'api' | 'auth' | undefined, { demo }: { demo: boolean }) => {
    const { serve } = await import('./cli/serve.ts');
    // The demo's terminal belongs to its welcome, unless the log was asked for.
    await serve(settings(demo ? { KTIMA_LOG_LEVEL: 'warn' } : {}), { only, demo });
  });

program
  .command('status')
  .description('show what is loaded: layer, source, rows, date, licence')
  .option('--json', 'as JSON, for a program', false)
  .addHelpText('after', examples('ktima status', 'ktima status --json'))
  .action(async (options: { json: boolean }) => {
    const { status } = await import('./cli/status.ts');
    await print(status(settings(), options));
  });

const user = program.command('user').description('manage who may log in');
const users = () => import('./cli/user.ts');
user
  .command('add <name>')
  .description('add a user; the password is asked for, or read from standard input')
  .option('--email <address>', 'to log in with as well')
  .addHelpText('after', examples('ktima user add maria', 'pass ktima/maria | ktima user add maria'))
  .action(async (name: string, { email }: { email?: string }) =>
    print((await users()).addUser(settings(), name, email)),
  );
user
  .command('list')
  .description('list all users')
  .option('--json', 'as JSON, for a program', false)
  .addHelpText('after', examples('ktima user list'))
  .action(async (options: { json: boolean }) =>
    print((await users()).listUsers(settings(), options)),
  );
user
  .command('disable <name>')
  .description('refuse logins of a user')
  .addHelpText('after', examples('ktima user disable maria'))
  .action(async (name: string) => print((await users()).setDisabled(settings(), name, true)));
user
  .command('enable <name>')
  .description('allow logins of a user again')
  .addHelpText('after', examples('ktima user enable maria'))
  .action(async (name: string) => print((await users()).setDisabled(settings(), name, false)));
user
  .command('password <name>')
  .description('change a password; asked for, or read from standard input')
  .addHelpText('after', examples('ktima user password maria'))
  .action(async (name: string) => print((await users()).changePassword(settings(), name)));

user
  .command('otp <name>')
  .description('give a user a second factor: QR code and recovery codes are shown once')
  .option('--remove', 'let the user log in by password alone again', false)
  .addHelpText('after', examples('ktima user otp maria', 'ktima user otp maria --remove'))
  .action(async (name: string, { remove }: { remove: boolean }) => {
    const { enrolSecondFactor, removeSecondFactor } = await users();
    await print((remove ? removeSecondFactor : enrolSecondFactor)(settings(), name));
  });

user
  .command('unlock <name>')
  .description('let a user in again who is locked after too many failures')
  .addHelpText('after', examples('ktima user unlock maria'))
  .action(async (name: string) => print((await users()).unlockUser(settings(), name)));
user
  .command('delete <name>')
  .description('delete a user and end all sessions; the audit trail stays')
  .addHelpText('after', examples('ktima user delete maria'))
  .action(async (name: string) => print((await users()).deleteUser(settings(), name)));
user
  .command('sessions <name>')
  .description('list the sessions of a user, or end them')
  .option('--end [id]', 'end this session, or all')
  .option('--json', 'as JSON, for a program', false)
  .addHelpText('after', examples('ktima user sessions maria', 'ktima user sessions maria --end'))
  .action(async (name: string, options: { end?: string | true; json: boolean }) =>
    print((await users()).userSessions(settings(), name, options)),
  );
user
  .command('log [name]')
  .description('show the audit trail: who, when, from where, what')
  .option('--limit <n>', 'how many lines, the newest', readLimit, 100)
  .option('--json', 'as JSON, for a program', false)
  .addHelpText('after', examples('ktima user log', 'ktima user log maria --limit 20'))
  .action(async (name: string | undefined, options: { limit: number; json: boolean }) =>
    print((await users()).userLog(settings(), name, options)),
  );

const keys = program.command('keys').description('manage the keys that sign tokens');
const keyCommands = () => import('./cli/keys.ts');
keys
  .command('rotate')
  .description('publish a new key; it signs after KTIMA_KEY_LEAD_SECONDS')
  .option('--now', 'let it sign at once: after a leak, followed by `ktima keys remove`', false)
  .addHelpText('after', examples('ktima keys rotate', 'ktima keys rotate --now'))
  .action(async (options: { now: boolean }) =>
    print((await keyCommands()).rotateKeys(settings(), options)),
  );
keys
  .command('list')
  .description('list all keys and what they do')
  .option('--json', 'as JSON, for a program', false)
  .addHelpText('after', examples('ktima keys list'))
  .action(async (options: { json: boolean }) =>
    print((await keyCommands()).listKeys(settings(), options)),
  );
keys
  .command('remove <kid>')
  .description('remove a key; tokens it signed are refused')
  .addHelpText('after', examples('ktima keys remove xW3kd0…'))
  .action(async (kid: string) => print((await keyCommands()).removeKey(settings(), kid)));

program
  .command('openapi')
  .description('print the OpenAPI description of a service')
  .addArgument(new Argument('[service]', 'which one').choices(['api', 'auth']).default('api'))
  .addOption(new Option('--write', 'write both into docs/openapi/ instead').conflicts('check'))
  .option('--check', 'fail when docs/openapi/ is out of date')
  .addHelpText('after', examples('ktima openapi auth > auth.json'))
  .action(async (host: 'api' | 'auth', { write, check }: { write?: boolean; check?: boolean }) => {
    const { checkOpenApi, openApiText, writeOpenApi } = await import('./cli/openapi.ts');
    if (write) return print(writeOpenApi(settings()));
    return print(check ? checkOpenApi(settings()) : openApiText(settings(), host));
  });

function examples(...lines: string[]): string {
  return `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.map(l => `  ${l}`).join('\n')}`;
}

function readLimit(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('expected a whole number from 1 to 9999999');
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
