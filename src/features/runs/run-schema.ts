import type { Tables } from '#storage/db/engine.ts';
import type { Schema } from '#storage/db/schema-versions.ts';

/** The tables that the API writes. */
export const tables = [
  'portfolio_runs',
  'portfolio_pieces',
  'portfolio_rows',
  'portfolio_corrections',
];

/**
 * The tables, in words that both engines understand. Columns `*_ms`: milliseconds since 1970, UTC.
 * An attempt is one run of a file: what it writes is shown only when it has ended.
 */
function scriptOf(text: string, integer: string, real: string, bytes: string, end: string): string {
  return `
    CREATE TABLE portfolio_runs (
      id              ${text} PRIMARY KEY,
      issuer          ${text} NOT NULL,
      subject         ${text} NOT NULL,
      session         ${text},
      state           ${text} NOT NULL,
      created_ms      ${integer} NOT NULL,
      -- Until when an attempt belongs to its process, or a run waits.
      lease_ms        ${integer} NOT NULL,
      expires_ms      ${integer},
      attempt         ${integer} NOT NULL,
      interruptions   ${integer} NOT NULL,
      is_counted      ${integer} NOT NULL,
      bytes           ${integer} NOT NULL,
      rows            ${integer} NOT NULL,
      progress        ${real} NOT NULL,
      idempotency_key ${text},
      fingerprint     ${text},
      -- JSON: the options and the scopes of the token that asked for this run.
      asked           ${text} NOT NULL,
      -- JSON: the rest of what its owner sees.
      status          ${text} NOT NULL
    )${end};
    CREATE INDEX portfolio_runs_by_state ON portfolio_runs (state, created_ms);
    CREATE UNIQUE INDEX portfolio_runs_by_key ON portfolio_runs (issuer, subject, idempotency_key);

    -- The file that was sent has the attempt 0.
    CREATE TABLE portfolio_pieces (
      run     ${text} NOT NULL REFERENCES portfolio_runs (id) ON DELETE CASCADE,
      attempt ${integer} NOT NULL,
      file    ${text} NOT NULL,
      piece   ${integer} NOT NULL,
      content ${bytes} NOT NULL,
      PRIMARY KEY (run, attempt, file, piece)
    )${end};

    CREATE TABLE portfolio_rows (
      run           ${text} NOT NULL REFERENCES portfolio_runs (id) ON DELETE CASCADE,
      attempt       ${integer} NOT NULL,
      n             ${integer} NOT NULL,
      line          ${integer} NOT NULL,
      has_problem   ${integer} NOT NULL,
      level         ${text},
      property_type ${text},
      sum_insured   ${real},
      as_new        ${real},
      area          ${real},
      ratio         ${real},
      -- Address and reference, folded, to search in.
      words         ${text} NOT NULL,
      details       ${text} NOT NULL,
      PRIMARY KEY (run, attempt, n)
    )${end};
    CREATE INDEX portfolio_rows_by_line ON portfolio_rows (run, attempt, line);
    -- Pages are filtered and sorted by this, without the texts.
    CREATE INDEX portfolio_rows_facts ON portfolio_rows
      (run, attempt, n, has_problem, level, property_type, sum_insured, as_new, area, ratio);

    CREATE TABLE portfolio_corrections (
      run        ${text} NOT NULL REFERENCES portfolio_runs (id) ON DELETE CASCADE,
      line       ${integer} NOT NULL,
      cells      ${text} NOT NULL,
      is_waiting ${integer} NOT NULL,
      PRIMARY KEY (run, line)
    )${end};`;
}

/** Where a row is, and its problems: ` build_area:not_an_area totals `. Rows from before have neither. */
function placesScript(text: string, real: string): string {
  return `
    ALTER TABLE portfolio_rows ADD COLUMN latitude ${real};
    ALTER TABLE portfolio_rows ADD COLUMN longitude ${real};
    ALTER TABLE portfolio_rows ADD COLUMN problems ${text};`;
}

/** JSON: what was read of the file. Rows from before have it in `status`. */
function understoodScript(text: string): string {
  return `ALTER TABLE portfolio_runs ADD COLUMN understood ${text} NOT NULL DEFAULT '{}';`;
}

export const sqliteSchema: Schema = {
  ifOlder: 'remove the file',
  scripts: [
    scriptOf('TEXT', 'INTEGER', 'REAL', 'BLOB', ' STRICT'),
    placesScript('TEXT', 'REAL'),
    understoodScript('TEXT'),
  ],
};

export const postgresSchema: Schema = {
  ifOlder: `drop the tables ${tables.join(', ')}`,
  scripts: [
    `${scriptOf('text COLLATE "C"', 'bigint', 'double precision', 'bytea', '')}
    -- Files are compressed already, or sent as they are.
    ALTER TABLE portfolio_pieces ALTER COLUMN content SET STORAGE EXTERNAL;
    COMMENT ON TABLE portfolio_runs IS 'Portfolios that clients sent, and their runs';
    COMMENT ON TABLE portfolio_pieces IS 'Files and results of portfolios, in pieces';
    COMMENT ON TABLE portfolio_rows IS 'Rows of portfolios';
    COMMENT ON TABLE portfolio_corrections IS 'Corrected cells of portfolios'`,
    placesScript('text COLLATE "C"', 'double precision'),
    understoodScript('text COLLATE "C"'),
  ],
};

export const runTables: Tables = {
  content: 'the tables of portfolios',
  name: 'portfolios',
  sqlite: sqliteSchema,
  postgres: postgresSchema,
  kind: { table: 'portfolio_runs' },
  lock: 'ktima portfolios',
};
