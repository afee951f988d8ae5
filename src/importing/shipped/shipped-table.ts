import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { csvRecords } from '#tools/csv/records.ts';
import { badData } from '#tools/errors.ts';
import { openBytes } from '#tools/files/bytes.ts';
import { decodeText } from '#tools/files/text-encoding.ts';
import { inEnglish } from '#tools/notation/sentences.ts';

/** The folder of the data that ship. */
export const dataFolder = fileURLToPath(new URL('../../../data', import.meta.url));

/** The cells of a row by the names of their columns. A reader throws if its cell does not fit. */
export type Cells = ReturnType<typeof cellsOf>;

/** Reads a CSV file of the shipped data; throws with the line of a row that cannot be read. */
export async function readTable<T>(name: string, toRow: (cells: Cells) => T): Promise<T[]> {
  const path = join(dataFolder, name);
  const rows: T[] = [];
  let header: readonly string[] | undefined;
  const texts = decodeText(path, (await openBytes(path)).chunks());
  for await (const record of csvRecords(path, texts).rows()) {
    try {
      if ('problem' in record) throw new Error(inEnglish(record.problem));
      if (header === undefined) header = record.cells;
      else rows.push(toRow(cellsOf(header, record.cells)));
    } catch (cause) {
      const { message } = cause as Error;
      throw badData(`${path}, line ${record.number}: ${message}`, { cause });
    }
  }
  return rows;
}

function cellsOf(header: readonly string[], cells: readonly string[]) {
  if (cells.length !== header.length) {
    throw new Error(`expected ${header.length} columns, got ${cells.length}`);
  }
  const expected = (column: string, what: string) =>
    new Error(`${column}: expected ${what}, got ${JSON.stringify(textOrNull(column))}`);
  const textOrNull = (column: string): string | null => cells[header.indexOf(column)] || null;
  const text = (column: string): string => {
    const value = textOrNull(column);
    if (value === null) throw expected(column, 'a text');
    return value;
  };
  return {
    text,
    textOrNull,
    /** The texts of a cell, separated by semicolons. */
    texts: (column: string): string[] => textOrNull(column)?.split(';') ?? [],
    number(column: string): number {
      const value = Number(text(column));
      if (!Number.isFinite(value)) throw expected(column, 'a number');
      return value;
    },
    oneOf<T extends string>(column: string, allowed: readonly T[]): T {
      const found = allowed.find(one => one === textOrNull(column));
      if (found === undefined) throw expected(column, `one of ${allowed.join(', ')}`);
      return found;
    },
  };
}
