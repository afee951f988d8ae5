import type { DatabaseSync } from 'node:sqlite';
import { networkOf } from '#http/server/client-ip.ts';
import { inTransaction, prepareAll } from '#storage/db/sqlite/sqlite.ts';
import type { Client, ClientCredential, ClientMethods } from '../auth-store.ts';
import { endAllOfUser } from './session-rows.ts';

const columns = `id, name, scopes, disabled, created_at AS createdAt, expires_at_ms AS expiresAtMs,
  version`;

/** The statements; each is prepared once. */
const sql = {
  find: `SELECT ${columns} FROM clients WHERE id = ?`,
  all: `SELECT ${columns} FROM clients ORDER BY name`,
  credentials: `SELECT kind, value, created_at_ms AS createdAtMs, expires_at_ms AS expiresAtMs
    FROM client_credentials WHERE client_id = ? ORDER BY created_at_ms DESC, value`,
  insert: `INSERT INTO clients (id, name, scopes, disabled, created_at, expires_at_ms, name_key)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name_key) DO NOTHING`,
  insertCredential: `INSERT OR REPLACE INTO client_credentials
    (client_id, kind, value, created_at_ms, expires_at_ms) VALUES (?, ?, ?, ?, ?)`,
  setDisabled: 'UPDATE clients SET disabled = ? WHERE id = ?',
  setScopes: 'UPDATE clients SET scopes = ?2, version = version + 1 WHERE id = ?1',
  withdraw: 'UPDATE clients SET version = version + 1 WHERE id = ?',
  delete: 'DELETE FROM clients WHERE id = ?',
  deleteOlder: `DELETE FROM client_credentials WHERE client_id = ?1 AND (?2 OR value <>
    (SELECT value FROM client_credentials WHERE client_id = ?1
     ORDER BY created_at_ms DESC, value LIMIT 1))`,
  endOlder: `UPDATE client_credentials SET expires_at_ms = min(coalesce(expires_at_ms, ?2), ?2)
    WHERE client_id = ?1`,
  isUnchanged: 'SELECT 1 FROM clients WHERE id = ? AND disabled = 0 AND version = ?',
  extend: `UPDATE sessions SET refreshed_at_ms = ?3, expires_at_ms = max(expires_at_ms, ?4),
      tokens_until_ms = max(tokens_until_ms, ?5)
    WHERE user_id = ?1 AND network = ?2 AND ended_at_ms IS NULL RETURNING id`,
  start: `INSERT INTO sessions (id, user_id, address, network, carrier, started_at_ms,
      refreshed_at_ms, expires_at_ms, tokens_until_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  endSessions: endAllOfUser,
  spend: 'INSERT INTO spent_assertions VALUES (?, ?) ON CONFLICT DO NOTHING',
  forget: 'DELETE FROM spent_assertions WHERE expires_at_ms < ?',
};

type ClientRow = Omit<Client, 'disabled' | 'credentials'> & { disabled: number };

/** The methods of clients. */
export function clientMethods(db: DatabaseSync): ClientMethods {
  const prepared = prepareAll(db, sql);

  const toClient = (row: ClientRow): Client => ({
    ...row,
    disabled: row.disabled !== 0,
    credentials: prepared.credentials.all(row.id) as unknown as ClientCredential[],
  });
  const addCredential = (id: string, credential: ClientCredential) => {
    const { kind, value, createdAtMs, expiresAtMs } = credential;
    prepared.insertCredential.run(id, kind, value, createdAtMs, expiresAtMs);
  };

  return {
    async findClient(id) {
      const row = prepared.find.get(id) as unknown as ClientRow | undefined;
      return row && toClient(row);
    },
    listClients: async () => (prepared.all.all() as unknown as ClientRow[]).map(toClient),
    addClient: async ({ id, name, scopes, disabled, credentials, ...times }, nameKey) =>
      inTransaction(db, () => {
        const { createdAt, expiresAtMs } = times;
        const values = [id, name, scopes, Number(disabled), createdAt, expiresAtMs, nameKey];
        if (prepared.insert.run(...values).changes === 0) return false;
        for (const credential of credentials) addCredential(id, credential);
        return true;
      }),
    async enableClient(id) {
      prepared.setDisabled.run(0, id);
    },
    disableClient: async (id, nowMs) =>
      inTransaction(db, () => {
        prepared.setDisabled.run(1, id);
        prepared.endSessions.run(nowMs, id);
      }),
    setClientScopes: async (id, scopes, nowMs) =>
      inTransaction(db, () => {
        prepared.setScopes.run(id, scopes);
        prepared.endSessions.run(nowMs, id);
      }),
    deleteClient: async (id, nowMs) =>
      inTransaction(db, () => {
        prepared.endSessions.run(nowMs, id);
        prepared.delete.run(id);
      }),
    rotateClient: async (id, credential, olderUntilMs, nowMs) =>
      inTransaction(db, () => {
        const atOnce = olderUntilMs <= nowMs;
        prepared.deleteOlder.run(id, Number(atOnce));
        prepared.endOlder.run(id, olderUntilMs);
        addCredential(id, credential);
        if (!atOnce) return;
        prepared.withdraw.run(id);
        prepared.endSessions.run(nowMs, id);
      }),
    startClientSession: async (session, { version }) =>
      inTransaction(db, () => {
        const { id, userId, clientIp, carrier, startedAtMs, expiresAtMs, tokensUntilMs } = session;
        if (!prepared.isUnchanged.get(userId, version)) return undefined;
        const network = networkOf(clientIp);
        const times = [startedAtMs, expiresAtMs, tokensUntilMs];
        const extended = prepared.extend.get(userId, network, ...times);
        if (extended) return extended.id as string;
        prepared.start.run(id, userId, clientIp, network, carrier, startedAtMs, ...times);
        return id;
      }),
    spendAssertion: async (idHash, expiresAtMs) =>
      prepared.spend.run(idHash, expiresAtMs).changes > 0,
    async deleteOldAssertions(beforeMs) {
      prepared.forget.run(beforeMs);
    },
  };
}
