import type { Command } from 'commander';
import type { CommandContext } from './context.ts';
import { examples } from './option-readers.ts';

/** `ktima keys …` */
export function addKeyCommands(program: Command, { settings, print }: CommandContext): void {
  const keys = program.command('keys').description('manage the keys that sign tokens');
  const keyCommands = () => import('./keys.ts');
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
    .command('seal')
    .description('seal keys and second factors under KTIMA_KEY_SECRET, after it was changed or set')
    .addHelpText('after', examples('ktima keys seal'))
    .action(async () => print((await keyCommands()).sealAll(settings())));
  keys
    .command('remove <kid>')
    .description('remove a key; tokens it signed are refused')
    .addHelpText('after', examples('ktima keys remove xW3kd0…'))
    .action(async (kid: string) => print((await keyCommands()).removeKey(settings(), kid)));
}
