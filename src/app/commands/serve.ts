import { Argument, type Command } from 'commander';
import { KtimaError, sentenceOf } from '#tools/errors.ts';
import type { ServiceName } from '../services/service.ts';
import { type CommandContext, examples } from './command-line.ts';

interface ServeFlags {
  readonly demo: boolean;
}

/** `ktima serve` */
export function addCommand(program: Command, context: CommandContext): void {
  const { terminal } = context;
  program
    .command('serve')
    .description('start the services, both in one process, or only the named one')
    .addArgument(new Argument('[service]', 'start only this service').choices(['api', 'auth']))
    .option(
      '--demo',
      'fill empty layers with sample data, serve it, and add the user demo; on loopback only',
      false,
    )
    .addHelpText('after', examples('ktima serve --demo', 'KTIMA_API_PORT=9000 ktima serve api'))
    .action(async (only: ServiceName | undefined, { demo }: ServeFlags) => {
      try {
        // Log less in the demo, so that the welcome text stays visible.
        const quiet = demo && terminal.stdout.isTTY;
        const settings = context.settings(quiet ? { KTIMA_LOG_LEVEL: 'warn' } : {});
        // Loaded only now, because the help of all commands should not wait for the server code.
        const { serve } = await import('./run-services.ts');
        await serve(settings, {
          only,
          demo,
          version: program.version(),
          terminal,
        });
      } catch (error) {
        // For people the program prints it.
        if (terminal.stderr.isTTY || !(error instanceof KtimaError)) throw error;
        const { openLog } = await import('../services/service.ts');
        openLog('fatal', only ?? 'serve', terminal.stderr).fatal(sentenceOf(error));
        context.fail();
      }
    });
}
