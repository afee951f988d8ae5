import {
  openPostgres,
  type Postgres,
  type PostgresOptions,
} from '#storage/db/postgres/postgres.ts';
import { cannotOpen } from '#storage/db/postgres/postgres-errors.ts';
import { migrate } from '#storage/db/postgres/run-scripts.ts';
import type {
  AuditEntry,
  AuditMethods,
  AuthStore,
  Bucket,
  BucketMethods,
  KeyMethods,
  SigningKey,
} from './auth-store.ts';
import { schema } from './postgres/auth-schema.ts';
import { clientMethods } from './postgres/client-rows.ts';
import { endedSessionMethods, sessionMethods } from './postgres/session-rows.ts';
import { secondFactorMethods, userMethods } from './postgres/user-rows.ts';

/** The authentication store that several instances share: the primary of a PostgreSQL database. */
export async function openPostgresAuthStore(
  url: string,
  options: PostgresOptions = {},
): Promise<AuthStore> {
  const setting = 'KTIMA_AUTH_DATABASE_URL';
  const db = openPostgres(url, { setting, writes: true, ...options });
  try {
    await migrate(db, schema, 'auth');
  } catch (error) {
    await db.close();
    throw cannotOpen('the authentication database', error);
  }
  return {
    ...userMethods(db),
    ...secondFactorMethods(db),
    ...clientMethods(db),
    ...sessionMethods(db),
    ...endedSessionMethods(db),
    ...keyMethods(db),
    ...bucketMethods(db),
    ...auditMethods(db),
    check: db.check,
    // A client of PostgreSQL cannot see the disk of the server.
    freeBytes: async () => undefined,
    close: db.close,
  };
}

const allKeys = `SELECT kid, generation, public_jwk AS "publicJwk", private_key AS "privateKey",
    created_at_ms AS "createdAtMs", signs_from_ms AS "signsFromMs"
  FROM signing_keys ORDER BY generation DESC`;
const insertKey = `INSERT INTO signing_keys
    (kid, generation, public_jwk, private_key, created_at_ms, signs_from_ms)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`;
// Two instances whose clocks differ must not together remove every key that can sign.
const lockKeys = 'SELECT FROM signing_keys ORDER BY generation FOR UPDATE';
const deleteKey = `DELETE FROM signing_keys WHERE kid = $1 AND generation <>
  (SELECT max(generation) FROM signing_keys WHERE signs_from_ms <= $2)`;

/** Signing keys. */
function keyMethods(db: Postgres): KeyMethods {
  return {
    signingKeys: () => db.read<SigningKey>(allKeys),
    async addSigningKey({ kid, generation, publicJwk, privateKey, createdAtMs, signsFromMs }) {
      const publicText = JSON.stringify(publicJwk);
      await db.query(insertKey, [
        kid,
        generation,
        publicText,
        privateKey,
        createdAtMs,
        signsFromMs,
      ]);
    },
    async setPrivateKey(kid, privateKey) {
      await db.query('UPDATE signing_keys SET private_key = $2 WHERE kid = $1', [kid, privateKey]);
    },
    removeSigningKey: (kid, nowMs) =>
      db.transaction(async client => {
        await client.query(lockKeys);
        return (await client.query(deleteKey, [kid, nowMs])).rowCount === 1;
      }),
  };
}

const bucketColumns = `bucket AS key, failures, updated_at_ms AS "updatedAtMs",
  locked_until_ms AS "lockedUntilMs"`;
const findBuckets = `SELECT ${bucketColumns} FROM failures WHERE bucket = ANY ($1)`;
const lockedBuckets = `SELECT ${bucketColumns} FROM failures WHERE locked_until_ms > $1`;

// One statement creates missing rows, locks all rows and returns them, so there is no race.
// It locks in the order of the keys, as all statements here do, which prevents deadlocks.
const lockBuckets = `INSERT INTO failures
  SELECT key, 0, 0, 0 FROM unnest($1::text[]) key ORDER BY key COLLATE "C"
  ON CONFLICT (bucket) DO UPDATE SET failures = failures.failures
  RETURNING ${bucketColumns}`;
