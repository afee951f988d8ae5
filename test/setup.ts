import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startCluster, templateDatabase } from './postgres/cluster.ts';

/**
 * Runs once, before all test files of a run, which inherit the environment: one PostgreSQL server
 * for all of them, unless one is named, and compiled code is kept from file to file. A test file
 * that is run by itself does without.
 */
export async function globalSetup(): Promise<void> {
  const compiled = join(process.cwd(), 'node_modules/.cache/ktima-compiled');
  mkdirSync(compiled, { recursive: true });
  process.env.NODE_COMPILE_CACHE ??= compiled;
  if (process.env.KTIMA_TEST_POSTGRES_URL) return;
  const cluster = await startCluster();
  process.env.KTIMA_TEST_POSTGRES_URL = cluster.url('postgres');
  process.env.KTIMA_TEST_POSTGRES_TEMPLATE = templateDatabase;
}
