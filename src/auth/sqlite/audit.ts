import type { DatabaseSync } from 'node:sqlite';
import type { AuditEntry, AuditMethods } from '../store.ts';

export function auditMethods(db: DatabaseSync): AuditMethods {
  // The name is stored too, because a deleted user's id no longer leads to it.
  const insert = db.prepare(
    `INSERT INTO audit (at_ms, event, user_id, user_name, came_from)
     VALUES (?, ?, ?, (SELECT name FROM users WHERE id = ?), ?)`,
  );
  const columns = 'at_ms AS atMs, event, user_id AS userId, user_name AS userName, came_from';
  const newest = db.prepare(`SELECT ${columns} AS "from" FROM audit ORDER BY id DESC LIMIT ?`);
  const newestOfUser = db.prepare(
    `SELECT ${columns} AS "from" FROM audit WHERE user_id = ? ORDER BY id DESC LIMIT ?`,
  );
  const forget = db.prepare('DELETE FROM audit WHERE at_ms < ?');
  return {
    async addAuditEntry({ atMs, event, userId, from }) {
      insert.run(atMs, event, userId, userId, from);
    },
    auditEntries: async (userId, limit) => {
      const rows = userId === undefined ? newest.all(limit) : newestOfUser.all(userId, limit);
      return (rows as unknown as AuditEntry[]).toReversed();
    },
    async deleteOldAuditEntries(beforeMs) {
      forget.run(beforeMs);
    },
  };
}
