import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { badFile, longestFeatureBytes } from '../../../files/bytes.ts';

/** A file in a zip archive as the archive's directory tells it, of which nothing is trusted. */
export interface ZipMember {
  readonly name: string;
  readonly isEncrypted: boolean;
  /** 0 is stored as it is, 8 is deflated. */
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Where its own header stands in the archive, in bytes. */
  readonly offset: number;
}

const endSignature = Buffer.from('PK\x05\x06', 'latin1');
const endBytes = 22;
const longestComment = 65_535;
const notHere32 = 0xffff_ffff;

/** Whether a member is a folder, a file that begins with a dot, or what macOS adds. */
export function isHidden(name: string): boolean {
  return /^__MACOSX\/|(^|\/)\.[^/]*$|\/$/.test(name);
}

/** Lists what a zip archive holds, by the directory at its end; archives over 4 GB are zip64. */
export async function listZip(path: string): Promise<readonly ZipMember[]> {
  try {
    await using file = await open(path);
    const directory = await readDirectory(file);
    const members: ZipMember[] = [];
    for (let at = 0; at < directory.length; ) {
      const { member, end } = readMember(directory, at);
      members.push(member);
      at = end;
    }
    return members;
  } catch (cause) {
    // Reading numbers beyond the end of a buffer is how damage shows.
    throw badFile(path, cause instanceof RangeError ? `not a sound zip: ${cause.message}` : cause);
  }
}

async function readDirectory(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const tailAt = Math.max(0, size - endBytes - longestComment);
  const tail = await readAt(file, tailAt, size - tailAt);
  const end = tail.lastIndexOf(endSignature);
  if (end === -1) throw new RangeError('its directory is missing, expected one at the end');
  if (end + endBytes + tail.readUInt16LE(end + 20) > tail.length) throw new RangeError('it is cut');
  const { offset, length } = await placeOf(file, tail, end);
  if (length > longestFeatureBytes) throw new RangeError(`a directory of ${length} bytes`);
  return readAt(file, offset, length);
}

/** Where the directory stands: as its end tells or, when the numbers are too large, the zip64 end. */
async function placeOf(file: FileHandle, tail: Buffer, end: number) {
  const length = tail.readUInt32LE(end + 12);
  const offset = tail.readUInt32LE(end + 16);
  if (length !== notHere32 && offset !== notHere32) return { offset, length };
  const wide = await readAt(file, readWide(tail, end - 12), 56);
  return { offset: readWide(wide, 48), length: readWide(wide, 40) };
}

function readMember(directory: Buffer, at: number): { member: ZipMember; end: number } {
  if (directory.toString('latin1', at, at + 4) !== 'PK\x01\x02') {
    throw new RangeError(`byte ${at} of its directory: expected a member`);
  }
  const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
  const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
  const name = directory.subarray(at + 46, nameEnd);
  const wide = wideNumbers(directory.subarray(nameEnd, extraEnd));
  // In this order, and only those for which there are not bits enough.
  const [unpackedBytes, packedBytes, offset] = [24, 20, 42].map(field => {
    const narrow = directory.readUInt32LE(at + field);
    return narrow === notHere32 ? wide() : narrow;
  });
  const member: ZipMember = {
    name: name.toString(isUtf8(name) ? 'utf8' : 'latin1').replace(/\p{Cc}/gu, '?'),
    isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
    method: directory.readUInt16LE(at + 10),
    crc: directory.readUInt32LE(at + 16),
    packedBytes: packedBytes!,
    unpackedBytes: unpackedBytes!,
    offset: offset!,
  };
  return { member, end: extraEnd + directory.readUInt16LE(at + 32) };
}

/** Gives the numbers of the zip64 field one by one. */
function wideNumbers(extra: Buffer): () => number {
  let at = 0;
  while (at < extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2);
  at += 4;
  return () => {
    const number = readWide(extra, at);
    at += 8;
    return number;
  };
}

function readWide(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at));
}

/** Exactly so many bytes of a file; that it has fewer there is a RangeError. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { size } = await file.stat();
  if (position + length > size) throw new RangeError(`it ends at byte ${size}`);
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer;
}
