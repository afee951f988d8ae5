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
INSERT INTO users (id, name, email, password_hash, disabled, created_at, otp_secret, otp_step, otp_version, demo, scopes, issuer, subject) VALUES ('e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'maria', 'maria@example.com', '$argon2id$v=19$m=19456,t=2,p=1$XpaRgGpzUkv9VOAM9HvGnQ$lxaFippfJRK+b3cY2YFIZ8MuEpDRG49ffGTf5G5uIWY', 0, '2026-11-18T11:22:59.711Z', 'sealed:1:N7KTsB5uArWSOaRDkDStZpY4xeMDkCer4tXGHxn9CCpXPKtXNObxd362nDK0VYSU3i-nNe3aqmy1BBVP5gtWzTvKxqyMx4T3N4aiLw', 59833366, 1, 0, NULL, NULL, NULL);
INSERT INTO login_keys (login_key, user_id) VALUES ('maria', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b');
INSERT INTO login_keys (login_key, user_id) VALUES ('maria@example.com', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('e1f469b2-2861-431a-9001-e29ba4aaaa9b', '0oSvduvQ5HYuO0imZPv6HZk5wq1g6tZwapvBe2I6Pmc');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('e1f469b2-2861-431a-9001-e29ba4aaaa9b', '941H5WDXWyGeKODjqrOzjqeJ9FPhQkyALqPcaUtUp3c');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'IDxrYlcc7n16D_TsAVdNAMuMx1jonknCcqvnddZ5JXA');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'LfuZQLPk4rffb_-Ve8pIYjQk4uTTT9Mek-YZhaEHxBw');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'PZVFik6uKzqNpID-8pSczpa51fjrfYzkF9rSYnLetuE');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'by_JJSc74zHSDI_RJuOX7xR9CrA4_4LlxW_ZXauEKSY');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'gtUGgaJnDBa-2kzBiNWVk_xSrc962VoNZTL-glCWDiM');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'oqbF9X9JdtaOF1MZ9jhS6mr0AnervBpmJ53PTx672gQ');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'p81meqzxFfk90cU3dIj0nA3IG1EcoTU7p7Lnv7vqAoE');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'xz7XliwWeJcEscO0DipOn3dhcdiNqA_Aa9KD23aooi0');
INSERT INTO sessions (id, user_id, address, network, carrier, started_at_ms, refreshed_at_ms, expires_at_ms, tokens_until_ms, ended_at_ms, end_number) VALUES ('707757f6-ce19-4f1a-b372-e90796c7a865', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b', '127.0.0.1', '127.0.0.1', 'body', 1795000980661, 1795000980661, 4922899200000, 1795004640661, NULL, NULL);
INSERT INTO refresh_tokens (token_hash, session_id, spent_at_ms, next_hash, next_salt) VALUES ('s2MXYtpBpvlfx-ouaqr3JC-bffrO7YiZ7d4v2bYTEcI', '707757f6-ce19-4f1a-b372-e90796c7a865', NULL, NULL, NULL);
INSERT INTO failures (bucket, failures, updated_at_ms, locked_until_ms) VALUES ('account e1f469b2-2861-431a-9001-e29ba4aaaa9b from 127.0.0.1', 0, 1795000980656, 0);
INSERT INTO signing_keys (kid, generation, public_jwk, private_key, created_at_ms, signs_from_ms) VALUES ('ZdBg81MKK4SKXZYev-TPfjZ8An7IeT9QOgIVJc5zBNM', 1, '{"kid":"ZdBg81MKK4SKXZYev-TPfjZ8An7IeT9QOgIVJc5zBNM","kty":"EC","crv":"P-256","x":"iWrjqtgEfZk3PclTl8oskkxEU_alnLFQ1zD6D07Ok1M","y":"lS2YLWkZvHqAkxTuvI3wo8j7RZ0gQI82pagyT_1Um6Y","alg":"ES256","use":"sig"}', 'sealed:1:E6Zj4lmSdxaiXcB4I62C7t8DFWX3uaaSgHGsqFp-leP56JZdmTOxvEr_kAQp1eD7a7Mc-Dq2DM_6fN4n8XHrath2My9RVE-ETdMYetIVopK9deiSbYySHWRL_rxC3o-54ifYn61REiwHzzLdue5QBuODtOD6ivC1zlwGFTs4kl3Jk4aeqD4RK9xIXb-OXijQ38fXXg8jqaJvjkJmFwJLRyr-ylfAS0jt9XM7xDl29xP0TiPScUXDZv9s8X4eRWAa3KLOrjsNtq6uJEWPA_NdGmyvzaPUsLLDyufz4Q', 1795000979886, 1795000979886);
INSERT INTO audit (id, at_ms, event, user_id, user_name, came_from, times) VALUES (1, 1795000979712, 'user added', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'maria', 'command line (root)', 1);
INSERT INTO audit (id, at_ms, event, user_id, user_name, came_from, times) VALUES (2, 1795000979759, 'second factor set', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'maria', 'command line (root)', 1);
INSERT INTO audit (id, at_ms, event, user_id, user_name, came_from, times) VALUES (3, 1795000979831, 'client added', '935944f6-3e61-4a84-a1af-4a137bc673e5', 'nightly', 'command line (root)', 1);
INSERT INTO audit (id, at_ms, event, user_id, user_name, came_from, times) VALUES (4, 1795000980664, 'login', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'maria', '127.0.0.1', 1);
INSERT INTO clients (id, name, name_key, scopes, disabled, created_at, expires_at_ms, version) VALUES ('935944f6-3e61-4a84-a1af-4a137bc673e5', 'nightly', 'nightly', 'places report', 0, '2026-11-18T11:22:59.829Z', NULL, 0);
INSERT INTO client_credentials (client_id, kind, value, created_at_ms, expires_at_ms) VALUES ('935944f6-3e61-4a84-a1af-4a137bc673e5', 'secret', 'Nn0UMXSSx-UjmdmxeK_Qrkx2_CBvHTYEADF-SLwmjlY', 1795000979829, NULL);
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
