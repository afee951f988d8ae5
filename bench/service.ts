import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dwellingTypes } from '#domain/property/cost/building.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { childrenOf } from '../test/commands/children.ts';
import { generateParcels, generatePlaces } from './generate.ts';
import { generateTown } from './generate-town.ts';
import { isTiny } from './measure.ts';

const generated = { source: 'bench', origin: 'generated', checksum: '', licence: 'none' };

/** Writes a database file with costs for all of Greece with the given numbers of places and parcels. */
export async function writeProperty(path: string, places: number, parcels = 0): Promise<void> {
  const store = openSqliteStore(path);
  await replaceRows(store, 'costs', generated, generateRates());
  await replaceRows(store, 'places', generated, generatePlaces(places));
  if (parcels > 0) await replaceRows(store, 'parcels', generated, generateParcels(parcels));
  await store.close();
}

function* generateRates() {
  const common = { validFrom: '2026-01-01', source: 'bench' };
  for (let prefix = 10; prefix < 100; prefix++) {
    for (const propertyType of dwellingTypes) {
      yield { postalPrefix: String(prefix), propertyType, rateEurM2: 1_000 + prefix, ...common };
    }
  }
}

/** A commit of one place: a running service reads and packs all places again. */
export async function replaceOnePlace(path: string): Promise<void> {
  const store = openSqliteStore(path);
  await replaceRows(store, 'places', { ...generated, source: 'news' }, [generatePlaces(400)[0]!]);
  await store.close();
}

/** Writes a database file with a dense town, and returns the town. */
export async function writeTown(path: string) {
  const town = generateTown(isTiny ? 600 : 4_000);
  const store = openSqliteStore(path);
  await replaceRows(store, 'parcels', generated, town.parcels);
  await replaceRows(store, 'map', generated, town.map);
  await store.close();
  return town;
}

/** The demo over a database, as a user starts it, and how long that took. */
export interface RunningService {
  readonly child: ChildProcess;
  /** The process of the API. */
  readonly apiPid: number;
  readonly api: string;
  readonly auth: string;
  readonly token: string;
  readonly startSeconds: number;
}

export async function startService(
  folder: string,
  database: string,
  settings: Record<string, string> = {},
): Promise<RunningService> {
  const started = performance.now();
  const child = spawn('bin/ktima', ['serve', '--demo'], {
    env: {
      PATH: process.env.PATH!,
      KTIMA_API_PORT: '0',
      KTIMA_AUTH_PORT: '0',
      KTIMA_DATABASE_URL: `sqlite:${database}`,
      KTIMA_AUTH_DATABASE_URL: `sqlite:${folder}/auth.db`,
      KTIMA_ACCESS_LOG: 'off',
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const { api, auth } = await startedLine(child);
  const startSeconds = (performance.now() - started) / 1_000;
  const { access_token: token } = await logIn(auth);
  return { child, apiPid: child.pid!, api, auth, token, startSeconds };
}

/** The log line that a service has started. What follows it, and problems before it, are printed. */
async function startedLine(child: ChildProcess): Promise<{ api: string; auth: string }> {
  let log = '';
  for await (const chunk of child.stderr!.iterator({ destroyOnReturn: false })) {
    log += chunk;
    const line = /^.*"msg":"started"\}$/m.exec(log)?.[0];
    if (!line) continue;
    child.stderr!.pipe(process.stderr);
    return JSON.parse(line);
  }
  throw new Error(`the service did not start: ${log}`);
}

/** Logs the demo user in. */
export const logIn = (auth: string) =>
  postForm(`${auth}/auth/otp/login`, { username: 'demo', password: 'ktima-demo' });

/** Exchanges a refresh token for new tokens. */
export const refresh = (auth: string, token: string) =>
  postForm(`${auth}/auth/token/refresh`, { refresh_token: token });

async function postForm(url: string, fields: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  return (await response.json()) as { access_token: string; refresh_token: string };
}

export async function stopService({ child }: Pick<RunningService, 'child'>): Promise<void> {
  child.kill();
  await once(child, 'exit');
}

/** Megabytes of memory of all processes of a service; pages that they share count once. */
export function residentMB({ child }: RunningService): number {
  return sumOver(child, pid => memoryMB(pid, 'Pss', 'smaps_rollup'));
}

/** Processor time of all processes of a service until now. */
export function cpuSeconds({ child }: Pick<RunningService, 'child'>): number {
  return sumOver(child, cpuSecondsOf);
}

function sumOver({ pid }: ChildProcess, figure: (pid: number) => number): number {
  return [pid!, ...childrenOf(pid!)].reduce((sum, one) => sum + figure(one), 0);
}

/** Waits until the geocoder is ready, and on a first start until it is cached. */
export async function awaitGeocoder({ api }: RunningService): Promise<void> {
  await (await fetch(`${api}/api/geocoding/address-search/?address=Ermou`)).text();
}

/** Runs a command over the database of a URL to its end: its time, that of the processor, its peak memory. */
export async function runMeasured(command: string, args: readonly string[], database = '') {
  const env = { ...process.env, KTIMA_DATABASE_URL: database };
  const started = performance.now();
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  let [peakMB, cpuSeconds] = [0, 0];
  const timer = setInterval(() => {
    peakMB = Math.max(peakMB, memoryMB(child.pid!, 'VmHWM'));
    cpuSeconds = Math.max(cpuSeconds, cpuSecondsOf(child.pid!));
  }, 50);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - started) / 1_000, cpuSeconds, peakMB };
}

function memoryMB(pid: number, field: string, file = 'status'): number {
  try {
    const status = readFileSync(`/proc/${pid}/${file}`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1_000;
  } catch {
    // It has just ended.
    return 0;
  }
}

/** Processor time of a process in all its threads; 0 if it has just ended. */
export function cpuSecondsOf(pid: number): number {
  try {
    // After the name: the state is field 3, the ticks of the user and of the system are 14 and 15.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}
