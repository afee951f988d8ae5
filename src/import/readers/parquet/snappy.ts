/**
 * Unpacks Snappy's raw format to exactly `length` bytes. Throws a RangeError when it is damaged or
 * has another length.
 */
export function snappyUnpack(packed: Buffer, length: number): Buffer {
  const out = Buffer.allocUnsafe(length);
  let at = 0;
  let to = 0;
  // Skips the length at the start, which the caller has already.
  while (packed.readUInt8(at++) >= 0x80);
  const room = (wanted: number) => {
    if (to + wanted > length) throw new RangeError(`more than ${length} bytes`);
  };
  const literal = (tag: number) => {
    const lengthBytes = Math.max((tag >> 2) - 59, 0);
    const count = lengthBytes === 0 ? (tag >> 2) + 1 : packed.readUIntLE(at, lengthBytes) + 1;
    at += lengthBytes;
    room(count);
    if (at + count > packed.length) throw new RangeError('it ends in the middle');
    packed.copy(out, to, at, at + count);
    at += count;
    to += count;
  };
  const copy = (count: number, back: number) => {
    room(count);
    if (back === 0 || back > to) throw new RangeError('a copy from before the start');
    // Source and target may overlap; then the copied bytes repeat.
    for (let end = to + count; to < end; to++) out[to] = out[to - back]!;
  };
  while (at < packed.length) {
    const tag = packed[at++]!;
    const kind = tag & 3;
    if (kind === 0) literal(tag);
    else {
      const offsetBytes = kind === 3 ? 4 : kind;
      const offset = packed.readUIntLE(at, offsetBytes);
      at += offsetBytes;
      if (kind === 1) copy(((tag >> 2) & 7) + 4, offset + ((tag >> 5) << 8));
      else copy((tag >> 2) + 1, offset);
    }
  }
  if (to < length) throw new RangeError(`only ${to} bytes of ${length}`);
  return out;
}
