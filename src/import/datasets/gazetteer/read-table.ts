import { KtimaError } from '../../../errors.ts';
import { isUnreadable } from '../../../files/bytes.ts';
import { openCsv } from '../../readers/csv/csv.ts';
import { type Fields, openFields } from '../fields.ts';

/** The rows of a shipped file; throws with the line of a row that cannot be read. */
export async function readTable<T>(path: string, toRow: (fields: Fields) => T): Promise<T[]> {
  const rows: T[] = [];
  const reader = await openCsv(path);
  const fieldsOf = openFields(reader, {});
  for await (const item of reader.features()) {
    try {
      if (isUnreadable(item)) throw new Error(item.problem);
      rows.push(toRow(fieldsOf(item)));
    } catch (cause) {
      const { message } = cause as Error;
      throw new KtimaError('BAD_DATA', `${path}, line ${item.number}: ${message}`, { cause });
    }
  }
  return rows;
}
