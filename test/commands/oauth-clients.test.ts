import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { promisify } from 'node:util';
import * as oauth from 'oauth4webapi';
import { assertHas, casesIn } from '../cases.ts';
import { freePort } from '../postgres/cluster.ts';
import { useToken } from './api.ts';
import { assertRefused, ktimaHere, newHome, serveHere, succeed } from './ktima.ts';

/*
 * OAuth 2.0 clients that others wrote get tokens, in every way to authenticate, and use them.
 */

const home = newHome();
// Its own port: the issuer in the metadata has it.
const authPort = String(await freePort());
const { api, auth, stop } = await serveHere({ ...home.env, KTIMA_AUTH_PORT: authPort }, '--demo');
after(() => stop().then(home.remove));
const server = new URL(auth);
const http = { [oauth.allowInsecureRequests]: true };

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pemOf = (key: KeyObject, type: 'spki' | 'pkcs8') =>
  String(key.export({ type, format: 'pem' }));
const keyFile = join(home.folder, 'client.pem');
writeFileSync(keyFile, pemOf(publicKey, 'spki'));

async function addClient(name: string, ...more: string[]) {
  const args = ['client', 'add', name, '--scopes', 'places,report', '--json', ...more];
  return JSON.parse(await succeed(home.env, args)) as { client_id: string; client_secret: string };
}

const bySecret = await addClient('secret');
const byKey = await addClient('key', '--key', keyFile);

