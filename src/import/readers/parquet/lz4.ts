/** Unpacks an LZ4 block to exactly `length` bytes; otherwise throws a RangeError. */
export function lz4Unpack(packed: Buffer, length: number): Buffer {
  const out = Buffer.allocUnsafe(length);
  let at = 0;
  let to = 0;
  /** A nibble of 15 means that more bytes follow, until one is not 255. */
  const readLength = (nibble: number): number => {
    let value = nibble;
    for (let byte = nibble === 15 ? 255 : 0; byte === 255; value += byte)
      byte = packed.readUInt8(at++);
    return value;
  };
  const room = (wanted: number) => {
    if (to + wanted > length) throw new RangeError(`more than ${length} bytes`);
  };
  while (at < packed.length) {
    const token = packed[at++]!;
    const literals = readLength(token >> 4);
    room(literals);
    if (at + literals > packed.length) throw new RangeError('it ends in the middle');
    packed.copy(out, to, at, at + literals);
    at += literals;
    to += literals;
    // The last sequence has only literals.
    if (at === packed.length) break;
    const back = packed.readUInt16LE(at);
    at += 2;
    const count = readLength(token & 15) + 4;
    room(count);
    if (back === 0 || back > to) throw new RangeError('a copy from before the start');
    for (let end = to + count; to < end; to++) out[to] = out[to - back]!;
  }
  if (to < length) throw new RangeError(`only ${to} bytes of ${length}`);
  return out;
}
