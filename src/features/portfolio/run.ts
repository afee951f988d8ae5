import { dateInAthens } from '#domain/property/athens-time.ts';
import { yearOf } from '#domain/property/cost/ageing.ts';
import type { PropertyType } from '#domain/property/cost/building.ts';
import type { CostTerms } from '#domain/property/cost/terms.ts';
import { insuredFields } from '#domain/property/usual-names.ts';
import { answerLayers, emptyLayers, type LoadedSource } from '#storage/store/store.ts';
import { badData } from '#tools/errors.ts';
import type { Progress } from '#tools/files/bytes.ts';
import type { Encoding } from '#tools/files/chunk-decoder.ts';
import { refuseSameFile, replaceFileBy } from '#tools/files/write-file.ts';
import { isGreekGridName, listed } from '#tools/notation/column-names.ts';
import type { Added } from './batch/added-columns.ts';
import { type EnrichedBatch, type Plan, writerOf } from './batch/enrich-batch.ts';
import {
  type Corrections,
  correctionNotes,
  type KeptRow,
  withCorrections,
} from './batch/kept-rows.ts';
import { oedStyle } from './batch/oed.ts';
import { batches, type Runner, runInOrder } from './batches.ts';
import {
  type Columns,
  findColumns,
  hasLocationColumns,
  isBareYear,
  knownColumns,
  rivalColumns,
} from './fields/columns.ts';
import { mostHaveNumbers, type ReadingRules } from './fields/read-fields.ts';
import { type UnclearColumn, unclearColumns } from './fields/unclear-columns.ts';
import { fileNotes } from './file-notes.ts';
import type { Input, InputRow } from './input/input-row.ts';
import { type InputOptions, openInput } from './input/open-input.ts';
import { refusedFile } from './messages/refusals.ts';
import type { Message } from './messages/row-messages.ts';
import { leftOutName, type Output, openOutput, type WriteStandardOutput } from './output/output.ts';
import { type CsvStyle, type OutputKind, rowWriter } from './output/output-formats.ts';
import type { SumRules } from './row/enrichment.ts';
import type { ChosenKind, GridColumn } from './row/zone-columns.ts';
import { type KeptAmounts, keepAmounts } from './summary/amounts.ts';
import type { ExposureBasis, Measure } from './summary/exposure.ts';
import { sectionsOf } from './summary/sections.ts';
import type { Summary } from './summary/summary-body.ts';
import { addTally, newTally, summarise, type Tally } from './summary/tally.ts';
import { openSurvey, type Survey } from './survey.ts';

/** The options of `ktima enrich`. */
export interface EnrichRequest
  extends OutputKind,
    InputOptions,
    Omit<ReadingRules, 'today' | 'usualDecimals' | 'isBareYear' | 'expectsNumbers' | 'typeWords'>,
    Omit<Added, 'zoneKinds' | 'withBuildings' | 'gridColumns' | 'onFoot'> {
  /** Paths; `-` is standard input or output. */
  readonly input: string;
  readonly output: string;
  /** Whether an existing output is replaced. */
  readonly force: boolean;
  /** Columns named by hand: `address=Διεύθυνση`. */
  readonly map: readonly string[];
  /** Property types of words of the file, before those that are loaded. */
  readonly typeWords: readonly (readonly [string, PropertyType])[];
  readonly minConfidence: number;
  /** Whether rows that repeat an earlier one are left out of the totals. */
  readonly dropsRepeated: boolean;
  /** How costs are stated. */
  readonly terms: CostTerms;
  /** The kinds of zones that get columns; undefined for none, and none of buildings either. */
  readonly zoneKinds?: readonly ChosenKind[] | undefined;
  /** The columns of grids, likewise. */
  readonly gridColumns?: readonly GridColumn[];
  /** Whether the ways on foot are loaded; by default not. */
  readonly onFoot?: boolean;
  /** How CSV is written; undefined as the input is. */
  readonly bom?: boolean | undefined;
  readonly decimalComma?: boolean | undefined;
  readonly outputEncoding?: Encoding | undefined;
  readonly threads: number;
  /** Whether rows with an implausible sum are left out of the totals and circles. */
  readonly dropsImplausible: boolean;
  readonly sums: SumRules;
  /** What circles and lists are ranked by. */
  readonly accumulate: Measure;
  /** Cells to use in place of those of the file; by default none. */
  readonly corrections?: Corrections;
}

