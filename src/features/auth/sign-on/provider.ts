import * as oauth from 'oauth4webapi';
import type { Scope } from '#http/scopes.ts';
import { isLoopback } from '#http/server/request-head.ts';
import { fetchJson, readText } from '#http/tokens/fetch-json.ts';
import { renewedValue } from '#http/tokens/renewed-value.ts';
import { badSetting } from '#tools/errors.ts';
import type { Seal } from '../protection/seal.ts';
import { SignOnFailure } from './sign-on-failure.ts';

/** Where Ktima is registered as a client of an identity provider. */
export interface ProviderSettings {
  /** The OpenID discovery document. */
  readonly discoveryUrl: URL;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
  readonly clock: () => Date;
}

/** What the answer of the provider is checked against. The browser keeps it in a sealed cookie. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636): only this service can exchange the code. */
  readonly verifier: string;
  readonly redirectUri: string;
}

/** The claims of a valid ID token. */
export type IdClaims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** An identity provider that signs people in: OpenID Connect, authorization code with PKCE. */
export interface Provider {
  readonly issuer: string;
  /** The page of the provider to open, and what to keep until it answers. */
  begin(redirectUri: string): Promise<{ url: URL; attempt: Attempt }>;
  /** Checks the answer and exchanges its code; rejects with a `SignOnFailure`. */
  finish(answer: URLSearchParams, attempt: Attempt): Promise<IdClaims>;
}

/** Single sign-on: the provider, and what its people may do here. */
export interface SignOn {
  readonly provider: Provider;
  /** Seals the cookie, always: it has a secret. */
  readonly seal: Seal;
  /** The scopes that the claims of an ID token grant. */
  readonly scopesOf: (claims: IdClaims) => ReadonlySet<Scope>;
  /** The longest lifetime of such a session: the provider does not report that a person has left. */
  readonly sessionSeconds: number;
}

const suffix = '/.well-known/openid-configuration';
const timeoutMs = 5_000;
/** The tolerated clock difference, as that of the library. */
const leewaySeconds = 30;
/** A changed document takes effect within minutes; the last one is used for a day. */
const freshness = { freshMs: 300_000, lateMs: 600_000, maxAgeMs: 86_400_000, retryMs: 5_000 };
const wantedScopes = ['openid', 'profile', 'email'];

/** Opens a provider. Nothing is fetched before the first sign-on. */
export function openProvider(settings: ProviderSettings): Provider {
  const { discoveryUrl, clientId, clientSecret, clock } = settings;
  const issuer = issuerOf(discoveryUrl);
  const client: oauth.Client = { client_id: clientId };
  const options = {
    [oauth.customFetch]: boundedFetch,
    [oauth.allowInsecureRequests]: discoveryUrl.protocol === 'http:',
    [oauth.jwksCache]: {},
  };
  const metadata = renewedValue(() => readMetadata(discoveryUrl, issuer), freshness, clock);
  const available = () =>
    metadata().catch(error => {
      throw new SignOnFailure('unavailable', String(error));
    });

  async function exchange(answer: URLSearchParams, attempt: Attempt): Promise<IdClaims> {
    const server = await available();
    const { state, nonce, verifier, redirectUri } = attempt;
    // Checks `state` and `iss` (RFC 9207), and throws for an answer with `error`.
    const checked = oauth.validateAuthResponse(server, client, answer, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authenticationAt(server, clientSecret),
      checked,
      redirectUri,
      verifier,
      options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, response, options);
    const claims = oauth.getValidatedIdTokenClaims(tokens)!;
    // The library checks, by the same clock, when it ends, and not when it was made.
    if (claims.iat > Date.now() / 1_000 + leewaySeconds) {
      throw new SignOnFailure('failed', 'the ID token is from the future');
    }
    return claims;
  }

  return {
    issuer,
    async begin(redirectUri) {
      const server = await available();
      const attempt = {
        state: oauth.generateRandomState(),
        nonce: oauth.generateRandomNonce(),
        verifier: oauth.generateRandomCodeVerifier(),
        redirectUri,
      };
      const url = new URL(server.authorization_endpoint!);
      const supported = server.scopes_supported ?? wantedScopes;
      const fields = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: wantedScopes.filter(scope => supported.includes(scope)).join(' '),
        code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        state: attempt.state,
        nonce: attempt.nonce,
      };
      for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
      return { url, attempt };
    },
    finish: (answer, attempt) =>
      exchange(answer, attempt).catch(error => {
        throw asFailure(error);
      }),
  };
}

/** OpenID Connect Discovery §4: the issuer is the URL of its document without this ending. */
function issuerOf(discoveryUrl: URL): string {
  const { href } = discoveryUrl;
  if (!href.endsWith(suffix) || !isSafe(discoveryUrl)) {
    const message = `KTIMA_OIDC_DISCOVERY_URL: expected https, or http on loopback, and an end in ${suffix}`;
    throw badSetting(message);
  }
  return href.slice(0, -suffix.length);
}

async function readMetadata(url: URL, issuer: string): Promise<oauth.AuthorizationServer> {
  const about = (await fetchJson(url)) as oauth.AuthorizationServer;
  // Some providers write a slash at its end.
  if (about.issuer !== issuer && about.issuer !== `${issuer}/`) {
    throw new Error(`${url}: expected the issuer ${issuer}, got ${about.issuer}`);
  }
  const page = URL.parse(about.authorization_endpoint ?? '');
  if (!page || !isSafe(page)) throw new Error(`${url}: expected an authorization_endpoint`);
  return about;
}

function authenticationAt(
  { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer,
  secret: string | undefined,
): oauth.ClientAuth {
  if (secret === undefined) return oauth.None();
  const takesBasic = !methods || methods.includes('client_secret_basic');
  return takesBasic ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret);
}

/** Reads responses of limited size in limited time. */
async function boundedFetch(
  url: string,
  options: oauth.CustomFetchOptions<string, URLSearchParams | undefined>,
): Promise<Response> {
  const { body, headers, method, redirect } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const request = { headers, method, redirect, signal, ...(body && { body }) };
  const response = await fetch(url, request).catch(error => {
    throw new SignOnFailure('unavailable', String(error));
  });
  if (response.status >= 500) {
    await response.body?.cancel();
    throw new SignOnFailure('unavailable', `the provider answered ${response.status}`);
  }
  return new Response(await readText(response, new URL(url)), response);
}

/** Errors of the answer: their message has no token and no code. */
function asFailure(error: unknown): SignOnFailure {
  if (error instanceof SignOnFailure) return error;
  if (error instanceof oauth.AuthorizationResponseError) {
    const { error: code } = error;
    const isDown = ['server_error', 'temporarily_unavailable'].includes(code);
    const reason = code === 'access_denied' ? 'refused' : isDown ? 'unavailable' : 'failed';
    return new SignOnFailure(reason, `the provider answered ${code}`);
  }
  if (error instanceof oauth.ResponseBodyError) {
    return new SignOnFailure('failed', `the provider answered ${error.error}`);
  }
  return new SignOnFailure('failed', error instanceof Error ? error.message : String(error));
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
