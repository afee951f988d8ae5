import { crc32, deflateRawSync } from 'node:zlib';

/** A member of an archive; what is left out is as it should be. */
export interface Packed {
  readonly name: string | Buffer;
  readonly content: Buffer | string;
  readonly method?: number;
  readonly flags?: number;
  readonly crc?: number;
  /** What the directory claims. */
  readonly unpackedBytes?: number;
  readonly packedBytes?: number;
  /** Whether sizes and offset are in a zip64 field. */
  readonly wide?: boolean;
}

/** The bytes of a zip archive. */
export function zip(members: readonly Packed[], { comment = '', wide = false } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const data = dataOf(member);
    const local = localHeader(member);
    directory.push(entryOf(member, data.length, offset));
    parts.push(local, data);
    offset += local.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = endOf(members.length, listed.length, offset, comment, wide);
  return Buffer.concat([...parts, listed, end]);
}

function dataOf({ content, method = 8 }: Packed): Buffer {
  const bytes = Buffer.from(content as string);
  return method === 8 ? deflateRawSync(bytes) : bytes;
}

function localHeader({ name, method = 8 }: Packed): Buffer {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(method, 8);
  header.writeUInt16LE(Buffer.from(name as string).length, 26);
  header.writeUInt16LE(4, 28);
  // An extra field that only the local header has, as real archives do.
  return Buffer.concat([header, Buffer.from(name as string), Buffer.from([0x55, 0x54, 0, 0])]);
}

function entryOf(member: Packed, length: number, offset: number): Buffer {
  const { flags = 0, method = 8, wide = false } = member;
  const content = Buffer.from(member.content as string);
  const name = Buffer.from(member.name as string);
  const unpackedBytes = member.unpackedBytes ?? content.length;
  const packedBytes = member.packedBytes ?? length;
  const extra = wide ? wideField([unpackedBytes, packedBytes, offset]) : Buffer.alloc(0);
  const entry = Buffer.alloc(46);
  entry.write('PK\x01\x02', 'latin1');
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(method, 10);
  entry.writeUInt32LE(member.crc ?? crc32(content), 16);
  entry.writeUInt32LE(wide ? 0xffffffff : packedBytes, 20);
  entry.writeUInt32LE(wide ? 0xffffffff : unpackedBytes, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(extra.length, 30);
  entry.writeUInt32LE(wide ? 0xffffffff : offset, 42);
  return Buffer.concat([entry, name, extra]);
}

function wideField(numbers: readonly number[]): Buffer {
  // Behind another field, which readers have to pass over.
  const field = Buffer.alloc(10 + 8 * numbers.length);
  field.writeUInt16LE(0x5455, 0);
  field.writeUInt16LE(2, 2);
  field.writeUInt16LE(1, 6);
  field.writeUInt16LE(8 * numbers.length, 8);
  for (const [i, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 10 + 8 * i);
  return field;
}

function endOf(
  count: number,
  length: number,
  offset: number,
  comment: string,
  wide: boolean,
): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(wide ? 0xffffffff : length, 12);
  end.writeUInt32LE(wide ? 0xffffffff : offset, 16);
  end.writeUInt16LE(comment.length, 20);
  const usual = Buffer.concat([end, Buffer.from(comment)]);
  if (!wide) return usual;
  const wideEnd = Buffer.alloc(56);
  wideEnd.write('PK\x06\x06', 'latin1');
  wideEnd.writeBigUInt64LE(BigInt(count), 32);
  wideEnd.writeBigUInt64LE(BigInt(length), 40);
  wideEnd.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  return Buffer.concat([wideEnd, locator, usual]);
}
