PRAGMA user_version = 100;
CREATE TABLE usage_sums (
      hour_ms   INTEGER NOT NULL,
      issuer    TEXT NOT NULL,
      subject   TEXT NOT NULL,
      operation TEXT NOT NULL,
      requests  INTEGER NOT NULL,
      PRIMARY KEY (hour_ms, issuer, subject, operation)
    ) STRICT;
CREATE TABLE usage_quotas (
      issuer     TEXT NOT NULL,
      subject    TEXT NOT NULL,
      per_minute INTEGER,
      per_day    INTEGER,
      PRIMARY KEY (issuer, subject)
    ) STRICT;
CREATE TABLE usage_windows (
      issuer   TEXT NOT NULL,
      subject  TEXT NOT NULL,
      seconds  INTEGER NOT NULL,
      start_ms INTEGER NOT NULL,
      used     INTEGER NOT NULL,
      PRIMARY KEY (issuer, subject, seconds, start_ms)
    ) STRICT;
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
INSERT INTO usage_sums (hour_ms, issuer, subject, operation, requests) VALUES (1794996000000, 'urn:ktima:auth', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'sendPortfolio', 1);
INSERT INTO usage_sums (hour_ms, issuer, subject, operation, requests) VALUES (1794996000000, 'urn:ktima:auth', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'portfolio', 2);
INSERT INTO usage_sums (hour_ms, issuer, subject, operation, requests) VALUES (1794996000000, 'urn:ktima:auth', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'enrichedRows', 2);
INSERT INTO usage_sums (hour_ms, issuer, subject, operation, requests) VALUES (1794996000000, 'urn:ktima:auth', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'pointsOfInterest', 1);
INSERT INTO usage_sums (hour_ms, issuer, subject, operation, requests) VALUES (1794996000000, 'urn:ktima:auth', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'zones', 1);
INSERT INTO usage_sums (hour_ms, issuer, subject, operation, requests) VALUES (1794996000000, 'urn:ktima:auth', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'comparables', 1);
INSERT INTO usage_sums (hour_ms, issuer, subject, operation, requests) VALUES (1794996000000, 'urn:ktima:auth', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 'portfolioResult', 1);
INSERT INTO usage_quotas (issuer, subject, per_minute, per_day) VALUES ('urn:ktima:auth', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 600, NULL);
INSERT INTO usage_windows (issuer, subject, seconds, start_ms, used) VALUES ('urn:ktima:auth', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', 60, 1794999360000, 7);
INSERT INTO lookups (id, at_ms, issuer, subject, client_ip, operation, status, request_id, asked) VALUES (1, 1794999388617, 'urn:ktima:auth', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', '127.0.0.1', 'pointsOfInterest', 200, '8b918a65-2331-41a7-8a25-f72c37100003', '{"latitude":38,"longitude":23}');
INSERT INTO lookups (id, at_ms, issuer, subject, client_ip, operation, status, request_id, asked) VALUES (2, 1794999388632, '', '', '127.0.0.1', 'kaekSearch', 200, '8b918a65-2331-41a7-8a25-f72c37100004', '{"kaek_code":"050681726003"}');
INSERT INTO lookups (id, at_ms, issuer, subject, client_ip, operation, status, request_id, asked) VALUES (3, 1794999388869, 'urn:ktima:auth', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', '127.0.0.1', 'zones', 200, '8b918a65-2331-41a7-8a25-f72c37100005', '{"latitude":37.9001,"longitude":23.7001}');
INSERT INTO lookups (id, at_ms, issuer, subject, client_ip, operation, status, request_id, asked) VALUES (4, 1794999388896, 'urn:ktima:auth', '4fc070ef-3a3b-40ba-8e3a-f8fe10fd5a00', '127.0.0.1', 'comparables', 200, '8b918a65-2331-41a7-8a25-f72c37100006', '{"latitude":37.9001,"longitude":23.7001}');
INSERT INTO lookups (id, at_ms, issuer, subject, client_ip, operation, status, request_id, asked) VALUES (5, 1794999388976, '', '', '127.0.0.1', 'addressSearch', 200, '8b918a65-2331-41a7-8a25-f72c37100008', '{"address":"Ερμού 5, Αθήνα"}');
INSERT INTO lookups (id, at_ms, issuer, subject, client_ip, operation, status, request_id, asked) VALUES (6, 1794999389010, '', '', '127.0.0.1', 'addressSearch', 200, '8b918a65-2331-41a7-8a25-f72c37100009', '{"address":"Μηλιές"}');
CREATE INDEX usage_sums_of_subject ON usage_sums (subject, hour_ms);
CREATE INDEX usage_windows_by_start ON usage_windows (start_ms);
CREATE INDEX lookups_by_time ON lookups (at_ms);
CREATE INDEX lookups_of_subject ON lookups (subject, id);
