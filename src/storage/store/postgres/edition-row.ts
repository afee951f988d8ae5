import type { Client } from 'pg';
import type { Postgres } from '../../db/postgres/postgres.ts';
import {
  type EditionRow,
  nextEdition,
  noEdition,
  randomText,
  toEdition,
} from '../rows/edition-row.ts';
import type { EditionStore } from '../store.ts';

const select = `SELECT number, random, built_at AS "builtAt", sources, built_from AS "builtFrom",
  row_state AS rows FROM edition`;

export function openEditionRow(db: Postgres, clock: () => Date, hideSample: boolean): EditionStore {
  return {
    read: async () => toEdition((await db.read<EditionRow>(select))[0], hideSample),
    write: (rows, sources) =>
      db.transaction(async client => {
        // The row is there, and locked: an import that commits now waits.
        await client.query('INSERT INTO edition DEFAULT VALUES ON CONFLICT DO NOTHING');
        const { rows: found } = await client.query<EditionRow>(`${select} FOR UPDATE`);
        const before = found[0] ?? noEdition;
        if (before.rows !== rows) return false;
        const next = nextEdition(before, sources, clock());
        await client.query(
          `UPDATE edition SET number = $1, random = $2, built_at = $3, sources = $4, built_from = $5`,
          [next.number, next.random, next.builtAt, next.sources, next.builtFrom],
        );
        return true;
      }),
  };
}

/** Notes, in the transaction of an import, that rows have changed. */
export async function noteChangedRows(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO edition (row_state) VALUES ($1) ON CONFLICT (id) DO UPDATE SET row_state = $1`,
    [randomText()],
  );
}
