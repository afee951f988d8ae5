// The authentication bench: logins beside raw argon2id, refreshes, token checks, and a cheap
// request while 200 clients log in. Needs nothing but Node.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openKeys } from '../src/auth/keys.ts';
import { openPasswords } from '../src/auth/passwords.ts';
import { openSeal } from '../src/auth/seal.ts';
import { openSqliteAuthStore } from '../src/auth/sqlite.ts';
import { signAccessToken } from '../src/auth/tokens.ts';
import { bearerVerifier } from '../src/tokens/bearer.ts';
import { derivedValue } from '../src/tokens/renewed-value.ts';

const seconds = 4;
const rounds = 3;
const floodClients = 200;
const loginForm = 'username=demo&password=ktima-demo';

interface Answer {
  readonly status: number;
  readonly retryAfterSeconds: number;
  readonly body: string;
  readonly ms: number;
}

async function send(agent: Agent, url: string, form?: string): Promise<Answer> {
  const headers = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  const start = performance.now();
  const outgoing = request(url, { agent, headers, method: form ? 'POST' : 'GET' });
  outgoing.end(form);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of incoming) body += chunk;
  const retryAfterSeconds = Number(incoming.headers['retry-after'] ?? 0);
  return { status: incoming.statusCode!, retryAfterSeconds, body, ms: performance.now() - start };
}

