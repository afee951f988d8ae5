import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Format, formats } from '#features/portfolio/output/output-formats.ts';
import { type PortfolioOptions, PortfolioQuery } from '#features/portfolio/run-options.ts';
import { usageError } from '#tools/errors.ts';
import { collect, readThreads } from '../command-line.ts';

/** What only the command has; commander also has the options of a run, by names such as `areaRange`. */
export interface EnrichOptions {
  readonly output: string;
  readonly format?: Format;
  readonly map: readonly string[];
  readonly typeWord: readonly string[];
  readonly force: boolean;
  readonly threads?: number;
  readonly summary?: string;
}

/** The command has other ways to name the file, its format and its columns, and starts at once. */
const {
  name: _,
  format: __,
  start: ___,
  columns: ____,
  type_words: _____,
  ...runOptions
} = PortfolioQuery.properties;
type RunOption = keyof typeof runOptions;

/** What stands for the value in `--help`. */
const values: Readonly<Partial<Record<RunOption, string>>> = {
  places: 'types',
  zones: 'kinds',
  srid: 'epsg',
  valuation_date: 'day',
  area_range_m2: 'from-to',
  year_range: 'from-to',
  sum_range_eur_m2: 'from-to',
};

/** Options that can be turned off, with the words for that. */
const negative: Readonly<Partial<Record<RunOption, string>>> = {
  parcel: 'add no parcels',
  zones: 'add no zones and no values of grids',
  bom: 'write no byte order mark',
  decimal_comma: 'write added numbers of a CSV with a point',
};

/** The name of an option on the command line: `area-range`. */
export const optionName = (name: string) =>
  name === 'type_words' ? 'type-word' : name.replaceAll('_', '-');

/** Adds the options to the command. Those of a run are described once, for the API and here. */
export function addOptions(command: Command): Command {
  command
    .requiredOption('-o, --output <file>', 'output file; - is standard output')
    .addOption(
      new Option('--format <name>', 'output format, if the file name does not show it').choices(
        formats,
      ),
    )
    .option(
      '--map <field=column>',
      'the column of a field, nothing to leave it out; may be repeated',
      collect,
      [],
    )
    .option(
      '--type-word <word=type>',
      'the property type of a word with several meanings; may be repeated',
      collect,
      [],
    );
  for (const name of Object.keys(runOptions) as RunOption[]) addRunOption(command, name);
  return command
    .option('--force', 'replace the output', false)
    .option(
      '--threads <n>',
      'how many rows are processed in parallel (default: all cores, one for a small file)',
      readThreads,
    )
    .option('--summary <file>', 'also write the summary, by its name as .json, .html or .xlsx');
}

function addRunOption(command: Command, name: RunOption): void {
  const {
    description,
    type,
    enum: choices,
    ...schema
  } = runOptions[name] as unknown as OptionSchema;
  const flag = optionName(name);
  const off = negative[name];
  const isOn = type === 'boolean' && schema.default === true;
  const value =
    type === 'boolean'
      ? ''
      : ` <${values[name] ?? (choices ? 'which' : type.replace('string', 'name'))}>`;
  const option = new Option(`--${flag}${value}`, inHelp(description));
  if (choices) option.choices(choices);
  else if (type === 'number' || type === 'integer') option.argParser(text => read(text, schema));
  if (schema.default !== undefined && !off) option.default(schema.default);
  if (!isOn) command.addOption(option);
  // After it, so that commander sets no default.
  if (off) command.option(`--no-${flag}`, off);
}

/** What the description of an option has of JSON Schema. */
interface OptionSchema {
  readonly description: string;
  readonly type: string;
  readonly enum?: readonly string[];
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The first sentence, because the others are about tokens and requests, as text for a terminal. */
function inHelp(description: string): string {
  const [first = ''] = description.split(/\.(?: |$)/);
  return first.replace(/^[A-Z](?=[a-z])/, letter => letter.toLowerCase()).replaceAll('`', '');
}

function read(text: string, { minimum = 0, maximum = 1 }: Partial<OptionSchema>): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= minimum && value <= maximum) return value;
  throw new InvalidArgumentError(`Expected a number from ${minimum} to ${maximum}.`);
}

/** The options of a run among those of a command. */
export function runOptionsOf(
  options: Partial<Pick<EnrichOptions, 'typeWord'>> & object,
): PortfolioOptions {
  const given = options as Readonly<Record<string, unknown>>;
  const named = Object.keys(runOptions).flatMap(name => {
    const value = given[name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];
    return value === undefined ? [] : [[name, value]];
  });
  const words = (options.typeWord ?? []).map(readTypeWord);
  const type_words = words.length > 0 ? JSON.stringify(Object.fromEntries(words)) : undefined;
  return { ...Object.fromEntries(named), ...(type_words !== undefined && { type_words }) };
}

function readTypeWord(text: string): readonly [string, string] {
  const [, word = '', type = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (word.trim() !== '') return [word.trim(), type.trim()];
  throw usageError(`--type-word ${text}: expected word=type, such as "Κατοικία=apartment"`);
}
