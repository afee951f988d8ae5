import type { Schema } from '#storage/db/schema-versions.ts';

/** What to do with users of before the first release. */
export const addUsersAgain =
  'list the users with ktima user list of that version, and add them to a new database with ktima user add';

/** The tables of the authentication database. Columns `*_ms`: milliseconds since 1970, UTC. */
const tables = `
  CREATE TABLE users (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL,
    email         TEXT,
    password_hash TEXT NOT NULL,
    disabled      INTEGER NOT NULL DEFAULT 0,
    created_at    TEXT NOT NULL,
    otp_secret    TEXT,
    -- The last time step whose code was used: no code works twice.
    otp_step      INTEGER NOT NULL DEFAULT 0,
    -- Grows when the second factor is set or removed: a login that began before is refused.
    otp_version   INTEGER NOT NULL DEFAULT 0,
    -- Added by serve --demo with a public password: without --demo it cannot log in.
    demo          INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX demo_users ON users (id) WHERE demo = 1;

  -- Names and e-mail addresses in one table: no two users can log in with the same one.
  CREATE TABLE login_keys (
    login_key TEXT PRIMARY KEY,
    user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE recovery_codes (
    user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash TEXT NOT NULL,
    PRIMARY KEY (user_id, code_hash)
  ) STRICT, WITHOUT ROWID;

  -- No reference to users: the sessions of a deleted user stay listed as ended for a while.
  CREATE TABLE sessions (
    id              TEXT PRIMARY KEY,
    user_id         TEXT NOT NULL,
    address         TEXT NOT NULL,
    -- By which clients are counted: an IPv4 address, or the /64 of an IPv6 address.
    network         TEXT NOT NULL,
    -- How its refresh tokens are sent: 'cookie' or 'body'.
    carrier         TEXT NOT NULL,
    started_at_ms   INTEGER NOT NULL,
    refreshed_at_ms INTEGER NOT NULL,
    expires_at_ms   INTEGER NOT NULL,
    -- When its last access token has expired.
    tokens_until_ms INTEGER NOT NULL,
    ended_at_ms     INTEGER,
    -- The place in the list of ended sessions; null for a session that is not listed.
    end_number      INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_by_user ON sessions (user_id, network);
  CREATE INDEX sessions_listed ON sessions (end_number, id) WHERE end_number IS NOT NULL;
  CREATE INDEX sessions_to_list ON sessions (tokens_until_ms)
    WHERE ended_at_ms IS NOT NULL AND end_number IS NULL;

  CREATE TABLE refresh_tokens (
    token_hash  TEXT PRIMARY KEY,
    session_id  TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    spent_at_ms INTEGER,
    next_hash   TEXT,
    next_salt   TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);

  CREATE TABLE failures (
    bucket          TEXT PRIMARY KEY,
    failures        INTEGER NOT NULL,
    updated_at_ms   INTEGER NOT NULL,
    locked_until_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE signing_keys (
    kid           TEXT PRIMARY KEY,
    -- Unique, so only one of two processes can add the next key.
    generation    INTEGER NOT NULL UNIQUE,
    public_jwk    TEXT NOT NULL,
    -- A JWK, sealed when a secret is set.
    private_key   TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    signs_from_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE audit (
    id        INTEGER PRIMARY KEY,
    at_ms     INTEGER NOT NULL,
    event     TEXT NOT NULL,
    user_id   TEXT,
    user_name TEXT,
    came_from TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_by_user ON audit (user_id);
  CREATE INDEX audit_by_time ON audit (at_ms)`;

/** Scopes of users, and programs as clients. */
const clients = `
  -- Separated by spaces; null for all.
  ALTER TABLE users ADD COLUMN scopes TEXT;

  CREATE TABLE clients (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL,
    -- The name in one Unicode form and lower case.
    name_key      TEXT NOT NULL UNIQUE,
    scopes        TEXT NOT NULL,
    disabled      INTEGER NOT NULL DEFAULT 0,
    created_at    TEXT NOT NULL,
    expires_at_ms INTEGER,
    -- Grows when credentials are withdrawn: a request for a token that began before is refused.
    version       INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE client_credentials (
    client_id     TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    -- 'secret' or 'key'
    kind          TEXT NOT NULL,
    -- SHA-256 of the secret in base64url, or the public key as a JWK.
    value         TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    -- Set when a newer one replaces it.
    expires_at_ms INTEGER,
    PRIMARY KEY (client_id, value)
  ) STRICT, WITHOUT ROWID;

  -- Signed assertions of clients (RFC 7523) that were used: none works twice.
  CREATE TABLE spent_assertions (
    id_hash       TEXT PRIMARY KEY,
    expires_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX spent_assertions_by_time ON spent_assertions (expires_at_ms)`;

/** Users of an identity provider, and audit entries that are summed. */
const signOn = `
  -- The identity provider of the user and its sub there; null for users with a password.
  ALTER TABLE users ADD COLUMN issuer TEXT;
  ALTER TABLE users ADD COLUMN subject TEXT;
  CREATE UNIQUE INDEX users_by_subject ON users (issuer, subject) WHERE issuer IS NOT NULL;
  -- How often it happened in that hour.
  ALTER TABLE audit ADD COLUMN times INTEGER NOT NULL DEFAULT 1`;

export const schema: Schema = { scripts: [tables, clients, signOn], ifOlder: addUsersAgain };
