import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { Server } from '#http/server/typed-server.ts';
import { createClient } from '../../client/src/client.ts';
import { openTestService } from '../service.ts';

const athens = { latitude: 38, longitude: 23 };

/** Both services on ports of their own, and a program's client that notes what it sends. */
async function startProgram(accessTokenSeconds = 3_600, scopes = 'places') {
  const service = await openTestService({ accessTokenSeconds });
  const { id: clientId, secret } = await service.clients.add({ name: 'nightly', scopes });
  const [apiUrl, authUrl] = await Promise.all([listen(service.api), listen(service.auth)]);
  const sent: string[] = [];
  const ask = (clientSecret: string, scope?: string) =>
    createClient({
      apiUrl,
      authUrl,
      credentials: { clientId, clientSecret, ...(scope && { scope }) },
      fetch: (input, init) => {
        sent.push(new URL(String(input)).pathname);
        return fetch(input, init);
      },
      onSessionEnd: () => assert.fail('a program has no session'),
    });
  const requested = () => sent.filter(path => path === '/auth/token').length;
  return { ...service, ask, client: ask(secret!), sent, requested, apiUrl, authUrl };
}

async function listen(server: Server): Promise<string> {
  after(() => server.close());
  return server.listen({ host: '127.0.0.1', port: 0 });
}

const many = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, call));

test('a token is requested once, by the first of parallel calls that needs one', async () => {
  const { client, requested, sent } = await startProgram();
  await client.health();
  assert.deepEqual(sent, ['/healthz']);
  const answers = await many(() => client.pointsOfInterest(athens));
  assert.ok(answers.every(places => places.length === 3));
  assert.equal(requested(), 1);
  assert.match((await client.accessToken())!, /^eyJ/);
  assert.equal(requested(), 1);
});

test('a token is renewed before it expires, once for parallel calls', async () => {
  const { client, requested } = await startProgram(1);
  await client.pointsOfInterest(athens);
  await new Promise(resolve => setTimeout(resolve, 550));
  await many(() => client.pointsOfInterest(athens));
  assert.equal(requested(), 2);
});

test('a rejected token is renewed once for parallel calls, and again when it is rejected again', async () => {
  const { client, requested, clock } = await startProgram();
  for (const expected of [1, 2, 3]) {
    const answers = await many(() => client.pointsOfInterest(athens));
    assert.ok(answers.every(places => places.length === 3));
    assert.equal(requested(), expected);
    clock.now = new Date(clock.now.getTime() + 2 * 3_600_000);
  }
});

test('a refused program gets the message of the authentication service, and works again later', async () => {
  const { client, clients, clock, ask } = await startProgram();
  const refusal = { status: 401, host: 'auth', message: /client/ };
  await assert.rejects(ask('ktima_wrong').pointsOfInterest(athens), refusal);
  await client.pointsOfInterest(athens);
  await clients.setDisabled('nightly', true);
  clock.now = new Date(clock.now.getTime() + 20_000);
  await assert.rejects(client.pointsOfInterest(athens), refusal);
  await clients.setDisabled('nightly', false);
  clock.now = new Date(clock.now.getTime() + 20_000);
  assert.equal((await client.pointsOfInterest(athens)).length, 3);
});

test('the scope narrows the token; a missing scope is 403 without a renewal', async () => {
  const { client, clients, ask, requested } = await startProgram(3_600, 'places,report');
  const { secret } = await clients.rotate('nightly', undefined, 60_000);
  await assert.rejects(ask(secret!, 'report').pointsOfInterest(athens), { status: 403 });
  assert.equal(requested(), 1);
  await client.pointsOfInterest(athens);
  const refusal = { status: 400, message: 'scope: expected some of places, report' };
  await assert.rejects(ask(secret!, 'zones').pointsOfInterest(athens), refusal);
});

test('a program has no login of a user, and needs the authentication service', async () => {
  const { client, sent, apiUrl } = await startProgram();
  const message = 'login: this client has credentials of a program';
  const user = { username: 'maria', password: 'x' };
  await assert.rejects(client.login(user), { name: 'TypeError', message });
  await assert.rejects(client.startSession(user), TypeError);
  assert.throws(() => client.resumeSession(), TypeError);
  await client.logout();
  assert.deepEqual(sent, []);
  const credentials = { clientId: 'x', clientSecret: 'y' };
  const refusal = { name: 'TypeError', message: 'authUrl: needed for credentials' };
  assert.throws(() => createClient({ apiUrl, credentials }), refusal);
});
