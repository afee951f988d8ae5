import type { ClientBase } from 'pg';
import { openPostgres, type PostgresOptions } from '#storage/db/postgres/postgres.ts';
import { cannotOpen } from '#storage/db/postgres/postgres-errors.ts';
import { migrate } from '#storage/db/postgres/run-scripts.ts';
import { postgresSchema } from './usage-schema.ts';
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

/** Usage in tables beside the property data: on the primary, also when those are read on a standby. */
export async function openPostgresUsage(
  url: string,
  options: PostgresOptions,
): Promise<UsageStore> {
  const db = openPostgres(url, { ...options, isPrimary: true });
  try {
    await migrate(db, postgresSchema, 'usage');
  } catch (error) {
    await db.close();
    throw cannotOpen('the tables of usage', error);
  }
  return {
    write: counted => db.transaction(client => write(client, counted)),
    quotas: () => db.read<UsageSubject & Quota>(readQuotas),
    async setQuota({ issuer, subject }, { minute, day }) {
      if (minute === null && day === null) await db.query(removeQuota, [issuer, subject]);
      else await db.query(setQuota, [issuer, subject, minute, day]);
    },
    sums: ({ issuer = null, subject = null, sinceMs }, limit, after) => {
      const { hourMs = -1, issuer: i = '', subject: s = '', operation = '' } = after ?? {};
      return db.read<Sum>(readSums, [sinceMs, issuer, subject, hourMs, i, s, operation, limit]);
    },
    lookups: ({ issuer = null, subject = null, sinceMs }, limit, after) =>
      db.read<StoredLookup>(readLookups, [after?.id ?? 0, sinceMs, issuer, subject, limit]),
    async forget(sumsBeforeMs, lookupsBeforeMs, nowMs) {
      await db.query(forgetting('usage_sums', 'hour_ms < $1'), [sumsBeforeMs]);
      await db.query(forgetting('lookups', 'at_ms < $1'), [lookupsBeforeMs]);
      const bounds = [nowMs - windowsKeptMs, nowMs + windowsKeptMs];
      await db.query(forgetting('usage_windows', 'start_ms < $1 OR start_ms > $2'), bounds);
    },
    check: db.check,
    close: db.close,
  };
}

// Rows in the order of their keys, as each instance writes them: that prevents deadlocks.
const addSums = `INSERT INTO usage_sums (hour_ms, issuer, subject, operation, requests)
  SELECT hour_ms, issuer, subject, operation, sum(requests)::bigint
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[])
    AS counted (hour_ms, issuer, subject, operation, requests)
  GROUP BY 1, 2, 3, 4 ORDER BY 1, issuer COLLATE "C", subject COLLATE "C", operation COLLATE "C"
  ON CONFLICT (hour_ms, issuer, subject, operation)
    DO UPDATE SET requests = usage_sums.requests + excluded.requests`;
const addWindows = `INSERT INTO usage_windows (issuer, subject, seconds, start_ms, used)
  SELECT issuer, subject, seconds, start_ms, sum(used)::bigint
  FROM unnest($1::text[], $2::text[], $3::integer[], $4::bigint[], $5::bigint[])
    AS counted (issuer, subject, seconds, start_ms, used)
  GROUP BY 1, 2, 3, 4 ORDER BY issuer COLLATE "C", subject COLLATE "C", 3, 4
  ON CONFLICT (issuer, subject, seconds, start_ms)
    DO UPDATE SET used = usage_windows.used + excluded.used
  RETURNING issuer, subject, seconds, start_ms AS "startMs", used`;
const addLookups = `INSERT INTO lookups
    (at_ms, issuer, subject, client_ip, operation, status, request_id, asked)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[],
    $6::integer[], $7::text[], $8::text[])`;

async function write(client: ClientBase, { sums, windows, lookups }: Counted): Promise<number[]> {
  if (sums.length > 0) {
    await client.query(
      addSums,
      columnsOf(sums, ['hourMs', 'issuer', 'subject', 'operation', 'requests']),
    );
  }
  if (lookups.length > 0) {
    await client.query(
      addLookups,
      columnsOf(lookups, [
        'atMs',
        'issuer',
        'subject',
        'clientIp',
        'operation',
        'status',
        'requestId',
        'asked',
      ]),
    );
  }
  if (windows.length === 0) return [];
  const { rows } = await client.query<WindowCount>(
    addWindows,
    columnsOf(windows, ['issuer', 'subject', 'seconds', 'startMs', 'used']),
  );
  const used = new Map(rows.map(row => [windowKey(row), row.used]));
  return windows.map(window => used.get(windowKey(window))!);
}

function windowKey(window: WindowCount): string {
  return `${window.seconds} ${window.startMs} ${keyOf(window)}`;
}

/** The values of each column, for `unnest`. */
function columnsOf<Row>(rows: readonly Row[], names: readonly (keyof Row)[]): unknown[][] {
  return names.map(name => rows.map(row => row[name]));
}

const readQuotas = `SELECT issuer, subject, per_minute AS minute, per_day AS day
  FROM usage_quotas ORDER BY issuer, subject`;
const setQuota = `INSERT INTO usage_quotas (issuer, subject, per_minute, per_day)
  VALUES ($1, $2, $3, $4) ON CONFLICT (issuer, subject)
  DO UPDATE SET per_minute = excluded.per_minute, per_day = excluded.per_day`;
const removeQuota = 'DELETE FROM usage_quotas WHERE issuer = $1 AND subject = $2';

const readSums = `SELECT hour_ms AS "hourMs", issuer, subject, operation, requests FROM usage_sums
  WHERE hour_ms >= $1 AND ($2::text IS NULL OR issuer = $2) AND ($3::text IS NULL OR subject = $3)
    AND (hour_ms, issuer, subject, operation) > ($4, $5, $6, $7)
  ORDER BY hour_ms, issuer, subject, operation LIMIT $8`;
const readLookups = `SELECT id, at_ms AS "atMs", issuer, subject, client_ip AS "clientIp",
    operation, status, request_id AS "requestId", asked
  FROM lookups
  WHERE id > $1 AND at_ms >= $2 AND ($3::text IS NULL OR issuer = $3)
    AND ($4::text IS NULL OR subject = $4)
  ORDER BY id LIMIT $5`;

/** Removes some rows only: a statement has a time limit. */
function forgetting(table: string, condition: string): string {
  return `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${mostForgotten}))`;
}