/** What a run needs from its caller. */
export interface RunParts {
  /** The sources that are loaded at the moment of the call. */
  readonly sources: () => Promise<readonly LoadedSource[]>;
  /** A text that changes with the data, so that a run that met two versions of them says so. */
  readonly dataVersion: () => Promise<string>;
  /** Starts a thread that enriches batches by the plan. */
  readonly start: (plan: Plan) => Runner<readonly InputRow[], EnrichedBatch>;
  readonly stdin: AsyncIterable<Buffer>;
  readonly writeStandardOutput: WriteStandardOutput;
  readonly clock: () => Date;
  /** All postal codes of the country. */
  readonly postalCodes: () => ReadonlySet<string>;
  readonly progress: (done: Progress) => void;
  /** Receives rows before they are in the output, with the number of rows before them. */
  readonly keepRows?: (rows: readonly KeptRow[], before: number) => Promise<void>;
  /** Called before the output gets its name. */
  readonly writeSummary?: (summary: Summary) => Promise<void>;
}

/** EPSG number of the Greek Grid. */
const greekGrid = 2100;

/** Enriches a file. The output has every row of the input, in the same order. */
export async function runEnrich(request: EnrichRequest, parts: RunParts): Promise<Summary> {
  const startedAt = performance.now();
  const { input, columns } = await openTable(request, parts.stdin);
  const today = dateInAthens(parts.clock());
  const { rows, first } = await sampleRows(input);
  const unclear = unclearColumns(input.header, columns, request.map, first, {
    thisYear: yearOf(today),
    postalCodes: parts.postalCodes,
  });
  await refuseUnclear(request.input, input, unclear);
  const dataVersion = await parts.dataVersion();
  const sources = await parts.sources();
  const keepsRows = parts.keepRows !== undefined;
  const plan = {
    ...planOf(request, input, columns, sources, today),
    expectsNumbers: mostHaveNumbers(first, columns),
    typeWords: request.typeWords,
    unclear,
    keepsRows,
  };
  const output = await openTarget(request, plan, parts);
  const survey = openSurvey(input.header, columns);
  const counts = { tally: newTally(), amounts: keepAmounts() };
  const run = { request, input, survey, dataVersion, sources, plan, ...counts, startedAt };
  try {
    await writeAll(run, rows, output, parts);
    const summary = await summaryOf(run, parts);
    await writeLeftOut(request, summary, plan.style);
    await parts.writeSummary?.(summary);
    await output.finish();
    return summary;
  } finally {
    await output.close();
  }
}

/** The rows that a location file lacks are listed beside it, with the reason. */
async function writeLeftOut(
  { output }: Pick<EnrichRequest, 'output'>,
  { not_in_oed }: Summary,
  style: CsvStyle,
): Promise<void> {
  if (!not_in_oed || output === '-') return;
  const names = ['line', 'reference', 'address', 'exposure_eur', 'reason'] as const;
  const { head, row, between, tail } = rowWriter('csv', names, style);
  const rows = not_in_oed.list.map(line =>
    row(
      [],
      names.map(name => line[name]),
    ),
  );
  const text = [head + rows.join(between), tail].join('');
  await replaceFileBy(leftOutName(output), write => write(text));
}

/** What decides which columns of a file are read. */
export type TableOptions = Pick<EnrichRequest, 'input' | 'map'> & InputOptions;

/** Opens a file and finds its columns. Throws if it cannot be run with them. */
export async function openTable(
  request: TableOptions,
  stdin: AsyncIterable<Buffer>,
): Promise<{ readonly input: Input; readonly columns: Columns }> {
  const known = (cells: readonly string[]) => knownColumns(cells, request.map);
  const input = await openInput(request.input, known, stdin, request);
  try {
    return { input, columns: checkTable(request, input.header) };
  } catch (error) {
    await input.close();
    throw error;
  }
}

