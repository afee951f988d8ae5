import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { needProgram } from '../programs.ts';
import { asServer, type Cluster, freePort, ownFolder } from './cluster.ts';

export type PoolMode = 'transaction' | 'session' | 'statement';

/**
 * Starts Debian's PgBouncer in front of a server, with a number of connections to it for each
 * database. It ends with this process, in whatever way that ends, for its pipe breaks.
 */
export async function startPgbouncer(cluster: Cluster, poolMode: PoolMode, poolSize: number) {
  const folder = ownFolder(mkdtempSync(join(tmpdir(), 'ktima-pgbouncer-')));
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${cluster.port} user=ktima
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${poolMode}
default_pool_size = ${poolSize}
`,
    { mode: 0o644 },
  );
  const script = '"$@" & cat >/dev/null; kill $!; wait';
  const shell = spawn(
    'sh',
    ['-c', script, 'sh', ...asServer(needProgram('pgbouncer'), '-q', settings)],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  while (!(await isListening(port))) await sleep(20);
  return {
    url: (database: string) => `postgres://ktima@127.0.0.1:${port}/${database}`,
    async stop() {
      const ended = once(shell, 'exit');
      shell.stdin.end();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  const answers = await promise;
  socket.destroy();
  return answers;
}
