import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, isAlive, workersOf } from '../commands/children.ts';
import { fatalOf, ktima, newHome, startKtima } from '../commands/ktima.ts';
import { requestUntilRefused, type Seen } from '../commands/stop-load.ts';
import { freePort } from '../postgres/cluster.ts';
import { waitFor } from '../store/changes.ts';

async function login(auth: string): Promise<string> {
  const body = new URLSearchParams({ username: 'demo', password: 'ktima-demo' });
  const response = await fetch(`${auth}/auth/otp/login`, { method: 'POST', body });
  assert.equal(response.status, 200);
  return ((await response.json()) as { access_token: string }).access_token;
}

const places = (api: string, token: string) =>
  fetch(`${api}/api/points-of-interest/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      // Each on a connection of its own: they go to the workers in turn.
      connection: 'close',
    },
    body: JSON.stringify({ latitude: 37.9755, longitude: 23.7348 }),
  });

test('two workers serve one demo: tokens of either, new data, a lost worker, a clean stop', async t => {
  const home = newHome();
  const env = { ...home.env, KTIMA_WORKERS: '2' };
  const demo = await startKtima(env, '--demo');
  t.after(() => demo.stop().then(home.remove));
  const pids = workersOf(demo.child.pid!, 'api');
  assert.equal(pids.length, 2);
  assert.equal(workersOf(demo.child.pid!, 'auth').length, 1);

  const tokens = await Promise.all([login(demo.auth), login(demo.auth), login(demo.auth)]);
  const answers = new Set<string>();
  for (const token of [...tokens, ...tokens]) {
    const response = await places(demo.api, token);
    assert.equal(response.status, 200);
    answers.add(await response.text());
  }
  assert.equal(answers.size, 1, 'all answer alike');

  const file = join(home.folder, 'new.csv');
  writeFileSync(
    file,
    'external_id,name_en,name_gr,place_category,place_type,latitude,longitude\n' +
      'new/1,Newly imported,,,bank,37.9755,23.7348\n',
  );
  assert.equal((await ktima(env, ['import', 'places', file])).code, 0);
  for (let inARow = 0; inARow < 6; ) {
    const text = await (await places(demo.api, tokens[0]!)).text();
    inARow = text.includes('Newly imported') ? inARow + 1 : 0;
    await sleep(inARow > 0 ? 0 : 100);
  }

  process.kill(pids[0]!, 'SIGKILL');
  for (let i = 0; i < 3_000 && childrenOf(demo.child.pid!).includes(pids[0]!); i++) await sleep(20);
  for (let i = 0; i < 10; i++) assert.equal((await places(demo.api, tokens[0]!)).status, 200);
  const line = /^.*"msg":"a worker ended; another is started".*$/m.exec(demo.log())![0];
  assert.equal(line.match(/"service":/g)!.length, 1);
  assert.equal(JSON.parse(line).worker, 'api');
  await waitFor(() => workersOf(demo.child.pid!, 'api').length === 2, 60_000);

  assert.equal(await demo.stop(), 0);
});

test('a signal to all processes at once, as Ctrl+C sends it, stops cleanly under load', async t => {
  const home = newHome();
  t.after(home.remove);
  const service = await startKtima({ ...home.env, KTIMA_WORKERS: '2' }, '--demo');
  const workers = childrenOf(service.child.pid!);
  const answersOf = Array.from({ length: 8 }, (): string[] => []);
  const clients = answersOf.map(answers => askUntilClosed(service.api, answers));
  await waitFor(() => answersOf.every(answers => answers.length >= 2), 60_000);
  for (const pid of workers) process.kill(pid, 'SIGINT');
  assert.equal(await service.stop(), 0);
  await Promise.all(clients);
  for (const answers of answersOf) {
    assert.match(answers.at(-1)!, /^HTTP\/1\.1 200 [\s\S]*connection: close/i);
    for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 200 [\s\S]*\{"status":"ok"\}$/);
  }
});

/** Sends requests over one connection until a response announces that it is the last. */
async function askUntilClosed(url: string, answers: string[]): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const ask = () => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  ask();
  for await (const chunk of socket) {
    answers.push(String(chunk));
    if (!/connection: close/i.test(answers.at(-1)!)) ask();
  }
}

test('workers end when the first process is killed', async t => {
  const home = newHome();
  t.after(home.remove);
  const service = await startKtima({ ...home.env, KTIMA_WORKERS: '2' });
  const workers = childrenOf(service.child.pid!);
  service.child.kill('SIGKILL');
  const alive = () => workers.some(pid => isAlive(pid));
  for (let i = 0; i < 1_200 && alive(); i++) await sleep(50);
  assert.equal(alive(), false);
});

test('the reason why a start fails is logged once, and all processes end', async t => {
  const home = newHome();
  t.after(home.remove);
  const env = { ...home.env, KTIMA_WORKERS: '3', KTIMA_HOST: '192.0.2.1' };
  const { code, stderr } = await ktima(env, ['serve', 'auth']);
  assert.equal(code, 1);
  assert.equal(fatalOf(stderr), 'cannot listen on 192.0.2.1:0: this machine has no such address');
});

test('a stop while workers start breaks no request of the worker that serves', async t => {
  const home = newHome();
  const [apiPort, authPort] = [await freePort(), await freePort()];
  const ports = { KTIMA_API_PORT: `${apiPort}`, KTIMA_AUTH_PORT: `${authPort}` };
  const env = { ...home.env, ...ports, KTIMA_WORKERS: '3', KTIMA_ACCESS_LOG: 'off' };
  const child = spawn('bin/ktima', ['serve', '--demo'], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  t.after(() => {
    child.kill('SIGKILL');
    home.remove();
  });
  const url = `http://127.0.0.1:${apiPort}/healthz`;
  // The others start when the first one serves.
  await waitFor(async () => (await fetch(url).catch(() => undefined))?.ok === true, 60_000);
  const seen: Seen = { statuses: [], failures: [] };
  const clients = Array.from({ length: 16 }, (_, i) =>
    requestUntilRefused(seen, url, i % 2 ? 'keeps its connection' : 'connects for each request'),
  );
  await waitFor(() => seen.statuses.length >= 16, 60_000);
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
  await Promise.all(clients);
  assert.deepEqual(seen.failures, []);
  assert.deepEqual([...new Set(seen.statuses)], [200]);
});

