import { hash } from 'node:crypto';
import type { InputRow } from './input.ts';

/** Rows that are compared, so that memory stays small: about 40 MB for as many. */
const mostRows = 1_000_000;

/** Makes a function that returns the line of an earlier row with the same cells, if there is one. */
export function duplicateFinder(most = mostRows): (row: InputRow) => number | undefined {
  const lines = new Map<number, number>();
  return ({ line, cells }) => {
    const trimmed = cells.map(cell => cell.trim());
    if (trimmed.every(cell => cell === '')) return undefined;
    const key = digest(trimmed);
    const earlier = lines.get(key);
    if (earlier === undefined && lines.size < most) lines.set(key, line);
    return earlier;
  };
}

/** 53 bits, the most that a number holds: two of a million rows are alike by chance in 0.005 % of files. */
function digest(cells: readonly string[]): number {
  return Number(hash('sha1', JSON.stringify(cells), 'buffer').readBigUInt64BE() >> 11n);
}
