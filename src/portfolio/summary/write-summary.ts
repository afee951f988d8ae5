import { KtimaError } from '../../errors.ts';
import { replaceFileBy } from '../../files/write-file.ts';
import { numberCell, rowOf, textCell, workbookOf } from '../../xlsx/write-workbook.ts';
import type { Summary } from '../tally.ts';
import type { Sections } from './sections.ts';
import { type ColumnKind, type SummaryTable, summaryTables, type Words } from './tables.ts';

type FullSummary = Summary & Sections;

const writers: Readonly<Record<string, (summary: FullSummary) => string | Buffer>> = {
  json: summary => `${JSON.stringify(summary, null, 2)}\n`,
  html: summaryPage,
  xlsx: summaryWorkbook,
};

/** The extension of a summary's name; throws unless it is json, html or xlsx. */
export function summaryFormat(path: string): string {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  if (Object.hasOwn(writers, ending)) return ending;
  const expected = Object.keys(writers).map(name => `.${name}`);
  throw new KtimaError(
    'USAGE',
    `--summary ${path}: expected a name that ends in ${expected.join(', ')}`,
  );
}

/** Writes a summary in the format of the file's name. */
export async function writeSummary(path: string, summary: Summary): Promise<void> {
  const content = writers[summaryFormat(path)]!(summary as FullSummary);
  await replaceFileBy(path, write => write(content));
}

/** A workbook with a sheet for each table. */
function summaryWorkbook(summary: FullSummary): Buffer {
  const sheets = summaryTables(summary).map(({ title, columns, rows }) => ({
    name: title.en,
    widths: columns.map(({ kind }) => (kind === 'text' ? 30 : 18)),
    rows: [
      rowOf(columns.map(({ el, en }) => textCell(en === el ? en : `${en} – ${el}`, 'bold'))),
      ...rows.map(row => rowOf(row.map((value, i) => cellOf(value, columns[i]!.kind)))),
    ],
  }));
  return workbookOf(sheets);
}

function cellOf(value: string | number, kind: ColumnKind): string {
  if (typeof value === 'string') return textCell(value);
  return numberCell(value, kind === 'degrees' || kind === 'text' ? 'plain' : kind);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, sign => entities[sign]!);
}

const formats: Readonly<Record<Exclude<ColumnKind, 'text'>, Intl.NumberFormat>> = {
  whole: new Intl.NumberFormat('el', { maximumFractionDigits: 0 }),
  euro: new Intl.NumberFormat('el', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  share: new Intl.NumberFormat('el', { style: 'percent', minimumFractionDigits: 1 }),
  degrees: new Intl.NumberFormat('en', { minimumFractionDigits: 5, maximumFractionDigits: 5 }),
};

function shown(value: string | number, kind: ColumnKind): string {
  if (typeof value === 'string' || kind === 'text') return escaped(String(value));
  return formats[kind].format(value);
}

/** Both languages; the page shows one of them. */
function both({ el, en }: Words): string {
  return `<span lang="el">${escaped(el)}</span><span lang="en">${escaped(en)}</span>`;
}

function tableOf({ title, note, columns, rows }: SummaryTable): string {
  if (rows.length === 0) return '';
  const side = (kind: ColumnKind) => (kind === 'text' ? '' : ' class="number"');
  const head = columns.map(one => `<th scope="col"${side(one.kind)}>${both(one)}</th>`).join('');
  const body = rows.map(
    row =>
      `<tr>${row.map((value, i) => `<td${side(columns[i]!.kind)}>${shown(value, columns[i]!.kind)}</td>`).join('')}</tr>`,
  );
  return `<section><h2>${both(title)}</h2>${note ? `<p>${both(note)}</p>` : ''}<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div></section>`;
}

/** One page without any other file. The switch of the language needs no script, so none may run. */
function summaryPage(summary: FullSummary): string {
  const { input, date, rows, notes } = summary;
  const about = words(`${rows} γραμμές, ${date}`, `${rows} rows, ${date}`);
  return `<!doctype html>
<html lang="el">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(input)}</title>
<style>${pageStyle}</style>
</head>
<body>
<input type="radio" name="language" id="el" checked><label for="el">Ελληνικά</label>
<input type="radio" name="language" id="en"><label for="en">English</label>
<main>
<h1>${escaped(input)}</h1>
<p>${both(about)}</p>
${notes.length > 0 ? `<ul>${notes.map(note => `<li lang="en" class="always">${escaped(note)}</li>`).join('')}</ul>` : ''}
${summaryTables(summary).map(tableOf).join('\n')}
</main>
</body>
</html>
`;
}

function words(el: string, en: string): Words {
  return { el, en };
}

const pageStyle = `
:root { color-scheme: light; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 75rem; padding: 0 1rem; color: #1b1f24; background: #fff; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 1.8rem 0 .4rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #d4d9df; padding: .3rem .6rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; min-width: 4.5rem; }
th { background: #f2f4f7; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
label { margin-right: 1rem; }
#el:checked ~ main span[lang=en], #en:checked ~ main span[lang=el] { display: none; }
@media print { input, label { display: none; } body { margin: 0; max-width: none; font-size: 10px; } .wide { overflow: visible; } thead { display: table-header-group; } tr { break-inside: avoid; } h2 { break-after: avoid; } }
`;
