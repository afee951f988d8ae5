import { crc32 } from 'node:zlib';
import type { ColumnValue } from '../layer-tables.ts';

/**
 * A checksum of a row, stored with it. SQLite detects damage in the structure of its file, but not
 * a changed byte inside a text or a number.
 */
export function rowChecksum(values: readonly ColumnValue[], start = 0): number {
  let sum = 0;
  let text = '';
  for (let i = start; i < values.length; i++) {
    const value = values[i]!;
    if (value instanceof Uint8Array) sum = crc32(value, sum);
    else text += value === null ? '\u001e' : `\u001f${value}`;
  }
  return crc32(text, sum);
}
