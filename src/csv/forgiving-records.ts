import { badFile } from '../files/bytes.ts';
import {
  type CsvRecords,
  isPassedOver,
  lineBreaks,
  toRecord,
  withLineBreakAtEnd,
} from './records.ts';
import { type Dialect, findDialect, type Row, readRow } from './row.ts';

/** Longest line, and farthest that the partner of a quote is looked for, in characters. */
const longestRow = 16 * 1024 * 1024;

/**
 * Reads a CSV text like `csvRecords`, but so that a broken row costs its own line only: where a
 * quote is not closed, or is closed by one of a later row, reading goes on at the next line.
 */
export function forgivingRecords(path: string, texts: AsyncIterable<string>): CsvRecords {
  let dialect: Dialect | undefined;
  return {
    dialect: () => dialect,
    async *rows() {
      let held = '';
      let line = 1;
      let width: number | undefined;
      for await (const text of withEnd(cutLines(withLineBreakAtEnd(texts)))) {
        held += text ?? '';
        dialect ??= findDialect(held);
        if (!dialect && held.length > longestRow) throw badFile(path, 'line 1: expected a header');
        let from = 0;
        while (dialect && from < held.length) {
          const isDue = text === undefined || held.length - from > longestRow;
          const row = rowOrLine(held, from, dialect, width, isDue);
          if (!row) break;
          if (!isPassedOver(row, width === undefined)) {
            yield toRecord(line, row);
            width ??= row.cells.length;
          }
          line += lineBreaks(held.slice(from, row.end), dialect);
          from = row.end;
        }
        held = held.slice(from);
      }
    },
  };
}

/** The row at `from`, or its first line alone where a quote went astray; undefined while open. */
function rowOrLine(
  text: string,
  from: number,
  dialect: Dialect,
  width: number | undefined,
  isDue: boolean,
): Row | undefined {
  const row = readRow(text, from, dialect);
  const lineEnd = text.indexOf(dialect.lineBreak, from) + 1;
  const astray = (problem: string) => ({ cells: [], problem, end: lineEnd });
  if (!('end' in row)) {
    return isDue && lineEnd > 0 ? astray('a quote opens here and is not closed') : undefined;
  }
  if (lineEnd === row.end) return row;
  if (row.problem !== undefined) return astray('a quote opens here and is not closed on its line');
  if (width === undefined || width === row.cells.length) return row;
  return astray(
    `goes over several lines and has ${row.cells.length} cells instead of ${width}: a quote may be missing`,
  );
}

/**
 * Leaves out what is beyond the longest line. No such row passes for a whole one: a cell of it is
 * too long, or it has more cells than any header may have.
 */
async function* cutLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let length = 0;
  for await (const text of texts) {
    const first = text.search(/[\r\n]/);
    const isOverlong = length > longestRow;
    if (isOverlong && first === -1) continue;
    yield isOverlong ? text.slice(first) : text;
    const last = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
    length = last === -1 ? length + text.length : text.length - last;
  }
}

/** The texts and then undefined, which says that nothing follows. */
async function* withEnd(texts: AsyncIterable<string>): AsyncGenerator<string | undefined> {
  yield* texts;
  yield undefined;
}
