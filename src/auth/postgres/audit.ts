import type { Postgres } from '../../db/postgres.ts';
import type { AuditEntry, AuditMethods } from '../store.ts';

// The name is stored too, because a deleted user's id no longer leads to it.
const insert = `INSERT INTO audit (at_ms, event, user_id, user_name, came_from)
  VALUES ($1, $2, $3, (SELECT name FROM users WHERE id = $3), $4)`;
const newest = `SELECT at_ms AS "atMs", event, user_id AS "userId", user_name AS "userName",
    came_from AS "from"
  FROM audit WHERE $1::text IS NULL OR user_id = $1 ORDER BY id DESC LIMIT $2`;

export function auditMethods(db: Postgres): AuditMethods {
  return {
    async addAuditEntry({ atMs, event, userId, from }) {
      await db.query(insert, [atMs, event, userId, from]);
    },
    async auditEntries(userId, limit) {
      return (await db.read<AuditEntry>(newest, [userId ?? null, limit])).toReversed();
    },
    async deleteOldAuditEntries(beforeMs) {
      await db.query('DELETE FROM audit WHERE at_ms < $1', [beforeMs]);
    },
  };
}
