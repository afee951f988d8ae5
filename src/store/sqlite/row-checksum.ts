import { crc32 } from 'node:zlib';
import { damaged } from '../../db/sqlite/errors.ts';

type Value = string | number | null | Uint8Array;

/**
 * A checksum of what a row says, kept beside it: SQLite finds damage in the structure of its
 * file, but not a byte that was changed inside a text or a number.
 */
export function rowChecksum(values: readonly Value[]): number {
  let sum = 0;
  let text = '';
  for (const value of values) {
    if (value instanceof Uint8Array) sum = crc32(value, sum);
    else text += value === null ? '\u001e' : `\u001f${value}`;
  }
  return crc32(text, sum);
}

/** Throws when a row is not what was written. One of before there were checksums has none. */
export function checkRow(table: string, checksum: number | null, values: readonly Value[]): void {
  if (checksum !== null && checksum !== rowChecksum(values))
    throw damaged(`a row of ${table} is not as it was written`);
}