/** The private key as these libraries take it. */
const signingKey = await crypto.subtle.importKey(
  'pkcs8',
  privateKey.export({ type: 'pkcs8', format: 'der' }),
  { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  false,
  ['sign'],
);

test('oauth4webapi: discovery, and tokens by secret in both ways and by key', async () => {
  const found = await oauth.discoveryRequest(server, { algorithm: 'oauth2', ...http });
  const as = await oauth.processDiscoveryResponse(server, found);
  const methods = as.token_endpoint_auth_methods_supported!.join(' ');
  assert.equal(methods, 'client_secret_basic client_secret_post private_key_jwt');
  const ask = (client_id: string, how: oauth.ClientAuth, parameters = {}) =>
    oauth.clientCredentialsGrantRequest(as, { client_id }, how, parameters, http);
  for (const [{ client_id }, how] of [
    [bySecret, oauth.ClientSecretBasic(bySecret.client_secret)],
    [bySecret, oauth.ClientSecretPost(bySecret.client_secret)],
    [byKey, oauth.PrivateKeyJwt(signingKey)],
  ] as const) {
    const answer = await ask(client_id, how, { scope: 'places' });
    const token = await oauth.processClientCredentialsResponse(as, { client_id }, answer);
    assert.equal(token.scope, 'places');
    assert.equal(token.refresh_token, undefined);
    assert.equal(await useToken(api, token.access_token), 200);
    // A resource server that others wrote accepts the token too (RFC 9068).
    const headers = { authorization: `Bearer ${token.access_token}` };
    const request = new Request(api, { headers });
    const claims = await oauth.validateJwtAccessToken(as, request, 'urn:ktima:api', http);
    assert.deepEqual([claims.iss, claims.client_id], [as.issuer, client_id]);
  }
  const { client_id } = bySecret;
  const wrong = await ask(client_id, oauth.ClientSecretBasic('wrong-secret'));
  await assert.rejects(
    oauth.processClientCredentialsResponse(as, { client_id }, wrong),
    (error: Error) => error instanceof oauth.WWWAuthenticateChallengeError,
  );
});

/** Debian's own Python: another one on the PATH does not see Debian's packages. */
const python = '/usr/bin/python3';
const hasAuthlib = spawnSync(python, ['-c', 'import authlib, requests']).status === 0;
const skip = hasAuthlib
  ? false
  : 'python3-authlib and python3-requests are not installed (apt-get)';

const program = `
import json, os, sys
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT
given = json.load(sys.stdin)
for client in given['clients']:
    method = client['method']
    session = OAuth2Session(client['id'], client['secret'], token_endpoint_auth_method=method)
    if method == 'private_key_jwt':
        session.register_client_auth_method(PrivateKeyJWT(given['token_endpoint']))
    token = session.fetch_token(given['token_endpoint'], grant_type='client_credentials', scope='places')
    answer = session.post(given['places'], json={'latitude': 37.9755, 'longitude': 23.7348})
    print(method, token['scope'], answer.status_code)
`;

test("Debian's python3-authlib gets tokens by secret in both ways and by key", {
  skip,
}, async () => {
  const { client_id: id, client_secret: secret } = bySecret;
  const given = {
    token_endpoint: `${auth}/auth/token`,
    places: `${api}/api/points-of-interest/`,
    clients: [
      { id, secret, method: 'client_secret_basic' },
      { id, secret, method: 'client_secret_post' },
      { id: byKey.client_id, secret: pemOf(privateKey, 'pkcs8'), method: 'private_key_jwt' },
    ],
  };
  const run = promisify(execFile)(python, ['-c', program]);
  run.child.stdin!.end(JSON.stringify(given));
  const { stdout } = await run;
  assert.deepEqual(stdout.trim().split('\n'), [
    'client_secret_basic places 200',
    'client_secret_post places 200',
    'private_key_jwt places 200',
  ]);
});

test('ktima client: list, rotate, scopes, disable, enable, delete and log', async () => {
  const run = (...args: string[]) => succeed(home.env, ['client', ...args]);
  const added = await run('add', 'portal', '--scopes', 'places', '--expires', '2099-12-31');
  assert.match(added, /^client portal added\n\nclient_id {6}[\da-f-]{36}\nclient_secret {2}ktima_/);
  assert.match(added, /The secret will not be shown again\./);
  const listed = async () =>
    JSON.parse(await run('list', '--json')).find((one: { name: string }) => one.name === 'portal');
  const { scopes, disabled, expires_at, credentials } = await listed();
  assert.deepEqual([scopes, disabled, credentials], [['places'], false, ['secret']]);
  assert.equal(expires_at, '2100-01-01T00:00:00.000Z');
  assert.match(await run('list'), /portal +[\da-f-]{36} +places +active until 2099-12-31 +secret/);
  assert.match(await run('rotate', 'portal'), /the last one works for 24 hours more\n/);
  assert.deepEqual((await listed()).credentials, ['secret', 'secret']);
  assert.match(await run('rotate', 'portal', '--overlap', '0'), /the last one no longer works\n/);
  assert.deepEqual((await listed()).credentials, ['secret']);
  const scoped = await run('scopes', 'portal', 'report, places');
  assert.equal(scoped, 'client portal has report, places\n');
  assert.deepEqual((await listed()).scopes, ['places', 'report']);
  assert.equal(await run('disable', 'portal'), 'client portal disabled\n');
  assert.match(await run('list'), /portal .* disabled /);
  assert.equal(await run('enable', 'portal'), 'client portal enabled\n');
  const log = await run('log', 'portal', '--limit', '1');
  assert.match(log, /portal +command line .* client enabled/);
  assert.equal(await run('delete', 'portal'), 'client portal deleted\n');
  assert.equal(await listed(), undefined);
  for (const [args, message] of casesIn(`
    add x                                      | --scopes
    scopes secret all                          | scopes: expected some of places, report
    add x --scopes all                         | scopes: expected some of places, report
    add x --scopes places --expires 2027-02-30 | Expected a day such as
    add x --scopes places --expires 2020-01-01 | expected a day that has not
    add x --scopes places --key /nowhere       | cannot read /nowhere: ENOENT
    add SECRET --scopes places                 | this name is taken by another client
    delete nobody                              | no client nobody; 'ktima client list' shows all
  `)) {
    const { code, stderr } = await ktimaHere(home.env, ['client', ...args.split(' ')]);
    assert.equal(code, 1, args);
    assertHas(stderr, message);
  }
});

test('ktima user scopes narrows what a user may do, and --all undoes it', async () => {
  const run = (...args: string[]) => succeed(home.env, ['user', ...args]);
  const given = async () => JSON.parse(await run('list', '--json'))[0].scopes;
  assert.equal(await run('scopes', 'demo', 'report, places'), 'user demo has report, places\n');
  assert.deepEqual(await given(), ['places', 'report']);
  assert.match(await run('list'), /demo .* places, report /);
  assert.equal(await run('scopes', 'demo', '--all'), 'user demo has all scopes\n');
  assert.equal((await given()).length, 5);
  assert.match(await run('list'), /demo .* all /);
  for (const more of [[], ['places', '--all'], ['x']]) {
    const refused = ktimaHere(home.env, ['user', 'scopes', 'demo', ...more]);
    await assertRefused(refused, /some of places, report, portfolio, zones, open/, more.join());
  }
});
