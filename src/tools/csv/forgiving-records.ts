import { badFile } from '../files/bytes.ts';
import { longestCell, longestRow } from '../files/table-budgets.ts';
import { type CsvRecords, isSkipped, lineBreaks, toRecord, withLineBreakAtEnd } from './records.ts';
import { type Dialect, findDialect, type Row, readRow } from './row.ts';

/**
 * Reads a CSV text like `csvRecords`, but a broken row loses only its own line. If a quote is not
 * closed, or a quote of a later row closes it, reading continues at the next line. A line, and the
 * way to a closing quote, may be as long as a row.
 */
export function forgivingRecords(path: string, texts: AsyncIterable<string>): CsvRecords {
  let dialect: Dialect | undefined;
  return {
    dialect: () => dialect,
    async *rows() {
      let held = '';
      let line = 1;
      let width: number | undefined;
      for await (const text of withEnd(cutLines(withLineBreakAtEnd(texts), () => dialect))) {
        held += text ?? '';
        dialect ??= findDialect(held);
        if (!dialect && held.length > longestRow) throw badFile(path, `line 1: ${tooLong}`);
        let from = 0;
        while (dialect && from < held.length) {
          const isDue = text === undefined || held.length - from > longestRow;
          const row = rowOrLine(held, from, dialect, width, isDue);
          if (!row) break;
          if (!isSkipped(row, width === undefined)) {
            const isLong = row.end - from > longestRow;
            yield isLong ? { number: line, problem: tooLong } : toRecord(line, row, longestCell);
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

const tooLong = `longer than ${longestRow} characters`;

/** The row at `from`, or only its first line if a quote is missing; undefined if text is missing. */
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

/** Cuts lines after the longest length. A cut line is still too long, and so rejected. */
async function* cutLines(
  texts: AsyncIterable<string>,
  dialect: () => Dialect | undefined,
): AsyncGenerator<string> {
  let length = 0;
  for await (const text of texts) {
    const lineBreak = dialect()?.lineBreak ?? (text.includes('\n') ? '\n' : '\r');
    const first = text.indexOf(lineBreak);
    const isOverlong = length > longestRow;
    if (isOverlong && first === -1) continue;
    yield isOverlong ? text.slice(first) : text;
    const last = text.lastIndexOf(lineBreak);
    length = last === -1 ? length + text.length : text.length - last;
  }
}

/** The texts, then undefined as the end mark. */
async function* withEnd(texts: AsyncIterable<string>): AsyncGenerator<string | undefined> {
  yield* texts;
  yield undefined;
}
