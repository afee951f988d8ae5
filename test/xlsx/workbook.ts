import { type Packed, zip } from '../importing/readers/zip/zip-writer.ts';

/** The parts of a workbook that a test chooses; the others are as Excel writes them. */
export interface TestWorkbook {
  /** The XML in `sheetData`, by the name of the sheet. */
  readonly sheets: Readonly<Record<string, string>>;
  /** The XML after `sheetData`, of every sheet. */
  readonly after?: string;
  readonly strings?: string;
  /** The number formats of the cell styles: built-in numbers, or codes. */
  readonly formats?: readonly (number | string)[];
  readonly date1904?: boolean;
  readonly hidden?: readonly string[];
  /** The part of each sheet by its number, from 1 on; by default its own. */
  readonly partOf?: (sheet: number) => number;
  readonly more?: readonly Packed[];
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationsOf = (list: readonly (readonly [string, string, string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(
      ([id, kind, target]) =>
        `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** The bytes of a workbook, written by hand. */
export function workbook(given: TestWorkbook): Buffer {
  const {
    sheets,
    after = '',
    strings,
    formats = [0],
    date1904 = false,
    hidden = [],
    partOf = sheet => sheet,
    more = [],
  } = given;
  const names = Object.keys(sheets);
  const custom = formats.map((format, i) =>
    typeof format === 'number' ? [format, ''] : [164 + i, format],
  );
  const members: Packed[] = [
    { name: '_rels/.rels', content: relationsOf([['r1', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${main} xmlns:r="${office}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${names
        .map(
          (name, i) =>
            `<sheet name="${name}" sheetId="${i + 1}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="s${i}"/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationsOf([
        ...names.map(
          (_, i) => [`s${i}`, 'worksheet', `worksheets/sheet${partOf(i + 1)}.xml`] as const,
        ),
        ['st', 'styles', '/xl/styles.xml'],
        ['ss', 'sharedStrings', 'sharedStrings.xml'],
      ]),
    },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet ${main}><numFmts>${custom
        .filter(([, code]) => code !== '')
        .map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`)
        .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${custom
        .map(([id]) => `<xf numFmtId="${id}"/>`)
        .join('')}</cellXfs></styleSheet>`,
    },
    ...names.map((name, i) => ({
      name: `xl/worksheets/sheet${i + 1}.xml`,
      content: `<worksheet ${main}><sheetData>${sheets[name]}</sheetData>${after}</worksheet>`,
    })),
  ];
  if (strings !== undefined) {
    members.push({ name: 'xl/sharedStrings.xml', content: `<sst ${main}>${strings}</sst>` });
  }
  return zip([...members, ...more]);
}

/** A row of text cells, from column A on. */
export function textRow(number: number, ...texts: string[]): string {
  const cells = texts.map(text =>
    text === '' ? '<c/>' : `<c t="inlineStr"><is><t>${text}</t></is></c>`,
  );
  return `<row r="${number}">${cells.join('')}</row>`;
}
