import type { Engine } from '#storage/db/engine.ts';
import type { AuditEntry, AuditMethods } from '../auth-store.ts';

// The name is stored too, because the id of a deleted user or client no longer leads to it.
const insertEntry = `INSERT INTO audit (at_ms, event, user_id, user_name, came_from)
  VALUES (?1, ?2, ?3, (SELECT name FROM users WHERE id = ?3
    UNION ALL SELECT name FROM clients WHERE id = ?3), ?4)`;
// Two instances may each add an entry at the same moment: the sum is right all the same.
const countInEntry = `UPDATE audit SET times = times + 1 WHERE id =
    (SELECT max(id) FROM audit WHERE user_id = ?1 AND event = ?2 AND came_from = ?3 AND at_ms >= ?4)
  RETURNING id`;
const newest = (where: string, limit: string) =>
  `SELECT at_ms AS "atMs", event, user_id AS "userId", user_name AS "userName", times,
     came_from AS "from"
   FROM audit ${where} ORDER BY id DESC LIMIT ${limit}`;

/** The methods of the audit trail. */
export function auditMethods({ run, read }: Engine): AuditMethods {
  return {
    async addAuditEntry({ atMs, event, userId, from }, sumFromMs) {
      const counted =
        sumFromMs === undefined ? [] : await run(countInEntry, [userId, event, from, sumFromMs]);
      if (counted.length === 0) await run(insertEntry, [atMs, event, userId, from]);
    },
    async auditEntries(userId, limit) {
      const rows =
        userId === undefined
          ? await read<AuditEntry>(newest('', '?1'), [limit])
          : await read<AuditEntry>(newest('WHERE user_id = ?1', '?2'), [userId, limit]);
      return rows.toReversed();
    },
    async deleteOldAuditEntries(beforeMs) {
      await run('DELETE FROM audit WHERE at_ms < ?1', [beforeMs]);
    },
  };
}
