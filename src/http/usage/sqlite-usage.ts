import type { DatabaseSync } from 'node:sqlite';
import { inTransaction, openSqlite, prepareAll } from '#storage/db/sqlite/sqlite.ts';
import { withWriteCheck } from '#storage/db/sqlite/write-check.ts';
import { sqliteSchema, usageTables } from './usage-schema.ts';
import {
  mostForgotten,
  type Quota,
  type StoredLookup,
  type Sum,
  type UsageStore,
  type UsageSubject,
  windowsKeptMs,
} from './usage-store.ts';

/** How long a write waits for another process: it blocks all requests of this one. */
const waitMs = 50;

/** Usage in an SQLite file of its own: an import holds the only writer of the property data. */
export function openSqliteUsage(path: string): UsageStore {
  const db = openSqlite(path, sqliteSchema, usageTables);
  // A commit then waits for no disk. A power cut loses the last seconds, and damages nothing.
  db.exec(`PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = ${waitMs}`);
  return withWriteCheck(db, methodsOf(db));
}

const statements = {
  addSum: `INSERT INTO usage_sums (hour_ms, issuer, subject, operation, requests)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
  addWindow: `INSERT INTO usage_windows (issuer, subject, seconds, start_ms, used)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET used = used + excluded.used RETURNING used`,
  addLookup: `INSERT INTO lookups
      (at_ms, issuer, subject, client_ip, operation, status, request_id, asked)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  quotas: `SELECT issuer, subject, per_minute AS minute, per_day AS day
    FROM usage_quotas ORDER BY issuer, subject`,
  setQuota: `INSERT INTO usage_quotas (issuer, subject, per_minute, per_day) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET per_minute = excluded.per_minute, per_day = excluded.per_day`,
  removeQuota: 'DELETE FROM usage_quotas WHERE issuer = ? AND subject = ?',
  sums: `SELECT hour_ms AS hourMs, issuer, subject, operation, requests FROM usage_sums
    WHERE hour_ms >= ?1 AND (?2 IS NULL OR issuer = ?2) AND (?3 IS NULL OR subject = ?3)
      AND (hour_ms, issuer, subject, operation) > (?4, ?5, ?6, ?7)
    ORDER BY hour_ms, issuer, subject, operation LIMIT ?8`,
  lookups: `SELECT id, at_ms AS atMs, issuer, subject, client_ip AS clientIp, operation, status,
      request_id AS requestId, asked
    FROM lookups
    WHERE id > ?1 AND at_ms >= ?2 AND (?3 IS NULL OR issuer = ?3) AND (?4 IS NULL OR subject = ?4)
    ORDER BY id LIMIT ?5`,
  forgetSums: `DELETE FROM usage_sums WHERE rowid IN
    (SELECT rowid FROM usage_sums WHERE hour_ms < ? LIMIT ${mostForgotten})`,
  forgetLookups: `DELETE FROM lookups WHERE id IN
    (SELECT id FROM lookups WHERE at_ms < ? LIMIT ${mostForgotten})`,
  forgetWindows: `DELETE FROM usage_windows WHERE rowid IN
    (SELECT rowid FROM usage_windows WHERE start_ms < ? OR start_ms > ? LIMIT ${mostForgotten})`,
};

function methodsOf(db: DatabaseSync): Omit<UsageStore, 'check'> {
  const run = prepareAll(db, statements);
  return {
    write: async ({ sums, windows, lookups }) =>
      inTransaction(db, () => {
        for (const { hourMs, issuer, subject, operation, requests } of sums) {
          run.addSum.run(hourMs, issuer, subject, operation, requests);
        }
        for (const one of lookups) {
          const { atMs, issuer, subject, clientIp, operation, status, requestId, asked } = one;
          run.addLookup.run(atMs, issuer, subject, clientIp, operation, status, requestId, asked);
        }
        return windows.map(({ issuer, subject, seconds, startMs, used }) =>
          Number(run.addWindow.get(issuer, subject, seconds, startMs, used)?.used),
        );
      }),
    quotas: async () => run.quotas.all() as unknown as (UsageSubject & Quota)[],
    async setQuota({ issuer, subject }, { minute, day }) {
      if (minute === null && day === null) run.removeQuota.run(issuer, subject);
      else run.setQuota.run(issuer, subject, minute, day);
    },
    sums: async ({ issuer = null, subject = null, sinceMs }, limit, after) => {
      const { hourMs = -1, issuer: i = '', subject: s = '', operation = '' } = after ?? {};
      const rows = run.sums.all(sinceMs, issuer, subject, hourMs, i, s, operation, limit);
      return rows as unknown as Sum[];
    },
    lookups: async ({ issuer = null, subject = null, sinceMs }, limit, after) =>
      run.lookups.all(after?.id ?? 0, sinceMs, issuer, subject, limit) as unknown as StoredLookup[],
    async forget(sumsBeforeMs, lookupsBeforeMs, nowMs) {
      run.forgetSums.run(sumsBeforeMs);
      run.forgetLookups.run(lookupsBeforeMs);
      run.forgetWindows.run(nowMs - windowsKeptMs, nowMs + windowsKeptMs);
    },
    close: async () => db.close(),
  };
}
