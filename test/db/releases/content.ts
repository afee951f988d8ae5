import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { TOTP } from 'otpauth';
import { ktimaHere, linesOf } from '../../commands/ktima.ts';
import type { Engine } from './databases.ts';

/** What is kept of a release beside its databases: what users and programs have, and what they saw. */
export interface Kept {
  /** SHA-256 of each script of the released schemas. */
  readonly scripts: Readonly<Record<string, readonly string[]>>;
  readonly secondFactor: string;
  readonly recoveryCode: string;
  readonly refreshToken: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly portfolio: string;
  /** What commands and operations answered. */
  readonly printed: Readonly<Record<string, unknown>>;
  readonly answered: unknown;
}

/** Secrets of an installation that exists only in tests. */
export const settings = {
  KTIMA_KEY_SECRET: 'the key secret of the kept releases',
  KTIMA_LOOKUP_LOG: 'on',
  KTIMA_LOOKUP_DAYS: '36500',
};
export const password = 'the password of a kept release';

/** The hash of each script of each schema. */
export function hashScripts({ schemas }: Engine): Kept['scripts'] {
  const hash = (script: string) => createHash('sha256').update(script).digest('hex');
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { scripts }]) => [name, scripts.map(hash)]),
  );
}

/** Runs a command that must succeed; returns what it prints. */
export async function run(env: Record<string, string>, args: string, input?: string) {
  const { code, stdout, stderr } = await ktimaHere(env, args.split(' '), input);
  assert.equal(code, 0, `${args}: ${stderr}`);
  return stdout;
}

/** What commands print about users, clients and usage. */
export async function printedBy(env: Record<string, string>) {
  const since = 'maria --since 2026-01-01';
  return {
    users: JSON.parse(await run(env, 'user list --json')),
    clients: JSON.parse(await run(env, 'client list --json')),
    quota: JSON.parse(await run(env, 'user quota maria --json')),
    usage: linesOf(await run(env, `usage ${since} --json`)),
    lookups: linesOf(await run(env, `lookups ${since}`)),
  };
}

/** What the API answers about the data, and about a portfolio, for a token of their user. */
export async function answersOf(api: string, token: string, portfolio: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = async (path: string, body?: object) => {
    const post = body && { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${api}/api/${path}`, { headers, ...post });
    assert.equal(response.status, 200, path);
    return response;
  };
  // biome-ignore lint/suspicious/noExplicitAny: tests of the API check the types.
  const json = async (path: string, body?: object): Promise<any> => (await ask(path, body)).json();
  const cost = 'postal_code=10563&property_type=apartment&build_area=85&construction_year=1998';
  const place = async (address: string) => {
    const { results } = await json(`geocoding/address-search/?address=${address}`);
    const [{ latitude, longitude }] = results;
    return [latitude, longitude];
  };
  const { reconstruction_cost } = await json(
    `reconstruction-cost/?${cost}&valuation_date=2026-11-18`,
  );
  const places = await json('points-of-interest/', { latitude: 38, longitude: 23 });
  const parcel = await json('geocoding/kaek-search/?kaek_code=050681726003');
  const around = 'latitude=37.9001&longitude=23.7001';
  const { kinds } = await json(`zones/?${around}&kinds=flood`);
  const { comparables } = await json(`comparables/?${around}&property_type=apartment`);
  const { state, rows, with_cost } = await json(`portfolios/${portfolio}/`);
  return {
    reconstruction_cost,
    places: places.map(({ name_en, distance }: Record<string, unknown>) => [name_en, distance]),
    parcel,
    house: await place('Ερμού 5, Αθήνα'),
    village: await place('Μηλιές'),
    zones: kinds[0].zones,
    comparables,
    portfolio: { state, rows, with_cost },
    result: (await (await ask(`portfolios/${portfolio}/result/`)).text()).split('\n'),
  };
}

/** Logs the user in with a code of the second factor, or a recovery code; returns the tokens. */
export async function logIn(auth: string, { secondFactor }: Pick<Kept, 'secondFactor'>, otp = '') {
  const code = otp || new TOTP({ secret: secondFactor }).generate();
  return post(`${auth}/auth/otp/login`, { username: 'maria', password, otp: code });
}

/** Sends a form that must be accepted; returns the tokens. */
export async function post(url: string, form: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  const text = await response.text();
  assert.equal(response.status, 200, `${url}: ${text}`);
  return JSON.parse(text) as { access_token: string; refresh_token: string };
}
