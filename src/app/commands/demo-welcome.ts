import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoUser } from '#features/auth/accounts/demo-user.ts';
import { dataFolder } from '#importing/shipped/shipped-table.ts';
import { builtTownFile, townExample } from '#importing/shipped/town.ts';
import { type Line, styled } from '#tools/terminal/print.ts';

const missingTown =
  'The sample town is not built: run `npm run build`, with the development dependencies, and start again';

const { kaek, latitude, longitude, buildArea, constructionYear } = townExample;

/** What to try first: each as a page of the console and as a command; all lead to the sample town. */
export function demoCalls(
  api: string,
  auth: string,
  hasTown: boolean = existsSync(builtTownFile),
): Line[] {
  if (!hasTown) return ['', ['  ', styled('yellow', missingTown)]];
  const dim = (text: string) => [styled('dim', text)];
  const building = `&type=house&area=${buildArea}&year=${constructionYear}`;
  const cost = `property_type=house&build_area=${buildArea}&construction_year=${constructionYear}`;
  const { name, password } = demoUser;
  const asDemo = `-H "Authorization: Bearer $TOKEN"`;
  return [
    '',
    dim(
      '  Sample data are loaded: central Volos. Open a page, or paste a command into another terminal:',
    ),
    '',
    dim('  # log in and store the token'),
    `  TOKEN=$(curl -s -F username=${name} -F password=${password} ${auth}/auth/otp/login | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')`,
    '',
    dim('  # where is this address?'),
    [
      '  ',
      styled(
        'cyan',
        `${api}/#${new URLSearchParams({ address: townExample.addressEn })}${building}`,
      ),
    ],
    `  curl -sG ${api}/api/geocoding/address-search/ --data-urlencode 'address=${townExample.address}' -d limit=1`,
    '',
    dim('  # which parcel is it, and what would its house cost to rebuild?'),
    ['  ', styled('cyan', `${api}/#kaek=${kaek}${building}&view=cost`)],
    `  curl -s ${asDemo} '${api}/api/property-report/?kaek_code=${kaek}&${cost}'`,
    '',
    dim('  # what is around this point, and how far is it on foot?'),
    ['  ', styled('cyan', `${api}/#at=${latitude},${longitude}${building}&view=places`)],
    `  curl -s ${asDemo} '${api}/api/points-of-interest/?walk=true' -H 'Content-Type: application/json' -d '{"latitude": ${latitude}, "longitude": ${longitude}}'`,
    '',
    dim('  # a portfolio of 60 insured properties, finished'),
    ['  ', styled('cyan', `${api}/#view=portfolio`)],
    `  curl -s ${asDemo} ${api}/api/portfolios/`,
  ];
}

/** How long a request for the sample portfolio may take. */
const timeoutMs = 30_000;

/**
 * Sends the sample portfolio as the demo user and waits for its result. The key makes later starts
 * find the run of the first.
 */
export async function sendSamplePortfolio(api: string, auth: string): Promise<void> {
  const file = await readFile(join(dataFolder, 'volos', 'portfolio.csv'));
  const login = { username: demoUser.name, password: demoUser.password };
  const json = { 'content-type': 'application/json' };
  const token = await ask(`${auth}/auth/otp/login`, { body: JSON.stringify(login), headers: json });
  const bearer = { authorization: `Bearer ${token.access_token}` };
  const query = 'name=volos.csv&start=true&zones=true&places=supermarket,bus_stop&format=xlsx';
  const headers = {
    ...bearer,
    'content-type': 'text/csv',
    'idempotency-key': createHash('sha256').update(file).digest('hex'),
  };
  let run = await ask(`${api}/api/portfolios/?${query}`, { body: file, headers });
  // A session that has ended would stop the run.
  while (run.state === 'queued' || run.state === 'running') {
    run = await ask(`${api}/api/portfolios/${run.id}/?wait=20`, { method: 'GET', headers: bearer });
  }
  const ended = JSON.stringify({ refresh_token: token.refresh_token });
  await ask(`${auth}/auth/logout`, { body: ended, headers: json });
}

async function ask(url: string, init: RequestInit): Promise<Record<string, string>> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { method: 'POST', ...init, signal });
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${response.status} ${text}`);
  return text === '' ? {} : JSON.parse(text);
}
