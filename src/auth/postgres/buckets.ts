import type { Postgres } from '../../db/postgres.ts';
import type { Bucket, BucketMethods } from '../store.ts';

const columns = `bucket AS key, failures, updated_at_ms AS "updatedAtMs",
  locked_until_ms AS "lockedUntilMs"`;
const read = `SELECT ${columns} FROM failures WHERE bucket = ANY ($1)`;
const locked = `SELECT ${columns} FROM failures WHERE locked_until_ms > $1`;

// One statement creates missing rows, locks all rows and returns them, so there is no race.
// It locks in the order of the keys, as all statements here do, which prevents deadlocks.
const lock = `INSERT INTO failures
  SELECT key, 0, 0, 0 FROM unnest($1::text[]) key ORDER BY key COLLATE "C"
  ON CONFLICT (bucket) DO UPDATE SET failures = failures.failures
  RETURNING ${columns}`;
const write = `UPDATE failures SET failures = changed.failures,
    updated_at_ms = changed.updated_at_ms, locked_until_ms = changed.locked_until_ms
  FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[])
    changed (bucket, failures, updated_at_ms, locked_until_ms)
  WHERE failures.bucket = changed.bucket`;

// Skip locked rows: a login is counting in them right now.
const forget = `WITH over AS MATERIALIZED (
    SELECT bucket FROM failures WHERE updated_at_ms < $1 AND NOT starts_with(bucket, $2)
    FOR UPDATE SKIP LOCKED)
  DELETE FROM failures USING over WHERE failures.bucket = over.bucket`;
// A range up to the last character of Unicode, because a range can use the index.
const clear = `WITH theirs AS MATERIALIZED (
    SELECT bucket FROM failures JOIN unnest($1::text[]) prefix
      ON bucket >= prefix AND bucket < prefix || chr(${0x10ffff})
    ORDER BY bucket FOR UPDATE OF failures)
  DELETE FROM failures USING theirs WHERE failures.bucket = theirs.bucket`;

export function bucketMethods(db: Postgres): BucketMethods {
  return {
    readBuckets: async keys => inOrder(keys, await db.read<Bucket>(read, [keys])),
    lockedBuckets: nowMs => db.read<Bucket>(locked, [nowMs]),
    changeBuckets: (keys, change) =>
      db.transaction(async client => {
        const { rows } = await client.query<Bucket>(lock, [keys]);
        const changed = change(inOrder(keys, rows));
        await client.query(write, [
          changed.map(bucket => bucket.key),
          changed.map(bucket => bucket.failures),
          changed.map(bucket => bucket.updatedAtMs),
          changed.map(bucket => bucket.lockedUntilMs),
        ]);
      }),
    async deleteOldBuckets(beforeMs, kept) {
      await db.query(forget, [beforeMs, kept]);
    },
    async clearBuckets(prefixes) {
      await db.query(clear, [prefixes]);
    },
  };
}

function inOrder(keys: readonly string[], rows: readonly Bucket[]): Bucket[] {
  const found = new Map(rows.map(row => [row.key, row]));
  return keys.map(key => found.get(key) ?? { key, failures: 0, updatedAtMs: 0, lockedUntilMs: 0 });
}
