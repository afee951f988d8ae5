import type { Schema } from '#storage/db/schema-versions.ts';

/** How a database with usage is recognised. */
export const usageTables = { table: 'usage_sums' };

/** The tables in SQLite. Columns `*_ms`: milliseconds since 1970, UTC. */
export const sqliteSchema: Schema = {
  ifOlder: 'remove the file',
  scripts: [
    `
    CREATE TABLE usage_sums (
      hour_ms   INTEGER NOT NULL,
      issuer    TEXT NOT NULL,
      subject   TEXT NOT NULL,
      operation TEXT NOT NULL,
      requests  INTEGER NOT NULL,
      PRIMARY KEY (hour_ms, issuer, subject, operation)
    ) STRICT;
    CREATE INDEX usage_sums_of_subject ON usage_sums (subject, hour_ms);

    CREATE TABLE usage_quotas (
      issuer     TEXT NOT NULL,
      subject    TEXT NOT NULL,
      per_minute INTEGER,
      per_day    INTEGER,
      PRIMARY KEY (issuer, subject)
    ) STRICT;

    -- Requests in the current minutes and days, of all instances.
    CREATE TABLE usage_windows (
      issuer   TEXT NOT NULL,
      subject  TEXT NOT NULL,
      seconds  INTEGER NOT NULL,
      start_ms INTEGER NOT NULL,
      used     INTEGER NOT NULL,
      PRIMARY KEY (issuer, subject, seconds, start_ms)
    ) STRICT;
    CREATE INDEX usage_windows_by_start ON usage_windows (start_ms);

    CREATE TABLE lookups (
      id         INTEGER PRIMARY KEY AUTOINCREMENT,
      at_ms      INTEGER NOT NULL,
      issuer     TEXT NOT NULL,
      subject    TEXT NOT NULL,
      client_ip  TEXT NOT NULL,
      operation  TEXT NOT NULL,
      status     INTEGER NOT NULL,
      request_id TEXT NOT NULL,
      asked      TEXT NOT NULL
    ) STRICT;
    CREATE INDEX lookups_by_time ON lookups (at_ms);
    CREATE INDEX lookups_of_subject ON lookups (subject, id);
    `,
  ],
};

/** The tables that the API writes. */
export const tables = ['usage_sums', 'usage_quotas', 'usage_windows', 'lookups'];

/** The same tables in PostgreSQL. */
export const postgresSchema: Schema = {
  ifOlder: `drop the tables ${tables.join(', ')}`,
  scripts: [
    `
    CREATE TABLE usage_sums (
      hour_ms   bigint NOT NULL,
      issuer    text COLLATE "C" NOT NULL,
      subject   text COLLATE "C" NOT NULL,
      operation text COLLATE "C" NOT NULL,
      requests  bigint NOT NULL,
      PRIMARY KEY (hour_ms, issuer, subject, operation)
    );
    COMMENT ON TABLE usage_sums IS 'Requests by hour, subject and operation';
    CREATE INDEX usage_sums_of_subject ON usage_sums (subject, hour_ms);

    CREATE TABLE usage_quotas (
      issuer     text COLLATE "C" NOT NULL,
      subject    text COLLATE "C" NOT NULL,
      per_minute bigint,
      per_day    bigint,
      PRIMARY KEY (issuer, subject)
    );
    COMMENT ON TABLE usage_quotas IS 'How many requests a subject may make';

    CREATE TABLE usage_windows (
      issuer   text COLLATE "C" NOT NULL,
      subject  text COLLATE "C" NOT NULL,
      seconds  integer NOT NULL,
      start_ms bigint NOT NULL,
      used     bigint NOT NULL,
      PRIMARY KEY (issuer, subject, seconds, start_ms)
    );
    COMMENT ON TABLE usage_windows IS 'Requests in the current minutes and days, of all instances';
    CREATE INDEX usage_windows_by_start ON usage_windows (start_ms);

    CREATE TABLE lookups (
      id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at_ms      bigint NOT NULL,
      issuer     text COLLATE "C" NOT NULL,
      subject    text COLLATE "C" NOT NULL,
      client_ip  text NOT NULL,
      operation  text NOT NULL,
      status     integer NOT NULL,
      request_id text NOT NULL,
      asked      text NOT NULL
    );
    COMMENT ON TABLE lookups IS 'Who asked for which property';
    CREATE INDEX lookups_by_time ON lookups (at_ms);
    CREATE INDEX lookups_of_subject ON lookups (subject, id);
    `,
  ],
};
