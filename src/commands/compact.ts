import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { megabytes } from '../files/disk-space.ts';
import { checkDatabaseExists } from '../services/databases.ts';
import type { Text } from '../terminal/print.ts';
import { type Service, serviceArgument, upkeepFor } from './backup.ts';
import type { CommandContext } from './context.ts';
import { examples } from './option-readers.ts';

/** `ktima compact` */
export function addCommand(program: Command, { settings, print }: CommandContext): void {
  program
    .command('compact')
    .description('give the unused space of SQLite files back to the disk')
    .addArgument(serviceArgument('[service]'))
    .addHelpText(
      'after',
      `${examples('ktima compact', 'ktima compact api')}

An import reuses the space of the rows it replaces. Space stays unused after ktima remove, or when
an import has far fewer rows than before. Services keep running. It needs as much free space as
the compacted file has.`,
    )
    .action((only?: Service) => print(compact(settings(), only)));
}

async function compact(settings: Settings, only: Service | undefined): Promise<Text> {
  const lines: string[] = [];
  for (const service of only ? [only] : (['api', 'auth'] as const)) {
    checkDatabaseExists(settings, service);
    const { upkeep, address } = upkeepFor(settings, service);
    const sizes = await upkeep.compact(address);
    lines.push(
      sizes
        ? `${upkeep.content}: ${megabytes(sizes.before)} before, ${megabytes(sizes.after)} now`
        : `${upkeep.content}: nothing to do; PostgreSQL reuses its space`,
    );
  }
  return lines;
}
