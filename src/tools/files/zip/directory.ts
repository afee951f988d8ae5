import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { badFile, longestFeatureBytes } from '../bytes.ts';

/** A file in a zip archive, by the archive's directory, which is untrusted. */
export interface ZipMember {
  readonly name: string;
  readonly isEncrypted: boolean;
  /** 0: stored, 8: Deflate. */
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** The offset of its own header in the archive. */
  readonly offset: number;
}

const endSignature = Buffer.from('PK\x05\x06', 'latin1');
const endBytes = 22;
const longestComment = 65_535;
const notHere32 = 0xffff_ffff;

/** Whether a member is a folder, a file whose name starts with a dot, or added by macOS. */
export function isHidden(name: string): boolean {
  return /^__MACOSX\/|(^|\/)\.[^/]*$|\/$/.test(name);
}

/** Lists the members of a zip archive from the directory at its end; reads zip64 too. */
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
    // Damage shows as numbers read beyond the end of a buffer.
    throw badFile(path, cause instanceof RangeError ? `not a valid zip: ${cause.message}` : cause);
  }
}

async function readDirectory(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const tailAt = Math.max(0, size - endBytes - longestComment);
  const tail = await readAt(file, tailAt, size - tailAt);
  const end = tail.lastIndexOf(endSignature);
  if (end === -1) throw new RangeError('its directory is missing, expected one at the end');
  if (end + endBytes + tail.readUInt16LE(end + 20) > tail.length) throw new RangeError('it is cut');
  const { offset, length } = await locateDirectory(file, tail, end);
  if (length > longestFeatureBytes) throw new RangeError(`a directory of ${length} bytes`);
  return readAt(file, offset, length);
}

/** The offset and length of the directory: from its end record, or from the zip64 end record. */
async function locateDirectory(file: FileHandle, tail: Buffer, end: number) {
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
  // The zip64 field contains, in this order, only the numbers that do not fit into 32 bits.
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

/** Returns the numbers of the zip64 field one by one. */
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

/** Reads exactly `length` bytes of a file; throws a RangeError when it has fewer. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { size } = await file.stat();
  if (position + length > size) throw new RangeError(`it ends at byte ${size}`);
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer;
}
