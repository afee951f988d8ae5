import type { Schema } from '#storage/db/schema-versions.ts';
import { addUsersAgain } from '../sqlite/auth-schema.ts';

/**
 * The tables of the authentication database in PostgreSQL. Columns `*_ms` are
 * milliseconds since 1970, UTC, by the clock of the instance that wrote, never the server's.
 */
const tables = `
  CREATE TABLE users (
    id            text PRIMARY KEY,
    name          text NOT NULL,
    email         text,
    password_hash text NOT NULL,
    disabled      boolean NOT NULL DEFAULT false,
    created_at    text NOT NULL,
    otp_secret    text,
    otp_step      bigint NOT NULL DEFAULT 0,
    otp_version   bigint NOT NULL DEFAULT 0,
    demo          boolean NOT NULL DEFAULT false
  );
  CREATE INDEX demo_users ON users (id) WHERE demo;
  COMMENT ON TABLE users IS 'Users who may log in.';
  COMMENT ON COLUMN users.name IS 'As the operator wrote it; a login is compared with login_keys.';
  COMMENT ON COLUMN users.password_hash IS 'argon2id, with its parameters and salt.';
  COMMENT ON COLUMN users.created_at IS 'ISO 8601, UTC.';
  COMMENT ON COLUMN users.otp_secret IS 'Of the second factor, in base 32, sealed when KTIMA_KEY_SECRET is set; null without one.';
  COMMENT ON COLUMN users.otp_step IS 'The last time step whose code was used: no code works twice.';
  COMMENT ON COLUMN users.otp_version IS 'Grows when the second factor is set or removed: a login that began before is refused.';
  COMMENT ON COLUMN users.demo IS 'Added by serve --demo with a public password: without --demo it cannot log in.';

  CREATE TABLE login_keys (
    login_key text PRIMARY KEY,
    user_id   text NOT NULL REFERENCES users (id) ON DELETE CASCADE
  );
  CREATE INDEX login_keys_by_user ON login_keys (user_id);
  COMMENT ON TABLE login_keys IS 'Names and e-mail addresses in one table: no two users can log in with the same one.';
  COMMENT ON COLUMN login_keys.login_key IS 'In one Unicode form and lower case.';

  CREATE TABLE recovery_codes (
    user_id   text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash text NOT NULL,
    PRIMARY KEY (user_id, code_hash)
  );
  COMMENT ON TABLE recovery_codes IS 'Codes that replace a one-time password; a used one is deleted.';
  COMMENT ON COLUMN recovery_codes.code_hash IS 'SHA-256 of user and code, base64url.';

  CREATE TABLE sessions (
    id              text PRIMARY KEY,
    user_id         text NOT NULL,
    address         text NOT NULL,
    network         text NOT NULL,
    carrier         text NOT NULL,
    started_at_ms   bigint NOT NULL,
    refreshed_at_ms bigint NOT NULL,
    expires_at_ms   bigint NOT NULL,
    tokens_until_ms bigint NOT NULL,
    ended_at_ms     bigint,
    end_number      bigint
  );
  CREATE INDEX sessions_by_user ON sessions (user_id, network);
  CREATE INDEX sessions_listed ON sessions (end_number, id) WHERE end_number IS NOT NULL;
  CREATE INDEX sessions_to_list ON sessions (tokens_until_ms)
    WHERE ended_at_ms IS NOT NULL AND end_number IS NULL;
  COMMENT ON TABLE sessions IS 'One row for each login; its refreshes belong to it. Columns *_ms: milliseconds since 1970, UTC.';
  COMMENT ON COLUMN sessions.user_id IS 'No reference to users: the sessions of a deleted user stay listed as ended for a while.';
  COMMENT ON COLUMN sessions.address IS 'The IP address it was started from.';
  COMMENT ON COLUMN sessions.network IS 'By which clients are counted: an IPv4 address, or the /64 of an IPv6 address.';
  COMMENT ON COLUMN sessions.carrier IS 'How its refresh tokens are sent: cookie or body.';
  COMMENT ON COLUMN sessions.expires_at_ms IS 'When it ends; a refresh does not change it.';
  COMMENT ON COLUMN sessions.tokens_until_ms IS 'When its last access token has expired.';
  COMMENT ON COLUMN sessions.ended_at_ms IS 'Null until it is ended.';
  COMMENT ON COLUMN sessions.end_number IS 'Its place in the list of ended sessions; null for a session that is not listed.';

  CREATE TABLE refresh_tokens (
    token_hash  text PRIMARY KEY,
    session_id  text NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    spent_at_ms bigint,
    next_hash   text,
    next_salt   text
  );
  CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);
  COMMENT ON TABLE refresh_tokens IS 'Every refresh token of a session, spent or not. Changed only while the row of the session is locked. Columns *_ms: milliseconds since 1970, UTC.';
  COMMENT ON COLUMN refresh_tokens.token_hash IS 'SHA-256, base64url.';
  COMMENT ON COLUMN refresh_tokens.spent_at_ms IS 'Null until it is used.';
  COMMENT ON COLUMN refresh_tokens.next_hash IS 'The hash of its successor.';
  COMMENT ON COLUMN refresh_tokens.next_salt IS 'The successor is derived from this salt and the token.';

  CREATE TABLE failures (
    bucket          text COLLATE "C" PRIMARY KEY,
    failures        bigint NOT NULL,
    updated_at_ms   bigint NOT NULL,
    locked_until_ms bigint NOT NULL
  );
  COMMENT ON TABLE failures IS 'Failed logins, counted by address, by account, and by both. Columns *_ms: milliseconds since 1970, UTC.';
  COMMENT ON COLUMN failures.bucket IS 'The IP address, the account, or both.';
  COMMENT ON COLUMN failures.updated_at_ms IS 'The time of the count, which falls with time; 0 in a row that was inserted only to be locked.';
  COMMENT ON COLUMN failures.locked_until_ms IS '0 when it was never locked.';

  CREATE TABLE signing_keys (
    kid           text PRIMARY KEY,
    generation    bigint NOT NULL UNIQUE,
    public_jwk    jsonb NOT NULL,
    private_key   text NOT NULL,
    created_at_ms bigint NOT NULL,
    signs_from_ms bigint NOT NULL
  );
  COMMENT ON TABLE signing_keys IS 'Keys that sign access tokens. The newest with signs_from_ms in the past signs; all are published. Columns *_ms: milliseconds since 1970, UTC.';
  COMMENT ON COLUMN signing_keys.generation IS '1 for the first key, then 2 and so on. It is unique, so only one of two instances can add the next key.';
  COMMENT ON COLUMN signing_keys.private_key IS 'A JWK as JSON, sealed when KTIMA_KEY_SECRET is set.';

  CREATE TABLE audit (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at_ms     bigint NOT NULL,
    event     text NOT NULL,
    user_id   text,
    user_name text,
    came_from text NOT NULL
  );
  CREATE INDEX audit_by_user ON audit (user_id, id);
  CREATE INDEX audit_by_time ON audit (at_ms);
  COMMENT ON TABLE audit IS 'Which user did what, when and from where; never a typed password or code.';
  COMMENT ON COLUMN audit.at_ms IS 'Milliseconds since 1970, UTC.';
  COMMENT ON COLUMN audit.user_id IS 'Null when it concerns no user, or none that exists.';
  COMMENT ON COLUMN audit.user_name IS 'The name at that time, kept after the user is deleted.';
  COMMENT ON COLUMN audit.came_from IS 'An IP address, or the user of the command line.';`;

