import { type Engine, insertRows, type Run, type Tables, type Value } from '#storage/db/engine.ts';
import { openEngine } from '#storage/db/open-engine.ts';
import type { DatabaseAddress, ServiceDatabase } from '#storage/db/service-database.ts';
import { upkeepOf } from '#storage/db/upkeep.ts';
import { postgresSchema, sqliteSchema, tables, usageTables } from './usage-schema.ts';
import {
  type Counted,
  keyOf,
  mostForgotten,
  type Quota,
  type StoredLookup,
  type Sum,
  type UsageStore,
  type UsageSubject,
  type WindowCount,
  windowsKeptMs,
} from './usage-store.ts';

/** What backups need to know about the usage. */
const database: ServiceDatabase = {
  service: 'usage',
  content: 'the usage',
  setting: 'KTIMA_DATABASE_URL',
  mainTable: 'usage_sums',
  kind: usageTables,
  // Its rows have no checksums.
  sqlite: { schema: sqliteSchema, checkRows: () => {} },
  postgres: { schema: postgresSchema, name: 'usage', writes: true, needsPostgis: false, tables },
};

/** Backup, restore and compaction of usage, quotas and look-up log. */
export const usageUpkeep = upkeepOf(database);

const engineTables: Tables = {
  content: 'the tables of usage',
  name: 'usage',
  sqlite: sqliteSchema,
  postgres: postgresSchema,
  kind: usageTables,
};

/** One connection writes, another answers who asks for the own usage. */
const poolSize = 2;

/** How long a write waits for another process: it blocks all requests of this one. */
const waitMs = 50;

/**
 * Opens usage, quotas and the look-up log. In SQLite they are a file of their own, because an import
 * holds the only writer of the property data; in PostgreSQL tables beside them.
 */
export async function openUsageStore(address: DatabaseAddress): Promise<UsageStore> {
  const written = { ...address, poolSize, writes: true };
  const engine = await openEngine(written, engineTables, { waitMs, isDurable: false });
  return { ...methodsOf(engine), check: engine.check, close: engine.close };
}

const sumColumns = ['hour_ms', 'issuer', 'subject', 'operation', 'requests'];
const addToSum = `ON CONFLICT (hour_ms, issuer, subject, operation)
  DO UPDATE SET requests = usage_sums.requests + excluded.requests`;
const windowColumns = ['issuer', 'subject', 'seconds', 'start_ms', 'used'];
const addToWindow = `ON CONFLICT (issuer, subject, seconds, start_ms)
  DO UPDATE SET used = usage_windows.used + excluded.used
  RETURNING issuer, subject, seconds, start_ms AS "startMs", used`;
const lookupColumns = 'at_ms issuer subject client_ip operation status request_id asked'.split(' ');

async function write(run: Run, { sums, windows, lookups }: Counted): Promise<number[]> {
  const sumRows = sums.map(
    ({ hourMs, issuer, subject, operation, requests }) =>
      [hourMs, issuer, subject, operation, requests] as const,
  );
  await insertRows(run, 'usage_sums', sumColumns, summedUp(sumRows), addToSum);
  const lookupRows = lookups.map(one => {
    const { atMs, issuer, subject, clientIp, operation, status, requestId, asked } = one;
    return [atMs, issuer, subject, clientIp, operation, status, requestId, asked];
  });
  await insertRows(run, 'lookups', lookupColumns, lookupRows);
  const windowRows = summedUp(
    windows.map(
      ({ issuer, subject, seconds, startMs, used }) =>
        [issuer, subject, seconds, startMs, used] as const,
    ),
  );
  const counted = await insertRows<WindowCount>(
    run,
    'usage_windows',
    windowColumns,
    windowRows,
    addToWindow,
  );
  const used = new Map(counted.map(window => [windowKey(window), window.used]));
  return windows.map(window => used.get(windowKey(window))!);
}

/**
 * Rows of a key and a number, one row for each key: a statement may change a row only once. All
 * instances write them in one order, which prevents deadlocks.
 */
