import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { readOutputName } from '#features/portfolio/output/output-formats.ts';
import type { Summary } from '#features/portfolio/summary/summary-body.ts';
import { summaryFormat } from '#features/portfolio/summary/write-summary.ts';
import { KtimaError } from '#tools/errors.ts';
import { badFile, type Progress } from '#tools/files/bytes.ts';
import { checkOutput, replaceFileBy } from '#tools/files/write-file.ts';
import type { Terminal } from '#tools/terminal/terminal.ts';
import type { EnrichOptions } from './enrich-options.ts';
import { jsonOf, openRemoteService, type SendTo } from './remote-service.ts';

/** What is read of a portfolio's state. */
interface PortfolioStatus {
  readonly id: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly bytes: number;
  readonly rows: number;
  readonly progress: number;
  readonly error: string | null;
}

/** Options of `ktima enrich` that a portfolio of the API does not have. */
const withoutParameter = ['resume', 'threads'] as const;

export interface ServiceRun {
  readonly input: string;
  readonly options: EnrichOptions;
  readonly clientSecret: string | undefined;
  /** Whether an option stands on the command line. */
  readonly isGiven: (name: keyof EnrichOptions) => boolean;
  readonly terminal: Pick<Terminal, 'stdin' | 'stdout'>;
  readonly progress: (done: Progress) => void;
  /** Ends the run, also at the service. */
  readonly signal: AbortSignal;
}

/** Sends a file to a service, waits for its run there, and writes what it returns. */
export async function enrichByService(run: ServiceRun): Promise<Summary> {
  const { input, options, terminal } = run;
  const { output, force, summary } = options;
  const parameters = parametersOf(run);
  if (output !== '-') await checkOutput(output, [input], force);
  const send = await connect(run);
  const file = input === '-' ? await buffer(terminal.stdin) : await readInput(input);
  const { id } = await jsonOf<PortfolioStatus>(
    await send(`api/portfolios/?${parameters}`, {
      method: 'POST',
      // A second try with the same key starts no second run.
      headers: { 'content-type': 'application/octet-stream', 'idempotency-key': randomUUID() },
      body: file,
      signal: run.signal,
    }),
  );
  const path = `api/portfolios/${id}/`;
  try {
    await ended(send, path, run);
    await save(await send(`${path}result/`, run), output, terminal);
    if (summary) {
      const format = summaryFormat(summary);
      await save(await send(`${path}summary/?format=${format}`, run), summary, terminal);
    }
    const counts = await jsonOf<Summary>(await send(`${path}summary/`, run));
    return { ...counts, input, output };
  } finally {
    // A service that cannot be reached removes it by itself, some days later.
    await send(path, { method: 'DELETE' }).catch(() => {});
  }
}

function readInput(path: string) {
  return readFile(path).catch(cause => {
    throw badFile(path, cause);
  });
}

async function connect({ options, clientSecret }: ServiceRun): Promise<SendTo> {
  const { url, authUrl, clientId } = options;
  if (clientId === undefined || clientSecret === undefined) {
    const expected = '--client-id, and its secret in KTIMA_CLIENT_SECRET';
    throw new KtimaError('USAGE', `--url: expected also ${expected}`);
  }
  return openRemoteService({ url: url!, authUrl, clientId, clientSecret });
}

/** The parameters of `POST /api/portfolios/`. Throws if an option has none. */
function parametersOf({ input, options, isGiven }: ServiceRun): URLSearchParams {
  const refused = withoutParameter.find(isGiven);
  if (refused)
    throw refusal(`--${refused.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`);
  const { parcel, decimals, srid, minConfidence, yearRange, areaRange } = options;
  const given = {
    name: input === '-' ? 'portfolio' : basename(input).slice(0, 200),
    format: formatOf(options),
    columns: options.map.length > 0 ? JSON.stringify(columnsOf(options.map)) : undefined,
    places: options.places,
    parcel: parcel ? undefined : false,
    zones: options.zones,
    year_range: isGiven('yearRange') ? `${yearRange.least}-${yearRange.most}` : undefined,
    output_encoding: options.outputEncoding,
    bom: options.bom,
    decimal_comma: options.decimalComma,
    decimals: decimals && (decimals === ',' ? 'comma' : 'point'),
    srid,
    sheet: options.sheet,
    encoding: options.encoding,
    min_confidence: minConfidence || undefined,
    valuation_date: options.valuationDate,
    dataset: options.dataset,
    rates: options.rates,
    index: options.index,
    addons: options.addons,
    ageing: options.ageing,
    language: options.language,
    area_range: areaRange && `${areaRange.least}-${areaRange.most}`,
    years: options.years === 'strict' ? options.years : undefined,
    duplicates: options.duplicates === 'drop' ? options.duplicates : undefined,
  };
  const sent = Object.entries(given).filter(([, value]) => value !== undefined);
  return new URLSearchParams(sent.map(([name, value]) => [name, String(value)]));
}

function refusal(option: string): KtimaError {
  return new KtimaError(
    'USAGE',
    `${option}: expected without --url; the service has no such option`,
  );
}

function formatOf({ output, format: asked }: EnrichOptions): string {
  const { format, gzip, delimiter } = readOutputName(output, asked);
  if (!gzip && delimiter === undefined) return format;
  const expected = 'a name that ends in .csv, .xlsx, .ndjson, .geojson';
  throw new KtimaError('USAGE', `--output: expected ${expected} with --url`);
}

/** `--map field=column` as the columns of the API; null leaves a field out. */
function columnsOf(map: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(
    map.map(mapping => {
      const [, field = '', column = ''] = /^([^=]*)=(.*)$/s.exec(mapping) ?? ['', mapping];
      return [field.trim(), column.trim() || null];
    }),
  );
}

/** Waits until the run has ended, and throws if it failed. */
async function ended(send: SendTo, path: string, { progress, signal }: ServiceRun): Promise<void> {
  while (true) {
    // A second, so that the progress is shown.
    const run = await jsonOf<PortfolioStatus>(await send(`${path}?wait=1`, { signal }));
    if (run.state === 'done') return;
    if (run.state === 'failed') throw new KtimaError('USAGE', run.error ?? 'the run failed');
    progress({ doneBytes: run.progress * run.bytes, totalBytes: run.bytes, rows: run.rows });
  }
}

async function save(
  { body }: Response,
  output: string,
  { stdout }: Pick<Terminal, 'stdout'>,
): Promise<void> {
  if (output === '-') return pipeline(body!, stdout, { end: false });
  await replaceFileBy(output, async write => {
    for await (const piece of body!) await write(piece);
  });
}