test('a first worker that is killed before it is ready ends the start with a sentence', async t => {
  const home = newHome();
  t.after(home.remove);
  const child = spawn(process.execPath, ['bin/start.js', 'serve'], { env: home.env });
  const printed = text(child.stderr);
  await waitFor(() => workersOf(child.pid!, 'api').length > 0, 60_000);
  process.kill(workersOf(child.pid!, 'api')[0]!, 'SIGKILL');
  const line = /the process of the service api ended by SIGKILL before it was ready/;
  assert.match(await printed, line);
  assert.equal(child.exitCode ?? (await once(child, 'exit'))[0], 1);
});

test('while the program is missing during an upgrade, the other workers serve', async t => {
  const home = newHome();
  const program = join(home.folder, 'node');
  copyFileSync('node_modules/node/bin/node', program);
  const child = spawn(program, ['bin/start.js', 'serve', 'auth'], {
    env: { ...home.env, KTIMA_WORKERS: '2' },
  });
  t.after(() => {
    child.kill('SIGKILL');
    home.remove();
  });
  let log = '';
  child.stderr.on('data', chunk => (log += chunk));
  await waitFor(() => /"msg":"started"/.test(log), 60_000);
  rmSync(program);
  process.kill(workersOf(child.pid!, 'auth')[0]!, 'SIGKILL');
  await waitFor(() => /ENOENT.*a worker ended; another is started/.test(log), 60_000);
  assert.equal(workersOf(child.pid!, 'auth').length, 1);
  copyFileSync('node_modules/node/bin/node', program);
  await waitFor(() => workersOf(child.pid!, 'auth').length === 2, 60_000);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});
