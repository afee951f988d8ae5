import type { DatabaseSync } from 'node:sqlite';
import type { JWK } from 'jose';
import { cannotOpen, freeBytesOf, inTransaction, openSqlite } from '#storage/db/sqlite/sqlite.ts';
import { damaged, type OnOutage } from '#storage/db/sqlite/sqlite-errors.ts';
import { withWriteCheck } from '#storage/db/sqlite/write-check.ts';
import type {
  AuditEntry,
  AuditMethods,
  AuthStore,
  Bucket,
  BucketMethods,
  KeyMethods,
  SigningKey,
} from './auth-store.ts';
import { schema } from './sqlite/auth-schema.ts';
import { clientMethods } from './sqlite/client-rows.ts';
import { endedSessionMethods, sessionMethods } from './sqlite/session-rows.ts';
import { secondFactorMethods, userMethods } from './sqlite/user-rows.ts';

/** How a file with users is recognised. */
export const usersAndSessions = {
  table: 'login_keys',
  other: {
    table: 'cost_rates',
    problem: 'has the property data, not the users: set KTIMA_AUTH_DATABASE_URL to another file',
  },
};

/** The embedded authentication store: one SQLite file (or `:memory:`). */
export function openSqliteAuthStore(path: string, onOutage?: OnOutage): AuthStore {
  const db = openSqlite(path, schema, usersAndSessions);
  try {
    return withWriteCheck(db, storeOver(db), onOutage);
  } catch (cause) {
    db.close();
    throw cannotOpen(path, cause);
  }
}

function storeOver(db: DatabaseSync): Omit<AuthStore, 'check'> {
  return {
    ...userMethods(db),
    ...secondFactorMethods(db),
    ...clientMethods(db),
    ...sessionMethods(db),
    ...endedSessionMethods(db),
    ...keyMethods(db),
    ...bucketMethods(db),
    ...auditMethods(db),
    freeBytes: async () => freeBytesOf(db),
    close: async () => db.close(),
  };
}

type KeyRow = Omit<SigningKey, 'publicJwk'> & { publicJwk: string };

/** Signing keys. */
function keyMethods(db: DatabaseSync): KeyMethods {
  const allKeys = db.prepare(
    `SELECT kid, generation, public_jwk AS publicJwk, private_key AS privateKey,
            created_at_ms AS createdAtMs, signs_from_ms AS signsFromMs
     FROM signing_keys ORDER BY generation DESC`,
  );
  const insertKey = db.prepare(
    `INSERT INTO signing_keys (kid, generation, public_jwk, private_key, created_at_ms, signs_from_ms)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const updateKey = db.prepare('UPDATE signing_keys SET private_key = ? WHERE kid = ?');
  const deleteKey = db.prepare(
    `DELETE FROM signing_keys WHERE kid = ? AND generation <>
       (SELECT MAX(generation) FROM signing_keys WHERE signs_from_ms <= ?)`,
  );
  return {
    signingKeys: async () =>
      (allKeys.all() as unknown as KeyRow[]).map(row => ({
        ...row,
        publicJwk: parsed(row.publicJwk),
      })),
    async addSigningKey({ kid, generation, publicJwk, privateKey, createdAtMs, signsFromMs }) {
      const publicText = JSON.stringify(publicJwk);
      insertKey.run(kid, generation, publicText, privateKey, createdAtMs, signsFromMs);
    },
    async setPrivateKey(kid, privateKey) {
      updateKey.run(privateKey, kid);
    },
    removeSigningKey: async (kid, nowMs) => deleteKey.run(kid, nowMs).changes > 0,
  };
}

function parsed(json: string): JWK {
  try {
    return JSON.parse(json) as JWK;
  } catch {
    throw damaged('a signing key is not as it was written');
  }
}

/** Counts of failed logins. */
function bucketMethods(db: DatabaseSync): BucketMethods {
  const select = `SELECT bucket AS key, failures, updated_at_ms AS updatedAtMs,
    locked_until_ms AS lockedUntilMs FROM failures`;
  const find = db.prepare(`${select} WHERE bucket = ?`);
  const locked = db.prepare(`${select} WHERE locked_until_ms > ?`);
  const upsert = db.prepare(
    `INSERT INTO failures (bucket, failures, updated_at_ms, locked_until_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (bucket) DO UPDATE SET failures = excluded.failures,
       updated_at_ms = excluded.updated_at_ms, locked_until_ms = excluded.locked_until_ms`,
  );
  const forget = db.prepare(
    'DELETE FROM failures WHERE updated_at_ms < ?1 AND substr(bucket, 1, length(?2)) <> ?2',
  );
  const clear = db.prepare('DELETE FROM failures WHERE substr(bucket, 1, ?) = ?');

  const read = (key: string): Bucket =>
    (find.get(key) as unknown as Bucket | undefined) ?? {
      key,
      failures: 0,
      updatedAtMs: 0,
      lockedUntilMs: 0,
    };

  return {
    readBuckets: async keys => keys.map(read),
    lockedBuckets: async nowMs => locked.all(nowMs) as unknown as Bucket[],
    changeBuckets: async (keys, change) =>
      inTransaction(db, () => {
        for (const { key, failures, updatedAtMs, lockedUntilMs } of change(keys.map(read))) {
          upsert.run(key, failures, updatedAtMs, lockedUntilMs);
        }
      }),
    async deleteOldBuckets(beforeMs, kept) {
      forget.run(beforeMs, kept);
    },
    clearBuckets: async prefixes =>
      inTransaction(db, () => {
        for (const prefix of prefixes) clear.run(prefix.length, prefix);
      }),
  };
}

/** The audit trail. */
function auditMethods(db: DatabaseSync): AuditMethods {
  // The name is stored too, because the id of a deleted user or client no longer leads to it.
  const insert = db.prepare(
    `INSERT INTO audit (at_ms, event, user_id, user_name, came_from)
     VALUES (?1, ?2, ?3, (SELECT name FROM users WHERE id = ?3
       UNION ALL SELECT name FROM clients WHERE id = ?3), ?4)`,
  );
  const countIn = db.prepare(
    `UPDATE audit SET times = times + 1 WHERE id =
       (SELECT max(id) FROM audit WHERE user_id IS ? AND event = ? AND came_from = ? AND at_ms >= ?)`,
  );
  const columns =
    'at_ms AS atMs, event, user_id AS userId, user_name AS userName, times, came_from';
  const newest = db.prepare(`SELECT ${columns} AS "from" FROM audit ORDER BY id DESC LIMIT ?`);
  const newestOfUser = db.prepare(
    `SELECT ${columns} AS "from" FROM audit WHERE user_id = ? ORDER BY id DESC LIMIT ?`,
  );
  const forget = db.prepare('DELETE FROM audit WHERE at_ms < ?');
  return {
    async addAuditEntry({ atMs, event, userId, from }, sumFromMs) {
      const isCounted =
        sumFromMs !== undefined && countIn.run(userId, event, from, sumFromMs).changes > 0;
      if (!isCounted) insert.run(atMs, event, userId, from);
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
