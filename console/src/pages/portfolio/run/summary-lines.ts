import { kindIn } from '#features/portfolio/messages/row-messages.ts';
import type { Language } from '#tools/notation/languages.ts';
import type {
  Exposure,
  GroupLine,
  Portfolio,
  PortfolioRow,
  PortfolioSummary,
} from './ask-portfolios.ts';
import type { PortfolioWords } from './words.ts';

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

/** The most bars of a chart; the others are one. */
const mostBars = 8;

/** The names of the sums of an exposure, in the order in which they are read. */
const measures = ['building', 'contents', 'interruption', 'property', 'total'] as const;
export type Measure = (typeof measures)[number];

/** Whether something is insured. */
export function hasExposure({ exposure }: Pick<GroupLine, 'exposure'>): boolean {
  return exposure.total.sum_eur > 0;
}

/** The sums that a file has; `property` only beside interruption. */
export function coveragesOf(exposure: Exposure): [Measure, Exposure[Measure]][] {
  const isShown = (of: Measure) =>
    exposure[of === 'property' ? 'interruption' : of].rows > 0 || of === 'total';
  return measures.filter(isShown).map(of => [of, exposure[of]]);
}

/** What charts draw of a group. */
export interface ChartLine {
  readonly name: string;
  readonly amounts: readonly number[];
}

/** The first groups, and the others as one without a name; none of them if they have nothing. */
export function chartLines(
  lines: readonly GroupLine[],
  amountsOf: (line: GroupLine) => readonly number[],
): { shown: ChartLine[]; others: number } {
  const drawn = lines
    .map((line): ChartLine => ({ name: line.name, amounts: amountsOf(line) }))
    .filter(({ amounts }) => amounts.some(amount => amount > 0));
  const isLong = drawn.length > mostBars;
  const shown = isLong ? drawn.slice(0, mostBars - 1) : drawn;
  const rest = drawn.slice(shown.length);
  const sums = (rest[0]?.amounts ?? []).map((_, at) =>
    rest.reduce((sum, { amounts }) => sum + amounts[at]!, 0),
  );
  return { shown: isLong ? [...shown, { name: '…', amounts: sums }] : shown, others: rest.length };
}

/** What messages have in common, in the language of the page. */
export function kindText(
  { code, field, values, kind }: PortfolioSummary['problems'][number],
  language: Language,
): string {
  const message = { code, field, values } as Parameters<typeof kindIn>[1];
  return kindIn(language, message) || kind;
}

/** A problem by which rows can be filtered. */
export interface Problem {
  readonly name: string;
  readonly field: string | undefined;
  readonly kind: string;
  readonly rows: number;
}

/** The problems of a summary as the rows are filtered by them, the commonest first. */
export function problemsOf(problems: PortfolioSummary['problems'], language: Language): Problem[] {
  const all = new Map<string, Problem>();
  for (const problem of problems) {
    const { code, field, rows } = problem;
    const name = field === undefined ? code : `${field}:${code}`;
    const known = all.get(name);
    const kind = known?.kind ?? kindText(problem, language);
    all.set(name, { name, field, kind, rows: rows + (known?.rows ?? 0) });
  }
  return [...all.values()].sort((a, b) => b.rows - a.rows);
}

/** The cell of a row as it is now. */
export function cellNow(row: PortfolioRow, column: string): string {
  return row.corrections[column] ?? row.cells[column] ?? '';
}

/** Rows that one rule can correct: they share the value of a column, or one of its words. */
export interface SharedCells {
  readonly value: string;
  /** Whether it is a word of longer values. */
  readonly isWord: boolean;
  readonly rows: readonly PortfolioRow[];
}

/** What several rows share in a column, the commonest first. */
export function sharedCells(rows: readonly PortfolioRow[], column: string): SharedCells[] {
  const able = rows.filter(row => row.can_be_corrected && column in row.cells);
  const values = Map.groupBy(able, row => cellNow(row, column));
  const words = new Map<string, PortfolioRow[]>();
  for (const row of able) {
    for (const word of new Set(cellNow(row, column).match(/\p{L}[\p{L}/.]+/gu))) {
      words.set(word, [...(words.get(word) ?? []), row]);
    }
  }
  const whole = [...values].map(([value, of]) => ({ value, isWord: false, rows: of }));
  const parts = [...words].map(([value, of]) => ({ value, isWord: true, rows: of }));
  const more = parts.filter(({ value, rows: of }) => {
    return of.length > 1 && of.length > (values.get(value)?.length ?? 0) && isOfSeveral(of, column);
  });
  return [...whole, ...more]
    .filter(({ rows: of }) => of.length > 1)
    .sort((a, b) => b.rows.length - a.rows.length);
}

function isOfSeveral(rows: readonly PortfolioRow[], column: string): boolean {
  return new Set(rows.map(row => cellNow(row, column))).size > 1;
}
