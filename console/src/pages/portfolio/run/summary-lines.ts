import type { GroupLine, Portfolio, PortfolioRow, PortfolioSummary } from './ask-portfolios.ts';
import type { PortfolioWords } from './words-el.ts';

/** The name of a file without its path. */
export function titleOf({ name }: Pick<Portfolio, 'name'>): string {
  return name.split(/[\\/]/).at(-1) || name;
}

/** Whether nothing more happens by itself. */
export function isOver({ state }: Pick<Portfolio, 'state'>): boolean {
  return state !== 'queued' && state !== 'running';
}

/** That a run is no longer in the list: the one of the URL, or else the one that was shown. */
export function goneText(
  files: readonly Pick<Portfolio, 'id'>[],
  wantedId: string | undefined,
  last: Pick<Portfolio, 'id' | 'name'> | undefined,
  own: Pick<PortfolioWords, 'isGone' | 'isUnknown'>,
): string | undefined {
  const id = wantedId ?? last?.id;
  if (id === undefined || files.some(file => file.id === id)) return undefined;
  return id === last?.id ? own.isGone(titleOf(last)) : own.isUnknown;
}

/** Below this percentage of the cost as new, a row is underinsured. */
const wellInsured = 90;

/** Rows with both amounts, and those of them that are underinsured. */
export function underinsuredRows(bands: PortfolioSummary['by_insured_percent']) {
  const rowsOf = (some: typeof bands) => some.reduce((sum, { rows }) => sum + rows, 0);
  const low = bands.filter(({ name }) => Number.parseInt(name, 10) < wellInsured);
  return { all: rowsOf(bands), low: rowsOf(low) };
}

/** The most bars of a chart; the others are one. */
const mostBars = 8;

/** The first groups, and the others as one without a name. */
export function chartLines(lines: readonly GroupLine[]): { shown: GroupLine[]; others: number } {
  const drawn = lines.filter(line => line.as_new_eur > 0 || line.sum_insured_eur > 0);
  const isLong = drawn.length > mostBars;
  const shown = isLong ? drawn.slice(0, mostBars - 1) : drawn;
  const rest = drawn.slice(shown.length);
  const sum = (of: 'rows' | 'as_new_eur' | 'sum_insured_eur') =>
    rest.reduce((total, line) => total + line[of], 0);
  const other = {
    name: '…',
    rows: sum('rows'),
    as_new_eur: sum('as_new_eur'),
    sum_insured_eur: sum('sum_insured_eur'),
  };
  return { shown: isLong ? [...shown, other] : [...shown], others: rest.length };
}

/** A problem by which rows can be filtered. */
export interface Problem {
  readonly name: string;
  readonly field: string | undefined;
  readonly kind: string;
  readonly rows: number;
}

/** The problems of a summary as the rows are filtered by them, the commonest first. */
export function problemsOf(problems: PortfolioSummary['problems']): Problem[] {
  const all = new Map<string, Problem>();
  for (const { code, field, kind, rows } of problems) {
    if (code === undefined) continue;
    const name = field === undefined ? code : `${field}:${code}`;
    const known = all.get(name);
    all.set(name, known ? { ...known, rows: known.rows + rows } : { name, field, kind, rows });
  }
  return [...all.values()].sort((a, b) => b.rows - a.rows);
}

/** The rows with each value of a column, the commonest value first. */
export function rowsByValue(rows: readonly PortfolioRow[], column: string) {
  const cellOf = (row: PortfolioRow) => row.corrections[column] ?? row.cells[column] ?? '';
  const able = rows.filter(row => row.can_be_corrected && column in row.cells);
  return [...Map.groupBy(able, cellOf)].sort(([, a], [, b]) => b.length - a.length);
}
