import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReportKey, verifyText } from '#features/signing/signed-report.ts';
import { requestUntilRefused, type Seen } from '../../test/commands/stop-load.ts';
import { waitFor } from '../../test/store/changes.ts';

/** The addresses of both services. */
export interface Addresses {
  readonly api: string;
  readonly auth: string;
}

/** Runs a command of `ktima` where the services run. Rejects if it fails. */
export type RunKtima = (args: readonly string[], input?: string) => Promise<unknown>;

const cost = '/api/reconstruction-cost/?postal_code=10563&property_type=house&build_area=85';

/** The user for logins. */
export const user = { username: 'maria', password: 'correct horse battery' };

/** Imports the sample files in a folder, adds the user and a key for reports. */
export async function fill(run: RunKtima, folder: string): Promise<void> {
  const files = {
    places: ['places.csv'],
    parcels: ['parcels.geojson'],
    costs: ['costs.csv', 'depreciation.csv'],
  };
  for (const [layer, names] of Object.entries(files)) {
    const paths = names.map(name => join(folder, name));
    await run(['import', layer, ...paths, '--source', 'trial']);
  }
  await run(['user', 'add', user.username], `${user.password}\n`);
  await run(['report-keys', 'add']);
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
  const point = '{"latitude":37.9755,"longitude":23.7348}';
  await post('/api/points-of-interest/', 'application/json', point);
  await ask('/api/geocoding/kaek-search/?kaek_code=050099901001');
  await ask('/api/geocoding/address-search/?address=Ermou%2010%2C%20Athens');
  await checkSignature(
    api,
    await ask('/api/property-report/?kaek_code=050099901001&signature=true'),
  );
  await runPortfolio(ask, await post('/api/portfolios/?name=book.csv', 'text/csv', book, 202));
  await ask('/readyz');
}

const book = readFileSync('examples/book.csv', 'utf8');

type Answer = Record<string, unknown>;

/** Checks a signed report as its receiver does: with the public keys only. */
async function checkSignature(api: string, report: Answer): Promise<void> {
  const published = await fetch(`${api}/.well-known/ktima-report-keys.json`);
  const { keys } = (await json(published, 200)) as unknown as { keys: ReportKey[] };
  const { state } = await verifyText(JSON.stringify(report), keys);
  assert.equal(state, 'valid');
}

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
