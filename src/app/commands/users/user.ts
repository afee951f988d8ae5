import type { Command } from 'commander';
import type { Users } from '#features/auth/accounts/users.ts';
import { scopes as knownScopes } from '#http/scopes.ts';
import { usageError } from '#tools/errors.ts';
import type { Text } from '#tools/terminal/print.ts';
import { drawQr } from '#tools/terminal/qr.ts';
import { readNewPassword, type Terminal } from '#tools/terminal/terminal.ts';
import { withAuthStore } from '../../services/databases.ts';
import type { Settings } from '../../settings/config.ts';
import { type CommandContext, examples, readEntryLimit } from '../command-line.ts';
import { addQuota } from './quota.ts';
import { listUsers, userLog, userSessions } from './user-lists.ts';
import { withUsers } from './with-users.ts';

/** `ktima user …` */
export function addCommand(program: Command, { settings, print, terminal }: CommandContext): void {
  /** Changes a user, and prints what was done. */
  const change = (work: (users: Users) => Promise<unknown>, done: string) =>
    print(withUsers(settings(), users => work(users).then(() => done)));
  const user = program.command('user').description('manage the users who may log in');
  user
    .command('add <name>')
    .description('add a user; prompts for the password, or reads it from standard input')
    .option('--email <address>', 'e-mail address that also works as login name')
    .addHelpText(
      'after',
      examples('ktima user add maria', 'pass ktima/maria | ktima user add maria'),
    )
    .action((name: string, { email }: { email?: string }) =>
      print(addUser(settings(), name, terminal, email)),
    );
  user
    .command('list')
    .description('list all users')
    .option('--json', 'as JSON, for a program', false)
    .addHelpText('after', examples('ktima user list'))
    .action((options: { json: boolean }) => print(listUsers(settings(), options)));
  user
    .command('disable <name>')
    .description('stop a user from logging in and end the sessions')
    .addHelpText('after', examples('ktima user disable maria'))
    .action((name: string) =>
      change(users => users.setDisabled(name, true), `user ${name} disabled`),
    );
  user
    .command('enable <name>')
    .description('allow a disabled user to log in again')
    .addHelpText('after', examples('ktima user enable maria'))
    .action((name: string) =>
      change(users => users.setDisabled(name, false), `user ${name} enabled`),
    );
  user
    .command('password <name>')
    .description('change a password; prompts for it, or reads it from standard input')
    .addHelpText('after', examples('ktima user password maria'))
    .action((name: string) =>
      change(
        async users => users.setPassword(name, await readNewPassword(terminal)),
        `password of ${name} changed`,
      ),
    );

  user
    .command('otp <name>')
    .description(
      'give a user a second factor and end the sessions; shows QR code and recovery codes once',
    )
    .option('--remove', 'remove the second factor; the password alone is then enough', false)
    .addHelpText('after', examples('ktima user otp maria', 'ktima user otp maria --remove'))
    .action((name: string, { remove }: { remove: boolean }) =>
      remove
        ? change(
            users => users.removeSecondFactor(name),
            `user ${name} now logs in without a second factor`,
          )
        : print(enrolSecondFactor(settings(), name)),
    );

  user
    .command('scopes <name> [list]')
    .description('limit what the tokens of a user may be used for, and end the sessions')
    .option('--all', 'remove the limit', false)
    .addHelpText(
      'after',
      examples('ktima user scopes maria places,report', 'ktima user scopes maria --all'),
    )
    .action((name: string, list: string | undefined, { all }: { all: boolean }) => {
      if ((list === undefined) !== all) {
        throw usageError(`expected --all, or some of ${knownScopes.join(', ')}`);
      }
      return change(
        users => users.setScopes(name, list),
        `user ${name} has ${list ?? 'all scopes'}`,
      );
    });
  addQuota(user, 'user', { settings, print });
  user
    .command('unlock <name>')
    .description('unlock a user who is locked after too many wrong passwords or one-time passwords')
    .addHelpText('after', examples('ktima user unlock maria'))
    .action((name: string) => change(users => users.unlock(name), `user ${name} unlocked`));
  user
    .command('delete <name>')
    .description('delete a user and end all sessions; the audit trail stays')
    .addHelpText('after', examples('ktima user delete maria'))
    .action((name: string) => change(users => users.delete(name), `user ${name} deleted`));
  user
    .command('sessions <name>')
    .description('list the sessions of a user, or end them')
    .option('--end [id]', 'end this session, or all')
    .option('--json', 'as JSON, for a program', false)
    .addHelpText('after', examples('ktima user sessions maria', 'ktima user sessions maria --end'))
    .action((name: string, options: { end?: string | true; json: boolean }) =>
      print(userSessions(settings(), name, options)),
    );
  user
    .command('log [name]')
    .description('show the audit trail: time, event, user, origin')
    .option('--limit <n>', 'how many of the newest entries', readEntryLimit, 100)
    .option('--json', 'as JSON lines, for a program', false)
    .addHelpText('after', examples('ktima user log', 'ktima user log maria --limit 20'))
    .action((name: string | undefined, options: { limit: number; json: boolean }) =>
      print(userLog(settings(), name, options)),
    );
}

function addUser(
  settings: Settings,
  name: string,
  terminal: Terminal,
  email?: string,
): Promise<Text> {
  return withUsers(
    settings,
    async users => {
      await users.add(name, await readNewPassword(terminal), email);
      return `user ${name} added`;
    },
    withAuthStore,
  );
}

function enrolSecondFactor(settings: Settings, name: string): Promise<Text> {
  return withUsers(settings, async users => {
    const { secret, uri, recoveryCodes } = await users.enrol(name);
    return [
      'Scan this with an authenticator program, or type the secret into it.',
      '',
      ...drawQr(uri),
      '',
      `secret   ${secret}`,
      `URI      ${uri}`,
      '',
      'Recovery codes. Each works once, in place of a one-time password. Keep them safe:',
      'neither they nor the secret will be shown again.',
      '',
      ...recoveryCodes.map(code => `  ${code}`),
    ];
  });
}
