/**
 * `node scripts/compare-answers.ts FOLDER [REQUESTS] [SEED]`: starts the service of this checkout and
 * that of another one (`git worktree add FOLDER REVISION && (cd FOLDER && npm ci)`), both with the data
 * that ship. Sends both the same random requests and lists the answers that differ. Exits with 1 if any do.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GeocoderRows } from '#domain/geocoder/rows/geocoder-rows.ts';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';
import type { PolygonGeometry, Position } from '#tools/geo/polygon.ts';
import { type Known, type Request, randomRequests } from '../test/api/equivalence/requests.ts';

const [folder, count = '20000', seed = '1'] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: compare-answers.ts FOLDER [REQUESTS] [SEED]');

/** Differences printed in full; the rest are counted. */
const mostShown = 20;

interface Service {
  readonly api: string;
  readonly token: string;
  readonly stop: () => Promise<void>;
}

const services = await Promise.all([start('.'), start(resolve(folder))]);
try {
  const differing = await compare(services[0]!, services[1]!);
  process.exitCode = differing === 0 ? 0 : 1;
} finally {
  await Promise.all(services.map(({ stop }) => stop()));
}

/** Starts `ktima serve --demo` of a checkout with a database of its own. */
async function start(root: string): Promise<Service> {
  const data = mkdtempSync(join(tmpdir(), 'ktima-answers-'));
  const [apiPort, authPort] = [await freePort(), await freePort()];
  const child = spawn(join(root, 'bin/ktima'), ['serve', '--demo'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      KTIMA_API_PORT: String(apiPort),
      KTIMA_AUTH_PORT: String(authPort),
      KTIMA_DATABASE_URL: `sqlite:${data}/ktima.db`,
      KTIMA_AUTH_DATABASE_URL: `sqlite:${data}/auth.db`,
    },
  });
  const api = `http://127.0.0.1:${apiPort}`;
  await ready(child, api);
  const token = await logIn(`http://127.0.0.1:${authPort}`);
  const stop = async () => {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(data, { recursive: true });
  };
  return { api, token, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? address!.port : 0;
}

/** Waits until the service has loaded everything, its address index too. */
async function ready(child: ChildProcess, api: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    const answer = await fetch(`${api}/api/geocoding/address-search/?address=Αθήνα`).catch(
      () => {},
    );
    if (answer?.ok) return;
    await sleep(200);
  }
}

async function logIn(auth: string): Promise<string> {
  const body = new URLSearchParams({ username: 'demo', password: 'ktima-demo' });
  const answer = await fetch(`${auth}/auth/otp/login`, { method: 'POST', body });
  return (await answer.json()).access_token;
}

/** Returns how many requests got two answers. */
async function compare(here: Service, there: Service): Promise<number> {
  const known = await knownTo(here);
  let differing = 0;
  for (const request of randomRequests(known, Number(seed)).take(Number(count))) {
    const [ours, theirs] = await Promise.all([send(here, request), send(there, request)]);
    if (ours === theirs) continue;
    differing += 1;
    if (differing > mostShown) continue;
    console.log(`${request.method} ${decodeURIComponent(request.url)} ${request.body ?? ''}`);
    console.log(`  here:  ${ours.slice(0, 600)}\n  there: ${theirs.slice(0, 600)}`);
  }
  console.log(`${differing} of ${count} answers differ (seed ${seed})`);
  return differing;
}

/** Status, type and body; without the time of a report. */
async function send({ api, token }: Service, { url, body, ...request }: Request): Promise<string> {
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  const answer = await fetch(api + url, { ...request, headers, ...(body && { body }) });
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  const timeless = text
    .replace(/"(generated_at|loaded_at|timeStamp|dataset|version)":"[^"]*"/g, '"$1":""')
    .replaceAll(api, '');
  return `${answer.status} ${answer.headers.get('content-type')} ${timeless}`;
}

/** What the requests are about: the sample places and parcels, and the gazetteer. */
async function knownTo({ api, token }: Service): Promise<Known> {
  const items = async (collection: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const url = `${api}/ogc/collections/${collection}/items?limit=10000`;
    return (await (await fetch(url, { headers })).json()).features;
  };
  const gazetteer = await readGazetteer();
  const parcels: { id: string; geometry: PolygonGeometry }[] = await items('parcels');
  const places: { geometry: { coordinates: Position } }[] = await items('places');
  return {
    parcels: parcels.map(({ id, geometry }) => ({ kaek: id, areaM2: 0, geometry })),
    places: places.map(({ geometry }) => placeAt(geometry.coordinates)),
    addresses: housesOf(gazetteer),
    settlements: gazetteer.localities.map(row => ({
      ...row,
      externalId: null,
      kind: 'village',
      reachMetres: 0,
    })),
    boundaries: parcels.map(({ geometry }, i) => ({
      externalId: null,
      kind: 'municipality',
      name: gazetteer.municipalities[i % gazetteer.municipalities.length]!.nominative,
      otherNames: [],
      latitude: 0,
      longitude: 0,
      geometry,
    })),
  };
}

/** A place whose position matters only. */
function placeAt([longitude, latitude]: Position): Known['places'][number] {
  const nameless = { external_id: null, name_en: null, name_gr: null, place_category: null };
  return { ...nameless, place_type: 'bank', latitude, longitude };
}

/** One house of each street, at the position of its postal code. */
function housesOf({ streets, postalCodes }: GeocoderRows): Known['addresses'] {
  const positions = new Map(postalCodes.map(row => [row.postalCode, row]));
  return streets.flatMap(({ name, municipality, postalCode, ranges }) => {
    const at = positions.get(postalCode ?? '');
    if (!at) return [];
    const houseNumber = String(ranges[0]?.from ?? 1);
    const { latitude, longitude } = at;
    const house = { externalId: null, street: name, houseNumber, postalCode, city: null };
    return [{ ...house, municipality, latitude, longitude, reachMetres: 0 }];
  });
}
