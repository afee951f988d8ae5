import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import { parseKaek } from '#domain/property/kaek.ts';
import { usageError } from '#tools/errors.ts';
import { checkOutput, replaceFileBy } from '#tools/files/write-file.ts';
import { type Language, languages } from '#tools/notation/languages.ts';
import { openSteps } from '#tools/terminal/progress.ts';
import { ensureEdition } from '../services/artefacts/build.ts';
import { withExistingStore } from '../services/databases.ts';
import { typesByEnding, writeReport } from '../services/report-pages/write-report.ts';
import { type CommandContext, examples, readWholeNumber } from './command-line.ts';

interface ReportOptions {
  readonly output: string;
  readonly language: Language;
  readonly type?: string;
  readonly area?: number;
  readonly year?: number;
  readonly postalCode?: string;
  readonly fields?: string;
  readonly force: boolean;
}

/** `ktima report` */
export function addCommand(program: Command, { settings, print, terminal }: CommandContext): void {
  program
    .command('report <property>')
    .description('write the report on a property, by its KAEK or address, to a file')
    .requiredOption('-o, --output <file>', 'output file: .pdf, .html or .json')
    .addOption(new Option('--language <name>', 'el or en').choices(languages).default('el'))
    .option('--type <name>', 'type of the building, for its cost: apartment, house, …')
    .option('--area <m2>', 'build area of the building', readArea)
    .option('--year <year>', 'year of construction', readWholeNumber)
    .option('--postal-code <code>', 'postal code of the building')
    .option('--fields <file>', 'JSON file with what a valuer writes on it (docs/reports.md)')
    .option('--force', 'replace the output', false)
    .addHelpText(
      'after',
      `${examples(
        'ktima report 050099901001 -o report.html',
        'ktima report "Ερμού 5, Αθήνα" -o report.pdf --type apartment --area 85 --year 1990',
      )}

A PDF needs a Chromium, named in KTIMA_CHROMIUM. HTML needs the built console.`,
    )
    .action((property: string, options: ReportOptions) =>
      print(reportText(settings(), property, options, openSteps(terminal.stderr))),
    );
}

async function reportText(
  settings: ReturnType<CommandContext['settings']>,
  property: string,
  options: ReportOptions,
  steps: ReturnType<typeof openSteps>,
): Promise<string> {
  const { output, language, force } = options;
  const type = typesByEnding[extname(output).toLowerCase()];
  if (!type) {
    const expected = Object.keys(typesByEnding).join(', ');
    throw usageError(`--output ${output}: expected a name that ends with ${expected}`);
  }
  const fields = options.fields === undefined ? undefined : await readFields(options.fields, type);
  await checkOutput(output, options.fields === undefined ? [] : [options.fields], force);
  const bytes = await withExistingStore(settings, async store => {
    await ensureEdition(store, steps);
    return writeReport(settings, store, requestOf(property, options), { type, language, fields });
  });
  await replaceFileBy(output, async put => put(bytes));
  return `${output}: ${bytes.length.toLocaleString('en')} bytes written`;
}

/** The parameters of the operation. */
function requestOf(property: string, { type, area, year, postalCode }: ReportOptions) {
  const subject = parseKaek(property) ? { kaek_code: property } : { address: property };
  return {
    ...subject,
    ...(type !== undefined && { property_type: type }),
    ...(area !== undefined && { build_area: area }),
    ...(year !== undefined && { construction_year: year }),
    ...(postalCode !== undefined && { postal_code: postalCode }),
  };
}

/** As large as a request of the operation may be. */
const mostFieldBytes = 14_680_064;

/** The fields of a document; its content is checked as that of a request. */
async function readFields(file: string, type: string): Promise<unknown> {
  if (type === 'application/json') {
    throw usageError('--fields: expected an output of .html or .pdf, which has them');
  }
  const { size } = await stat(file);
  if (size > mostFieldBytes) {
    throw usageError(`--fields ${file}: expected at most ${mostFieldBytes} bytes`);
  }
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw usageError(`--fields ${file}: expected JSON`);
  }
}

function readArea(text: string): number {
  const area = Number(text);
  if (area > 0) return area;
  throw usageError(`--area: expected a number of square metres, got ${text}`);
}
