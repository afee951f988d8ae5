import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import test from 'node:test';
import { rounds } from '../sample.ts';
import { holdNoSecret } from '../secrets.ts';
import { waitFor } from '../store/changes.ts';
import { times } from './auth-instance.ts';
import { linesOf, newHome } from './ktima.ts';
import { requestUntil, type Seen } from './stop-load.ts';

/** Like systemd, a shell holds the socket (3), and starts the service again that has ended. */
const holder = `while :; do sh -c 'LISTEN_PID=$$ exec bin/ktima serve auth'; done`;

test('a service with a held port is restarted under load, and no request fails', async t => {
  const { env } = newHome(t);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle;
  const shell = spawn('sh', ['-c', holder], {
    env: {
      ...env,
      KTIMA_ACCESS_LOG: 'off',
      LISTEN_FDS: '1',
      LISTEN_FDNAMES: 'auth',
      KTIMA_IDLE_SECONDS: '5',
    },
    stdio: ['ignore', 'ignore', 'pipe', fd],
    // A group of its own, so that nothing of it is left.
    detached: true,
  });
  server.close();
  const stderr = shell.stderr!;
  let log = '';
  stderr.on('data', chunk => {
    log += chunk;
  });
  const load = new AbortController();
  t.after(async () => {
    load.abort();
    const ended = once(stderr, 'close');
    process.kill(-shell.pid!, 'SIGKILL');
    await ended;
    holdNoSecret('a service with a held port', log);
  });
  const started = () => linesOf(log.slice(0, log.lastIndexOf('\n'))).filter(isStart);
  const pid = () => Number(String(started().at(-1)!.instance).split(':').at(-1));
  const takesThePort = async (starts: number) => {
    await waitFor(() => started().length === starts, 60_000);
    assert.equal(started().at(-1)!.auth, `http://127.0.0.1:${port}`);
  };
  await takesThePort(1);

  const seen: Seen = { statuses: [], failures: [] };
  const url = `http://127.0.0.1:${port}/auth/token/refresh`;
  const post = { body: 'refresh_token=not-a-token' };
  const clients = times(4).flatMap(() => [
    requestUntil(load.signal, seen, url, 'keeps its connection', post),
    requestUntil(load.signal, seen, url, 'connects for each request', post),
  ]);
  const more = (until = seen.statuses.length + 100) =>
    waitFor(() => seen.statuses.length >= until, 60_000);
  await more();
  const restarts = rounds(8, 2);
  for (const [done] of times(restarts).entries()) {
    process.kill(pid());
    await takesThePort(done + 2);
    await more();
  }
  load.abort();
  await Promise.all(clients);
  assert.deepEqual(seen.failures, []);
  // The token does not exist: what matters is that the service says so.
  assert.deepEqual([...new Set(seen.statuses)], [401]);
});

const isStart = ({ msg }: Record<string, unknown>) => msg === 'started';
