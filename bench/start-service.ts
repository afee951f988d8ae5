import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteStore } from '../src/store/sqlite.ts';
import { replaceRows } from '../src/store/store.ts';
import { generateParcels, generatePlaces } from './generate.ts';

const from = { source: 'bench', origin: 'generated', checksum: '', licence: 'none' };

/** A database file with so many places and parcels. */
export async function writeProperty(
  path: string,
  { places, parcels = 0 }: { places: number; parcels?: number },
): Promise<void> {
  const store = openSqliteStore(path);
  await replaceRows(store, 'places', from, generatePlaces(places));
  if (parcels > 0) await replaceRows(store, 'parcels', from, generateParcels(parcels));
  await store.close();
}

/** The demo over a database, as a user starts it, and how long that took. */
export interface RunningService {
  readonly child: ChildProcess;
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
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let screen = '';
  for await (const chunk of child.stdout!) {
    screen += chunk;
    if (screen.includes('Ctrl+C')) break;
  }
  const startSeconds = (performance.now() - started) / 1_000;
  const address = (name: string) => new RegExp(`${name} +(http://\\S+)`).exec(screen)![1]!;
  const body = new URLSearchParams({ username: 'demo', password: 'ktima-demo' });
  const auth = address('authentication');
  const login = await fetch(`${auth}/auth/otp/login`, {
    method: 'POST',
    body,
  });
  const { access_token: token } = (await login.json()) as { access_token: string };
  return { child, api: address('main API'), auth, token, startSeconds };
}

export async function stopService({ child }: RunningService): Promise<void> {
  child.kill();
  await once(child, 'exit');
}

/** Megabytes of a process that are in memory now. */
export function residentMB({ child }: RunningService): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1_000;
}

/** How much of a processor a process takes, over a second. */
export async function busyShare({ child }: RunningService): Promise<number> {
  const ticks = () => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return Number(fields[11]) + Number(fields[12]);
  };
  const before = ticks();
  await sleep(1_000);
  // A hundred of them are a second.
  return (ticks() - before) / 100;
}
