import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { consoleOrigin, openTestService, type TestOptions, type TestService } from '../service.ts';
import { listenForProvider, serveProvider, signInAt, signOnClient } from './identity-provider.ts';

export const keySecret = 'a key secret of this test, which is long enough';
const host = '127.0.0.1:8001';
export const callback = `http://${host}/auth/session/callback`;
export const sessionName = '__Secure-ktima-session';
export const pendingName = '__Host-ktima-sign-on';

type Answer = Awaited<ReturnType<TestService['auth']['inject']>>;

export const post = ({ auth }: TestService, path: string, headers: Record<string, string> = {}) =>
  auth.inject({
    method: 'POST',
    url: `/auth/session/${path}`,
    headers: { host, origin: consoleOrigin, ...headers },
  });

/** The value of a cookie that an answer sets; undefined if it sets none. */
export function cookieIn({ headers }: Answer, name: string): string | undefined {
  const set = [headers['set-cookie'] ?? []].flat().find(text => text.startsWith(`${name}=`));
  return set?.slice(name.length + 1).split(';', 1)[0];
}

/** Begins a sign-on: the page of the provider, and the cookie of the browser. */
export async function begin(service: TestService) {
  const answer = await post(service, 'sign-on');
  assert.equal(answer.statusCode, 200, answer.body);
  const url: string = answer.json().authorization_url;
  const state = new URL(url).searchParams.get('state')!;
  return { url, state, pending: cookieIn(answer, pendingName)! };
}

/** The browser comes back from the provider. */
export async function comeBack(
  { auth }: TestService,
  query: URLSearchParams | Record<string, string>,
  pending: string | undefined,
) {
  const answer = await auth.inject({
    url: `/auth/session/callback?${new URLSearchParams(query)}`,
    headers: { host, ...(pending !== undefined && { cookie: `${pendingName}=${pending}` }) },
  });
  assert.equal(answer.statusCode, 303, answer.body);
  const [page, fragment] = String(answer.headers.location).split('#');
  const { 'sign-on': state, ...outcome } = Object.fromEntries(new URLSearchParams(fragment));
  return { answer, page, state, outcome, session: cookieIn(answer, sessionName) };
}

/** Signs in at the provider and comes back. */
export async function signOn(service: TestService, name: string) {
  const { url, pending } = await begin(service);
  return comeBack(service, await signInAt(url, name), pending);
}

export async function accessToken(service: TestService, session: string): Promise<string> {
  const answer = await post(service, 'refresh', { cookie: `${sessionName}=${session}` });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().access_token;
}

/** Both services and a real provider, where maria has the scope `places` and nikos `report`. */
export async function openWithProvider(t: TestContext, options: Partial<TestOptions> = {}) {
  const listening = await listenForProvider(t);
  const roles = { maria: ['places', 'admin'], nikos: 'report', anna: ['other'] };
  await serveProvider(listening, callback, roles);
  const service = await openTestService({
    keySecret,
    signOn: { ...signOnClient, discoveryUrl: listening.discoveryUrl, scopeClaim: 'roles' },
    ...options,
  });
  t.after(() => service.authStore.close());
  return { service, listening };
}