/** The columns of a header. Throws if a file cannot be run with them. */
export function checkTable(
  request: Pick<TableOptions, 'input' | 'map'>,
  header: readonly string[],
): Columns {
  const columns = findColumns(header, request.map);
  if (!hasLocationColumns(columns)) {
    const values = { columns: listed(header) };
    throw refusedFile(request.input, { code: 'no_location_column', values });
  }
  refuseEqualColumns(request, header, columns);
  return columns;
}

/** So many rows show what a column has. */
export const sampledRows = 200;

/** The columns without whose field a run would lack something, and the fields; none if all is clear. */
export const likelyColumns = (unclear: readonly UnclearColumn[]) =>
  unclear.filter(({ isLikely }) => isLikely).map(({ field, column }) => ({ field, column }));

/** The rows of a file, and the cells of the first. */
async function sampleRows(input: Input) {
  const rows = input.rows();
  const sampled: InputRow[] = [];
  while (sampled.length < sampledRows) {
    const { value, done } = await rows.next();
    if (done) break;
    sampled.push(value);
  }
  return {
    first: sampled.map(({ cells }) => cells),
    rows: (async function* () {
      yield* sampled;
      yield* rows;
    })(),
  };
}

/**
 * Throws if a column that is not read is likely to have what the run lacks: a number or a sum that is
 * not read makes positions rough and totals too small.
 */
async function refuseUnclear(
  path: string,
  input: Input,
  unclear: readonly UnclearColumn[],
): Promise<void> {
  const byField = Map.groupBy(likelyColumns(unclear), ({ field }) => field);
  if (byField.size === 0) return;
  await input.close();
  const questions = [...byField].map(([field, all]) => ({
    code: 'may_be' as const,
    values: { field, columns: listed(all.map(({ column }) => column.slice(0, 40))) },
  }));
  throw refusedFile(path, { code: 'unclear_columns', values: { questions } });
}

/** A run while its rows are written, and after. */
interface Run {
  readonly request: EnrichRequest;
  readonly input: Input;
  readonly survey: Survey;
  readonly dataVersion: string;
  readonly sources: readonly LoadedSource[];
  readonly plan: Plan;
  readonly tally: Tally;
  readonly amounts: KeptAmounts;
  readonly startedAt: number;
}

async function summaryOf(
  { request, input, survey, dataVersion, sources, plan, tally, amounts, startedAt }: Run,
  parts: RunParts,
): Promise<Summary> {
  const notes: Message[] = [
    ...input.notes,
    ...fileNotes(plan, request.map, sources, survey.values),
    ...correctionNotes(input.header, request.corrections),
  ];
  if (tally.rows === 0) notes.unshift({ code: 'no_rows' });
  if ((await parts.dataVersion()) !== dataVersion) notes.push({ code: 'data_changed' });
  const seconds = Math.round(performance.now() - startedAt) / 1_000;
  const sections = sectionsOf(tally.groups, amounts, { ...plan, isOed: plan.format === 'oed' });
  const files = { input: request.input, output: request.output };
  const done = { seconds, buildings: survey.buildings() };
  return summarise(files, plan, plan.today, tally, notes, done, sections);
}

function planOf(
  request: EnrichRequest,
  { header, style, usualDecimals }: Input,
  columns: Columns,
  sources: readonly LoadedSource[],
  today: string,
): Omit<Plan, 'expectsNumbers' | 'typeWords' | 'unclear' | 'keepsRows'> {
  const { format, language, placeTypes, noParcel, zoneKinds = [], minConfidence, terms } = request;
  const { gridColumns = [], onFoot = false } = request;
  const { dropsRepeated, dropsImplausible, sums } = request;
  const { areaBounds, yearBounds } = request;
  const isGreekGrid = columns.x !== undefined && isGreekGridName(header[columns.x]!);
  return {
    header,
    columns,
    format,
    language,
    style: styleOf(request, style),
    decimals: request.decimals,
    usualDecimals,
    areaBounds,
    yearBounds,
    isStrict: request.isStrict,
    isBareYear: isBareYear(header, columns, request.map),
    epsg: request.epsg ?? (isGreekGrid ? greekGrid : undefined),
    placeTypes,
    onFoot,
    noParcel,
    zoneKinds,
    withBuildings: Boolean(request.zoneKinds) && sources.some(s => s.layer === 'buildings'),
    gridColumns,
    minConfidence,
    dropsRepeated,
    dropsImplausible,
    sums,
    exposure: { basis: exposureBasis(columns), accumulate: request.accumulate },
    terms,
    today,
    loaded: answerLayers.filter(layer => !emptyLayers(sources).includes(layer)),
  };
}