/** Runs `work` over and over, so many at once, and returns how often a second it ended. */
async function rate(atOnce: number, work: (worker: number) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const endMs = start + seconds * 1_000;
  let done = 0;
  const workers = Array.from({ length: atOnce }, async (_, worker) => {
    while (performance.now() < endMs) {
      await work(worker);
      done++;
    }
  });
  await Promise.all(workers);
  return (1_000 * done) / (performance.now() - start);
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;
const median = (values: readonly number[]) => percentile(values, 0.5);

if (process.argv.includes('--flood')) await flood(process.argv.at(-1)!);
else await bench();

/** 200 clients that log in again and again, and wait when they are told to; in its own process. */
async function flood(auth: string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const client = async () => {
    for (;;) {
      const { retryAfterSeconds } = await send(agent, `${auth}/auth/otp/login`, loginForm);
      await sleep(retryAfterSeconds * 1_000);
    }
  };
  await Promise.all(Array.from({ length: floodClients }, client));
}

async function startService(folder: string): Promise<{ child: ChildProcess; auth: string }> {
  const child = spawn('bin/ktima', ['serve', 'auth', '--demo'], {
    env: {
      PATH: process.env.PATH!,
      KTIMA_AUTH_PORT: '0',
      KTIMA_AUTH_DATABASE_URL: `sqlite:${folder}/auth.db`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let screen = '';
  for await (const chunk of child.stdout!) {
    screen += chunk;
    if (screen.includes('Ctrl+C')) break;
  }
  return { child, auth: /authentication +(http:\/\/\S+)/.exec(screen)![1]! };
}

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ktima-bench-'));
  const { child, auth } = await startService(folder);
  let agent = new Agent({ keepAlive: true });
  const passwords = await openPasswords({ slots: 1, queue: 10 });
  const hash = await passwords.hash('ktima-demo');
  const check = await tokenChecks();

  const login = async () => {
    const { status, body } = await send(agent, `${auth}/auth/otp/login`, loginForm);
    if (status !== 200) throw new Error(body);
    return JSON.parse(body).refresh_token as string;
  };
  const tokens: string[] = [];
  for (let i = 0; i < 8; i++) tokens.push(await login());
  const refresh = async (i: number) => {
    const form = `refresh_token=${tokens[i]}`;
    const { body } = await send(agent, `${auth}/auth/token/refresh`, form);
    tokens[i] = JSON.parse(body).refresh_token;
  };

  const cases: Record<string, () => Promise<number>> = {
    argon2: () => rate(1, () => passwords.verify(hash, 'ktima-demo')),
    login: () => rate(3, login),
    refresh: () => rate(tokens.length, refresh),
    unremembered: () => rate(1, check.fresh),
    remembered: () => rate(1, check.again),
    idle: () => cheapP99(agent, auth),
    flooded: () => underFlood(auth, () => cheapP99(agent, auth)),
  };
  // Rounds are interleaved, so that a slow moment of the machine hits all alike; one warms up.
  const seen = new Map(Object.keys(cases).map(name => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of Object.entries(cases)) {
      // The service has closed what was idle during the last case.
      agent.destroy();
      agent = new Agent({ keepAlive: true });
      const value = await run();
      if (round > 0) seen.get(name)!.push(value);
    }
  }
  agent.destroy();
  child.kill();
  await once(child, 'exit');
  rmSync(folder, { recursive: true });
  report(name => median(seen.get(name)!));
}

/** The 99th percentile, in milliseconds, of a request that costs nothing. */
async function cheapP99(agent: Agent, auth: string): Promise<number> {
  const times: number[] = [];
  const endMs = performance.now() + seconds * 1_000;
  while (performance.now() < endMs) {
    times.push((await send(agent, `${auth}/healthz`)).ms);
    await sleep(2);
  }
  return percentile(times, 0.99);
}

async function underFlood(auth: string, work: () => Promise<number>): Promise<number> {
  const child = fork(new URL(import.meta.url).pathname, ['--flood', auth]);
  await sleep(1_500);
  const result = await work();
  child.kill();
  await once(child, 'exit');
  return result;
}

/** Checks of one good token: by its signature each time, and remembered. */
async function tokenChecks() {
  const clock = () => new Date();
  const keys = await openKeys(openSqliteAuthStore(':memory:'), {
    seal: openSeal(undefined),
    leadSeconds: 600,
    rotateDays: 0,
    clock,
  });
  const ring = await keys.current();
  const tokens = { issuer: 'bench', audience: 'bench', lifetimeSeconds: 3_600 };
  const token = await signAccessToken(ring, tokens, { id: 's', userId: 'u' }, clock());
  const header = `Bearer ${token}`;
  // Other keys each time, as far as the verifier knows: nothing is remembered.
  const { find } = ring.publicKeys;
  const forgetful = bearerVerifier({ ...tokens, keys: async () => ({ find }), clock });
  const remembering = bearerVerifier({
    ...tokens,
    keys: derivedValue(keys.current, ring => ring.publicKeys),
    clock,
  });
  return { fresh: () => forgetful(header), again: () => remembering(header) };
}

function report(value: (name: string) => number): void {
  const perSecond = (name: string) => `${Math.round(value(name)).toLocaleString('en')}/s`;
  const ms = (name: string) => `${value(name).toFixed(1)} ms`;
  console.log(`One hashing slot, SQLite; median of ${rounds} × ${seconds} s.\n`);
  const rows = [
    ['raw argon2id, 19 MiB, t = 2', perSecond('argon2'), '', ''],
    [
      'login',
      perSecond('login'),
      `${(value('login') / value('argon2')).toFixed(2)} × raw`,
      '≥ 0.9',
    ],
    ['refresh', perSecond('refresh'), '', ''],
    ['token check by signature', perSecond('unremembered'), '', ''],
    [
      'token check, remembered',
      perSecond('remembered'),
      `${Math.round(value('remembered') / value('unremembered'))} × by signature`,
      '',
    ],
    ['p99 of `/healthz`, idle', ms('idle'), '', ''],
    [
      `p99 of \`/healthz\`, ${floodClients} clients logging in`,
      ms('flooded'),
      `${(value('flooded') / value('idle')).toFixed(1)} × idle`,
      `≤ 3${value('flooded') > 3 * value('idle') ? ', missed' : ''}`,
    ],
  ];
  console.log('| case | result | of its peer | aim |\n|---|---:|---:|---:|');
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}
