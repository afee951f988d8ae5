import { Argument, type Command } from 'commander';
import { layersOfSource, type RemovedRows, removeSource } from '#importing/remove-source.ts';
import {
  gazetteerSource,
  type Layer,
  type LoadedSource,
  layers,
  sampleNamed,
  stateOf,
} from '#storage/store/store.ts';
import { usageError } from '#tools/errors.ts';
import type { Text } from '#tools/terminal/print.ts';
import type { Terminal } from '#tools/terminal/terminal.ts';
import { withExistingStore } from '../services/databases.ts';
import type { Settings } from '../settings/config.ts';
import { type CommandContext, examples } from './command-line.ts';
import { buildForServices } from './imports/build-artefacts.ts';

interface RemoveOptions {
  readonly source: string;
  readonly dryRun: boolean;
}

/** `ktima remove` */
export function addCommand(program: Command, { settings, print, terminal }: CommandContext): void {
  program
    .command('remove')
    .description('remove the rows of a source; a running service changes within seconds')
    .addArgument(
      new Argument('<layers...>', 'the layers, or all: every layer of the source').choices([
        ...layers,
        'all',
      ]),
    )
    .requiredOption(
      '--source <name>',
      'the source whose rows are removed; `ktima status` lists the sources',
    )
    .option('--dry-run', 'count the rows, change nothing', false)
    .addHelpText(
      'after',
      examples('ktima remove places --source schools', 'ktima remove all --source osm --dry-run'),
    )
    .action((asked: (Layer | 'all')[], options: RemoveOptions) =>
      print(remove(settings(), asked, options, terminal)),
    );
}

async function remove(
  settings: Settings,
  asked: readonly (Layer | 'all')[],
  { source, dryRun }: RemoveOptions,
  terminal: Terminal,
): Promise<Text> {
  const named = layersIn(asked);
  rejectGazetteer(source);
  const { removed, name, empty } = await withExistingStore(settings, async store => {
    const name = nameOf(source, await store.loadedSources());
    const [first, ...others] = named ?? (await layersOfSource(store, name));
    const removed = await removeSource(store, [first!, ...others], name, { dryRun });
    const left = await store.loadedSources();
    const isEmpty = (layer: Layer) => stateOf(layer, left).rows === 0;
    return { removed, name, empty: removed.map(({ layer }) => layer).filter(isEmpty) };
  });
  if (!dryRun) await buildForServices(settings, terminal);
  const wayBack = `${empty.join(', ')}: nothing is left; the next start with --demo brings the sample back`;
  return [
    ...removed.map(one => line(one, name, dryRun)),
    ...(empty.length > 0 ? [wayBack] : []),
    outcome(dryRun),
  ];
}

/** The source of a name; that of sample data was imported under the name alone. */
function nameOf(name: string, loaded: readonly LoadedSource[]): string {
  const has = (source: string) => loaded.some(one => one.source === source);
  return !has(name) && has(sampleNamed(name)) ? sampleNamed(name) : name;
}

/** The named layers, each once; undefined for `all`. */
function layersIn(asked: readonly (Layer | 'all')[]): readonly Layer[] | undefined {
  const named = [...new Set(asked)].filter(layer => layer !== 'all');
  if (!asked.includes('all')) return named;
  if (named.length === 0) return undefined;
  const got = asked.join(' ');
  throw usageError(`layers: expected all alone or names of layers, got ${got}`);
}

function rejectGazetteer(source: string): void {
  if (source !== gazetteerSource) return;
  throw usageError(
    `--source ${source}: expected an imported source; the gazetteer ships with Ktima and cannot be removed`,
  );
}

function line({ layer, rows }: RemovedRows, source: string, dryRun: boolean): string {
  const count = `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
  return `${layer}, source ${source}: ${count} ${dryRun ? 'would be removed' : 'removed'}`;
}

function outcome(dryRun: boolean): string {
  return dryRun
    ? 'a dry run; nothing was changed'
    : 'a running service changes within seconds; another import brings the rows back';
}
