import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { KtimaError } from '../../errors.ts';

/** A row of a file with a header: texts by column, and where it stood, for messages. */
export interface Row {
  readonly where: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Reads a CSV file with a header row as a stream of rows. */
export async function* readCsv(path: string): AsyncGenerator<Row> {
  const parser = createReadStream(path).pipe(
    parse({ columns: true, bom: true, skip_empty_lines: true, info: true }),
  );
  try {
    for await (const { record, info } of parser) {
      yield { where: `${path}, line ${info.lines}`, fields: record };
    }
  } catch (cause) {
    throw new KtimaError('BAD_DATA', `${path}: ${(cause as Error).message}`, { cause });
  }
}
