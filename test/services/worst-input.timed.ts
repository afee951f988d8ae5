import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Parcel } from '#domain/property/parcels.ts';
import { placeTypes } from '#domain/property/place-types.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { type NewPlace, replaceRows } from '#storage/store/store.ts';
import { newHome, startKtima } from '../commands/ktima.ts';
import { seeded } from '../seeded.ts';
import { provenance } from '../service.ts';
import { type WorstInput, worstInputs } from './worst-inputs.ts';

/** A health check never takes longer, whatever is asked meanwhile. */
const healthMs = 500;

const random = seeded(30);
const between = (low: number, high: number) => low + random() * (high - low);

/** Villages of a hundred parcels all over Greece, and a town of a third of all. */
const parcels = Array.from({ length: 60_000 }, (_, i): Parcel => {
  const village = Math.floor(i / 100);
  const [x0, y0] =
    village % 3 === 0
      ? [23.7 + (village % 45) * 0.004, 37.9 + Math.floor(village / 45) * 0.004]
      : [20 + ((village * 37) % 800) / 100, 35 + ((village * 53) % 650) / 100];
  const [x, y] = [x0 + (i % 10) * 0.0004, y0 + (Math.floor(i / 10) % 10) * 0.0004];
  const ring = [
    [x, y],
    [x + 0.0003, y],
    [x + 0.0003, y + 0.0003],
    [x, y],
  ] as const;
  const kaek = String(village).padStart(9, '0') + String(i % 100).padStart(3, '0');
  return { kaek, areaM2: 400, geometry: { type: 'Polygon', coordinates: [ring] } };
});

const places = Array.from({ length: 60_000 }, (_, i): NewPlace => {
  const isInTown = i % 20 === 0;
  return {
    external_id: `node/${i}`,
    name_en: `Place ${i}`,
    name_gr: `Μέρος ${i}`,
    place_category: null,
    place_type: placeTypes[i % placeTypes.length]!,
    latitude: isInTown ? 37.98 + between(-0.01, 0.01) : between(35, 41.5),
    longitude: isInTown ? 23.73 + between(-0.01, 0.01) : between(20, 28),
  };
});

async function startFilled(t: test.TestContext) {
  const home = newHome();
  const store = openSqliteStore(`${home.folder}/ktima.db`);
  await replaceRows(store, 'parcels', provenance, parcels);
  await replaceRows(store, 'places', provenance, places);
  await store.close();
  const serving = await startKtima(home.env, '--demo');
  t.after(() => serving.stop().then(home.remove));
  const form = new URLSearchParams({ username: 'demo', password: 'ktima-demo' });
  const login = await fetch(`${serving.auth}/auth/otp/login`, { method: 'POST', body: form });
  const { access_token: token } = (await login.json()) as { access_token: string };
  // The first address waits until the geocoder is there.
  await fetch(`${serving.api}/api/geocoding/address-search/?address=Athina`);
  return { ...serving, token };
}

type Service = Awaited<ReturnType<typeof startFilled>>;

/** A service that does not answer at all fails the test, but not only after minutes. */
const patienceMs = 20_000;

/** Sends a request and reads the response; returns its status, 0 if the connection was closed. */
async function statusOf(options: RequestOptions, body?: string | Buffer): Promise<number> {
  const outgoing = request({ ...options, signal: AbortSignal.timeout(patienceMs) });
  outgoing.end(body);
  try {
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    await once(incoming.resume(), 'end');
    return incoming.statusCode!;
  } catch {
    return 0;
  }
}

function send(service: Service, input: WorstInput): Promise<number> {
  const { host, path, method, headers, body } = input;
  const { hostname, port } = new URL(service[host]);
  const all = {
    ...(host === 'api' && { authorization: `Bearer ${service.token}` }),
    ...headers,
    ...(body && { 'content-length': Buffer.byteLength(body) }),
  };
  return statusOf({ host: hostname, port, path, method, headers: all }, body);
}

/** Asks both services for their health all the time. */
function watchHealth(service: Service) {
  const agent = new Agent({ keepAlive: true });
  const hosts = ['api', 'auth'] as const;
  let over = false;
  let longestMs = { api: 0, auth: 0 };
  const rounds = { api: 0, auth: 0 };
  const watch = async (host: (typeof hosts)[number]) => {
    const { hostname, port } = new URL(service[host]);
    while (!over) {
      const began = performance.now();
      const status = await statusOf({ host: hostname, port, path: '/healthz', agent });
      const ms = status === 200 ? performance.now() - began : Number.POSITIVE_INFINITY;
      longestMs[host] = Math.max(longestMs[host], ms);
      rounds[host]++;
      await sleep(5);
    }
  };
  const watching = Promise.all(hosts.map(watch));
  return {
    /** The longest time of each service since the last call, with a check that begins after it. */
    async take() {
      const until = { api: rounds.api + 2, auth: rounds.auth + 2 };
      while (hosts.some(host => rounds[host] < until[host])) await sleep(5);
      const taken = longestMs;
      longestMs = { api: 0, auth: 0 };
      return taken;
    },
    async stop() {
      over = true;
      await watching;
      agent.destroy();
    },
  };
}

test('no input keeps a health check waiting', async t => {
  const service = await startFilled(t);
  const health = watchHealth(service);
  t.after(health.stop);
  await health.take();
  const late: string[] = [];
  for (const input of worstInputs) {
    const began = performance.now();
    const status = await send(service, input);
    const ms = Math.round(performance.now() - began);
    const { api, auth } = await health.take();
    const waited = `health of api ${Math.round(api)} ms, of auth ${Math.round(auth)} ms`;
    const line = `${input.operation}, ${input.what}: ${status} after ${ms} ms, ${waited}`;
    if (process.env.KTIMA_TEST_SHOW) t.diagnostic(line);
    assert.notEqual(status, 500, line);
    if (Math.max(api, auth) > healthMs) late.push(line);
  }
  assert.deepEqual(late, []);

  // All at once, and the middle one of three times: the first has much to compile.
  const waited: number[] = [];
  for (let round = 0; round < 3; round++) {
    const statuses = await Promise.all(worstInputs.map(input => send(service, input)));
    assert.ok(!statuses.includes(500));
    waited.push(Math.max(...Object.values(await health.take())));
  }
  const [, middle] = waited.toSorted((a, b) => a - b);
  assert.ok(middle! <= healthMs, `all at once: ${waited.map(Math.round).join(', ')} ms`);
});
