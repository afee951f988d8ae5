import { longestCell } from '../files/table-budgets.ts';
import { zipWriter } from '../files/zip/zip-writer.ts';
import { serialOfDate } from './number-formats.ts';

/** The styles of cells, by their position in `stylesPart`. */
const styles = {
  plain: 0,
  bold: 1,
  day: 2,
  time: 3,
  quoted: 4,
  euro: 5,
  share: 6,
  whole: 7,
} as const;

/** A style for numbers: as they are, with cents, as a percentage, or with thousands. */
export type NumberStyle = 'plain' | 'euro' | 'share' | 'whole';

/** Characters that XML or Excel would not give back, and text that looks like an escape of Excel. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 does not allow them.
const unsafe = /[\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;
const markup = /[&<>]/g;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** What Excel would read as a formula if someone typed it. */
const likeFormula = /^[=+\-@]/;

/** A cell with text. Text that looks like a formula stays text, also when it is edited. */
export function textCell(text: string, style: 'plain' | 'bold' = 'plain'): string {
  if (text === '') return '<c/>';
  const number = style === 'plain' && likeFormula.test(text) ? styles.quoted : styles[style];
  const escaped = text
    .slice(0, longestCell)
    .toWellFormed()
    .replace(
      unsafe,
      letter => `_x${letter.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
    )
    .replace(markup, sign => entities[sign]!);
  const mark = number === 0 ? '' : ` s="${number}"`;
  return `<c${mark} t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`;
}

/** A cell with a number. */
export function numberCell(value: number, style: NumberStyle = 'plain'): string {
  if (!Number.isFinite(value)) return '<c/>';
  return style === 'plain'
    ? `<c><v>${value}</v></c>`
    : `<c s="${styles[style]}"><v>${value}</v></c>`;
}

/** A cell with a date of ISO 8601, or its text if Excel has no such date. */
export function dateCell(text: string): string {
  const serial = serialOfDate(text);
  if (serial === undefined) return textCell(text);
  return `<c s="${Number.isInteger(serial) ? styles.day : styles.time}"><v>${serial}</v></c>`;
}

/** A row of cells, which follow each other from column A on. */
export function rowOf(cells: readonly string[]): string {
  return `<row>${cells.join('')}</row>`;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

/** A sheet's XML up to its first row. The first row, with the names, stays in view. */
export function sheetStart(widths: readonly number[]): string {
  const columns = widths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  );
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${
    columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''
  }<sheetData>`;
}

/** A sheet's XML after its last row. */
export const sheetEnd = '</sheetData></worksheet>';

/** The name of a sheet in the archive, from 1 on. */
function sheetPart(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

/** The parts of a workbook besides its sheets, by their names. */
function commonParts(sheetNames: readonly string[]): readonly (readonly [string, string])[] {
  const numbered = sheetNames.map((name, i) => ({ name, number: i + 1 }));
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`;
  const relationsOf = (list: readonly string[]) =>
    `${declaration}<Relationships xmlns="${packages}/relationships">${list.join('')}</Relationships>`;
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${numbered
        .map(
          ({ number }) =>
            `<Override PartName="/${sheetPart(number)}" ContentType="${type}.worksheet+xml"/>`,
        )
        .join('')}</Types>`,
    ],
    ['_rels/.rels', relationsOf([relation('rId1', 'officeDocument', 'xl/workbook.xml')])],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${numbered
        .map(
          ({ name, number }) =>
            `<sheet name="${sheetName(name)}" sheetId="${number}" r:id="rId${number}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationsOf([
        ...numbered.map(({ number }) =>
          relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`),
        ),
        relation('rIdStyles', 'styles', 'styles.xml'),
      ]),
    ],
    ['xl/styles.xml', stylesPart],
  ];
}

/** At most 31 characters, none of those that Excel uses in references. */
function sheetName(name: string): string {
  const plain = name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31);
  return plain.replace(/[&<>"]/g, sign => entities[sign] ?? '&quot;');
}

const stylesPart = `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8">${[
  'numFmtId="0" fontId="0"',
  'numFmtId="0" fontId="1" applyFont="1"',
  'numFmtId="14" fontId="0" applyNumberFormat="1"',
  'numFmtId="22" fontId="0" applyNumberFormat="1"',
  'numFmtId="0" fontId="0" quotePrefix="1"',
  'numFmtId="4" fontId="0" applyNumberFormat="1"',
  'numFmtId="164" fontId="0" applyNumberFormat="1"',
  'numFmtId="3" fontId="0" applyNumberFormat="1"',
]
  .map(format => `<xf ${format} fillId="0" borderId="0" xfId="0"/>`)
  .join(
    '',
  )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Packs the text of one sheet, piece by piece, into a workbook. */
export function packSheet(name: string) {
  const zip = zipWriter();
  let isOpen = false;
  return {
    pack(text: string): Buffer {
      if (isOpen) return zip.add(text);
      isOpen = true;
      const parts = commonParts([name]).map(([part, content]) => zip.member(part, content));
      return Buffer.concat([...parts, zip.open(sheetPart(1)), zip.add(text)]);
    },
    end: () => Buffer.concat([zip.close(), zip.end()]),
  };
}

/** A sheet with rows of cells, which `rowOf` made. */
export interface WrittenSheet {
  readonly name: string;
  readonly widths: readonly number[];
  readonly rows: readonly string[];
}

/** The bytes of a small workbook. */
export function workbookOf(sheets: readonly WrittenSheet[]): Buffer {
  const zip = zipWriter();
  return Buffer.concat([
    ...commonParts(sheets.map(({ name }) => name)).map(([part, text]) => zip.member(part, text)),
    ...sheets.map(({ widths, rows }, i) =>
      zip.member(sheetPart(i + 1), sheetStart(widths) + rows.join('') + sheetEnd),
    ),
    zip.end(),
  ]);
}
