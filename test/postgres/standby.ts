import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, startCluster } from './cluster.ts';
import { execute } from './database.ts';

/** Starts a hot standby that follows a server by streaming replication. */
export function startStandby(primary: Cluster): Promise<Cluster> {
  const from = `postgres://ktima@127.0.0.1:${primary.port}`;
  return startCluster(folder =>
    primary.run('pg_basebackup', '-R', '-X', 'stream', '-c', 'fast', '-d', from, '-D', folder),
  );
}

/** Waits until a standby has all that was committed on its primary. */
export async function caughtUp(primary: Cluster, standby: Cluster): Promise<void> {
  const [{ lsn }] = await execute(primary.url('postgres'), 'SELECT pg_current_wal_lsn() AS lsn');
  const behind = async () => {
    const sql = `SELECT pg_last_wal_replay_lsn() < '${lsn}' AS behind`;
    return (await execute(standby.url('postgres'), sql))[0].behind;
  };
  while (await behind()) await sleep(20);
}

/** Changes the parts of a primary and its standby, as a planned switchover does. */
export async function switchOver(primary: Cluster, standby: Cluster): Promise<void> {
  primary.run('pg_ctl', 'stop', '-s', '-w', '-m', 'fast', '-D', primary.folder);
  standby.run('pg_ctl', 'promote', '-s', '-w', '-D', standby.folder);
  const from = `host=127.0.0.1 port=${standby.port} user=ktima`;
  appendFileSync(join(primary.folder, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
  writeFileSync(join(primary.folder, 'standby.signal'), '');
  await primary.start();
}
