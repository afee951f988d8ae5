import { type Client, KtimaApiError } from '../../../../../client/src/client.ts';
import { errorTypes } from '../../../../../client/src/error-types.ts';
import type {
  ListedPortfolio,
  Portfolio,
  PortfolioCorrected,
  PortfolioRows,
  PortfolioRowsInput,
} from '../../../../../client/src/types.ts';

export type { ListedPortfolio, Portfolio, PortfolioRows };

export type PortfolioRow = PortfolioRows['rows'][number];

/** Which rows are shown. */
export type RowFilters = Pick<
  PortfolioRowsInput,
  | 'text'
  | 'level'
  | 'property_type'
  | 'has_problem'
  | 'to_look_at'
  | 'is_corrected'
  | 'problem'
  | 'bbox'
  | 'around'
>;

/** The parts of a summary, as the service describes them. */
export type {
  PortfolioCell as MapCell,
  PortfolioCircle as Circle,
  PortfolioExposure as Exposure,
  PortfolioGroup as GroupLine,
  PortfolioLook as LookLine,
  PortfolioSummary,
  PortfolioTerms,
} from '../../../../../client/src/types.ts';

/** Whether a file was refused because too many of the user wait or run. */
export function isQueueFull(failure: unknown): boolean {
  return failure instanceof KtimaApiError && failure.type === errorTypes.queue_full;
}

/** A file of 50 MB on a slow line; a refusal is shown at once. */
const once = { timeoutMs: 600_000, retries: 0 };

/** The own portfolios, newest first. */
export async function listPortfolios(
  client: Client,
  signal: AbortSignal,
): Promise<readonly ListedPortfolio[]> {
  return (await client.portfolios({ signal })).portfolios;
}

/** How a file is read, run and written again: parameters of the service by name; empty ones are not sent. */
export type FileChoices = Readonly<Record<string, string>>;

/** Sends a file, which is read and waits to be started. */
export function sendPortfolio(
  client: Client,
  file: File,
  { sheet = '', ...choices }: FileChoices,
): Promise<Portfolio> {
  const isWorkbook = /\.xls[xm]$/i.test(file.name);
  const given = Object.entries({ ...choices, sheet: isWorkbook ? sheet : '' });
  const input = {
    file,
    name: file.name.slice(0, 200),
    language: document.documentElement.lang as 'el' | 'en',
    start: false,
    ...Object.fromEntries(given.filter(([, value]) => value !== '')),
  };
  return client.sendPortfolio(input, once);
}

/** A file of a portfolio that is done: its result, or its summary in a format. */
export function portfolioFile(client: Client, id: string, name: 'result' | 'html'): Promise<Blob> {
  return name === 'result'
    ? client.portfolioResult({ id }, once)
    : client.portfolioSummaryFile({ id, format: name }, once);
}

/** Cells in place of those of the file, for one row. */
interface RowCorrection {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** The most rows of an answer, and of a request that corrects rows. */
export const mostRowsAtOnce = 1_000;

/** Stores the corrections of rows, in place of earlier ones, and returns how many there are. */
export async function correctRows(
  client: Client,
  id: string,
  rows: readonly RowCorrection[],
): Promise<PortfolioCorrected | undefined> {
  let counts: PortfolioCorrected | undefined;
  for (let from = 0; from < rows.length; from += mostRowsAtOnce) {
    const some = rows.slice(from, from + mostRowsAtOnce);
    counts = await client.correctPortfolioRows({ id, rows: some });
  }
  return counts;
}

/** Columns by field that the user has chosen; null leaves a field out. */
export type ChosenColumns = Readonly<Record<string, string | null>>;

/** Runs the file, with its corrections, and with other columns and terms if there are some. */
export async function runPortfolioAgain(
  client: Client,
  id: string,
  columns?: ChosenColumns,
  choices: FileChoices = {},
): Promise<void> {
  const given = Object.entries(choices).filter(([, value]) => value !== '');
  const terms = Object.fromEntries(given.map(([name, value]) => [name, termOf(name, value)]));
  await client.runPortfolioAgain({ id, columns, terms }, once);
}

/** A term as the service reads it in JSON. */
function termOf(name: string, value: string): string | number | boolean {
  if (name === 'srid' || name === 'min_confidence' || name === 'most_insured_ratio')
    return Number(value.replace(',', '.'));
  if (name === 'parcel' || name === 'bom' || name === 'decimal_comma') return value === 'true';
  return value;
}
