import { DatabaseSync } from 'node:sqlite';
import { fold } from '#domain/geocoder/text/fold.ts';

/**
 * A simple alternative to the geocoder: SQLite's full-text index over folded texts. The search
 * takes a query of FTS5 and returns the positions of the best texts by bm25.
 */
export function fts5Index(
  texts: Iterable<string>,
  limit: number,
  options = '',
): (query: string) => number[] {
  const db = new DatabaseSync(':memory:');
  db.exec(`CREATE VIRTUAL TABLE texts USING fts5(text${options})`);
  const insert = db.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)');
  db.exec('BEGIN');
  let position = 0;
  for (const text of texts) insert.run(position++, fold(text));
  db.exec('COMMIT');
  const select = db.prepare(
    `SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ${limit}`,
  );
  return query => select.all(query).map(({ rowid }) => Number(rowid));
}
