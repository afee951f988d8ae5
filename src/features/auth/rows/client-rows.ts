import { networkOf } from '#http/server/request-head.ts';
import type { Engine, Run } from '#storage/db/engine.ts';
import type { Client, ClientCredential, ClientMethods } from '../auth-store.ts';
import { endAllOf } from './session-rows.ts';
import { byName, changerOf } from './user-rows.ts';

/** A row for each credential, and one for a client without any. */
const select = `SELECT id, name, scopes, disabled, created_at AS "createdAt",
    clients.expires_at_ms AS "expiresAtMs", version, kind, value, created_at_ms AS "createdAtMs",
    client_credentials.expires_at_ms AS "endsAtMs"
  FROM clients LEFT JOIN client_credentials ON client_id = id`;
const newestFirst = 'ORDER BY created_at_ms DESC, value';
const insert = `INSERT INTO clients
    (id, name, scopes, disabled, created_at, expires_at_ms, name_key)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (name_key) DO NOTHING RETURNING id`;
const insertCredential = `INSERT INTO client_credentials
    (client_id, kind, value, created_at_ms, expires_at_ms) VALUES (?1, ?2, ?3, ?4, ?5)
  ON CONFLICT (client_id, value) DO UPDATE
    SET created_at_ms = excluded.created_at_ms, expires_at_ms = excluded.expires_at_ms`;
const setDisabled = 'UPDATE clients SET disabled = ?2 WHERE id = ?1';
const setScopes = 'UPDATE clients SET scopes = ?2, version = version + 1 WHERE id = ?1';
const deleteClient = 'DELETE FROM clients WHERE id = ?1';

// Locks the client, so that two rotations follow each other.
const withdraw = 'UPDATE clients SET version = version + ?2 WHERE id = ?1';
const deleteOlder = `DELETE FROM client_credentials WHERE client_id = ?1 AND (?2 OR value <>
  (SELECT value FROM client_credentials WHERE client_id = ?1 ${newestFirst} LIMIT 1))`;
const endOlder = `UPDATE client_credentials SET expires_at_ms = ?2
  WHERE client_id = ?1 AND (expires_at_ms IS NULL OR expires_at_ms > ?2)`;

// With the lock, a transaction that disables the client waits, then ends this session too; and
// parallel requests from one network share a session.
const lockUnchanged =
  'SELECT id FROM clients WHERE id = ?1 AND NOT disabled AND version = ?2 FOR UPDATE';
const later = (column: string, value: string) =>
  `${column} = CASE WHEN ${column} < ${value} THEN ${value} ELSE ${column} END`;
const extend = `UPDATE sessions SET refreshed_at_ms = ?3, ${later('expires_at_ms', '?4')},
    ${later('tokens_until_ms', '?5')}
  WHERE user_id = ?1 AND network = ?2 AND ended_at_ms IS NULL RETURNING id`;
const start = `INSERT INTO sessions (id, user_id, address, network, carrier, started_at_ms,
    refreshed_at_ms, expires_at_ms, tokens_until_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`;

const spend = `INSERT INTO spent_assertions (id_hash, expires_at_ms) VALUES (?1, ?2)
  ON CONFLICT DO NOTHING RETURNING id_hash`;
const forget = 'DELETE FROM spent_assertions WHERE expires_at_ms < ?1';

interface ClientRow extends Omit<Client, 'disabled' | 'credentials'> {
  readonly disabled: boolean | number;
  /** Of a credential; null without any. */
  readonly kind: ClientCredential['kind'] | null;
  readonly value: string;
  readonly createdAtMs: number;
  readonly endsAtMs: number | null;
}

function toClients(rows: readonly ClientRow[]): Client[] {
  const ofClient = Map.groupBy(rows, ({ id }) => id);
  return Array.from(ofClient.values(), own => ({
    ...clientIn(own[0]!),
    credentials: own.flatMap(credentialIn),
  }));
}

function clientIn(row: ClientRow): Omit<Client, 'credentials'> {
  const { id, name, scopes, disabled, createdAt, expiresAtMs, version } = row;
  return { id, name, scopes, disabled: Boolean(disabled), createdAt, expiresAtMs, version };
}

function credentialIn({ kind, value, createdAtMs, endsAtMs }: ClientRow): ClientCredential[] {
  return kind === null ? [] : [{ kind, value, createdAtMs, expiresAtMs: endsAtMs }];
}

/** The methods of clients. */
export function clientMethods({ run, read, transaction }: Engine): ClientMethods {
  const changeAndEnd = changerOf(transaction);
  return {
    async findClient(id) {
      // PostgreSQL rejects NUL, and no id contains a newline.
      const values = [id.replaceAll('\0', '\n')];
      return toClients(await read(`${select} WHERE id = ?1 ${newestFirst}`, values))[0];
    },
    listClients: async () => toClients(await read(`${select} ${newestFirst}`)).sort(byName),
    addClient: ({ id, name, scopes, disabled, createdAt, expiresAtMs, credentials }, nameKey) =>
      transaction(async run => {
        const values = [id, name, scopes, disabled, createdAt, expiresAtMs, nameKey];
        if ((await run(insert, values)).length === 0) return false;
        for (const credential of credentials) await addTo(run, id, credential);
        return true;
      }),
    async enableClient(id) {
      await run(setDisabled, [id, false]);
    },
    disableClient: (id, nowMs) => changeAndEnd(setDisabled, [id, true], nowMs),
    setClientScopes: (id, scopes, nowMs) => changeAndEnd(setScopes, [id, scopes], nowMs),
    deleteClient: (id, nowMs) => changeAndEnd(deleteClient, [id], nowMs),
    rotateClient: (id, credential, olderUntilMs, nowMs) =>
      transaction(async run => {
        const atOnce = olderUntilMs <= nowMs;
        await run(withdraw, [id, Number(atOnce)]);
        await run(deleteOlder, [id, atOnce]);
        await run(endOlder, [id, olderUntilMs]);
        await addTo(run, id, credential);
        if (atOnce) await endAllOf(run, id, nowMs);
      }),
    startClientSession: (session, { version }) =>
      transaction(async run => {
        const { id, userId, clientIp, carrier, startedAtMs, expiresAtMs, tokensUntilMs } = session;
        if ((await run(lockUnchanged, [userId, version])).length === 0) return undefined;
        const network = networkOf(clientIp);
        const times = [startedAtMs, expiresAtMs, tokensUntilMs];
        const [extended] = await run<{ id: string }>(extend, [userId, network, ...times]);
        if (extended) return extended.id;
        await run(start, [id, userId, clientIp, network, carrier, startedAtMs, ...times]);
        return id;
      }),
    spendAssertion: async (idHash, expiresAtMs) =>
      (await run(spend, [idHash, expiresAtMs])).length === 1,
    async deleteOldAssertions(beforeMs) {
      await run(forget, [beforeMs]);
    },
  };
}

async function addTo(run: Run, clientId: string, credential: ClientCredential): Promise<void> {
  const { kind, value, createdAtMs, expiresAtMs } = credential;
  await run(insertCredential, [clientId, kind, value, createdAtMs, expiresAtMs]);
}
