import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { withAuthStore } from '../services/databases.ts';
import type { Text } from '../terminal/print.ts';
import { drawQr } from '../terminal/qr.ts';
import { readNewPassword, type Terminal } from '../terminal/terminal.ts';
import { type CommandContext, examples, readEntryLimit } from './command-line.ts';
import { listUsers, userLog, userSessions } from './user-lists.ts';
import { withUsers } from './with-users.ts';

/** `ktima user …` */
export function addCommand(program: Command, { settings, print, terminal }: CommandContext): void {
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
    .action((name: string) => print(setDisabled(settings(), name, true)));
  user
    .command('enable <name>')
    .description('allow a disabled user to log in again')
    .addHelpText('after', examples('ktima user enable maria'))
    .action((name: string) => print(setDisabled(settings(), name, false)));
  user
    .command('password <name>')
    .description('change a password; prompts for it, or reads it from standard input')
    .addHelpText('after', examples('ktima user password maria'))
    .action((name: string) => print(changePassword(settings(), name, terminal)));

  user
    .command('otp <name>')
    .description(
      'give a user a second factor and end the sessions; shows QR code and recovery codes once',
    )
    .option('--remove', 'remove the second factor; the password alone is then enough', false)
    .addHelpText('after', examples('ktima user otp maria', 'ktima user otp maria --remove'))
    .action((name: string, { remove }: { remove: boolean }) =>
      print((remove ? removeSecondFactor : enrolSecondFactor)(settings(), name)),
    );

  user
    .command('unlock <name>')
    .description('unlock a user who is locked after too many wrong passwords or one-time passwords')
    .addHelpText('after', examples('ktima user unlock maria'))
    .action((name: string) => print(unlockUser(settings(), name)));
  user
    .command('delete <name>')
    .description('delete a user and end all sessions; the audit trail stays')
    .addHelpText('after', examples('ktima user delete maria'))
    .action((name: string) => print(deleteUser(settings(), name)));
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
    .option('--json', 'as JSON, for a program', false)
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

function changePassword(settings: Settings, name: string, terminal: Terminal): Promise<Text> {
  return withUsers(settings, async users => {
    await users.setPassword(name, await readNewPassword(terminal));
    return `password of ${name} changed`;
  });
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

function removeSecondFactor(settings: Settings, name: string): Promise<Text> {
  return withUsers(settings, async users => {
    await users.removeSecondFactor(name);
    return `user ${name} now logs in without a second factor`;
  });
}

function setDisabled(settings: Settings, name: string, disabled: boolean): Promise<Text> {
  return withUsers(settings, async users => {
    await users.setDisabled(name, disabled);
    return `user ${name} ${disabled ? 'disabled' : 'enabled'}`;
  });
}

function unlockUser(settings: Settings, name: string): Promise<Text> {
  return withUsers(settings, async users => {
    await users.unlock(name);
    return `user ${name} unlocked`;
  });
}

function deleteUser(settings: Settings, name: string): Promise<Text> {
  return withUsers(settings, async users => {
    await users.delete(name);
    return `user ${name} deleted`;
  });
}
