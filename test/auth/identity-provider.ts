import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { startLocalServer } from '../local-server.ts';

/** The client of Ktima at the provider. */
export const signOnClient = { clientId: 'ktima', clientSecret: 'a secret of this test only' };

interface Context {
  readonly oidc: {
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
    readonly params: { readonly scope: string };
  };
}

/** A server for a provider, whose redirect URI may be known later. */
export async function listenForProvider(t: { after(work: () => void): void }) {
  let handler: RequestListener = (_request, response) => response.writeHead(503).end();
  const { url } = await startLocalServer(t, (request, response) => handler(request, response));
  return {
    address: url,
    discoveryUrl: new URL(`${url}/.well-known/openid-configuration`),
    serve(listener: RequestListener) {
      handler = listener;
    },
  };
}

export type Listening = Awaited<ReturnType<typeof listenForProvider>>;

/**
 * An independent OpenID provider (`oidc-provider`). Its page asks for a name and believes it; `roles`
 * are those of each name.
 */
export async function serveProvider(
  { address, serve }: Listening,
  redirectUri: string,
  roles: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider: Provider = new Provider(address, {
    clients: [
      {
        client_id: signOnClient.clientId,
        client_secret: signOnClient.clientSecret,
        redirect_uris: [redirectUri],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'key', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['only for tests'] },
    // As Keycloak and Entra ID do it: the names are in the ID token.
    conformIdTokenClaims: false,
    claims: { openid: ['sub', 'roles'], profile: ['preferred_username'], email: ['email'] },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        preferred_username: accountId,
        email: `${accountId}@bank.example`,
        roles: roles[accountId],
      }),
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/sign-in/${uid}` },
    async loadExistingGrant({ oidc }: Context) {
      const { clientId } = oidc.client;
      const grant = new provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope(oidc.params.scope);
      await grant.save();
      return grant;
    },
  });
  const standard = provider.callback();
  serve((request, response) =>
    request.url!.startsWith('/sign-in/')
      ? void signInPage(provider, request, response)
      : standard(request, response),
  );
}

async function signInPage(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    return response.end(`<title>Example Bank</title><form method="post">
      <label>Name <input name="login"></label>
      <button>Continue</button> <button name="cancel" value="yes">Cancel</button></form>`);
  }
  const form = new URLSearchParams(await text(request));
  const result = form.has('cancel')
    ? { error: 'access_denied' }
    : { login: { accountId: form.get('login') } };
  return provider.interactionFinished(request, response, result);
}

/** Signs in at the provider as a browser would; returns the query it sends the browser back with. */
export async function signInAt(authorizationUrl: string, name: string | undefined) {
  const jar = new Map<string, string>();
  const go = async (url: string, body?: URLSearchParams): Promise<URL> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(pair => pair.join('=')).join('; ') },
      ...(body && { method: 'POST', body }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      jar.set(key!, value!);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${response.status} ${await response.text()}`);
    return new URL(location, url);
  };
  const page = await go(authorizationUrl);
  const form = new URLSearchParams(name === undefined ? { cancel: 'yes' } : { login: name });
  const resumed = await go(page.href, form);
  return (await go(resumed.href)).searchParams;
}

/** The settings of a service that begins sign-ons at a provider, which only describes itself. */
export async function signOnEnvironment(t: { after(work: () => void): void }) {
  const { address, discoveryUrl, serve } = await listenForProvider(t);
  const about = { issuer: address, authorization_endpoint: `${address}/authorize` };
  serve((_request, response) => response.end(JSON.stringify(about)));
  return {
    KTIMA_OIDC_DISCOVERY_URL: discoveryUrl.href,
    KTIMA_OIDC_CLIENT_ID: signOnClient.clientId,
    KTIMA_KEY_SECRET: 'of a test, with enough characters',
  };
}
