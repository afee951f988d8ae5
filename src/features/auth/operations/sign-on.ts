import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { text } from '#http/openapi/wire-types.ts';
import { responses, unavailable } from '#http/server/error-answers.ts';
import { clientIpOf, isLoopback, ownUrl, publicUrlOf } from '#http/server/request-head.ts';
import { cacheControl } from '#http/server/revalidation.ts';
import type { Server } from '#http/server/typed-server.ts';
import { KtimaError } from '#tools/errors.ts';
import type { AuthParts } from '../auth-parts.ts';
import type { Attempt, IdClaims, SignOn } from '../sign-on/provider.ts';
import { SignOnFailure } from '../sign-on/sign-on-failure.ts';
import { type Granted, tokenHash } from '../tokens/sessions.ts';
import { consoleOnly, sessionCookieOf, sharedErrors } from './browser-session.ts';

/**
 * The cookie of a sign-on in progress. `__Host-`: no other host of the site can set it, so nobody can
 * be signed in as someone else. Lax, because the answer comes by a link of the provider.
 */
const cookieName = '__Host-ktima-sign-on';
const lifetimeSeconds = 900;

/** An attempt with the origin of the page that began it. */
interface Pending extends Attempt {
  readonly origin: string;
  readonly untilMs: number;
}

const callbackPath = '/auth/session/callback';

/** The answer to a page that begins a sign-on. */
const Begun = Type.Object(
  { authorization_url: text('The page of the provider to open.') },
  {
    title: 'SignOn',
    headers: {
      ...cacheControl('no-store'),
      'Set-Cookie': {
        type: 'string',
        description: `\`${cookieName}\`: the sign-on in progress, sealed, as HttpOnly, Secure and SameSite=Lax.`,
      },
    },
    description: 'Where to sign in.',
    examples: [
      { authorization_url: 'https://id.example.com/authorize?client_id=ktima&response_type=code…' },
    ],
  },
);

/** `POST /auth/session/sign-on`, and the path that the provider sends the browser back to. */
export function registerSignOn(server: Server, parts: AuthParts, log: Server['log']): void {
  server.post(
    '/auth/session/sign-on',
    {
      onRequest: consoleOnly(parts),
      schema: {
        operationId: 'startSignOn',
        summary: 'Sign in at an identity provider',
        description:
          'For pages of the console only (`KTIMA_CONSOLE_ORIGINS`), if `KTIMA_OIDC_CLIENT_ID` is ' +
          'set. Open the returned page of the provider. It sends the browser to ' +
          `\`${callbackPath}\`, which starts a session with a cookie as \`POST /auth/session\` does, ` +
          'and opens the console with the outcome in the fragment of its URL. Tokens of the provider ' +
          'never reach the page. A body is ignored.',
        tags: ['Console'],
        security: [],
        response: responses(Begun, {
          ...sharedErrors,
          404: 'No identity provider is configured.',
          503: unavailable('The identity provider'),
        }),
      },
    },
    (request, reply) => begin(parts, request, reply),
  );
  server.get(callbackPath, { onRequest: consoleOnly(parts).slice(0, 1) }, (request, reply) =>
    finish(parts, request, reply, log),
  );
}

async function begin(parts: AuthParts, request: FastifyRequest, reply: FastifyReply) {
  const { signOn, clock } = parts;
  if (!signOn) throw new KtimaError('NOT_FOUND', 'no identity provider is configured');
  const host = URL.parse(`http://${request.headers.host}`)?.hostname ?? '';
  // Elsewhere, browsers keep no cookie that came without TLS, or the provider returns to another host.
  if (publicUrlOf(request) === undefined && !isLoopback(host)) {
    const message = 'Host: expected a loopback name, unless KTIMA_PUBLIC_AUTH_URL is set';
    throw new KtimaError('FORBIDDEN', message);
  }
  const { url, attempt } = await signOn.provider
    .begin(ownUrl(request) + callbackPath)
    .catch(cause => {
      const message = 'the identity provider does not answer';
      throw new KtimaError('UNAVAILABLE', message, { cause, retryAfterSeconds: 5 });
    });
  const untilMs = clock().getTime() + lifetimeSeconds * 1_000;
  // The hook has checked it: the answer leads to this origin and to no other.
  const pending: Pending = { ...attempt, origin: request.headers.origin!, untilMs };
  const sealed = signOn.seal.close(JSON.stringify(pending), cookieName);
  reply.header('set-cookie', writeCookie(sealed, lifetimeSeconds));
  return { authorization_url: url.href };
}

