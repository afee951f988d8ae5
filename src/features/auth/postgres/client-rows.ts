import type { ClientBase } from 'pg';
import { networkOf } from '#http/server/client-ip.ts';
import type { Postgres } from '#storage/db/postgres/postgres.ts';
import type { Client, ClientCredential, ClientMethods } from '../auth-store.ts';
import { endSessionsOf } from './session-rows.ts';
import { changerOf } from './user-rows.ts';

const credentials = `coalesce((SELECT json_agg(json_build_object('kind', kind, 'value', value,
    'createdAtMs', created_at_ms, 'expiresAtMs', client_credentials.expires_at_ms)
    ORDER BY created_at_ms DESC, value COLLATE "C")
  FROM client_credentials WHERE client_id = id), '[]')`;
const select = `SELECT id, name, scopes, disabled, created_at AS "createdAt",
    expires_at_ms AS "expiresAtMs", version, ${credentials} AS credentials FROM clients`;
const insert = `INSERT INTO clients
    (id, name, scopes, disabled, created_at, expires_at_ms, name_key)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (name_key) DO NOTHING`;
const insertCredential = `INSERT INTO client_credentials
    (client_id, kind, value, created_at_ms, expires_at_ms) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (client_id, value) DO UPDATE
    SET created_at_ms = excluded.created_at_ms, expires_at_ms = excluded.expires_at_ms`;
const setDisabled = 'UPDATE clients SET disabled = $2 WHERE id = $1';
const setScopes = 'UPDATE clients SET scopes = $2, version = version + 1 WHERE id = $1';
const deleteClient = 'DELETE FROM clients WHERE id = $1';

// Locks the client, so that two rotations follow each other.
const withdraw = 'UPDATE clients SET version = version + $2 WHERE id = $1';
const deleteOlder = `DELETE FROM client_credentials WHERE client_id = $1 AND ($2 OR value <>
  (SELECT value FROM client_credentials WHERE client_id = $1
   ORDER BY created_at_ms DESC, value COLLATE "C" LIMIT 1))`;
const endOlder = `UPDATE client_credentials
  SET expires_at_ms = least(coalesce(expires_at_ms, $2), $2) WHERE client_id = $1`;

// With the lock, a transaction that disables the client waits, then ends this session too; and
// parallel requests from one network share a session.
const lockUnchanged =
  'SELECT id FROM clients WHERE id = $1 AND NOT disabled AND version = $2 FOR UPDATE';
const extend = `UPDATE sessions SET refreshed_at_ms = $3,
    expires_at_ms = greatest(expires_at_ms, $4), tokens_until_ms = greatest(tokens_until_ms, $5)
  WHERE user_id = $1 AND network = $2 AND ended_at_ms IS NULL RETURNING id`;
const start = `INSERT INTO sessions (id, user_id, address, network, carrier, started_at_ms,
    refreshed_at_ms, expires_at_ms, tokens_until_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const spend = `INSERT INTO spent_assertions VALUES ($1, $2) ON CONFLICT DO NOTHING
  RETURNING id_hash`;
const forget = 'DELETE FROM spent_assertions WHERE expires_at_ms < $1';

/** The methods of clients. */
export function clientMethods(db: Postgres): ClientMethods {
  const changeAndEnd = changerOf(db);
  return {
    // PostgreSQL rejects NUL, and no id contains a newline.
    findClient: async id =>
      (await db.read<Client>(`${select} WHERE id = $1`, [id.replaceAll('\0', '\n')]))[0],
    listClients: () => db.read<Client>(`${select} ORDER BY name COLLATE "C"`),
    addClient: ({ id, name, scopes, disabled, createdAt, expiresAtMs, ...client }, nameKey) =>
      db.transaction(async connection => {
        const values = [id, name, scopes, disabled, createdAt, expiresAtMs, nameKey];
        if ((await connection.query(insert, values)).rowCount === 0) return false;
        for (const credential of client.credentials) await addTo(connection, id, credential);
        return true;
      }),
    async enableClient(id) {
      await db.query(setDisabled, [id, false]);
    },
    disableClient: (id, nowMs) => changeAndEnd(setDisabled, [id, true], nowMs),
    setClientScopes: (id, scopes, nowMs) => changeAndEnd(setScopes, [id, scopes], nowMs),
    deleteClient: (id, nowMs) => changeAndEnd(deleteClient, [id], nowMs),
    rotateClient: (id, credential, olderUntilMs, nowMs) =>
      db.transaction(async connection => {
        const atOnce = olderUntilMs <= nowMs;
        await connection.query(withdraw, [id, Number(atOnce)]);
        await connection.query(deleteOlder, [id, atOnce]);
        await connection.query(endOlder, [id, olderUntilMs]);
        await addTo(connection, id, credential);
        if (atOnce) await connection.query(endSessionsOf, [id, null, nowMs, 0]);
      }),
    startClientSession: (session, { version }) =>
      db.transaction(async connection => {
        const { id, userId, clientIp, carrier, startedAtMs, expiresAtMs, tokensUntilMs } = session;
        const { rowCount } = await connection.query(lockUnchanged, [userId, version]);
        if (rowCount === 0) return undefined;
        const network = networkOf(clientIp);
        const times = [startedAtMs, expiresAtMs, tokensUntilMs];
        const { rows } = await connection.query<{ id: string }>(extend, [
          userId,
          network,
          ...times,
        ]);
        if (rows[0]) return rows[0].id;
        const values = [id, userId, clientIp, network, carrier, startedAtMs, ...times];
        await connection.query(start, values);
        return id;
      }),
    spendAssertion: async (idHash, expiresAtMs) =>
      (await db.query(spend, [idHash, expiresAtMs])).length === 1,
    async deleteOldAssertions(beforeMs) {
      await db.query(forget, [beforeMs]);
    },
  };
}

async function addTo(
  connection: ClientBase,
  clientId: string,
  { kind, value, createdAtMs, expiresAtMs }: ClientCredential,
): Promise<void> {
  const values = [clientId, kind, value, createdAtMs, expiresAtMs];
  await connection.query(insertCredential, values);
}
