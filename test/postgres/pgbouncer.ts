import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needProgram } from '../programs.ts';
import { startChildServer } from './child-server.ts';
import { type Cluster, freePort, ownFolder } from './cluster.ts';

export type PoolMode = 'transaction' | 'session' | 'statement';

/** Starts PgBouncer in front of a server, with a number of connections to it for each database. */
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
  const stop = await startChildServer([needProgram('pgbouncer'), '-q', settings], port);
  return {
    url: (database: string) => `postgres://ktima@127.0.0.1:${port}/${database}`,
    stop: () => stop().then(() => rmSync(folder, { recursive: true })),
  };
}
