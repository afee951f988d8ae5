import { open } from 'node:fs/promises';
import { posix } from 'node:path';
import { badFile, refuseBomb } from '../files/bytes.ts';
import {
  harmlessBytes,
  mostDescriptionBytes,
  mostParts,
  mostSheets,
  mostStyles,
  mostUnpackedBytes,
} from '../files/table-budgets.ts';
import { localName, readXml, type XmlEvents } from '../files/xml.ts';
import { listZip, type ZipMember } from '../files/zip/directory.ts';
import { type MemberBytes, openMember } from '../files/zip/member.ts';
import { type DateSystem, type NumberFormat, readNumberFormat } from './number-formats.ts';
import { readSharedStrings, type SharedTexts } from './shared-strings.ts';
import { type Merge, mergeEvents, type SheetRow, sheetEvents } from './sheet-rows.ts';

/** A sheet of an open workbook. */
export interface Sheet {
  readonly name: string;
  /** Whether Excel shows it only on request. */
  readonly isHidden: boolean;
  /** The size of the packed sheet, and how much of it was read. */
  readonly totalBytes: number;
  bytesRead(): number;
  /** The rows with cells, in the order of the file. Merged ranges are reported after the last one. */
  rows(onMerge?: (merge: Merge) => void): AsyncGenerator<SheetRow>;
  /** The merged ranges, before the rows: this reads the sheet once more. */
  merges(): AsyncGenerator<Merge>;
}

/** Opens an XLSX or XLSM workbook. Names what it is if it is another file: encrypted, XLS, XLSB, ODS. */
export async function openWorkbook(path: string): Promise<readonly Sheet[]> {
  await refuseCompound(path);
  const members = partsByName(path, await listZip(path));
  const read = <Item>(name: string, events: XmlEvents<Item>) =>
    readPart(path, members, name, events);
  const main = await mainPart(path, members, read);
  const targets = await relations(read, main);
  const { sheets, dates } = await readMain(path, read(main, mainEvents()));
  const target = (kind: string) => [...targets.values()].find(one => one.type.endsWith(kind))?.path;
  const styles = target('/styles');
  const formats =
    styles && members.has(styles) ? await readFormats(path, read(styles, styleEvents())) : [];
  const stringsPart = target('/sharedStrings');
  // Read once, when the first sheet is.
  let strings: Promise<SharedTexts> | undefined;
  const sharedStrings = () => {
    const isThere = stringsPart !== undefined && members.has(stringsPart);
    strings ??= isThere
      ? readSharedStrings(path, partOf(path, members, stringsPart))
      : Promise.resolve(() => undefined);
    return strings;
  };
  const sheetOfPart = new Map<string, string>();
  return sheets.flatMap(({ name, id, isHidden }) => {
    const found = targets.get(id);
    // A chart has a sheet of its own, without rows.
    if (!found?.type.endsWith('/worksheet')) return [];
    const member = memberNamed(path, members, found.path);
    const other = sheetOfPart.get(member.name);
    if (other !== undefined)
      throw badFile(path, `the sheets ${other} and ${name} are one part; expected one for each`);
    sheetOfPart.set(member.name, name);
    let bytes: MemberBytes | undefined;
    const shown = `${path}, sheet ${name}`;
    const sheet: Sheet = {
      name,
      isHidden,
      totalBytes: member.packedBytes,
      bytesRead: () => bytes?.bytesRead() ?? 0,
      async *rows(onMerge) {
        const parts = { formats, dates, strings: await sharedStrings(), onMerge };
        bytes = openMember(path, member);
        yield* readXml(shown, bytes, sheetEvents(shown, parts));
      },
      merges: () => readXml(shown, openMember(path, member), mergeEvents()),
    };
    return [sheet];
  });
}

type ReadPart = <Item>(name: string, events: XmlEvents<Item>) => AsyncGenerator<Item>;

/** The bytes at the start of the compound files of Office, and the name of an encrypted workbook in them. */
const compoundMark = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const encryptedName = Buffer.from('EncryptedPackage', 'utf16le');

async function refuseCompound(path: string): Promise<void> {
  try {
    await using file = await open(path);
    const head = Buffer.alloc(512);
    await file.read(head, 0, head.length, 0);
    if (!head.subarray(0, 8).equals(compoundMark)) return;
    const sectorBytes = head.readUInt16LE(30) === 12 ? 4096 : 512;
    const directory = Buffer.alloc(4096);
    await file.read(directory, 0, directory.length, (head.readUInt32LE(48) + 1) * sectorBytes);
    const isEncrypted = directory.includes(encryptedName);
    throw badFile(
      path,
      isEncrypted
        ? 'the workbook is encrypted; save it without a password'
        : 'an old workbook (.xls) or another file of Office; save it as XLSX or CSV',
    );
  } catch (cause) {
    throw badFile(path, cause);
  }
}

/** The parts of the archive. What they claim to unpack to is checked when they are read. */
function partsByName(path: string, members: readonly ZipMember[]): Map<string, ZipMember> {
  if (members.length > mostParts)
    throw badFile(
      path,
      `${members.length.toLocaleString('en')} parts, more than ${mostParts.toLocaleString('en')}`,
    );
  const parts = new Map(members.map(member => [member.name, member]));
  if (parts.size < members.length) throw badFile(path, 'two parts have the same name');
  const sum = (field: 'unpackedBytes' | 'packedBytes') =>
    members.reduce((bytes, member) => bytes + member[field], 0);
  const bytes = sum('unpackedBytes');
  if (bytes > mostUnpackedBytes) {
    const [most, found] = [mostUnpackedBytes, bytes].map(n => n.toLocaleString('en'));
    throw badFile(path, `unpacks to ${found} bytes, more than ${most}; save it as CSV`);
  }
  refuseBomb(path, bytes, sum('packedBytes'), harmlessBytes);
  return parts;
}