/** Always ends at the console, which explains a failure in the language of the page. */
async function finish(
  parts: AuthParts,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Server['log'],
) {
  const answer = new URL(request.url, 'http://localhost').searchParams;
  const state = answer.get('state') ?? '';
  const { signOn } = parts;
  const pending = signOn && readPending(request.headers.cookie, signOn, parts.clock());
  const cookies: string[] = [];
  const back = (outcome: Readonly<Record<string, string>>) => {
    const fragment = new URLSearchParams({ 'sign-on': state.slice(0, 128), ...outcome });
    const origin = pending?.origin ?? parts.consoleOrigin();
    return reply
      .headers({ 'set-cookie': cookies, 'referrer-policy': 'no-referrer' })
      .redirect(`${origin}/#${fragment}`, 303);
  };
  // The cookie stays: it may be that of another tab, which is still at the provider.
  if (!pending || pending.state !== state) return back({ error: 'expired' });
  cookies.push(writeCookie('', 0));
  try {
    const granted = await signInBy(parts, signOn, answer, pending, clientIpOf(request), log);
    if (!granted) return back({ error: 'no_access' });
    cookies.push(sessionCookieOf(parts, granted));
    return back({ name: granted.name, user: granted.session.userId });
  } catch (error) {
    const reason = error instanceof SignOnFailure ? error.reason : 'unavailable';
    // A message of the library or of this service: without codes, tokens and texts of the answer.
    log.warn({ requestId: request.id, reason, why: (error as Error).message }, 'sign-on failed');
    return back({ error: reason });
  }
}

/** Checks the answer and starts a session; undefined if the person may not use this service. */
async function signInBy(
  { store, sessions, throttle, audit, clock }: AuthParts,
  { provider, scopesOf, sessionSeconds }: SignOn,
  answer: URLSearchParams,
  pending: Pending,
  clientIp: string,
  log: Server['log'],
): Promise<(Granted & { readonly name: string }) | undefined> {
  await throttle.admit(clientIp);
  const claims = await provider.finish(answer, pending).catch(async error => {
    // Each false code costs a request to the provider.
    if (error instanceof SignOnFailure && error.reason === 'failed') {
      await throttle.settlePassword(undefined, clientIp, false);
      await audit('sign-on refused: answer not valid', null, clientIp);
    }
    throw error;
  });
  // Not every provider refuses a code that was used before.
  if (!(await store.spendAssertion(tokenHash(`sign-on ${pending.state}`), pending.untilMs))) {
    throw new SignOnFailure('failed', 'the answer was used before');
  }
  const scopes = [...scopesOf(claims)].join(' ');
  const { issuer } = provider;
  if (scopes === '') {
    const why = 'its ID token grants no scopes (KTIMA_SCOPE_CLAIM, KTIMA_DEFAULT_SCOPES)';
    log.warn({ issuer, subject: claims.sub, why }, 'sign-on refused');
    await audit('sign-on refused: no scopes', null, clientIp);
    return undefined;
  }
  const now = clock();
  const identity = { issuer, subject: claims.sub, scopes, ...namesIn(claims) };
  const added = { id: randomUUID(), createdAt: now.toISOString(), ...identity };
  const user = await store.signOnUser(added, now.getTime());
  if (user.id === added.id) await audit('user added', user.id, clientIp);
  const granted = user.disabled
    ? undefined
    : await sessions.start(user, clientIp, 'cookie', sessionSeconds);
  await audit(granted ? 'sign-on' : 'sign-on refused: user disabled', user.id, clientIp);
  return granted && { ...granted, name: user.name };
}

/** What the person is called here. Only `issuer` and `sub` identify it. */
function namesIn({ sub, ...claims }: IdClaims) {
  const texts = [claims.preferred_username, claims.email, claims.name, sub].map(claim =>
    typeof claim === 'string'
      ? claim
          .replaceAll(/\p{Cc}/gu, '')
          .trim()
          .slice(0, 256)
      : '',
  );
  return { name: texts.find(text => text !== '') ?? sub, email: texts[1] || null };
}

/** The value of the cookie, if this service has sealed it and it has not expired. */
function readPending(header = '', { seal }: SignOn, now: Date): Pending | undefined {
  const values = header
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(`${cookieName}=`));
  const sealed = values[0]?.slice(cookieName.length + 1) ?? '';
  if (values.length !== 1) return undefined;
  try {
    const opened = seal.open(sealed, cookieName);
    // Text that was never sealed is returned as it is.
    if (opened === sealed) return undefined;
    const pending = JSON.parse(opened) as Pending;
    return now.getTime() < pending.untilMs ? pending : undefined;
  } catch {
    return undefined;
  }
}

function writeCookie(value: string, maxAge: number): string {
  return `${cookieName}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; Secure; SameSite=Lax`;
}
