import { KtimaError } from '#tools/errors.ts';
import { replaceFileBy } from '#tools/files/write-file.ts';
import { numberCell, rowOf, textCell, workbookOf } from '#tools/xlsx/write-workbook.ts';
import type { Words } from '../messages/summary-words.ts';
import { type Summary, type SummaryFormat, summaryFormats } from './summary-body.ts';
import { type Land, summaryPage } from './summary-page.ts';
import { type ColumnKind, isText, summaryTables } from './tables.ts';

type Content = string | Buffer | Promise<string>;

const writers: Readonly<
  Record<SummaryFormat, (summary: Summary, readLand: () => Promise<Land>) => Content>
> = {
  json: summary => `${JSON.stringify(summary, null, 2)}\n`,
  html: async (summary, readLand) => summaryPage(summary, await readLand()),
  xlsx: summaryWorkbook,
};

/** The extension of a summary's name; throws unless it is json, html or xlsx. */
export function summaryFormat(path: string): SummaryFormat {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const format = summaryFormats.find(name => name === ending);
  if (format) return format;
  const expected = summaryFormats.map(name => `.${name}`);
  throw new KtimaError(
    'USAGE',
    `--summary ${path}: expected a name that ends in ${expected.join(', ')}`,
  );
}

/** Writes a summary in the format of the file's name. The page has maps, with land. */
export async function writeSummary(
  path: string,
  summary: Summary,
  readLand: () => Promise<Land>,
): Promise<void> {
  const content = await writers[summaryFormat(path)]!(summary, readLand);
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
