import { type Engine, insertRows } from '#storage/db/engine.ts';
import type { Bucket, BucketMethods } from '../auth-store.ts';

const columns = `bucket AS key, failures, updated_at_ms AS "updatedAtMs",
  locked_until_ms AS "lockedUntilMs"`;
const names = ['bucket', 'failures', 'updated_at_ms', 'locked_until_ms'];
// Creates missing rows, locks all and returns them, so there is no race.
const lockBuckets = `ON CONFLICT (bucket) DO UPDATE SET failures = failures.failures
  RETURNING ${columns}`;
const writeBuckets = `ON CONFLICT (bucket) DO UPDATE SET failures = excluded.failures,
  updated_at_ms = excluded.updated_at_ms, locked_until_ms = excluded.locked_until_ms`;

// Skip locked rows: a login is counting in them right now.
const forgetBuckets = `WITH old AS MATERIALIZED (
    SELECT bucket FROM failures
    WHERE updated_at_ms < ?1 AND substr(bucket, 1, length(CAST(?2 AS text))) <> ?2
    FOR UPDATE SKIP LOCKED)
  DELETE FROM failures WHERE bucket IN (SELECT bucket FROM old)`;
// A range can use the index.
const clearBuckets = `WITH theirs AS MATERIALIZED (
    SELECT bucket FROM failures WHERE bucket >= ?1 AND bucket < ?2 ORDER BY bucket FOR UPDATE)
  DELETE FROM failures WHERE bucket IN (SELECT bucket FROM theirs)`;
const lastCharacter = '\u{10ffff}';

/** The methods of counts of failed logins. All lock in the order of the keys: no deadlocks. */
export function bucketMethods({ read, run, transaction }: Engine): BucketMethods {
  return {
    async readBuckets(keys) {
      const places = keys.map((_, i) => `?${i + 1}`);
      const found = `SELECT ${columns} FROM failures WHERE bucket IN (${places})`;
      return inOrder(keys, await read<Bucket>(found, keys));
    },
    lockedBuckets: nowMs =>
      read<Bucket>(`SELECT ${columns} FROM failures WHERE locked_until_ms > ?1`, [nowMs]),
    changeBuckets: (keys, change) =>
      transaction(async run => {
        const empty = keys.toSorted().map(key => [key, 0, 0, 0]);
        const locked = await insertRows<Bucket>(run, 'failures', names, empty, lockBuckets);
        const changed = change(inOrder(keys, locked)).map(
          ({ key, failures, updatedAtMs, lockedUntilMs }) => [
            key,
            failures,
            updatedAtMs,
            lockedUntilMs,
          ],
        );
        await insertRows(run, 'failures', names, changed, writeBuckets);
      }),
    async deleteOldBuckets(beforeMs, kept) {
      await run(forgetBuckets, [beforeMs, kept]);
    },
    clearBuckets: prefixes =>
      transaction(async run => {
        for (const prefix of prefixes.toSorted()) {
          await run(clearBuckets, [prefix, prefix + lastCharacter]);
        }
      }),
  };
}

function inOrder(keys: readonly string[], rows: readonly Bucket[]): Bucket[] {
  const found = new Map(rows.map(row => [row.key, row]));
  return keys.map(key => found.get(key) ?? { key, failures: 0, updatedAtMs: 0, lockedUntilMs: 0 });
}
