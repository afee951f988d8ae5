PRAGMA user_version = 102;
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
  , scopes TEXT, issuer TEXT, subject TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE login_keys (
    login_key TEXT PRIMARY KEY,
    user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
CREATE TABLE recovery_codes (
    user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash TEXT NOT NULL,
    PRIMARY KEY (user_id, code_hash)
  ) STRICT, WITHOUT ROWID;
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
CREATE TABLE refresh_tokens (
    token_hash  TEXT PRIMARY KEY,
    session_id  TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    spent_at_ms INTEGER,
    next_hash   TEXT,
    next_salt   TEXT
  ) STRICT, WITHOUT ROWID;
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
  , times INTEGER NOT NULL DEFAULT 1) STRICT;
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
CREATE TABLE spent_assertions (
    id_hash       TEXT PRIMARY KEY,
    expires_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO users (id, name, email, password_hash, disabled, created_at, otp_secret, otp_step, otp_version, demo, scopes, issuer, subject) VALUES ('4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'maria', 'maria@example.com', '$argon2id$v=19$m=19456,t=2,p=1$5W/yrm37nWT2ee0g2ds/KQ$xgNwwXjPB3l7tE7k4u1RLKCkqMi/RVDmuJojlgQFjxI', 0, '2026-11-18T10:56:20.848Z', 'sealed:1:DO5q30Dl9BZ4-E05kj-NHePB_3YEIT4_5nv-x5FaPXIvcpH0w3x6uh4NDcigk_pE520h1TyDim6R3QDI7jkMzN2iN4q-J86w0kynvw', 59833312, 1, 0, NULL, NULL, NULL);
INSERT INTO login_keys (login_key, user_id) VALUES ('maria', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00');
INSERT INTO login_keys (login_key, user_id) VALUES ('maria@example.com', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', '9W7bEKw7OgeMaNZ0Nn7GErearZ2cKA9PWDlCAMGUgUo');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'FYsf-xXNvv0dWh4qmJCmXVXkcfBsNra8H6iKC1PzcJg');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'G02fLPeIfSIxISoMGagmQ8GFNrtqLtgJmM9Oe2G7yEQ');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'LjUHHaO92zNsnYeJR1s1oeFanVJsTGcPZPCkn4o5rbg');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'QjbpiPaKa44Q8tE3TNR1nks4vwRSfDGZjxHWgy8pHtA');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'QtUMkvLxuGlUi8_5skdnlFx9-Ow0EO_BDIeV9tbaUFI');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'WkPLp9RpPUyRs5BchKIsAuE8QR0AvXlTsj_zRxjVEDo');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'axP6PcbrQuYQMqJPuzTKHUV_QiBDRQv6v3Je09uD8IQ');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'ay4EVL7BT1IEjqMC9i5WujJTwfTR4jQSevrdjlyOMOY');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'mHhv66Nq-Cgrv85-SZ85-pBXDVOlNaDd5mqSxt897bw');
INSERT INTO sessions (id, user_id, address, network, carrier, started_at_ms, refreshed_at_ms, expires_at_ms, tokens_until_ms, ended_at_ms, end_number) VALUES ('620e370f-8d2b-4795-b1b2-e7f8ad9d3748', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', '127.0.0.1', '127.0.0.1', 'body', 1794999382443, 1794999382443, 4922899200000, 1795003042443, NULL, NULL);
INSERT INTO refresh_tokens (token_hash, session_id, spent_at_ms, next_hash, next_salt) VALUES ('O9gNrHyOLQbvp71q2CbJr8NW8Rs_-wnsMmuUJw-ikPk', '620e370f-8d2b-4795-b1b2-e7f8ad9d3748', NULL, NULL, NULL);
INSERT INTO failures (bucket, failures, updated_at_ms, locked_until_ms) VALUES ('account 4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00 from 127.0.0.1', 0, 1794999382420, 0);
INSERT INTO signing_keys (kid, generation, public_jwk, private_key, created_at_ms, signs_from_ms) VALUES ('o-yFVOD7WRykwJllUr8gVHZlw3GE1779cVIMwLMQZoY', 1, '{"kid":"o-yFVOD7WRykwJllUr8gVHZlw3GE1779cVIMwLMQZoY","kty":"EC","crv":"P-256","x":"24sAxS2voeIGMM36JMKbRkuyVzSeNscH5KzMrrsYz7w","y":"viIe7LMxaeUyeKy1-PftdSH7OqAjyUdOeLW5S-doM0M","alg":"ES256","use":"sig"}', 'sealed:1:WOe7hLZFLn0d-xoOeYRXjCVLPJVa-o1OGuWWQfTjRPM6ZExjy9SMnEyDC8v2DqXDC1RYyL8cTkiXTEAs85koDzfEQnZ3vGUay0BGLhgGCWFLMVDurVt7Tvmb0s9aOrbwWdIcgwX30yjJTyvjxshZZSK-kjAhDZN-38z-i24E6uGuAaXP4MV3utDRjRgDGSmAA-WCK-PuWVfcRqrgq8J7ZYpRYnP2aRuuJ8j1uy3ZA_zuLYPsEGZibbHH_yNjE7lzDgxvs9PoUltYFkHpVdKZm_e5sPEzHBFqcZN_Cw', 1794999381521, 1794999381521);
INSERT INTO audit (id, at_ms, event, user_id, user_name, came_from, times) VALUES (1, 1794999380852, 'user added', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'maria', 'command line (root)', 1);
INSERT INTO audit (id, at_ms, event, user_id, user_name, came_from, times) VALUES (2, 1794999381081, 'second factor set', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'maria', 'command line (root)', 1);
INSERT INTO audit (id, at_ms, event, user_id, user_name, came_from, times) VALUES (3, 1794999381331, 'client added', '83dd3035-93cf-46e9-93b1-826f3ce537fb', 'nightly', 'command line (root)', 1);
INSERT INTO audit (id, at_ms, event, user_id, user_name, came_from, times) VALUES (4, 1794999382460, 'login', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'maria', '127.0.0.1', 1);
INSERT INTO clients (id, name, name_key, scopes, disabled, created_at, expires_at_ms, version) VALUES ('83dd3035-93cf-46e9-93b1-826f3ce537fb', 'nightly', 'nightly', 'places report', 0, '2026-11-18T10:56:21.324Z', NULL, 0);
INSERT INTO client_credentials (client_id, kind, value, created_at_ms, expires_at_ms) VALUES ('83dd3035-93cf-46e9-93b1-826f3ce537fb', 'secret', 'nLfwT-1LaIiFgix4mefYW5aWFBZMsPxKpCRvc25wsB8', 1794999381323, NULL);
CREATE INDEX demo_users ON users (id) WHERE demo = 1;
CREATE INDEX sessions_by_user ON sessions (user_id, network);
CREATE INDEX sessions_listed ON sessions (end_number, id) WHERE end_number IS NOT NULL;
CREATE INDEX sessions_to_list ON sessions (tokens_until_ms)
    WHERE ended_at_ms IS NOT NULL AND end_number IS NULL;
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);
CREATE INDEX audit_by_user ON audit (user_id);
CREATE INDEX audit_by_time ON audit (at_ms);
CREATE INDEX spent_assertions_by_time ON spent_assertions (expires_at_ms);
CREATE UNIQUE INDEX users_by_subject ON users (issuer, subject) WHERE issuer IS NOT NULL;
