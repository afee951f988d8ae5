import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { type Cluster, startCluster, templateDatabase } from './cluster.ts';

/** Options of a store where time is not what is tested: a busy machine may take it. */
export const patient = { timeoutMs: 60_000 };

let cluster: Promise<Cluster> | undefined;

/**
 * The address of a new, empty database with PostGIS: on the server of KTIMA_TEST_POSTGRES_URL,
 * else on a throwaway cluster that all tests of this process share and that ends with it.
 */
export async function testPostgres(): Promise<string> {
  const name = `ktima_test_${randomBytes(6).toString('hex')}`;
  const given = process.env.KTIMA_TEST_POSTGRES_URL;
  if (given) {
    await execute(given, `CREATE DATABASE ${name}`);
    dropAtExit(given, name);
    const url = new URL(given);
    url.pathname = name;
    return url.href;
  }
  cluster ??= startCluster();
  const { url } = await cluster;
  await execute(url('postgres'), `CREATE DATABASE ${name} TEMPLATE ${templateDatabase}`);
  return url(name);
}

const toDrop: string[] = [];

/** Only when all tests are over: some hold connections to the end. */
function dropAtExit(url: string, name: string): void {
  if (toDrop.push(name) > 1) return;
  const script = `
    const [url, ...names] = process.argv.slice(1);
    const client = new (require('pg').Client)({ connectionString: url });
    const drop = name => client.query('DROP DATABASE ' + name + ' WITH (FORCE)');
    client.connect().then(() => Promise.all(names.map(drop))).finally(() => client.end());`;
  process.once('exit', () => execFileSync(process.execPath, ['-e', script, url, ...toDrop]));
}

/** Runs one statement on a connection of its own. */
export async function execute(url: string, sql: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
