import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EditionRow,
  nextEdition,
  noEdition,
  randomText,
  toEdition,
} from '../rows/edition-row.ts';
import { valuesOf } from '../rows/layer-tables.ts';
import type { EditionStore } from '../store.ts';
import { type CheckedTable, openReader, rowChecksum } from './checked-rows.ts';

export const editions: CheckedTable = {
  name: 'edition',
  columns: {
    number: 'number',
    random: 'random',
    built_at: 'builtAt',
    sources: 'sources',
    built_from: 'builtFrom',
    row_state: 'rows',
  },
};

/** How often it is tried to write while an import writes. */
const retryMs = 250;

export function openEditionRow(
  db: DatabaseSync,
  clock: () => Date,
  hideSample: boolean,
): EditionStore {
  const reader = openReader<EditionRow>(db, editions, '');
  return {
    read: async () => toEdition(reader.first(), hideSample),
    async write(rows, sources) {
      await beginPatiently(db);
      const before = reader.first() ?? noEdition;
      const isSame = before.rows === rows;
      if (isSame) writeRow(db, nextEdition(before, sources, clock()));
      db.exec('COMMIT');
      return isSame;
    },
  };
}

/** Notes, in the transaction of an import, that rows have changed. */
export function noteChangedRows(db: DatabaseSync): void {
  const before = openReader<EditionRow>(db, editions, '').first() ?? noEdition;
  writeRow(db, { ...before, rows: randomText() });
}

function writeRow(db: DatabaseSync, row: EditionRow): void {
  const values = valuesOf(editions.columns, row as never);
  const columns = ['id', ...Object.keys(editions.columns), 'row_checksum'];
  db.prepare(`INSERT OR REPLACE INTO edition (${columns}) VALUES (${columns.map(() => '?')})`).run(
    1,
    ...values,
    rowChecksum(values),
  );
}

async function beginPatiently(db: DatabaseSync): Promise<void> {
  for (;;) {
    try {
      db.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!/locked/.test((error as Error).message)) throw error;
      await sleep(retryMs);
    }
  }
}
