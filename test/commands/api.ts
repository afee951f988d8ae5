import type { TestContext } from 'node:test';
import { newHome, startKtima } from './ktima.ts';

/** Needs what is in memory: the cost of a square metre in Athens. */
export const cost =
  'api/reconstruction-cost/?postal_code=10563&property_type=house&build_area=1&construction_year=2026';
/** Needs the database: a parcel of the sample. */
export const parcel = 'api/geocoding/kaek-search/?kaek_code=050099901001';

/** A service over a database, stopped after the test; it is the API alone unless told. */
export async function startApi(t: TestContext, url: string, ...args: string[]) {
  const home = newHome();
  const env = {
    ...home.env,
    KTIMA_DATABASE_URL: url,
    KTIMA_POSTGRES_TIMEOUT_MS: '3000',
    // A second API shows what one with --demo has loaded.
    KTIMA_SAMPLE_DATA: 'on',
  };
  const service = await startKtima(env, ...(args.length > 0 ? args : ['api']));
  t.after(() => service.stop().then(home.remove));
  const get = async (path: string) => {
    const response = await fetch(`${service.api}/${path}`);
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  return { ...service, env, home, get };
}

export type Api = Awaited<ReturnType<typeof startApi>>;

/** Logs in as the user of --demo. */
export function loginAsDemo(auth: string): Promise<Response> {
  const body = new URLSearchParams({ username: 'demo', password: 'ktima-demo' });
  return fetch(`${auth}/auth/otp/login`, { method: 'POST', body });
}

/** Asks an API for the places around Syntagma with a token; the status of the answer. */
export async function useToken(api: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = '{"latitude":37.9755,"longitude":23.7348}';
  const response = await fetch(`${api}/api/points-of-interest/`, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}
