import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Client, ClientCredential, Session } from '#features/auth/auth-store.ts';
import { openAuthStore } from '#features/auth/open-auth-store.ts';
import { schema as postgresSchema } from '#features/auth/postgres/auth-schema.ts';
import { schema as sqliteSchema } from '#features/auth/sqlite/auth-schema.ts';
import { openPostgres } from '#storage/db/postgres/postgres.ts';
import { migrate } from '#storage/db/postgres/run-scripts.ts';
import { openSqlite } from '#storage/db/sqlite/sqlite.ts';
import { patient } from '../postgres/database.ts';
import { testOverEngines as test } from './engines.ts';

const nowMs = Date.parse('2026-06-15T09:00:00Z');

const credential = (value: string, more: Partial<ClientCredential> = {}): ClientCredential => {
  return { kind: 'secret', value, createdAtMs: nowMs, expiresAtMs: null, ...more };
};
const clientNamed = (name: string, more: Partial<Client> = {}): Client => ({
  ...{ id: randomUUID(), name, scopes: 'places report', disabled: false, version: 0 },
  ...{ createdAt: '2026-06-15T09:00:00.000Z', expiresAtMs: null },
  ...{ credentials: [credential('first')], ...more },
});
const sessionOf = (
  { id: userId }: Client,
  clientIp = '192.0.2.1',
  startedAtMs = nowMs,
): Session => ({
  id: randomUUID(),
  userId,
  clientIp,
  startedAtMs,
  refreshedAtMs: startedAtMs,
  expiresAtMs: startedAtMs + 3_600_000,
  tokensUntilMs: startedAtMs + 3_660_000,
  carrier: 'none',
});
/** Without the prototype, which SQLite's rows lack. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));

test('a client is stored with its credentials, and its name once', async (t, engine) => {
  const store = await openAuthStore(await engine.newDatabase(t), patient);
  t.after(() => store.close());
  const nightly = clientNamed('nightly', { expiresAtMs: nowMs + 1 });
  const key = credential('{"kty":"EC"}', { kind: 'key' });
  const portal = clientNamed('Πύλη', { credentials: [key], disabled: true });
  for (const client of [portal, nightly]) {
    assert.equal(await store.addClient(client, client.name), true);
  }
  assert.equal(await store.addClient(clientNamed('other'), 'nightly'), false);
  assert.deepEqual(plain(await store.listClients()), [nightly, portal]);
  assert.deepEqual(plain(await store.findClient(portal.id)), portal);
  for (const id of ['nobody', '\0', nightly.name])
    assert.equal(await store.findClient(id), undefined);
  const issued = { atMs: nowMs, event: 'token issued', userId: nightly.id, from: '::1' };
  await store.addAuditEntry(issued);
  await store.deleteClient(nightly.id, nowMs);
  assert.equal(await store.findClient(nightly.id), undefined);
  const [entry] = await store.auditEntries(nightly.id, 9);
  assert.equal(entry!.userName, 'nightly', 'the trail has the name of a deleted client');
});

test('a rotation leaves two credentials, or one at once', async (t, engine) => {
  const store = await openAuthStore(await engine.newDatabase(t), patient);
  t.after(() => store.close());
  const client = clientNamed('nightly');
  await store.addClient(client, 'nightly');
  const rotate = (value: string, second: number, overlapMs: number) => {
    const at = nowMs + second * 1_000;
    const newer = credential(value, { createdAtMs: at });
    return store.rotateClient(client.id, newer, at + overlapMs, at);
  };
  const left = async () => {
    const { credentials } = (await store.findClient(client.id))!;
    const ends = credentials.map(({ expiresAtMs }) => expiresAtMs && expiresAtMs - nowMs);
    return credentials.map(({ value }, i) => `${value} ${ends[i]}`).join(', ');
  };
  await rotate('second', 1, 60_000);
  assert.equal(await left(), 'second null, first 61000');
  await rotate('third', 2, 60_000);
  assert.equal(await left(), 'third null, second 62000');
  const session = sessionOf(client);
  assert.equal(await store.startClientSession(session, client), session.id);
  await rotate('fourth', 3, 0);
  assert.equal(await left(), 'fourth null');
  assert.equal(await store.startClientSession(sessionOf(client), client), undefined);
  assert.deepEqual(
    (await store.endedSessions(undefined, 9, nowMs)).map(({ id }) => id),
    [session.id],
  );
});

test('a network of a client has one session, until it ends', async (t, engine) => {
  const url = await engine.newDatabase(t);
  const stores = await Promise.all([openAuthStore(url, patient), openAuthStore(url, patient)]);
  for (const store of stores) t.after(() => store.close());
  const [store, other] = stores;
  const client = clientNamed('nightly');
  await store.addClient(client, 'nightly');
  const starts = Array.from({ length: 10 }, (_, i) =>
    stores[i % 2]!.startClientSession(sessionOf(client), client),
  );
  const ids = new Set(await Promise.all(starts));
  assert.equal(ids.size, 1);
  const [id] = ids;
  const later = sessionOf(client, '192.0.2.1', nowMs + 60_000);
  assert.equal(await other.startClientSession(later, client), id);
  const elsewhere = await store.startClientSession(sessionOf(client, '192.0.2.2'), client);
  assert.notEqual(elsewhere, id);
  const live = await store.liveSessions(client.id, nowMs);
  assert.equal(live.find(one => one.id === id)!.tokensUntilMs, later.tokensUntilMs);

  await store.disableClient(client.id, nowMs);
  assert.equal(await other.startClientSession(sessionOf(client), client), undefined);
  const listed = (await other.endedSessions(undefined, 9, nowMs)).map(one => one.id);
  assert.deepEqual(listed.sort(), [id, elsewhere].sort());
  await store.enableClient(client.id);
  const again = sessionOf(client);
  assert.equal(await other.startClientSession(again, client), again.id, 'a new session');
});

test('of parallel uses of one assertion, one succeeds', async (t, engine) => {
  const url = await engine.newDatabase(t);
  const stores = await Promise.all([openAuthStore(url, patient), openAuthStore(url, patient)]);
  for (const store of stores) t.after(() => store.close());
  const uses = Array.from({ length: 20 }, (_, i) => stores[i % 2]!.spendAssertion('id', nowMs));
  assert.equal((await Promise.all(uses)).filter(Boolean).length, 1);
  await stores[0]!.deleteOldAssertions(nowMs);
  assert.equal(await stores[1]!.spendAssertion('id', nowMs), false, 'kept until it expires');
  await stores[0]!.deleteOldAssertions(nowMs + 1);
  assert.equal(await stores[1]!.spendAssertion('id', nowMs), true);
});

test('a database from before clients gets their tables, and users all scopes', async (t, engine) => {
  const url = await engine.newDatabase(t);
  const first = <S extends { scripts: readonly string[] }>(schema: S) => ({
    ...schema,
    scripts: schema.scripts.slice(0, 1),
  });
  if (engine.name === 'SQLite') {
    openSqlite(url.slice('sqlite:'.length), first(sqliteSchema), { table: 'login_keys' }).close();
  } else {
    const db = openPostgres(url);
    await migrate(db, first(postgresSchema), 'auth').finally(db.close);
  }
  await engine.execute(
    url,
    `INSERT INTO users (id, name, password_hash, created_at) VALUES ('1', 'maria', 'hash', 'now');
     INSERT INTO login_keys VALUES ('maria', '1')`,
  );
  const store = await openAuthStore(url, patient);
  t.after(() => store.close());
  assert.equal((await store.findUser('maria'))!.scopes, null);
  await store.setUserScopes('1', 'places', nowMs);
  assert.equal((await store.findUser('maria'))!.scopes, 'places');
  assert.equal(await store.addClient(clientNamed('nightly'), 'nightly'), true);
});
