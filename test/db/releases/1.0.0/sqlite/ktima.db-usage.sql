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
INSERT INTO usage_sums (hour_ms, issuer, subject, operation, requests) VALUES (1794999600000, 'urn:ktima:auth', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'sendPortfolio', 1);
INSERT INTO usage_sums (hour_ms, issuer, subject, operation, requests) VALUES (1794999600000, 'urn:ktima:auth', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'portfolio', 2);
INSERT INTO usage_sums (hour_ms, issuer, subject, operation, requests) VALUES (1794999600000, 'urn:ktima:auth', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'enrichedRows', 2);
INSERT INTO usage_sums (hour_ms, issuer, subject, operation, requests) VALUES (1794999600000, 'urn:ktima:auth', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'pointsOfInterest', 1);
INSERT INTO usage_sums (hour_ms, issuer, subject, operation, requests) VALUES (1794999600000, 'urn:ktima:auth', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'zones', 1);
INSERT INTO usage_sums (hour_ms, issuer, subject, operation, requests) VALUES (1794999600000, 'urn:ktima:auth', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'comparables', 1);
INSERT INTO usage_sums (hour_ms, issuer, subject, operation, requests) VALUES (1794999600000, 'urn:ktima:auth', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b', 'portfolioResult', 1);
INSERT INTO usage_quotas (issuer, subject, per_minute, per_day) VALUES ('urn:ktima:auth', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b', 600, NULL);
INSERT INTO usage_windows (issuer, subject, seconds, start_ms, used) VALUES ('urn:ktima:auth', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b', 60, 1795000980000, 7);
INSERT INTO lookups (id, at_ms, issuer, subject, client_ip, operation, status, request_id, asked) VALUES (1, 1795000984068, 'urn:ktima:auth', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b', '127.0.0.1', 'pointsOfInterest', 200, 'f75d0083-09ad-49bf-8ae5-1f7160100003', '{"latitude":38,"longitude":23}');
INSERT INTO lookups (id, at_ms, issuer, subject, client_ip, operation, status, request_id, asked) VALUES (2, 1795000984075, '', '', '127.0.0.1', 'kaekSearch', 200, 'f75d0083-09ad-49bf-8ae5-1f7160100004', '{"kaek_code":"050681726003"}');
INSERT INTO lookups (id, at_ms, issuer, subject, client_ip, operation, status, request_id, asked) VALUES (3, 1795000984242, 'urn:ktima:auth', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b', '127.0.0.1', 'zones', 200, 'f75d0083-09ad-49bf-8ae5-1f7160100005', '{"latitude":37.9001,"longitude":23.7001}');
INSERT INTO lookups (id, at_ms, issuer, subject, client_ip, operation, status, request_id, asked) VALUES (4, 1795000984249, 'urn:ktima:auth', 'e1f469b2-2861-431a-9001-e29ba4aaaa9b', '127.0.0.1', 'comparables', 200, 'f75d0083-09ad-49bf-8ae5-1f7160100006', '{"latitude":37.9001,"longitude":23.7001}');
INSERT INTO lookups (id, at_ms, issuer, subject, client_ip, operation, status, request_id, asked) VALUES (5, 1795000984290, '', '', '127.0.0.1', 'addressSearch', 200, 'f75d0083-09ad-49bf-8ae5-1f7160100008', '{"address":"Ερμού 5, Αθήνα"}');
INSERT INTO lookups (id, at_ms, issuer, subject, client_ip, operation, status, request_id, asked) VALUES (6, 1795000984315, '', '', '127.0.0.1', 'addressSearch', 200, 'f75d0083-09ad-49bf-8ae5-1f7160100009', '{"address":"Μηλιές"}');
CREATE INDEX usage_sums_of_subject ON usage_sums (subject, hour_ms);
CREATE INDEX usage_windows_by_start ON usage_windows (start_ms);
CREATE INDEX lookups_by_time ON lookups (at_ms);
CREATE INDEX lookups_of_subject ON lookups (subject, id);
