import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { Client } from 'pg';
import { type Cluster, startCluster, templateDatabase } from './cluster.ts';

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
    after(() => execute(given, `DROP DATABASE ${name} WITH (FORCE)`));
    const url = new URL(given);
    url.pathname = name;
    return url.href;
  }
  cluster ??= startCluster();
  const { url } = await cluster;
  await execute(url('postgres'), `CREATE DATABASE ${name} TEMPLATE ${templateDatabase}`);
  return url(name);
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
