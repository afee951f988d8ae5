import { usageError } from '#tools/errors.ts';
import { replaceFileBy } from '#tools/files/write-file.ts';
import type { Words } from '#tools/notation/languages.ts';
import { numberCell, rowOf, textCell, workbookOf } from '#tools/xlsx/write-workbook.ts';
import { type Summary, type SummaryFormat, summaryFormats } from './summary-body.ts';
import {
  type ColumnKind,
  groupTables,
  isText,
  type SummaryTable,
  summaryTables,
} from './tables.ts';

/** What the file of a summary shows: the summary, and the tables that only files have. */
export interface SummaryFile {
  readonly summary: Summary;
  readonly tables: readonly SummaryTable[];
}

/** Draws the file of a summary as HTML. */
export type DrawSummary = (file: SummaryFile) => Promise<Buffer>;

type Content = string | Buffer | Promise<Buffer>;

const writers: Readonly<Record<SummaryFormat, (summary: Summary, draw: DrawSummary) => Content>> = {
  json: summary => `${JSON.stringify(summary, null, 2)}\n`,
  html: (summary, draw) => draw({ summary, tables: groupTables(summary) }),
  xlsx: summaryWorkbook,
};

/** The extension of a summary's name; throws unless it is json, html or xlsx. */
export function summaryFormat(path: string): SummaryFormat {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const format = summaryFormats.find(name => name === ending);
  if (format) return format;
  const expected = summaryFormats.map(name => `.${name}`);
  throw usageError(`--summary ${path}: expected a name that ends in ${expected.join(', ')}`);
}

/** Writes a summary in the format of the file's name. */
export async function writeSummary(
  path: string,
  summary: Summary,
  draw: DrawSummary,
): Promise<void> {
  const content = await writers[summaryFormat(path)]!(summary, draw);
  await replaceFileBy(path, write => write(content));
}

/** A workbook with a sheet for each table. */
function summaryWorkbook(summary: Summary): Buffer {
  const sheets = summaryTables(summary).map(({ title, columns, rows }) => ({
    name: title.en,
    widths: columns.map(({ kind }) => (isText(kind) ? 30 : 18)),
    rows: [
      rowOf(columns.map(({ el, en }) => textCell(inBoth({ el, en }), 'bold'))),
      ...rows.map(row => rowOf(row.map((value, i) => cellOf(value, columns[i]!.kind)))),
    ],
  }));
  return workbookOf(sheets);
}

function cellOf(value: string | number | Words, kind: ColumnKind): string {
  if (typeof value === 'object') return textCell(inBoth(value));
  if (typeof value === 'string') return textCell(value);
  return numberCell(value, isText(kind) || kind === 'degrees' ? 'plain' : kind);
}

function inBoth({ el, en }: Words): string {
  return en === el ? en : `${en} – ${el}`;
}
