import assert from 'node:assert/strict';
import type { TestService } from '../service.ts';
import { type EngineOptions, openOver, type Scope } from './engines.ts';

/** The password of maria, a user without a second factor. */
export const password = 'correct horse battery';

/** Both services over a new database, with the user maria. */
export async function openWithMaria(t: Scope, options: EngineOptions = {}) {
  const service = await openOver(t, options);
  if (!options.authUrl) await service.users.add('maria', password);
  return service;
}

export const post = ({ auth }: TestService, url: string, payload: object) =>
  auth.inject({ method: 'POST', url, payload });

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
}

export const login = async (service: TestService): Promise<Tokens> =>
  (await post(service, '/auth/otp/login', { username: 'maria', password })).json();

/** The status of a request to the main API with an access token. */
export async function statusOf({ api }: TestService, accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const payload = { latitude: 38, longitude: 23 };
  const url = '/api/points-of-interest/';
  return (await api.inject({ method: 'POST', url, headers, payload })).statusCode;
}

/** Lets time pass for a service. */
export function pass({ clock }: TestService, seconds: number): void {
  clock.now = new Date(clock.now.getTime() + seconds * 1_000);
}

/** Checks that responses differ in nothing but id and date, so that they reveal nothing. */
export function assertSame(answers: readonly Awaited<ReturnType<typeof post>>[]): void {
  const seen = answers.map(({ statusCode, body, headers }) => {
    const { 'x-request-id': _id, date: _date, ...same } = headers;
    return JSON.stringify({ statusCode, body, same });
  });
  assert.equal(new Set(seen).size, 1, seen.join('\n'));
}
