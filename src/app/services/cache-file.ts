import { createHash } from 'node:crypto';
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { keepPrivateFile, privateFileMode } from '../../tools/files/private-file.ts';
import { fromPieces, toPieces } from './pieces.ts';

/**
 * A cache for data that take long to compute from a database, in a file next to it. The file has a
 * line with a key and the lengths of the pieces of the value (`pieces.ts`), the pieces, and a checksum
 * of everything. The key contains the versions of the data and of the code; another key means that
 * the file is out of date. The file can be deleted at any time. A file that cannot be written is no
 * error.
 */

/** The cached value of this key, if the file is there and undamaged. */
export function readCacheFile<T>(path: string, key: string): T | undefined {
  return reading(path, file => {
    const head = readHead(file, key);
    if (!head) return undefined;
    const pieces = head.lengths.map(bytes => Buffer.allocUnsafeSlow(bytes));
    const checksum = Buffer.alloc(4);
    const whole = [...pieces, checksum].every(piece => readWhole(file, piece));
    const sum = pieces.reduce((so, piece) => crc32(piece, so), crc32(head.line));
    return whole && sum === checksum.readUInt32LE() ? fromPieces<T>(pieces) : undefined;
  });
}

/** Writes a value and returns whether that succeeded. The file gets its name only when complete. */
export function writeCacheFile(path: string, key: string, value: unknown): boolean {
  const pieces = toPieces(value);
  const line = Buffer.from(`${JSON.stringify([key, ...pieces.map(piece => piece.length)])}\n`);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(pieces.reduce((so, piece) => crc32(piece, so), crc32(line)));
  // Two processes that write at once may damage the file; the checksum detects that.
  const unfinished = `${path}.new`;
  try {
    rmSync(unfinished, { force: true });
    const file = openSync(unfinished, 'wx', privateFileMode);
    try {
      for (const piece of [line, ...pieces, checksum]) writeWhole(file, piece);
    } finally {
      closeSync(file);
    }
    renameSync(unfinished, path);
    return true;
  } catch {
    rmSync(unfinished, { force: true });
    return false;
  }
}

/** Enough for the lengths of some hundred pieces. */
const lengthsBytes = 4_096;

/** The first line, if it is the one that this key would have. */
function readHead(file: number, key: string) {
  const start = Buffer.from(JSON.stringify([key]).slice(0, -1));
  const head = Buffer.alloc(start.length + lengthsBytes);
  const length = readSync(file, head, 0, head.length, 0);
  const end = head.indexOf('\n', start.length) + 1;
  if (!head.subarray(0, start.length).equals(start) || end === 0 || end > length) return undefined;
  const line = head.subarray(0, end);
  readSync(file, Buffer.alloc(end));
  const [, ...lengths] = JSON.parse(line.toString()) as [string, ...number[]];
  return { line, lengths };
}

function reading<T>(path: string, read: (file: number) => T): T | undefined {
  try {
    keepPrivateFile(path);
    const file = openSync(path, 'r');
    try {
      return read(file);
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

function readWhole(file: number, piece: Uint8Array): boolean {
  for (let at = 0; at < piece.length; ) {
    const count = readSync(file, piece, at, piece.length - at, null);
    if (count === 0) return false;
    at += count;
  }
  return true;
}

function writeWhole(file: number, piece: Uint8Array): void {
  for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
}

const fingerprints = new Map<string, string>();

/**
 * A fingerprint of the source code, of name, size and time of every file in these folders, and of
 * the version of Node.js. It is computed once.
 */
export function fingerprint(folders: readonly string[] = []): string {
  const known = fingerprints.get(folders.join());
  if (known) return known;
  const hash = createHash('sha256').update(process.version);
  const code = fileURLToPath(new URL('../..', import.meta.url));
  for (const file of filesIn(code)) hash.update(readFileSync(file));
  for (const folder of folders) {
    for (const file of filesIn(folder)) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${relative(folder, file)} ${size} ${mtimeMs}\n`);
    }
  }
  const made = hash.digest('hex');
  fingerprints.set(folders.join(), made);
  return made;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}
