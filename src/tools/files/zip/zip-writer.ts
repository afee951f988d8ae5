import { constants, crc32, deflateRawSync } from 'node:zlib';
import { badData, type KtimaError } from '../../errors.ts';

/** A member that was written, or is being written. */
interface Written {
  readonly name: string;
  readonly offset: number;
  crc: number;
  packedBytes: number;
  unpackedBytes: number;
}

/** The largest size that an archive without zip64 can hold. */
const mostBytes = 0xffff_fffe;
const [deflated, sizesFollow, utf8Name, version] = [8, 1 << 3, 1 << 11, 20];
/** 1 January 1980: the same content gives the same bytes at any time. */
const [noTime, firstDay] = [0, 0x21];
/** An empty last block of Deflate. */
const lastBlock = Buffer.from([3, 0]);

/** Writes a zip archive piece by piece: each function returns the bytes to append. */
export function zipWriter() {
  const members: Written[] = [];
  let size = 0;
  const appended = (...parts: Buffer[]) => {
    const bytes = Buffer.concat(parts);
    size += bytes.length;
    if (size > mostBytes) throw tooLarge();
    return bytes;
  };
  const open = (name: string) => {
    const member = { name, offset: size, crc: 0, packedBytes: 0, unpackedBytes: 0 };
    members.push(member);
    return appended(localHeader(name));
  };
  const add = (text: string) => {
    const member = members.at(-1)!;
    const content = Buffer.from(text);
    // Ends at a whole byte, but not the stream: pieces can follow.
    const packed = deflateRawSync(content, { finishFlush: constants.Z_SYNC_FLUSH });
    member.crc = crc32(content, member.crc);
    member.unpackedBytes += content.length;
    member.packedBytes += packed.length;
    if (member.unpackedBytes > mostBytes) throw tooLarge();
    return appended(packed);
  };
  const close = () => {
    const member = members.at(-1)!;
    member.packedBytes += lastBlock.length;
    return appended(lastBlock, Buffer.from('PK\x07\x08', 'latin1'), sizesOf(member));
  };
  return {
    open,
    add,
    close,
    member: (name: string, text: string) => Buffer.concat([open(name), add(text), close()]),
    /** The directory, which ends the archive. */
    end() {
      const directory = Buffer.concat(members.map(directoryEntry));
      const end = Buffer.alloc(22);
      end.write('PK\x05\x06', 'latin1');
      end.writeUInt16LE(members.length, 8);
      end.writeUInt16LE(members.length, 10);
      end.writeUInt32LE(directory.length, 12);
      end.writeUInt32LE(size, 16);
      return appended(directory, end);
    },
  };
}

function tooLarge(): KtimaError {
  return badData('the workbook would exceed 4 GB; write CSV instead');
}

/** The fields that both headers have: version, flags, method, time and date. */
function commonFields(): Buffer {
  const fields = Buffer.alloc(10);
  fields.writeUInt16LE(version, 0);
  fields.writeUInt16LE(sizesFollow | utf8Name, 2);
  fields.writeUInt16LE(deflated, 4);
  fields.writeUInt16LE(noTime, 6);
  fields.writeUInt16LE(firstDay, 8);
  return fields;
}

function localHeader(name: string): Buffer {
  const rest = Buffer.alloc(16);
  rest.writeUInt16LE(Buffer.byteLength(name), 12);
  return Buffer.concat([
    Buffer.from('PK\x03\x04', 'latin1'),
    commonFields(),
    rest,
    Buffer.from(name),
  ]);
}

function sizesOf({ crc, packedBytes, unpackedBytes }: Written): Buffer {
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc, 0);
  sizes.writeUInt32LE(packedBytes, 4);
  sizes.writeUInt32LE(unpackedBytes, 8);
  return sizes;
}

function directoryEntry(member: Written): Buffer {
  const madeBy = Buffer.from([version, 0]);
  const rest = Buffer.alloc(18);
  rest.writeUInt16LE(Buffer.byteLength(member.name), 0);
  rest.writeUInt32LE(member.offset, 14);
  return Buffer.concat([
    Buffer.from('PK\x01\x02', 'latin1'),
    madeBy,
    commonFields(),
    sizesOf(member),
    rest,
    Buffer.from(member.name),
  ]);
}
