import type { DatabaseSync } from 'node:sqlite';

/** The source id of places that are back in their table only to be found by their key. */
export const noSource = 0;

/**
 * A place that is still there keeps its row, hence its id, and moves to the new source id; one
 * that has it already came twice.
 */
export function movingInsert(columns: readonly string[]): string {
  const renewed = columns.filter(column => column !== 'source');
  return `INSERT INTO places (${columns}) VALUES (${columns.map(() => '?')})
    ON CONFLICT (source, external_id, place_type)
    DO UPDATE SET ${renewed.map(column => `${column} = excluded.${column}`)}
    WHERE source_id <> excluded.source_id`;
}

/** Puts departed places back, so that one that returns finds its row, hence its id. */
export function recallDeparted(db: DatabaseSync, source: string): void {
  db.prepare(
    `INSERT INTO places
       (id, source, source_id, external_id, place_type, latitude, longitude, row_checksum)
     SELECT id, source, ${noSource}, external_id, place_type, 0, 0, 0
     FROM departed_places WHERE source = ?`,
  ).run(source);
  db.prepare('DELETE FROM departed_places WHERE source = ?').run(source);
}

/** Keeps the ids of places that are about to be removed. */
export function rememberDeparting(db: DatabaseSync, sourceIds: readonly number[]): void {
  const remember = db.prepare(
    `INSERT INTO departed_places (source, external_id, place_type, id)
     SELECT source, external_id, place_type, id FROM places
     WHERE source_id = ? AND external_id IS NOT NULL`,
  );
  for (const id of sourceIds) remember.run(id);
}
