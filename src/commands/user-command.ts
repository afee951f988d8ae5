import type { Command } from 'commander';
import type { CommandContext } from './context.ts';
import { examples, readLimit } from './option-readers.ts';

/** `ktima user …` */
export function addUserCommands(program: Command, { settings, print }: CommandContext): void {
  const user = program.command('user').description('manage who may log in');
  const users = () => import('./user.ts');
  user
    .command('add <name>')
    .description('add a user; the password is asked for, or read from standard input')
    .option('--email <address>', 'to log in with as well')
    .addHelpText(
      'after',
      examples('ktima user add maria', 'pass ktima/maria | ktima user add maria'),
    )
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
    .description(
      'give a user a second factor and end older sessions: QR code and recovery codes are shown once',
    )
    .option('--remove', 'let the user log in by password alone again', false)
    .addHelpText('after', examples('ktima user otp maria', 'ktima user otp maria --remove'))
    .action(async (name: string, { remove }: { remove: boolean }) => {
      const { enrolSecondFactor, removeSecondFactor } = await users();
      await print((remove ? removeSecondFactor : enrolSecondFactor)(settings(), name));
    });

  user
    .command('unlock <name>')
    .description(
      'let a user in again who is locked after too many wrong passwords or one-time passwords',
    )
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
}
