import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { Command, CommanderError, Help, type Option } from 'commander';
import type { CommandContext } from '#app/commands/command-line.ts';
import { readSettings } from '#app/settings/read-settings.ts';
import { KtimaError, sentenceOf } from '#tools/errors.ts';
import { escapeLines, print } from '#tools/terminal/print.ts';
import type { Terminal } from '#tools/terminal/terminal.ts';
import { version, versionWithRevision } from '#tools/version.ts';

/** The folder of the program. */
const home = fileURLToPath(new URL('..', import.meta.url));

const upkeep = () => import('#app/commands/upkeep-commands.ts');
const usage = () => import('#app/commands/usage.ts');

/** Each is loaded when it is asked for: `ktima status` should not wait for what only a server needs. */
const commands = {
  setup: () => import('#app/commands/setup.ts'),
  serve: () => import('#app/commands/serve.ts'),
  status: () => import('#app/commands/status.ts'),
  check: () => import('#app/commands/check.ts'),
  migrate: () => import('#app/commands/migrate.ts'),
  backup: upkeep,
  restore: upkeep,
  compact: upkeep,
  import: () => import('#app/commands/imports/import.ts'),
  remove: () => import('#app/commands/remove.ts'),
  export: () => import('#app/commands/export.ts'),
  geocode: () => import('#app/commands/geocode-command.ts'),
  report: () => import('#app/commands/report-command.ts'),
  enrich: () => import('#app/commands/portfolios/enrich.ts'),
  portfolio: () => import('#app/commands/portfolios/portfolio.ts'),
  user: () => import('#app/commands/users/user.ts'),
  client: () => import('#app/commands/users/client.ts'),
  keys: () => import('#app/commands/keys.ts'),
  usage,
  lookups: usage,
};

/** Runs one command and returns its exit code. What `serve` starts runs after that. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  const context: CommandContext = {
    settings: (defaults = {}) => readSettings({ ...defaults, ...terminal.env }),
    print: async text => print(terminal.stdout, await text),
    terminal,
    run: (args, more) => runCommandLine(args, { ...terminal, env: { ...more, ...terminal.env } }),
    fail(code = 1) {
      exitCode = code;
    },
  };
  const asksVersion = args.includes('--version') || args.includes('-V');
  const program = newProgram(terminal, asksVersion ? versionWithRevision(home) : version);
  try {
    const asked = Object.entries(commands).filter(([name]) => name === args[0]);
    // Help, and a command that there is none of, need all.
    const needed = asked.length > 0 || asksVersion ? asked : Object.entries(commands);
    for (const load of new Set(needed.map(([, load]) => load))) {
      (await load()).addCommand(program, context);
    }
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Help, and mistakes in the arguments: Commander has printed them.
    if (error instanceof CommanderError) return error.exitCode;
    // A sentence for what we foresaw; a stack only for what we did not.
    const foreseen = error instanceof KtimaError;
    print(terminal.stderr, foreseen ? `ktima: ${sentenceOf(error)}` : inspect(error).split('\n'));
    return 1;
  }
}

function newProgram({ stdout, stderr }: Terminal, ownVersion: string): Command {
  return new Command('ktima')
    .description('Property data for Greece, self-hosted: rebuilding cost, what is around, parcels.')
    .version(ownVersion)
    .showHelpAfterError('(--help lists the arguments and options)')
    .configureOutput({
      writeOut: text => stdout.write(escapeLines(text)),
      writeErr: text => stderr.write(escapeLines(text)),
    })
    .configureHelp({ optionDescription })
    .exitOverride()
    .addHelpText(
      'after',
      '\nSettings are environment variables; .env.example lists all with their defaults.',
    );
}

/** An option that is off by default needs no word on that. */
function optionDescription(option: Option): string {
  return new Help().optionDescription(option).replace(/ \(default: (false|\[\])\)$/, '');
}
