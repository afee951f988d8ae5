import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startCluster, templateDatabase } from './postgres/cluster.ts';
import { findPostgres } from './postgres/install.ts';

/**
 * Runs once, before all test files of a run, which inherit the environment: one PostgreSQL server
 * for all of them, unless one is named, compiled code is kept from file to file, the address index is
 * cached, and the sample of `--demo` is loaded once. A test file that is run by itself does without.
 */
export async function globalSetup(): Promise<void> {
  const compiled = join(process.cwd(), 'node_modules/.cache/ktima-compiled');
  mkdirSync(compiled, { recursive: true });
  process.env.NODE_COMPILE_CACHE ??= compiled;
  nameDemo();
  await Promise.all([startPostgres(), cacheAddressIndex()]);
}

async function startPostgres(): Promise<void> {
  if (process.env.KTIMA_TEST_POSTGRES_URL || !findPostgres()) return;
  process.env.KTIMA_TEST_POSTGRES_URL = (await startCluster()).url('postgres');
  process.env.KTIMA_TEST_POSTGRES_TEMPLATE = templateDatabase;
}

/**
 * The first search of an address caches its index, which takes seconds to build. Help loads every
 * command, so that all their compiled code is kept.
 */
async function cacheAddressIndex(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ktima-'));
  const env = { ...process.env, KTIMA_DATABASE_URL: `sqlite:${folder}/ktima.db` };
  const ktima = (...args: string[]) => promisify(execFile)('bin/ktima', args, { env });
  await ktima('--help');
  await ktima('migrate');
  await ktima('geocode', 'Αθήνα');
  rmSync(folder, { recursive: true });
}

/** Homes of services with `--demo` are copies of one, which the first of them fills. */
function nameDemo(): void {
  const folder = mkdtempSync(join(tmpdir(), 'ktima-demo-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  process.env.KTIMA_TEST_DEMO = join(folder, 'filled');
}
