import type { Migrations } from '../../db/sqlite.ts';
import { networkOf } from '../client-ip.ts';

/** The tables of the authentication database, step by step. Columns `*_ms`: since 1970, UTC. */
export const migrations: Migrations = [
  `CREATE TABLE users (
     id            TEXT PRIMARY KEY,
     name          TEXT NOT NULL,
     email         TEXT,
     password_hash TEXT NOT NULL,
     disabled      INTEGER NOT NULL DEFAULT 0,
     created_at    TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;

   -- Names and e-mail addresses in one table: what one user logs in with, no other can take.
   CREATE TABLE login_keys (
     login_key TEXT PRIMARY KEY,
     user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
   ) STRICT, WITHOUT ROWID;

   CREATE TABLE signing_keys (
     kid         TEXT PRIMARY KEY,
     private_jwk TEXT NOT NULL,
     created_at  TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;`,

  `-- No reference to users: the sessions of a deleted user stay listed as ended for a while.
   CREATE TABLE sessions (
     id              TEXT PRIMARY KEY,
     user_id         TEXT NOT NULL,
     address         TEXT NOT NULL,
     started_at_ms   INTEGER NOT NULL,
     refreshed_at_ms INTEGER NOT NULL,
     expires_at_ms   INTEGER NOT NULL,
     ended_at_ms     INTEGER
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX sessions_by_user ON sessions (user_id);
   CREATE INDEX sessions_by_end ON sessions (ended_at_ms);

   CREATE TABLE refresh_tokens (
     token_hash  TEXT PRIMARY KEY,
     session_id  TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
     spent_at_ms INTEGER,
     next_hash   TEXT,
     next_salt   TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);`,

  `CREATE TABLE new_signing_keys (
     kid           TEXT PRIMARY KEY,
     -- Of two instances that make the next key at once, one wins.
     generation    INTEGER NOT NULL UNIQUE,
     public_jwk    TEXT NOT NULL,
     -- A JWK, sealed when a secret is set.
     private_key   TEXT NOT NULL,
     created_at_ms INTEGER NOT NULL,
     signs_from_ms INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   INSERT INTO new_signing_keys
     SELECT kid, row_number() OVER (ORDER BY created_at), json_remove(private_jwk, '$.d'),
            private_jwk, unixepoch(created_at) * 1000, unixepoch(created_at) * 1000
     FROM signing_keys;
   DROP TABLE signing_keys;
   ALTER TABLE new_signing_keys RENAME TO signing_keys;`,

  `CREATE TABLE failures (
     bucket          TEXT PRIMARY KEY,
     failures        INTEGER NOT NULL,
     updated_at_ms   INTEGER NOT NULL,
     locked_until_ms INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`,

  `ALTER TABLE users ADD COLUMN otp_secret TEXT;
   -- The last time step whose code was used: no code works twice.
   ALTER TABLE users ADD COLUMN otp_step INTEGER NOT NULL DEFAULT 0;

   CREATE TABLE recovery_codes (
     user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
     code_hash TEXT NOT NULL,
     PRIMARY KEY (user_id, code_hash)
   ) STRICT, WITHOUT ROWID;`,

  `CREATE TABLE audit (
     id        INTEGER PRIMARY KEY,
     at_ms     INTEGER NOT NULL,
     event     TEXT NOT NULL,
     user_id   TEXT,
     user_name TEXT,
     came_from TEXT NOT NULL
   ) STRICT;
   CREATE INDEX audit_by_user ON audit (user_id);
   CREATE INDEX audit_by_time ON audit (at_ms);`,

  `UPDATE login_keys SET login_key = replace(login_key, 'ς', 'σ');`,

  `DROP INDEX sessions_by_user;
   CREATE INDEX sessions_by_user ON sessions (user_id, address);`,

  `-- Grows when the second factor is set or removed: a login that began before is refused.
   ALTER TABLE users ADD COLUMN otp_version INTEGER NOT NULL DEFAULT 0;`,

  `-- When the last access token of a session has expired. The default: unknown, so never.
   ALTER TABLE sessions ADD COLUMN tokens_until_ms INTEGER NOT NULL DEFAULT 9007199254740991;
   -- No access token lives longer than a day.
   UPDATE sessions SET tokens_until_ms = refreshed_at_ms + 86400000;
   -- The place in the list of ended sessions; null for a session that is not listed.
   ALTER TABLE sessions ADD COLUMN end_number INTEGER;
   CREATE INDEX sessions_listed ON sessions (end_number, id) WHERE end_number IS NOT NULL;
   CREATE INDEX sessions_to_list ON sessions (tokens_until_ms)
     WHERE ended_at_ms IS NOT NULL AND end_number IS NULL;
   DROP INDEX sessions_by_end;`,

  `-- Added by serve --demo with a public password: without --demo it cannot log in.
   ALTER TABLE users ADD COLUMN demo INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX demo_users ON users (id) WHERE demo = 1;`,

  db => {
    db.function('network_of', address => networkOf(String(address)));
    db.exec(`-- How its refresh tokens are sent: 'cookie' or 'body'. Null: not known yet.
      ALTER TABLE sessions ADD COLUMN carrier TEXT;
      -- By which clients are counted: an IPv4 address, or the /64 of an IPv6 address.
      ALTER TABLE sessions ADD COLUMN network TEXT NOT NULL DEFAULT '';
      UPDATE sessions SET network = network_of(address);
      DROP INDEX sessions_by_user;
      CREATE INDEX sessions_by_user ON sessions (user_id, network);`);
  },
];
