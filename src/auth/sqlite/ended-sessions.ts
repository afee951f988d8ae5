import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../../db/sqlite.ts';
import type { EndedSession, EndedSessionMethods } from '../store.ts';

/** Ended sessions that are not in the list and whose tokens may still be valid. */
const due = 'ended_at_ms IS NOT NULL AND end_number IS NULL AND tokens_until_ms > ?';

/** The list of ended sessions. A session gets its number when the list is first read after its end. */
export function endedSessionMethods(db: DatabaseSync): EndedSessionMethods {
  const findDue = db.prepare(`SELECT 1 FROM sessions WHERE ${due} LIMIT 1`);
  const numberDue = db.prepare(
    `UPDATE sessions SET end_number =
       (SELECT coalesce(max(end_number), 0) + 1 FROM sessions WHERE end_number IS NOT NULL)
     WHERE id IN (SELECT id FROM sessions WHERE ${due} LIMIT ?)`,
  );
  const isListed = db.prepare('SELECT 1 FROM sessions WHERE id = ? AND end_number = ?');
  const page = db.prepare(
    `SELECT id, end_number AS number, tokens_until_ms AS tokensUntilMs FROM sessions
     WHERE end_number IS NOT NULL AND (end_number, id) > (?, ?)
     ORDER BY end_number, id LIMIT ?`,
  );
  const unlist = db.prepare(
    `UPDATE sessions SET end_number = NULL WHERE id IN (
       SELECT id FROM sessions
       WHERE end_number IS NOT NULL AND tokens_until_ms < ?
         AND end_number < (SELECT max(end_number) FROM sessions WHERE end_number IS NOT NULL)
       LIMIT ?)`,
  );
  return {
    async endedSessions(behind, limit, nowMs) {
      // Most reads find nothing new; without a transaction they do not wait for the write lock.
      if (findDue.get(nowMs)) inTransaction(db, () => numberDue.run(nowMs, limit));
      const isKnown = behind && isListed.get(behind.id, behind.number) !== undefined;
      const [number, id] = isKnown ? [behind.number, behind.id] : [0, ''];
      return page.all(number, id, limit) as unknown as EndedSession[];
    },
    unlistSessions: async (beforeMs, limit) => Number(unlist.run(beforeMs, limit).changes),
  };
}