/** The cost stands in for a sum only where the whole file has none. */
function exposureBasis(columns: Columns): ExposureBasis {
  const hasSums = insuredFields.some(field => columns[field] !== undefined);
  return hasSums ? 'sum_insured' : 'cost_as_new';
}

/** How CSV is written: as asked for, and otherwise as the input is. */
function styleOf(
  { format, delimiter, bom, decimalComma, outputEncoding }: EnrichRequest,
  own: CsvStyle,
): CsvStyle {
  if (format === 'oed') return oedStyle;
  // A byte order mark is asked for, so that a program detects Unicode.
  const encoding = outputEncoding ?? (bom && !own.bom ? 'utf-8' : own.encoding);
  return {
    delimiter: delimiter ?? own.delimiter,
    encoding,
    bom: encoding.startsWith('utf-') && (bom ?? own.bom),
    decimalComma: decimalComma ?? own.decimalComma,
  };
}

/** Two columns that may equally be meant are a question, because a wrong one is a wrong price. */
function refuseEqualColumns(
  { input, map }: Pick<TableOptions, 'input' | 'map'>,
  header: readonly string[],
  columns: Columns,
): void {
  const rival = rivalColumns(header, columns, map).find(({ isEqual }) => isEqual);
  if (rival === undefined) return;
  const { field, used, other } = rival;
  const values = { field, used: used.slice(0, 40), rival: other.slice(0, 40) };
  throw refusedFile(input, { code: 'two_columns', values });
}

async function openTarget(
  { input, output, force, format, gzip }: EnrichRequest,
  { style }: Plan,
  { writeStandardOutput: write }: RunParts,
): Promise<Output> {
  if (output === '-') return { write, finish: async () => {}, close: async () => {} };
  if (format === 'oed') await refuseSameFile([input], [leftOutName(output)]);
  return openOutput(input, output, { format, gzip, encoding: style.encoding }, force);
}

async function writeAll(
  { request, input, survey, plan, tally, amounts }: Run,
  read: AsyncIterable<InputRow>,
  output: Output,
  { start, progress, keepRows }: RunParts,
): Promise<void> {
  const { threads, corrections } = request;
  const writer = writerOf(plan);
  await output.write(writer.head);
  const sizes: number[] = [];
  let written = 0;
  const rows = survey.of(withCorrections(read, input.header, corrections));
  const enriched = runInOrder(batches(rows, sizes), () => start(plan), threads);
  for await (const batch of enriched) {
    refuseTooMany(tally.rows + batch.tally.rows, writer.mostRows);
    await keepRows?.(batch.kept, tally.rows);
    await output.write((tally.rows > 0 ? writer.between : '') + batch.text);
    addTally(tally, batch.tally);
    amounts.add(batch.amounts);
    written += sizes.shift()!;
    // bytesRead is ahead of the output, and written exceeds the size of a compressed input.
    const doneBytes = Math.min(input.bytesRead(), written);
    const { totalBytes = doneBytes } = input;
    progress({ doneBytes, totalBytes, rows: tally.rows });
  }
  await output.write(writer.tail);
}

function refuseTooMany(rows: number, most = Number.POSITIVE_INFINITY): void {
  if (rows <= most) return;
  throw badData(
    `more than ${most.toLocaleString('en')} rows, the most of a workbook; write CSV instead`,
  );
}
