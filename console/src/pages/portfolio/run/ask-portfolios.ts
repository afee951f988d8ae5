import { errorOfAnswer } from '../../../../../client/src/api-error.ts';
import { type Client, KtimaApiError } from '../../../../../client/src/client.ts';
import type {
  ListedPortfolio,
  Portfolio,
  PortfolioCorrected,
  PortfolioRows,
  PortfolioSummary,
} from '../../../../../client/src/types.ts';

export type { ListedPortfolio, Portfolio, PortfolioRows };

export type PortfolioRow = PortfolioRows['rows'][number];

/** Which rows are shown. */
export interface RowFilters {
  readonly text?: string | undefined;
  readonly level?: string | undefined;
  readonly property_type?: string | undefined;
  readonly has_problem?: true | undefined;
  readonly to_look_at?: true | undefined;
  readonly is_corrected?: true | undefined;
  /** A problem as the service names it: field, colon and code. */
  readonly problem?: string | undefined;
  /** West, south, east and north. */
  readonly bbox?: string | undefined;
  /** Latitude, longitude and metres. */
  readonly around?: string | undefined;
}

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

const path = '/api/portfolios/';

/** Messages are in the language of the page. */
function pageLanguage(): string {
  return document.documentElement.lang;
}

/** Sends a request of portfolios, whose bodies are files, with the token of the session. */
async function ask(client: Client, target: string, init: RequestInit = {}): Promise<Response> {
  const token = await client.accessToken();
  let answer: Response;
  try {
    answer = await fetch(path + target, {
      ...init,
      headers: {
        ...init.headers,
        'accept-language': pageLanguage(),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new KtimaApiError('no connection', { reason: 'network', cause });
  }
  if (answer.ok) return answer;
  throw errorOfAnswer(answer, await answer.text(), 'the portfolio cannot be used');
}

/** Whether a file was refused because too many of the user wait or run. */
export function isQueueFull(failure: unknown): boolean {
  if (!(failure instanceof KtimaApiError)) return false;
  return failure.status === 429 && failure.message.includes('portfolios of yours wait');
}

/** The own portfolios, newest first. */
export async function listPortfolios(
  client: Client,
  signal: AbortSignal,
): Promise<ListedPortfolio[]> {
  return (await (await ask(client, '', { signal })).json()).portfolios;
}

/** A portfolio with the columns of its file. */
export async function findPortfolio(
  client: Client,
  id: string,
  signal: AbortSignal,
): Promise<Portfolio> {
  return (await ask(client, `${id}/`, { signal })).json();
}

/** How a file is read, run and written again: parameters of the service by name; empty ones are not sent. */
export type FileChoices = Readonly<Record<string, string>>;

/** Sends a file, which is read and waits to be started. */
export async function sendPortfolio(
  client: Client,
  file: File,
  { sheet, ...choices }: FileChoices,
): Promise<Portfolio> {
  const query = new URLSearchParams({
    name: file.name.slice(0, 200),
    language: pageLanguage(),
    start: 'false',
  });
  if (sheet && /\.xls[xm]$/i.test(file.name)) query.set('sheet', sheet);
  for (const [name, value] of Object.entries(choices)) if (value !== '') query.set(name, value);
  const headers = { 'content-type': 'application/octet-stream' };
  return (await ask(client, `?${query}`, { method: 'POST', headers, body: file })).json();
}

/** The summary of a portfolio that is done. */
export async function portfolioSummary(
  client: Client,
  id: string,
  signal: AbortSignal,
): Promise<PortfolioSummary> {
  return (await ask(client, `${id}/summary/`, { signal })).json();
}

/** A file of a portfolio that is done, such as `result/` or `summary/?format=html`. */
export async function portfolioFile(client: Client, id: string, name: string): Promise<Blob> {
  return (await ask(client, `${id}/${name}`)).blob();
}

/** A page of the rows of a portfolio that is done. */
export async function portfolioRows(
  client: Client,
  id: string,
  query: Readonly<Record<string, string | number | boolean | undefined>>,
  signal: AbortSignal,
): Promise<PortfolioRows> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return (await ask(client, `${id}/rows/?${text}`, { signal })).json();
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
    const answer = await ask(client, `${id}/rows/`, asJson('PATCH', { rows: some }));
    counts = await answer.json();
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
  await ask(client, `${id}/run/`, asJson('POST', { columns, terms }));
}

/** A term as the service reads it in JSON. */
function termOf(name: string, value: string): string | number | boolean {
  if (name === 'srid' || name === 'min_confidence' || name === 'most_insured_ratio')
    return Number(value.replace(',', '.'));
  if (name === 'parcel' || name === 'bom' || name === 'decimal_comma') return value === 'true';
  return value;
}

function asJson(method: string, body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Cancels and removes a portfolio. */
export async function removePortfolio(client: Client, id: string): Promise<void> {
  await ask(client, `${id}/`, { method: 'DELETE' });
}
