import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { badFile, refuseBomb } from '../bytes.ts';
import { readAt, type ZipMember } from './directory.ts';

const mostUnpackedBytes = 64 * 1024 ** 3;
const [stored, deflated] = [0, 8];

/** The bytes of a member, unpacked as they are read. */
export interface MemberBytes {
  /** Packed bytes read so far. */
  bytesRead(): number;
  /** Reads the member from the start. Ending it early closes the file. */
  chunks(): AsyncGenerator<Buffer>;
}

/**
 * Opens a member of a zip archive. Rejects members that are encrypted, compressed otherwise than by
 * Deflate, over 64 GB, or a zip bomb. Damage is an error after the last chunk.
 */
export function openMember(path: string, member: ZipMember): MemberBytes {
  const shown = `${path} (${member.name.slice(0, 100)})`;
  refuseUnfit(shown, member);
  let bytesRead = () => 0;
  return {
    bytesRead: () => bytesRead(),
    async *chunks() {
      try {
        const packed = await openPacked(path, member);
        if ('bytesRead' in packed) bytesRead = () => packed.bytesRead as number;
        const isDeflated = member.method === deflated;
        yield* checked(
          shown,
          member,
          isDeflated ? pipeline(packed, createInflateRaw(), () => {}) : packed,
        );
      } catch (cause) {
        const isDamage = cause instanceof RangeError;
        throw badFile(shown, isDamage ? `not a valid zip: ${cause.message}` : cause);
      }
    },
  };
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
    const most = mostUnpackedBytes.toLocaleString('en');
    const bytes = member.unpackedBytes.toLocaleString('en');
    throw badFile(shown, `unpacks to ${bytes} bytes, more than ${most}`);
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

/** The chunks, of which the size and the checksum must be those of the directory. */
async function* checked(
  shown: string,
  { unpackedBytes, crc }: ZipMember,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let unpacked = 0;
  let checksum = 0;
  for await (const chunk of chunks) {
    unpacked += chunk.length;
    if (unpacked > unpackedBytes) break;
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (unpacked !== unpackedBytes) {
    const got = unpacked > unpackedBytes ? 'more' : unpacked;
    throw badFile(shown, `expected ${unpackedBytes} bytes once unpacked, got ${got}`);
  }
  if (checksum !== crc) throw badFile(shown, 'its checksum is wrong: the archive is damaged');
}
