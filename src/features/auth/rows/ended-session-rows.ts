import type { Engine } from '#storage/db/engine.ts';
import type { EndedSession, EndedSessionMethods } from '../auth-store.ts';

/** Ended sessions that are not in the list and whose tokens may still be valid. */
const due = 'ended_at_ms IS NOT NULL AND end_number IS NULL AND tokens_until_ms > ?1';

const findDue = `SELECT id FROM sessions WHERE ${due} LIMIT 1`;
const numberDue = `UPDATE sessions SET end_number =
    (SELECT coalesce(max(end_number), 0) + 1 FROM sessions WHERE end_number IS NOT NULL)
  WHERE id IN (SELECT id FROM sessions WHERE ${due} LIMIT ?2)`;
const isListed = 'SELECT id FROM sessions WHERE id = ?1 AND end_number = ?2';
const page = `SELECT id, end_number AS number, tokens_until_ms AS "tokensUntilMs" FROM sessions
  WHERE end_number IS NOT NULL AND (end_number, id) > (?1, ?2)
  ORDER BY end_number, id LIMIT ?3`;
const unlist = `UPDATE sessions SET end_number = NULL WHERE id IN (
    SELECT id FROM sessions
    WHERE end_number IS NOT NULL AND tokens_until_ms < ?1
      AND end_number < (SELECT max(end_number) FROM sessions WHERE end_number IS NOT NULL)
    LIMIT ?2)
  RETURNING id`;

/**
 * The list of ended sessions. A session gets its number when the list is first read after its end.
 * So the numbers follow the order of commits, however long a transaction took.
 */
export function endedSessionMethods({ run, read, alone }: Engine): EndedSessionMethods {
  return {
    async endedSessions(behind, limit, nowMs) {
      // Most reads find nothing new; without a transaction they wait for no lock.
      if ((await read(findDue, [nowMs])).length > 0) {
        await alone(run => run(numberDue, [nowMs, limit]));
      }
      const isKnown = behind && (await read(isListed, [behind.id, behind.number])).length > 0;
      const [number, id] = isKnown ? [behind.number, behind.id] : [0, ''];
      return read<EndedSession>(page, [number, id, limit]);
    },
    unlistSessions: async (beforeMs, limit) => (await run(unlist, [beforeMs, limit])).length,
  };
}