const writeBuckets = `UPDATE failures SET failures = changed.failures,
    updated_at_ms = changed.updated_at_ms, locked_until_ms = changed.locked_until_ms
  FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[])
    changed (bucket, failures, updated_at_ms, locked_until_ms)
  WHERE failures.bucket = changed.bucket`;

// Skip locked rows: a login is counting in them right now.
const forgetBuckets = `WITH over AS MATERIALIZED (
    SELECT bucket FROM failures WHERE updated_at_ms < $1 AND NOT starts_with(bucket, $2)
    FOR UPDATE SKIP LOCKED)
  DELETE FROM failures USING over WHERE failures.bucket = over.bucket`;
// A range up to the last character of Unicode, because a range can use the index.
const clearBuckets = `WITH theirs AS MATERIALIZED (
    SELECT bucket FROM failures JOIN unnest($1::text[]) prefix
      ON bucket >= prefix AND bucket < prefix || chr(${0x10ffff})
    ORDER BY bucket FOR UPDATE OF failures)
  DELETE FROM failures USING theirs WHERE failures.bucket = theirs.bucket`;

/** Counts of failed logins. */
function bucketMethods(db: Postgres): BucketMethods {
  return {
    readBuckets: async keys => inOrder(keys, await db.read<Bucket>(findBuckets, [keys])),
    lockedBuckets: nowMs => db.read<Bucket>(lockedBuckets, [nowMs]),
    changeBuckets: (keys, change) =>
      db.transaction(async client => {
        const { rows } = await client.query<Bucket>(lockBuckets, [keys]);
        const changed = change(inOrder(keys, rows));
        await client.query(writeBuckets, [
          changed.map(bucket => bucket.key),
          changed.map(bucket => bucket.failures),
          changed.map(bucket => bucket.updatedAtMs),
          changed.map(bucket => bucket.lockedUntilMs),
        ]);
      }),
    async deleteOldBuckets(beforeMs, kept) {
      await db.query(forgetBuckets, [beforeMs, kept]);
    },
    async clearBuckets(prefixes) {
      await db.query(clearBuckets, [prefixes]);
    },
  };
}

function inOrder(keys: readonly string[], rows: readonly Bucket[]): Bucket[] {
  const found = new Map(rows.map(row => [row.key, row]));
  return keys.map(key => found.get(key) ?? { key, failures: 0, updatedAtMs: 0, lockedUntilMs: 0 });
}

// The name is stored too, because the id of a deleted user or client no longer leads to it.
const insertEntry = `INSERT INTO audit (at_ms, event, user_id, user_name, came_from)
  VALUES ($1, $2, $3, (SELECT name FROM users WHERE id = $3
    UNION ALL SELECT name FROM clients WHERE id = $3), $4)`;
// Two instances may each add an entry at the same moment: the sum is right all the same.
const countInEntry = `UPDATE audit SET times = times + 1 WHERE id =
    (SELECT max(id) FROM audit WHERE user_id = $1 AND event = $2 AND came_from = $3 AND at_ms >= $4)
  RETURNING id`;
const newestEntries = `SELECT at_ms AS "atMs", event, user_id AS "userId", user_name AS "userName",
    times, came_from AS "from"
  FROM audit WHERE $1::text IS NULL OR user_id = $1 ORDER BY id DESC LIMIT $2`;

/** The audit trail. */
function auditMethods(db: Postgres): AuditMethods {
  return {
    async addAuditEntry({ atMs, event, userId, from }, sumFromMs) {
      const counted =
        sumFromMs === undefined
          ? []
          : await db.query(countInEntry, [userId, event, from, sumFromMs]);
      if (counted.length > 0) return;
      await db.query(insertEntry, [atMs, event, userId, from]);
    },
    async auditEntries(userId, limit) {
      return (await db.read<AuditEntry>(newestEntries, [userId ?? null, limit])).toReversed();
    },
    async deleteOldAuditEntries(beforeMs) {
      await db.query('DELETE FROM audit WHERE at_ms < $1', [beforeMs]);
    },
  };
}
