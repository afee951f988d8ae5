import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Habit,
  requestUntil,
  requestUntilRefused,
  type Seen,
} from '../../test/commands/stop-load.ts';
import { waitFor } from '../../test/store/changes.ts';

/** The addresses of both services. */
export interface Addresses {
  readonly api: string;
  readonly auth: string;
}

/** Runs a command of `ktima` where the services run. Rejects if it fails. */
export type RunKtima = (args: readonly string[], input?: string) => Promise<unknown>;

const cost = '/api/reconstruction-cost/?postal_code=10563&property_type=house&build_area=85';

const places = '/api/points-of-interest/';
const point = '{"latitude":37.9755,"longitude":23.7348}';

/** The user for logins. */
export const user = { username: 'maria', password: 'correct horse battery' };

const ring =
  '[[23.7362,37.9868],[23.7363579,37.9868561],[23.7362585,37.9870315],[23.7361006,37.9869754],[23.7362,37.9868]]';

/** Small files of an operator, by layer. Files that ship stay sample data, which services hide. */
const ownFiles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  places: {
    'places.csv': `external_id,name_en,name_gr,place_category,place_type,latitude,longitude
1,Syntagma,Σύνταγμα,railway=station,metro_station,37.9754,23.7355
2,Bank,Τράπεζα,amenity=bank,bank,37.9761,23.7341
3,Park,Πάρκο,leisure=park,park,37.9749,23.7339
`,
  },
  addresses: {
    'houses.csv': `external_id,street,house_number,postal_code,city,latitude,longitude
1,Ερμού,10,10563,Αθήνα,37.9759,23.7326
2,Ερμού,12,10563,Αθήνα,37.9760,23.7324
`,
  },
  parcels: {
    'parcels.geojson': `{"type":"FeatureCollection","features":[{"type":"Feature",
"properties":{"kaek":"050099901001","area":324.18,"main_use":"Κατοικία"},
"geometry":{"type":"Polygon","coordinates":[${ring}]}}]}
`,
  },
  costs: {
    'rates.csv': `postal_prefix,property_type,rate_eur_m2,valid_from
10,apartment,1050,2026-01-01
10,house,1195,2026-01-01
*,apartment,990,2026-01-01
*,house,1100,2026-01-01
`,
    'depreciation.csv': `property_type,method,useful_life_years,residual_share
apartment,ross,80,0.2
house,ross,80,0.2
`,
  },
};

/** A temporary folder with these files, which every user may read. */
export function writeOwnFiles(stack: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'ktima-files-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  for (const [name, content] of Object.values(ownFiles).flatMap(Object.entries))
    writeFileSync(join(folder, name), content);
  return folder;
}

/** Imports the small files, as the services see their folder; adds the user. */
export async function fill(run: RunKtima, folder: string): Promise<void> {
  for (const [layer, files] of Object.entries(ownFiles)) {
    const paths = Object.keys(files).map(name => join(folder, name));
    await run(['import', layer, ...paths, '--source', 'trial']);
  }
  await run(['user', 'add', user.username], `${user.password}\n`);
}

/** Logs in and returns the access token. */
export async function login(auth: string): Promise<string> {
  const body = new URLSearchParams(user);
  const answer = await fetch(`${auth}/auth/otp/login`, { method: 'POST', body });
  return (await json(answer, 200)).access_token as string;
}

/** Uses every feature once, after `fill`. Throws at the first that does not work. */
export async function smoke({ api, auth }: Addresses): Promise<void> {
  const token = await login(auth);
  const ask = async (path: string, init: RequestInit = {}, status = 200) => {
    const headers = { authorization: `Bearer ${token}`, ...init.headers };
    return json(await fetch(api + path, { ...init, headers }), status);
  };
  const post = (path: string, type: string, body: string, status?: number) =>
    ask(path, { method: 'POST', headers: { 'content-type': type }, body }, status);

  assert.ok((await ask(cost)).reconstruction_cost);
  await post(places, 'application/json', point);
  await ask('/api/geocoding/kaek-search/?kaek_code=050099901001');
  await ask('/api/geocoding/address-search/?address=Ermou%2010%2C%20Athens');
  await ask('/api/property-report/?kaek_code=050099901001');
  await runPortfolio(ask, await post('/api/portfolios/?name=book.csv', 'text/csv', book, 202));
  await ask('/readyz');
}

const book = readFileSync('examples/book.csv', 'utf8');

type Answer = Record<string, unknown>;

async function runPortfolio(ask: (path: string) => Promise<Answer>, { id }: Answer) {
  let run: Answer = {};
  for (let tries = 0; run.state !== 'done' && tries < 10; tries++) {
    run = await ask(`/api/portfolios/${id}/?wait=30`);
    assert.notEqual(run.state, 'failed', JSON.stringify(run));
  }
  assert.equal(run.state, 'done');
}

async function json(answer: Response, status: number): Promise<Answer> {
  const text = await answer.text();
  assert.equal(answer.status, status, `${new URL(answer.url).pathname}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as Answer;
}

/**
 * Stops services while clients keep their connections and send requests. Returns the number of
 * requests; throws if an accepted one was lost.
 */
export async function stopUnderLoad(
  { api, auth }: Addresses,
  stop: () => Promise<void>,
): Promise<number> {
  const seen: Seen = { statuses: [], failures: [] };
  const form = 'refresh_token=not-a-token';
  const clients = [1, 2, 3].flatMap(() => [
    requestUntilRefused(seen, api + cost, 'keeps its connection'),
    requestUntilRefused(seen, `${auth}/auth/token/refresh`, 'keeps its connection', form),
  ]);
  await waitFor(() => seen.statuses.length > 200, 60_000);
  await stop();
  await Promise.all(clients);
  assert.deepEqual(seen.failures, []);
  // The token of the refreshes does not exist: what matters is that the service says so.
  assert.deepEqual([...new Set(seen.statuses)].toSorted(), [200, 401]);
  return seen.statuses.length;
}

const restarts = 8;
const habits: readonly Habit[] = ['keeps its connection', 'connects for each request'];

/**
 * Restarts a service eight times while clients ask both services. Returns the number of requests;
 * throws if one failed.
 */
export async function restartUnderLoad(
  { api, auth }: Addresses,
  restart: () => Promise<unknown>,
): Promise<number> {
  const seen: Seen = { statuses: [], failures: [] };
  const json = { 'content-type': 'application/json', authorization: `Bearer ${await login(auth)}` };
  const requests = [
    { url: api + cost },
    { url: api + places, body: point, headers: json },
    { url: `${auth}/auth/otp/login`, body: new URLSearchParams(user).toString() },
  ];
  const load = new AbortController();
  const clients = [...requests, ...requests].flatMap(({ url, ...post }) =>
    habits.map(habit => requestUntil(load.signal, seen, url, habit, post)),
  );
  const more = (until = seen.statuses.length + 500) =>
    waitFor(() => seen.statuses.length >= until, 60_000);
  for (let done = 0; done < restarts; done++) {
    await more();
    await restart();
  }
  await more();
  load.abort();
  await Promise.all(clients);
  const failures = [...new Set(seen.failures)].join();
  assert.equal(seen.failures.length, 0, `${seen.failures.length} failed: ${failures}`);
  assert.deepEqual([...new Set(seen.statuses)], [200]);
  return seen.statuses.length;
}