function memberNamed(
  path: string,
  members: ReadonlyMap<string, ZipMember>,
  name: string,
): ZipMember {
  const member = members.get(name);
  if (member) return member;
  throw badFile(path, `expected ${name.slice(0, 100)} in the workbook; it is missing`);
}

function partOf(path: string, members: ReadonlyMap<string, ZipMember>, name: string): MemberBytes {
  return openMember(path, memberNamed(path, members, name));
}

function readPart<Item>(
  path: string,
  members: ReadonlyMap<string, ZipMember>,
  name: string,
  events: XmlEvents<Item>,
): AsyncGenerator<Item> {
  const { unpackedBytes } = memberNamed(path, members, name);
  if (unpackedBytes > mostDescriptionBytes) {
    throw badFile(
      path,
      `${name.slice(0, 100)} has ${unpackedBytes.toLocaleString('en')} bytes, more than ${mostDescriptionBytes.toLocaleString('en')}`,
    );
  }
  return readXml(`${path} (${name.slice(0, 100)})`, partOf(path, members, name), events);
}

/** The part that lists the sheets. */
async function mainPart(
  path: string,
  members: ReadonlyMap<string, ZipMember>,
  read: ReadPart,
): Promise<string> {
  if (members.has('_rels/.rels')) {
    for (const { type, path: part } of (await relations(read, '')).values()) {
      if (!type.endsWith('/officeDocument')) continue;
      if (part.endsWith('.bin')) throw badFile(path, 'a binary workbook (.xlsb); save it as XLSX');
      if (part.startsWith('xl/') || part.endsWith('workbook.xml')) return part;
    }
  }
  const isOpenDocument = members.has('mimetype') && members.has('content.xml');
  throw badFile(
    path,
    isOpenDocument
      ? 'an OpenDocument file (.ods); save it as XLSX or CSV'
      : 'a zip file without a workbook; expected CSV or XLSX',
  );
}

interface Relation {
  readonly id: string;
  readonly type: string;
  /** The name of the part in the archive. */
  readonly path: string;
}

/** The parts that a part refers to, by id. Targets outside the archive are left out. */
async function relations(read: ReadPart, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part);
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const found = read(name, {
    open(tag, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (localName(tag) !== 'Relationship' || mode === 'External') return undefined;
      return {
        id,
        type,
        path: posix.join(target.startsWith('/') ? '' : folder, target).replace(/^\//, ''),
      };
    },
    close: () => undefined,
  } satisfies XmlEvents<Relation>);
  const byId = new Map<string, Relation>();
  for await (const relation of found) byId.set(relation.id, relation);
  return byId;
}

/** A sheet as the main part lists it, or the system of dates. */
type MainItem =
  | { readonly name: string; readonly id: string; readonly isHidden: boolean }
  | { readonly dates: DateSystem };

/** Excel allows 31 characters. It is in messages and notes. */
const longestSheetName = 100;

function mainEvents(): XmlEvents<MainItem> {
  return {
    open(tag, attributes) {
      const local = localName(tag);
      if (local === 'workbookPr') {
        return { dates: /^(?:1|true)$/.test(attributes.date1904 ?? '') ? 1904 : 1900 };
      }
      if (local !== 'sheet') return undefined;
      const id = Object.entries(attributes).find(([name]) => /:id$/.test(name))?.[1] ?? '';
      const isHidden = /^(?:hidden|veryHidden)$/.test(attributes.state ?? '');
      return { name: (attributes.name ?? '').slice(0, longestSheetName), id, isHidden };
    },
    close: () => undefined,
  };
}

async function readMain(path: string, items: AsyncIterable<MainItem>) {
  const sheets = [];
  let dates: DateSystem = 1900;
  for await (const item of items) {
    if ('dates' in item) dates = item.dates;
    else sheets.push(item);
    if (sheets.length > mostSheets) throw badFile(path, `more than ${mostSheets} sheets`);
  }
  return { sheets, dates };
}

/** A code of a number format, or the format of a cell style. */
type StyleItem = { readonly id: number; readonly code: string } | { readonly format: number };

function styleEvents(): XmlEvents<StyleItem> {
  let isCellStyle = false;
  return {
    open(tag, attributes) {
      const local = localName(tag);
      if (local === 'cellXfs') isCellStyle = true;
      if (local === 'numFmt')
        return { id: Number(attributes.numFmtId), code: attributes.formatCode ?? '' };
      return isCellStyle && local === 'xf'
        ? { format: Number(attributes.numFmtId ?? 0) }
        : undefined;
    },
    close(tag) {
      if (localName(tag) === 'cellXfs') isCellStyle = false;
      return undefined;
    },
  };
}

/** The number format of each cell style. */
async function readFormats(path: string, items: AsyncIterable<StyleItem>): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  for await (const item of items) {
    // The codes come before the styles that use them.
    if ('code' in item) codes.set(item.id, item.code);
    else formats.push(readNumberFormat(item.format, codes.get(item.format)));
    if (Math.max(formats.length, codes.size) > mostStyles)
      throw badFile(
        path,
        `more than ${mostStyles.toLocaleString('en')} cell styles or number formats`,
      );
  }
  return formats;
}
