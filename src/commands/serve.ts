import { Argument, type Command, Option } from 'commander';
import type { ServiceName } from '../services/open-services.ts';
import type { CommandContext } from './context.ts';
import { examples } from './option-readers.ts';

interface ServeFlags {
  readonly demo: boolean;
  /** In a process that `serve` has started: its service. */
  readonly worker?: ServiceName;
}

/** `ktima serve` */
export function addCommand(program: Command, { settings, settingWarnings }: CommandContext): void {
  program
    .command('serve')
    .description('start the services: both, each in a process of its own, or only the named one')
    .addArgument(new Argument('[service]', 'start only this service').choices(['api', 'auth']))
    .option(
      '--demo',
      'fill empty layers with sample data, serve it, and add the user demo; on loopback only',
      false,
    )
    .addOption(new Option('--worker <service>').choices(['api', 'auth']).hideHelp())
    .addHelpText('after', examples('ktima serve --demo', 'KTIMA_API_PORT=9000 ktima serve api'))
    .action(async (only: ServiceName | undefined, { demo, worker }: ServeFlags) => {
      // Loaded only now, because the help of all commands should not wait for the server code.
      const { serve } = await import('./run-services.ts');
      // Log less in the demo, so that the welcome text stays visible.
      const defaults = demo ? { KTIMA_LOG_LEVEL: 'warn' } : {};
      return serve(settings(defaults), { only, demo, worker, warnings: settingWarnings() });
    });
}