/** Scopes of users, and programs as clients. */
const clients = `
  ALTER TABLE users ADD COLUMN scopes text;
  COMMENT ON COLUMN users.scopes IS 'What its tokens may be used for, separated by spaces; null for all.';
  COMMENT ON COLUMN sessions.user_id IS 'A user or a client. No reference: the sessions of a deleted one stay listed as ended for a while.';
  COMMENT ON COLUMN sessions.carrier IS 'How its refresh tokens are sent: cookie or body; none for a client, which has none.';
  COMMENT ON COLUMN audit.user_id IS 'A user or a client; null when it concerns none, or none that exists.';

  CREATE TABLE clients (
    id            text PRIMARY KEY,
    name          text NOT NULL,
    name_key      text NOT NULL UNIQUE,
    scopes        text NOT NULL,
    disabled      boolean NOT NULL DEFAULT false,
    created_at    text NOT NULL,
    expires_at_ms bigint,
    version       bigint NOT NULL DEFAULT 0
  );
  COMMENT ON TABLE clients IS 'Programs that get tokens with credentials of their own.';
  COMMENT ON COLUMN clients.id IS 'The client_id of OAuth 2.0.';
  COMMENT ON COLUMN clients.name_key IS 'The name in one Unicode form and lower case.';
  COMMENT ON COLUMN clients.scopes IS 'What its tokens may be used for, separated by spaces.';
  COMMENT ON COLUMN clients.created_at IS 'ISO 8601, UTC.';
  COMMENT ON COLUMN clients.expires_at_ms IS 'When it stops working, in milliseconds since 1970; null for never.';
  COMMENT ON COLUMN clients.version IS 'Grows when credentials are withdrawn: a request for a token that began before is refused.';

  CREATE TABLE client_credentials (
    client_id     text NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    kind          text NOT NULL,
    value         text NOT NULL,
    created_at_ms bigint NOT NULL,
    expires_at_ms bigint,
    PRIMARY KEY (client_id, value)
  );
  COMMENT ON TABLE client_credentials IS 'Secrets and public keys of clients. Columns *_ms: milliseconds since 1970, UTC.';
  COMMENT ON COLUMN client_credentials.kind IS 'secret or key.';
  COMMENT ON COLUMN client_credentials.value IS 'SHA-256 of the secret in base64url, or the public key as a JWK.';
  COMMENT ON COLUMN client_credentials.expires_at_ms IS 'Set when a newer one replaces it.';

  CREATE TABLE spent_assertions (
    id_hash       text PRIMARY KEY,
    expires_at_ms bigint NOT NULL
  );
  CREATE INDEX spent_assertions_by_time ON spent_assertions (expires_at_ms);
  COMMENT ON TABLE spent_assertions IS 'Signed assertions of clients (RFC 7523) that were used: none works twice. Columns *_ms: milliseconds since 1970, UTC.';
  COMMENT ON COLUMN spent_assertions.id_hash IS 'SHA-256 of client and jti, base64url.';`;

/** Users of an identity provider, and audit entries that are summed. */
const signOn = `
  ALTER TABLE users ADD COLUMN issuer text, ADD COLUMN subject text;
  CREATE UNIQUE INDEX users_by_subject ON users (issuer, subject) WHERE issuer IS NOT NULL;
  COMMENT ON COLUMN users.issuer IS 'The identity provider of the user; null for users with a password.';
  COMMENT ON COLUMN users.subject IS 'The sub of the user at that provider.';
  ALTER TABLE audit ADD COLUMN times bigint NOT NULL DEFAULT 1;
  COMMENT ON COLUMN audit.times IS 'How often it happened in that hour.';`;

export const schema: Schema = { scripts: [tables, clients, signOn], ifOlder: addUsersAgain };