function summedUp(rows: readonly (readonly [...Value[], number])[]): Value[][] {
  const sums = new Map<string, { key: Value[]; sum: number }>();
  for (const row of rows) {
    const key = row.slice(0, -1);
    const text = JSON.stringify(key);
    const sum = (sums.get(text)?.sum ?? 0) + (row.at(-1) as number);
    sums.set(text, { key, sum });
  }
  const inOrder = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  return inOrder.map(([, { key, sum }]) => [...key, sum]);
}

function windowKey(window: WindowCount): string {
  return `${window.seconds} ${window.startMs} ${keyOf(window)}`;
}

const readQuotas = `SELECT issuer, subject, per_minute AS minute, per_day AS day
  FROM usage_quotas ORDER BY issuer, subject`;
const setQuota = `INSERT INTO usage_quotas (issuer, subject, per_minute, per_day)
  VALUES (?1, ?2, ?3, ?4) ON CONFLICT (issuer, subject)
  DO UPDATE SET per_minute = excluded.per_minute, per_day = excluded.per_day`;
const removeQuota = 'DELETE FROM usage_quotas WHERE issuer = ?1 AND subject = ?2';
const isAsked = `(CAST(?2 AS text) IS NULL OR issuer = ?2)
  AND (CAST(?3 AS text) IS NULL OR subject = ?3)`;
const readSums = `SELECT hour_ms AS "hourMs", issuer, subject, operation, requests FROM usage_sums
  WHERE hour_ms >= ?1 AND ${isAsked}
    AND (hour_ms, issuer, subject, operation) > (?4, ?5, ?6, ?7)
  ORDER BY hour_ms, issuer, subject, operation LIMIT ?8`;
const readLookups = `SELECT id, at_ms AS "atMs", issuer, subject, client_ip AS "clientIp",
    operation, status, request_id AS "requestId", asked
  FROM lookups WHERE at_ms >= ?1 AND ${isAsked} AND id > ?4 ORDER BY id LIMIT ?5`;

/** Removes some rows only: a statement has a time limit. */
function forgetting(table: string, key: string, condition: string): string {
  return `DELETE FROM ${table} WHERE (${key}) IN
    (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${mostForgotten})`;
}

const forgetSums = forgetting('usage_sums', 'hour_ms, issuer, subject, operation', 'hour_ms < ?1');
const forgetLookups = forgetting('lookups', 'id', 'at_ms < ?1');
const forgetWindows = forgetting(
  'usage_windows',
  'issuer, subject, seconds, start_ms',
  'start_ms < ?1 OR start_ms > ?2',
);

function methodsOf({ run, read, transaction }: Engine): Omit<UsageStore, 'check' | 'close'> {
  return {
    write: counted => transaction(run => write(run, counted)),
    quotas: () => read<UsageSubject & Quota>(readQuotas),
    async setQuota({ issuer, subject }, { minute, day }) {
      if (minute === null && day === null) await run(removeQuota, [issuer, subject]);
      else await run(setQuota, [issuer, subject, minute, day]);
    },
    sums: ({ issuer = null, subject = null, sinceMs }, limit, after) => {
      const { hourMs = -1, issuer: i = '', subject: s = '', operation = '' } = after ?? {};
      return read<Sum>(readSums, [sinceMs, issuer, subject, hourMs, i, s, operation, limit]);
    },
    lookups: ({ issuer = null, subject = null, sinceMs }, limit, after) =>
      read<StoredLookup>(readLookups, [sinceMs, issuer, subject, after?.id ?? 0, limit]),
    async forget(sumsBeforeMs, lookupsBeforeMs, nowMs) {
      await run(forgetSums, [sumsBeforeMs]);
      await run(forgetLookups, [lookupsBeforeMs]);
      await run(forgetWindows, [nowMs - windowsKeptMs, nowMs + windowsKeptMs]);
    },
  };
}
