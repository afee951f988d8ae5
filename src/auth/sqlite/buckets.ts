import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../../db/sqlite.ts';
import type { Bucket, BucketMethods } from '../store.ts';

export function bucketMethods(db: DatabaseSync): BucketMethods {
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
