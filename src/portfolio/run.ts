import { KtimaError } from '../errors.ts';
import { badFile, type Progress } from '../files/bytes.ts';
import type { Encoding } from '../files/chunk-decoder.ts';
import { refuseSameFile } from '../files/write-file.ts';
import { isGreekGridName, listed } from '../notation/column-names.ts';
import { decimalSignOf } from '../notation/numbers.ts';
import { dateInAthens } from '../property/athens-time.ts';
import type { CostTerms } from '../property/cost/cost.ts';
import { answerLayers, emptyLayers, type LoadedSource } from '../store/store.ts';
import type { Added } from './added-columns.ts';
import { batches, type Runner, runInOrder } from './batches.ts';
import { type EnrichedBatch, type Plan, writerOf } from './enrich-batch.ts';
import {
  type Columns,
  findColumns,
  hasLocationColumns,
  knownColumns,
  rivalColumns,
} from './fields/columns.ts';
import type { ReadingRules } from './fields/read-fields.ts';
import { fileNotes } from './file-notes.ts';
import { fileChecksum, type Input, type InputRow, openInput } from './input.ts';
import {
  namesWritten,
  type Output,
  type OutputOptions,
  openOutput,
  standardOutput,
  type WriteStandardOutput,
} from './output.ts';
import type { OutputKind } from './output-formats.ts';
import { type Summary, summarise } from './tally.ts';

/** The options of `ktima enrich`. */
export interface EnrichRequest
  extends OutputOptions,
    OutputKind,
    Omit<ReadingRules, 'today' | 'usualDecimals'>,
    Added {
  /** Paths; `-` is standard input or output. */
  readonly input: string;
  readonly output: string;
  /** Columns named by hand: `address=Διεύθυνση`. */
  readonly map: readonly string[];
  /** The encoding of the input; undefined to detect it. */
  readonly encoding?: Encoding | undefined;
  readonly minConfidence: number;
  /** How costs are stated. */
  readonly terms: CostTerms;
  readonly bom: boolean;
  readonly decimalComma: boolean;
  readonly threads: number;
}

/** What a run needs from its caller. */
export interface RunParts {
  /** The sources that are loaded at the moment of the call. */
  readonly sources: () => Promise<readonly LoadedSource[]>;
  /** Starts a thread that enriches batches by the plan. */
  readonly start: (plan: Plan) => Runner<readonly InputRow[], EnrichedBatch>;
  readonly stdin: AsyncIterable<Buffer>;
  readonly writeStandardOutput: WriteStandardOutput;
  readonly clock: () => Date;
  readonly progress: (done: Progress) => void;
}

/** EPSG number of the Greek Grid. */
const greekGrid = 2100;

/** Enriches a file. The output has every row of the input, in the same order. */
export async function runEnrich(request: EnrichRequest, parts: RunParts): Promise<Summary> {
  const startedAt = performance.now();
  const known = (cells: readonly string[]) => knownColumns(cells, request.map);
  const input = await openInput(request.input, known, parts.stdin, request.encoding);
  const sources = await parts.sources();
  const planned = planOf(request, input, sources, dateInAthens(parts.clock()));
  const output = await openTarget(request, planned, sources, parts);
  const plan = { ...planned, today: output.today };
  const before = output.tally.rows;
  try {
    if (!output.isComplete) await writeAll(input, output, plan, request.threads, parts);
    await output.finish();
  } finally {
    await output.close();
  }
  const notes = [...input.notes, ...fileNotes(plan, request.map, sources)];
  if (JSON.stringify(await parts.sources()) !== JSON.stringify(sources)) {
    notes.push('other data were loaded while this ran: rows may come from either');
  }
  const seconds = Math.round(performance.now() - startedAt) / 1_000;
  const done = { rows: output.tally.rows - before, seconds };
  return summarise({ input: request.input, output: request.output }, plan, output, notes, done);
}

function planOf(
  request: EnrichRequest,
  { header, delimiter }: Input,
  sources: readonly LoadedSource[],
  today: string,
): Plan {
  const { format, placeTypes, noParcel, minConfidence, terms, bom, decimalComma } = request;
  const { areaBounds, yearBounds } = request;
  const columns = findColumns(header, request.map);
  const isGreekGrid = columns.x !== undefined && isGreekGridName(header[columns.x]!);
  if (!hasLocationColumns(columns)) {
    throw badFile(
      request.input,
      `no column shows where a property is; --map address=COLUMN names it. Columns: ${listed(header)}`,
    );
  }
  refuseEqualColumns(request, header, columns);
  return {
    header,
    columns,
    format,
    style: { delimiter: request.delimiter ?? delimiter, bom, decimalComma },
    decimals: request.decimals,
    usualDecimals: decimalSignOf(delimiter),
    areaBounds,
    yearBounds,
    epsg: request.epsg ?? (isGreekGrid ? greekGrid : undefined),
    placeTypes,
    noParcel,
    minConfidence,
    terms,
    today,
    loaded: answerLayers.filter(layer => !emptyLayers(sources).includes(layer)),
  };
}

/** Two columns that may equally be meant are a question, because a wrong one is a wrong price. */
function refuseEqualColumns(
  { input, map }: EnrichRequest,
  header: readonly string[],
  columns: Columns,
): void {
  const rival = rivalColumns(header, columns, map).find(({ isEqual }) => isEqual);
  if (rival === undefined) return;
  const { field, used, other } = rival;
  const names = `${used.slice(0, 40)} and ${other.slice(0, 40)}`;
  throw badFile(
    input,
    `two columns may be ${field}: ${names}; --map ${field}="${used.slice(0, 40)}" or the other chooses`,
  );
}

async function openTarget(
  { input, output, resume, force, gzip }: EnrichRequest,
  { today, ...plan }: Plan,
  sources: readonly LoadedSource[],
  { writeStandardOutput }: RunParts,
): Promise<Output> {
  if (resume && (input === '-' || output === '-')) {
    throw new KtimaError('USAGE', '--resume: expected files, not standard input or output');
  }
  if (output === '-') return standardOutput(today, writeStandardOutput);
  await refuseSameFile([input], namesWritten(output));
  const checksum = input === '-' ? '' : await fileChecksum(input);
  const basis = { input: checksum, options: JSON.stringify(plan), data: JSON.stringify(sources) };
  return openOutput(output, basis, today, { resume, force, gzip });
}

async function writeAll(
  input: Input,
  output: Output,
  plan: Plan,
  threads: number,
  { start, progress }: RunParts,
): Promise<void> {
  const writer = writerOf(plan);
  if (output.tally.rows === 0) await output.write(writer.head);
  const sizes: number[] = [];
  let written = 0;
  const jobs = batches(input.rows(), output.tally.rows, sizes);
  for await (const { text, tally } of runInOrder(jobs, () => start(plan), threads)) {
    await output.write((output.tally.rows > 0 ? writer.between : '') + text, tally);
    written += sizes.shift()!;
    // bytesRead is ahead of the output, and written exceeds the size of a compressed input.
    const doneBytes = Math.min(input.bytesRead(), written);
    const { totalBytes = doneBytes } = input;
    progress({ doneBytes, totalBytes, rows: output.tally.rows });
  }
  await output.write(writer.tail);
}
