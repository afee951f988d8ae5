import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import { listenForProvider } from '../auth/identity-provider.ts';
import { longTest } from '../sample.ts';
import { loginAsDemo, useToken } from './api.ts';
import { newHome, serveHere } from './ktima.ts';

const audience = 'urn:example:property';

async function startApi(t: { after(work: () => Promise<void>): void }, env: object) {
  const home = newHome();
  const api = await serveHere({ ...home.env, KTIMA_AUDIENCE: audience, ...env }, 'api', '--demo');
  t.after(() => api.stop().then(home.remove));
  // On a busy machine the keys may not be there in time for the first request.
  return async (token: string) => {
    let status = await useToken(api.api, token);
    for (let tries = 0; status === 503 && tries < 30; tries++) {
      await sleep(1_000);
      status = await useToken(api.api, token);
    }
    return status;
  };
}

/** An independent OpenID provider, as someone else would run it. */
async function startProvider(t: { after(work: () => void): void }) {
  const { address, serve } = await listenForProvider(t);
  const alg = 'ES256';
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'provider-key', alg, use: 'sig' };
  const format = { accessTokenFormat: 'jwt', accessTokenTTL: 600, jwt: { sign: { alg } } };
  const info = { scope: 'places', ...format };
  const client = { client_id: 'bank', client_secret: 'only for this test' };
  const grants = { grant_types: ['client_credentials'], redirect_uris: [], response_types: [] };
  const provider = new Provider(address, {
    clients: [{ ...client, ...grants, id_token_signed_response_alg: alg }],
    jwks: { keys: [jwk] },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_: unknown, resource: string) => ({ ...info, audience: resource }),
      },
    },
  });
  serve(provider.callback());
  const token = async (resource: string) => {
    const response = await fetch(`${address}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('bank:only%20for%20this%20test')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope: 'places' }),
    });
    const { access_token } = (await response.json()) as { access_token: string };
    return access_token;
  };
  return { address, token };
}

test('tokens of an OpenID provider open the API, by its discovery document', async t => {
  const provider = await startProvider(t);
  const use = await startApi(t, {
    KTIMA_ISSUER: provider.address,
    KTIMA_OIDC_DISCOVERY_URL: `${provider.address}/.well-known/openid-configuration`,
  });
  const token = await provider.token(audience);
  assert.equal(await use(token), 200);
  assert.equal(await use(await provider.token('urn:example:another')), 401, 'another audience');
  assert.equal(await use(`${token.slice(0, -5)}AAAAA`), 401);
});

longTest('tokens shaped like Keycloak’s are accepted only when configured', async t => {
  const { address, serve } = await listenForProvider(t);
  const issuer = `${address}/realms/bank`;
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }];
  serve((request, response) => {
    const about = { issuer, jwks_uri: `${issuer}/protocol/openid-connect/certs` };
    const isAbout = request.url!.endsWith('/.well-known/openid-configuration');
    response.end(JSON.stringify(isAbout ? about : { keys }));
  });
  const given = { azp: 'portal', sid: 'e0a9', scope: 'email profile' };
  const sign = (typ: 'Bearer' | 'ID', aud: string | string[]) =>
    new SignJWT({ typ, ...given, realm_access: { roles: ['places'] } })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'k' })
      .setIssuer(issuer)
      .setAudience(aud)
      .setSubject('f3b0c7')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
  const discovery = `${issuer}/.well-known/openid-configuration`;
  const env = { KTIMA_ISSUER: issuer, KTIMA_OIDC_DISCOVERY_URL: discovery };
  const token = await sign('Bearer', [audience, 'account']);
  assert.equal(await (await startApi(t, env))(token), 401);
  const rsa = { ...env, KTIMA_TOKEN_ALGORITHMS: 'RS256' };
  assert.equal(await (await startApi(t, rsa))(token), 401, 'the type is still not taken');
  const typed = { ...rsa, KTIMA_TOKEN_TYPES: 'JWT' };
  assert.equal(await (await startApi(t, typed))(token), 403, 'its scopes are not those of Ktima');
  const granted = { KTIMA_SCOPE_CLAIM: 'none', KTIMA_DEFAULT_SCOPES: 'places' };
  assert.equal(await (await startApi(t, { ...typed, ...granted }))(token), 200);
  const use = await startApi(t, { ...typed, KTIMA_SCOPE_CLAIM: 'realm_access.roles' });
  assert.equal(await use(token), 200);
  assert.equal(await use(await sign('ID', audience)), 401, 'an ID token opens nothing');
  assert.equal(await use(await sign('Bearer', 'account')), 401, 'another audience');
});

test('a provider and the own authentication service work side by side', async t => {
  const provider = await startProvider(t);
  const home = newHome();
  const { address: theirs } = provider;
  const trusted = { issuer: theirs, audience, jwks_url: `${theirs}/jwks`, scopes: ['report'] };
  const env = { ...home.env, KTIMA_TRUSTED_ISSUERS: JSON.stringify([trusted]) };
  const { api, auth, stop } = await serveHere(env, '--demo');
  t.after(() => stop().then(home.remove));
  assert.equal(await useToken(api, await provider.token(audience)), 200);
  assert.equal(await useToken(api, await provider.token('urn:ktima:api')), 401);
  const { access_token } = (await (await loginAsDemo(auth)).json()) as { access_token: string };
  assert.equal(await useToken(api, access_token), 200);
});

test('with a client id, people sign in at the provider, and the API takes the tokens of Ktima', async t => {
  const provider = await startProvider(t);
  const home = newHome();
  const env = {
    ...home.env,
    KTIMA_OIDC_DISCOVERY_URL: `${provider.address}/.well-known/openid-configuration`,
    KTIMA_OIDC_CLIENT_ID: 'bank',
  };
  const withSecret = /KTIMA_OIDC_CLIENT_ID: expected with KTIMA_KEY_SE/;
  await assert.rejects(serveHere(env, '--demo'), withSecret);
  const keySecret = 'of this test, with enough characters';
  const { api, auth, stop } = await serveHere({ ...env, KTIMA_KEY_SECRET: keySecret }, '--demo');
  t.after(() => stop().then(home.remove));
  const settings = (await (await fetch(`${api}/console.json`)).json()) as Record<string, unknown>;
  assert.deepEqual([settings.sign_on_name, settings.auth_url], ['127.0.0.1', auth]);
  const asked = { method: 'POST', headers: { origin: api } };
  const begun = await fetch(`${auth}/auth/session/sign-on`, asked);
  const { authorization_url } = (await begun.json()) as { authorization_url: string };
  assert.ok(authorization_url.startsWith(`${provider.address}/auth?`), authorization_url);
  const { access_token } = (await (await loginAsDemo(auth)).json()) as { access_token: string };
  assert.equal(await useToken(api, access_token), 200);
  assert.equal(await useToken(api, await provider.token(audience)), 401);
});
