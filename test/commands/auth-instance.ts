import assert from 'node:assert/strict';
import { once } from 'node:events';
import { startKtima } from './ktima.ts';

/** The password of every user in these tests. */
export const password = 'correct horse battery';

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** A process that serves logins, and how to ask it. */
export async function openInstance(env: Record<string, string>) {
  const serving = await startKtima(env, 'auth');
  const post = (path: string, fields: Record<string, string>, from: string) =>
    fetch(serving.auth + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'x-forwarded-for': from },
    });
  return {
    stop: serving.stop,
    /** Ends it in the middle of whatever it does. */
    async kill() {
      const ended = once(serving.child, 'exit');
      serving.child.kill('SIGKILL');
      await ended;
    },
    log: serving.log,
    metrics: serving.metrics,
    get: (path: string) => fetch(serving.auth + path),
    login: (fields: Record<string, string>, from = '192.0.2.1') =>
      post('/auth/otp/login', { password, ...fields }, from),
    refresh: (refresh_token: string) => post('/auth/token/refresh', { refresh_token }, '192.0.2.1'),
    logout: (refresh_token: string) => post('/auth/logout', { refresh_token }, '192.0.2.1'),
  };
}

export type Instance = Awaited<ReturnType<typeof openInstance>>;

/** The numbers from 0 up. */
export const times = (count: number) => Array.from({ length: count }, (_, i) => i);

/** The body of an answer that must be 200. */
export async function tokensOf(response: Response): Promise<Tokens> {
  assert.equal(response.status, 200);
  return (await response.json()) as Tokens;
}

export const statusesOf = async (responses: Promise<Response>[]) =>
  (await Promise.all(responses)).map(({ status }) => status);
