import type { Postgres } from '../../db/postgres.ts';
import type { EndedSession, EndedSessionMethods } from '../store.ts';

/** Ended sessions that are not in the list and whose tokens may still be valid. */
const due = 'ended_at_ms IS NOT NULL AND end_number IS NULL AND tokens_until_ms > $1';

const findDue = `SELECT id FROM sessions WHERE ${due} LIMIT 1`;
// One transaction at a time. A separate statement: the next one then sees the committed numbers.
const lockList = `SELECT pg_advisory_xact_lock(hashtextextended('ktima ended sessions', 0))`;
const numberDue = `UPDATE sessions SET end_number =
    (SELECT coalesce(max(end_number), 0) + 1 FROM sessions WHERE end_number IS NOT NULL)
  WHERE id IN (SELECT id FROM sessions WHERE ${due} LIMIT $2)`;
const isListed = 'SELECT id FROM sessions WHERE id = $1 AND end_number = $2';
const page = `SELECT id, end_number AS number, tokens_until_ms AS "tokensUntilMs" FROM sessions
  WHERE end_number IS NOT NULL AND (end_number, id) > ($1, $2)
  ORDER BY end_number, id LIMIT $3`;
const unlist = `UPDATE sessions SET end_number = NULL WHERE id IN (
    SELECT id FROM sessions
    WHERE end_number IS NOT NULL AND tokens_until_ms < $1
      AND end_number < (SELECT max(end_number) FROM sessions WHERE end_number IS NOT NULL)
    LIMIT $2)
  RETURNING id`;

/**
 * The list of ended sessions. A session gets its number when the list is first read after its end.
 * So the numbers follow the order of commits, however long a transaction took.
 */
export function endedSessionMethods(db: Postgres): EndedSessionMethods {
  const numberNew = (limit: number, nowMs: number) =>
    db.transaction(async client => {
      await client.query(lockList);
      await client.query(numberDue, [nowMs, limit]);
    });
  return {
    async endedSessions(behind, limit, nowMs) {
      if ((await db.read(findDue, [nowMs])).length > 0) await numberNew(limit, nowMs);
      const isKnown = behind && (await db.read(isListed, [behind.id, behind.number])).length > 0;
      const [number, id] = isKnown ? [behind.number, behind.id] : [0, ''];
      return db.read<EndedSession>(page, [number, id, limit]);
    },
    unlistSessions: async (beforeMs, limit) => (await db.query(unlist, [beforeMs, limit])).length,
  };
}
