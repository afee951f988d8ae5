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
import { openWordCount } from './fields/ambiguous-types.ts';
import { areMostlyOld, type Known } from './fields/column-signs.ts';
import {
  type Columns,
  findColumns,
  hasLocationColumns,
  isBareYear,
  knownColumns,
} from './fields/columns.ts';
import { mostHaveNumbers, type ReadingRules } from './fields/read-fields.ts';
import { sumColumnsOf } from './fields/sum-columns.ts';
import { answersTo, rivals, type UnclearColumn, unclearColumns } from './fields/unclear-columns.ts';
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
    Omit<ReadingRules, 'today' | 'usualDecimals' | Surveyed>,
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
  /** What the values of columns are compared with. */
  readonly gazetteer: Omit<Known, 'thisYear'>;
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
  const known = { thisYear: yearOf(today), ...parts.gazetteer };
  const unclear = unclearColumns(input.header, request.map, first, known);
  try {
    refuseUnclear(request, input.header, first, unclear);
  } catch (error) {
    await input.close();
    throw error;
  }
  const dataVersion = await parts.dataVersion();
  const sources = await parts.sources();
  const keepsRows = parts.keepRows !== undefined;
  const plan = {
    ...planOf(request, input, columns, sources, today),
    sumColumns: sumColumnsOf(input.header, columns, first),
    isBareYear:
      isBareYear(input.header, columns, request.map) &&
      !areMostlyOld(
        first.map(cells => cells[columns.construction_year!] ?? ''),
        known,
      ),
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

/** Opens a file and finds its columns. */
export async function openTable(
  request: TableOptions,
  stdin: AsyncIterable<Buffer>,
): Promise<{ readonly input: Input; readonly columns: Columns }> {
  const known = (cells: readonly string[]) => knownColumns(cells, request.map);
  const input = await openInput(request.input, known, stdin, request);
  try {
    return { input, columns: findColumns(input.header, request.map) };
  } catch (error) {
    await input.close();
    throw error;
  }
}

/** Throws if a file with this header cannot be run, whatever its rows are. */
export function checkHeader(
  request: Pick<TableOptions, 'input' | 'map'>,
  header: readonly string[],
): void {
  refuseUnclear({ ...request, typeWords: [] }, header, [], rivals(header, request.map));
}

/** Throws if nothing shows where a property is, and nothing may. */
export function refuseUnlocated(
  { input, map }: Pick<TableOptions, 'input' | 'map'>,
  header: readonly string[],
  unclear: readonly UnclearColumn[] = [],
): void {
  if (hasLocationColumns(findColumns(header, [...map, ...answersTo(unclear)]))) return;
  const values = { columns: listed(header) };
  throw refusedFile(input, { code: 'no_location_column', values });
}

/** So many rows show what a column has. */
export const sampledRows = 200;

/** The rows of a file, and the cells of the first. */
export async function sampleRows(input: Input) {
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
 * Throws if a column that is not read is likely to have what the run lacks, or if nothing shows which
 * of two is meant: a number or a sum that is not read makes positions rough and totals too small. All
 * that is unclear is asked at once, words of several types too.
 */
function refuseUnclear(
  request: Pick<TableOptions, 'input' | 'map'> & Pick<EnrichRequest, 'typeWords'>,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  unclear: readonly UnclearColumn[],
): void {
  refuseUnlocated(request, header, unclear);
  const likely = unclear.filter(({ isLikely }) => isLikely);
  const questions = [...Map.groupBy(likely, ({ field }) => field)].map(([field, all]): Message => {
    const [used = '', ...others] = all.map(({ column }) => column);
    const [first, rival] = [used, ...others].map(name => name.slice(0, 40));
    return all[0]!.isRival
      ? { code: 'two_columns', values: { field, used: first!, rival: rival! } }
      : { code: 'may_be', values: { field, used, columns: listed([used, ...others]) } };
  });
  if (questions.length === 0) return;
  const words = openWordCount(
    findColumns(header, [...request.map, ...answersTo(unclear)]),
    new Map(request.typeWords),
  );
  for (const cells of rows) words.count(cells);
  const several = words.found().map(({ word, types }): Message => {
    return { code: 'several_types', values: { word, types } };
  });
  const [only] = questions;
  const isOne = questions.length === 1 && only!.code === 'two_columns' && several.length === 0;
  const all = [...questions, ...several];
  throw refusedFile(
    request.input,
    isOne ? only! : { code: 'unclear_columns', values: { questions: all } },
  );
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

/** What of a plan the first rows show, or the caller. */
type Surveyed =
  | 'expectsNumbers'
  | 'isBareYear'
  | 'keepsRows'
  | 'sumColumns'
  | 'typeWords'
  | 'unclear';

function planOf(
  request: EnrichRequest,
  { header, style, usualDecimals }: Input,
  columns: Columns,
  sources: readonly LoadedSource[],
  today: string,
): Omit<Plan, Surveyed> {
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
