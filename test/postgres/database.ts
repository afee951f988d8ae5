import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import { Client } from 'pg';
import { startCluster, templateDatabase } from './cluster.ts';
import { findPostgres, missingPostgres } from './install.ts';

/** The `skip` of a test over PostgreSQL: what is missing, if it is. */
export const noPostgres =
  process.env.KTIMA_TEST_POSTGRES_URL || findPostgres() ? false : missingPostgres;

/** A test over PostgreSQL. */
export function postgresTest(name: string, work: (t: TestContext) => Promise<void>): void {
  test(name, { skip: noPostgres }, work);
}

/** Options of a store where time is not what is tested: a busy machine may take it. */
export const patient = { timeoutMs: 60_000 };

/**
 * A server that makes databases for tests: that of KTIMA_TEST_POSTGRES_URL, which a whole run
 * sets (test/setup.ts), else a throwaway cluster of this process. The template has PostGIS, if
 * one is named.
 */
interface Server {
  readonly url: string;
  readonly template: string;
}

let server: Promise<Server> | undefined;

async function findServer(): Promise<Server> {
  const { KTIMA_TEST_POSTGRES_URL: url, KTIMA_TEST_POSTGRES_TEMPLATE: template } = process.env;
  if (url) return { url, template: template ?? 'template1' };
  return { url: (await startCluster()).url('postgres'), template: templateDatabase };
}

/** The address of a new, empty database, which is dropped when this process ends. */
export async function testPostgres(): Promise<string> {
  server ??= findServer();
  const { url, template } = await server;
  const name = `ktima_test_${randomBytes(6).toString('hex')}`;
  // A copy of the files takes a fifth of the time of the default, which writes each page to the log.
  await execute(url, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  if (process.env.KTIMA_TEST_POSTGRES_URL) dropAtExit(url, name);
  const address = new URL(url);
  address.pathname = name;
  return address.href;
}

const toDrop: string[] = [];

/** Only when all tests are over: some hold connections to the end. */
function dropAtExit(url: string, name: string): void {
  if (toDrop.push(name) > 1) return;
  const script = `
    const [url, ...names] = process.argv.slice(1);
    const client = new (require('pg').Client)({ connectionString: url });
    (async () => {
      await client.connect();
      for (const name of names) await client.query('DROP DATABASE ' + name + ' WITH (FORCE)');
      await client.end();
    })();`;
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
