import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needProgram } from '../programs.ts';
import { startChildServer } from './child-server.ts';
import { type Cluster, freePort, ownFolder } from './cluster.ts';
import { execute } from './database.ts';

/** Starts HAProxy with deploy/haproxy.cfg in front of a primary and its standby. */
export async function startHaproxy(primary: Cluster, standby: Cluster) {
  await execute(primary.url('postgres'), 'CREATE ROLE haproxy LOGIN CONNECTION LIMIT 10');
  const folder = ownFolder(mkdtempSync(join(tmpdir(), 'ktima-haproxy-')));
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const shipped = readFileSync('deploy/haproxy.cfg', 'utf8');
  const text = shipped
    .replace('bind 127.0.0.1:5432', `bind 127.0.0.1:${port}`)
    .replace('10.0.0.11:5432', `127.0.0.1:${primary.port}`)
    .replace('10.0.0.12:5432', `127.0.0.1:${standby.port}`);
  writeFileSync(file, text, { mode: 0o644 });
  const stop = await startChildServer([needProgram('haproxy'), '-db', '-q', '-f', file], port);
  const address = `127.0.0.1:${port}`;
  return {
    address,
    url: (database: string, role = 'ktima') => `postgres://${role}@${address}/${database}`,
    stop: () => stop().then(() => rmSync(folder, { recursive: true })),
  };
}
