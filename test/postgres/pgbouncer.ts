import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asServer, type Cluster, freePort, ownFolder } from './cluster.ts';
import { installDebian, mayInstall } from './install.ts';

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
  const shell = spawn('sh', ['-c', script, 'sh', ...asServer(pgbouncer(), '-q', settings)], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
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

/** The program; on Debian as root it is installed if need be. */
function pgbouncer(): string {
  const find = () => spawnSync('which', ['pgbouncer'], { encoding: 'utf8' }).stdout.trim();
  if (find() === '' && mayInstall()) {
    installDebian('pgbouncer');
    // Debian starts its own instance with the package, which is not needed.
    spawnSync('service', ['pgbouncer', 'stop'], { stdio: 'ignore' });
  }
  const found = find();
  if (found === '') throw new Error('this test needs pgbouncer: install the package of that name');
  return found;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  const answers = await promise;
  socket.destroy();
  return answers;
}
