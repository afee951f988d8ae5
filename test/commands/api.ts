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
