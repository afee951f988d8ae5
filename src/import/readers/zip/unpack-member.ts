import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { badFile, refuseBomb } from '../../../files/bytes.ts';
import { readAt, type ZipMember } from './directory.ts';

const mostUnpackedBytes = 64 * 1024 ** 3;
const [stored, deflated] = [0, 8];

/**
 * Unpacks a member of a zip archive into the file `to`, which must not exist. Rejects members that
 * are encrypted, compressed otherwise than by Deflate, over 64 GB, damaged, or a zip bomb.
 */
export async function unpackMember(path: string, member: ZipMember, to: string): Promise<void> {
  const shown = `${path} (${member.name})`;
  refuseUnfit(shown, member);
  try {
    await using file = await open(to, 'wx');
    const packed = await openPacked(path, member);
    const isDeflated = member.method === deflated;
    const chunks = isDeflated ? pipeline(packed, createInflateRaw(), () => {}) : packed;
    await write(shown, member, chunks, file);
  } catch (cause) {
    throw badFile(shown, cause instanceof RangeError ? `not a valid zip: ${cause.message}` : cause);
  }
}

function refuseUnfit(shown: string, member: ZipMember): void {
  if (member.isEncrypted) throw badFile(shown, 'it is encrypted; unpack it first');
  if (member.method !== stored && member.method !== deflated) {
    throw badFile(
      shown,
      `packed by method ${member.method}, expected 8 (Deflate); unpack it first`,
    );
  }
  if (member.unpackedBytes > mostUnpackedBytes) {
    throw badFile(
      shown,
      `unpacks to ${member.unpackedBytes} bytes, more than ${mostUnpackedBytes}`,
    );
  }
  refuseBomb(shown, member.unpackedBytes, member.packedBytes);
}

/** The data follow a header of their own, whose length is not in the directory. */
async function openPacked(path: string, { offset, packedBytes }: ZipMember): Promise<Readable> {
  await using file = await open(path);
  const header = await readAt(file, offset, 30);
  if (header.toString('latin1', 0, 4) !== 'PK\x03\x04') {
    throw new RangeError(`byte ${offset}: expected the header of a member`);
  }
  const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const { size } = await file.stat();
  if (start + packedBytes > size) throw new RangeError(`it ends at byte ${size}`);
  if (packedBytes === 0) return Readable.from([]);
  return createReadStream(path, { start, end: start + packedBytes - 1 });
}

async function write(
  shown: string,
  { unpackedBytes, crc }: ZipMember,
  chunks: AsyncIterable<Buffer>,
  file: FileHandle,
): Promise<void> {
  let written = 0;
  let checksum = 0;
  for await (const chunk of chunks) {
    written += chunk.length;
    if (written > unpackedBytes) break;
    checksum = crc32(chunk, checksum);
    await file.writeFile(chunk);
  }
  if (written !== unpackedBytes) {
    const got = written > unpackedBytes ? 'more' : written;
    throw badFile(shown, `expected ${unpackedBytes} bytes once unpacked, got ${got}`);
  }
  if (checksum !== crc) throw badFile(shown, 'its checksum is wrong: the archive is damaged');
}
