import { Argument, type Command } from 'commander';
import type { CommandContext } from './context.ts';
import { examples } from './option-readers.ts';

/** `ktima serve` */
export function addCommand(program: Command, { settings, settingWarnings }: CommandContext): void {
  program
    .command('serve')
    .description('start the services: both in one process, or only the named one')
    .addArgument(new Argument('[service]', 'start only this service').choices(['api', 'auth']))
    .option(
      '--demo',
      'fill empty layers with sample data, serve it, and add the user demo; on loopback only',
      false,
    )
    .addHelpText('after', examples('ktima serve --demo', 'KTIMA_API_PORT=9000 ktima serve api'))
    .action(async (only: 'api' | 'auth' | undefined, { demo }: { demo: boolean }) => {
      // Loaded only now, because the help of all commands should not wait for the server code.
      const { serve } = await import('./run-services.ts');
      // Log less in the demo, so that the welcome text stays visible.
      const defaults = demo ? { KTIMA_LOG_LEVEL: 'warn' } : {};
      return serve(settings(defaults), { only, demo, warnings: settingWarnings() });
    });
}
