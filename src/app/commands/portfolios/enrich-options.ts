import { type Command, InvalidArgumentError, Option } from 'commander';
import { rateChoices } from '#domain/property/cost/terms.ts';
import { type Bounds, firstPlausibleYear, mostInsuredRatio } from '#domain/property/plausible.ts';
import { type Format, formats } from '#features/portfolio/output/output-formats.ts';
import { type Measure, measures } from '#features/portfolio/summary/exposure.ts';
import { type Encoding, encodings } from '#tools/files/chunk-decoder.ts';
import { type Language, languages } from '#tools/notation/languages.ts';
import type { DecimalSign } from '#tools/notation/numbers.ts';
import {
  collect,
  readBounds,
  readDecimalSign,
  readEncoding,
  readEpsg,
  readShare,
  readThreads,
} from '../command-line.ts';

/** The options of `ktima enrich`. */
export interface EnrichOptions {
  readonly output: string;
  readonly format?: Format;
  readonly map: readonly string[];
  readonly places?: string;
  readonly minConfidence: number;
  /** False with --no-parcel. */
  readonly parcel: boolean;
  /** False with --no-zones; undefined for the loaded ones. */
  readonly zones?: string | false;
  readonly valuationDate?: string;
  readonly dataset?: string;
  readonly rates?: (typeof rateChoices)[number];
  readonly index?: string;
  readonly addons?: string;
  readonly ageing?: string;
  readonly areaRange?: Bounds;
  readonly yearRange: Bounds;
  readonly years: 'ranges' | 'strict';
  readonly duplicates: 'keep' | 'drop';
  readonly decimals?: DecimalSign;
  readonly srid?: number;
  readonly encoding?: Encoding;
  readonly sheet?: string;
  /** Undefined: as the input is. */
  readonly bom?: boolean;
  readonly decimalComma?: boolean;
  readonly outputEncoding?: Encoding;
  readonly implausible: 'keep' | 'drop';
  readonly mostInsuredRatio: number;
  readonly sumRange?: Bounds;
  readonly accumulate: Measure;
  readonly language: Language;
  readonly force: boolean;
  readonly threads?: number;
  /** Where to write the summary. */
  readonly summary?: string;
}

function readRatio(text: string): number {
  const ratio = Number(text);
  if (ratio >= 1) return ratio;
  throw new InvalidArgumentError('expected a number from 1 up');
}

/** Adds the options to the command. */
export function addOptions(command: Command): Command {
  return command
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
      '--places <types>',
      'add count, nearest and metres on foot of these types: metro_station,hospital or all',
    )
    .option('--no-parcel', 'add no parcels')
    .option(
      '--zones <kinds>',
      'add these kinds of zones: flood,earthquake (default: the loaded ones)',
    )
    .option('--no-zones', 'add no zones and no values of grids')
    .option('--valuation-date <day>', 'state costs for this day, YYYY-MM-DD (default: today)')
    .option('--dataset <name>', 'the version of the cost data; `ktima status` shows it')
    .addOption(
      new Option('--rates <which>', 'rates of two digits, or the finest of the place').choices(
        rateChoices,
      ),
    )
    .option('--index <name>', 'carry rates to the valuation date by this index')
    .option('--addons <name>', 'add this set of add-ons')
    .option('--ageing <name>', 'ross, straight_line, or the name of a table of age bands')
    .addOption(
      new Option(
        '--area-range <from-to>',
        'plausible areas in m²; others are reported (default: those of the type)',
      ).argParser(readBounds),
    )
    .addOption(
      new Option('--year-range <from-to>', 'plausible years of construction; others are reported')
        .argParser(readBounds)
        .default({ least: firstPlausibleYear, most: 9999 }, `${firstPlausibleYear} to this year`),
    )
    .addOption(
      new Option('--years <how>', 'whether ranges such as 1960-1970 are read')
        .choices(['ranges', 'strict'])
        .default('ranges'),
    )
    .addOption(
      new Option('--duplicates <how>', 'whether repeated rows are in the totals')
        .choices(['keep', 'drop'])
        .default('keep'),
    )
    .addOption(
      new Option('--implausible <how>', 'whether rows with an implausible sum are in the totals')
        .choices(['keep', 'drop'])
        .default('keep'),
    )
    .addOption(
      new Option('--most-insured-ratio <number>', 'a larger sum insured ÷ cost as new is reported')
        .argParser(readRatio)
        .default(mostInsuredRatio),
    )
    .addOption(
      new Option(
        '--sum-range <from-to>',
        'plausible sums insured in euro for each m²; others are reported (default: those of the type)',
      ).argParser(readBounds),
    )
    .addOption(
      new Option('--accumulate <what>', 'what circles and lists are ranked by')
        .choices(measures)
        .default('total'),
    )
    .option(
      '--decimals <sign>',
      'comma or point: decimal sign of numbers that can be read in two ways',
      readDecimalSign,
    )
    .option(
      '--encoding <name>',
      `encoding of the file, if it is not detected: ${encodings.join(', ')}`,
      readEncoding,
    )
    .option('--srid <epsg>', 'EPSG number of the columns x and y; 2100 is the Greek Grid', readEpsg)
    .option(
      '--min-confidence <share>',
      'ignore address matches below this confidence, 0 to 1',
      readShare,
      0,
    )
    .option('--sheet <name|number>', 'the sheet of a workbook, if several have a table')
    .option('--bom', 'CSV: start with a byte order mark, so that Excel detects UTF-8')
    .option('--no-bom', 'CSV: no byte order mark (default: as the input)')
    .option('--decimal-comma', 'CSV: write added numbers with a decimal comma, for Greek Excel')
    .option('--no-decimal-comma', 'CSV: write them with a point (default: as the input)')
    .option(
      '--output-encoding <name>',
      'CSV: encoding of the output (default: as the input)',
      readEncoding,
    )
    .addOption(
      new Option('--language <name>', 'language of problems and notes')
        .choices(languages)
        .default('en'),
    )
    .option('--force', 'replace the output', false)
    .option(
      '--threads <n>',
      'how many rows are processed in parallel (default: all cores)',
      readThreads,
    )
    .option('--summary <file>', 'also write the summary, by its name as .json, .html or .xlsx');
}
