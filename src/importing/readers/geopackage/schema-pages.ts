import type { FileHandle } from 'node:fs/promises';

const [interiorPage, leafPage] = [0x05, 0x0d];
const fileHeaderBytes = 100;

/**
 * Throws a RangeError for a list of tables that uses a page twice or is larger than the file. SQLite
 * reads that list when it opens a file and cannot be interrupted: pages that refer to each other
 * would keep it busy forever.
 */
export async function checkSchemaPages(
  file: FileHandle,
  pageBytes: number,
  totalBytes: number,
): Promise<void> {
  const seen = new Set<number>();
  const waiting = [1];
  let rowBytes = 0;
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (seen.has(number)) throw new RangeError(`page ${number} is used twice`);
    seen.add(number);
    const page = Buffer.alloc(pageBytes);
    const { bytesRead } = await file.read(page, 0, pageBytes, (number - 1) * pageBytes);
    if (bytesRead < pageBytes) throw new RangeError(`page ${number} is missing`);
    const { children, bytes } = readPage(page, number);
    waiting.push(...children);
    rowBytes += bytes;
    if (rowBytes > totalBytes) throw new RangeError('its list of tables is larger than the file');
  }
}

/** The child pages of an interior page, or the claimed size of a leaf's rows. */
function readPage(page: Buffer, number: number): { children: number[]; bytes: number } {
  const start = number === 1 ? fileHeaderBytes : 0;
  const type = page[start];
  if (type !== interiorPage && type !== leafPage) {
    throw new RangeError(`page ${number} is not a page of a table`);
  }
  const pointers = start + (type === interiorPage ? 12 : 8);
  const cells = Array.from({ length: page.readUInt16BE(start + 3) }, (_, i) =>
    page.readUInt16BE(pointers + 2 * i),
  );
  if (type === leafPage) {
    return { children: [], bytes: cells.reduce((sum, at) => sum + readVarint(page, at), 0) };
  }
  const children = cells.map(at => page.readUInt32BE(at));
  return { children: [...children, page.readUInt32BE(start + 8)], bytes: 0 };
}

/** SQLite's varint: seven bits per byte, most significant first, at most nine bytes. */
function readVarint(page: Buffer, at: number): number {
  let value = 0;
  for (let i = 0; i < 9; i++) {
    const byte = page.readUInt8(at + i);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) break;
  }
  return value;
}
