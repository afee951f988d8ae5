import { writeFileSync } from 'node:fs';
import { type Cluster, startCluster } from './cluster.ts';
import { execute } from './database.ts';

/** The password of the role `app`. */
export const appPassword = 'hunter2hunter2';

/** Starts a server that requires a password of the role `app`; its owner `ktima` needs none. */
export async function startStrictCluster(): Promise<Cluster> {
  const cluster = await startCluster();
  const rules = ['host all ktima 127.0.0.1/32 trust', 'host all app 127.0.0.1/32 scram-sha-256'];
  writeFileSync(`${cluster.folder}/pg_hba.conf`, `${rules.join('\n')}\n`);
  await execute(
    cluster.url('postgres'),
    `CREATE ROLE app LOGIN PASSWORD '${appPassword}'; SELECT pg_reload_conf()`,
  );
  return cluster;
}
