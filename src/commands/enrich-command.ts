import { type Command, Option } from 'commander';
import type { CommandContext } from './context.ts';
import type { EnrichOptions } from './enrich.ts';
import { bounds, collect, decimalSign, examples, readThreads, share } from './option-readers.ts';

/** `ktima enrich` */
export function addEnrichCommand(program: Command, { settings }: CommandContext): void {
  program
    .command('enrich <input>')
    .description('answer for every row of a CSV file: position, parcel, cost, what is around')
    .requiredOption('-o, --output <file>', 'where to write; - is standard output')
    .addOption(
      new Option('--format <name>', "how, where the output's ending does not say it").choices([
        'csv',
        'ndjson',
        'geojson',
      ]),
    )
    .option('--map <field=column>', 'which column holds a field; may be repeated', collect, [])
    .option('--places <types>', 'count these and tell the nearest: metro_station,hospital or all')
    .option('--no-parcel', 'leave parcels out')
    .addOption(
      new Option('--area-range <from-to>', 'areas in m² that are plausible; others are problems')
        .argParser(bounds)
        .default({ least: 10, most: 2000 }, '10-2000'),
    )
    .addOption(
      new Option('--year-range <from-to>', 'years of construction that are plausible')
        .argParser(bounds)
        .default({ least: 1800, most: 9999 }, '1800 to this year'),
    )
    .option(
      '--decimals <sign>',
      'comma or point, where a number can be read in two ways',
      decimalSign,
    )
    .option('--min-confidence <share>', 'leave out less sure addresses, 0 to 1', share, 0)
    .option('--bom', 'CSV: begin with a byte order mark, by which Excel knows UTF-8', false)
    .option('--decimal-comma', 'CSV: write added numbers as a Greek Excel reads them', false)
    .option('--resume', 'go on where an interrupted run stopped', false)
    .addOption(
      new Option('--force', 'begin anew, and replace the output')
        .default(false)
        .conflicts('resume'),
    )
    .option(
      '--threads <n>',
      'how many rows are worked on at once (default: all cores)',
      readThreads,
    )
    .option('--summary <file>', 'write the summary as JSON too')
    .addHelpText(
      'after',
      `${examples(
        'ktima enrich book.csv -o enriched.csv --places metro_station,hospital --bom',
        'ktima enrich book.csv -o enriched.geojson --map address=Τοποθεσία --map build_area="Τ.Μ."',
        'ktima enrich book.csv -o enriched.csv --resume',
      )}

Exit code: 0 when every row was read and written, its problems told in the column \`problem\`;
1 when the file or an option cannot be used, or the run failed; 130 when it was interrupted.
docs/portfolios.md tells more.`,
    )
    .action(async (input: string, options: EnrichOptions) => {
      const { enrich } = await import('./enrich.ts');
      await enrich(settings(), input, options);
    });
}
