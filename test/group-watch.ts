import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import test, { after, before } from 'node:test';
import { MissingProgram } from './programs.ts';

/*
 * Loads the test files of a process of `npm test`, and starts them when all are loaded. Ends the
 * process when a test left something open, and writes what the group took beside it for
 * `slowest-groups.ts`.
 */

const group = process.argv[1]!;
const secondsToClose = 60;

// Node runs the `after` hooks of all files as soon as no known test is left, even if files are
// still loading.
const { promise: allLoaded, resolve: startTests } = Promise.withResolvers<void>();
before(() => allLoaded);

export async function runTests(files: readonly string[]): Promise<void> {
  await Promise.all(files.map(load));
  startTests();
}

/** A file that needs what this machine lacks is skipped, and says so. */
async function load(file: string): Promise<void> {
  try {
    await import(file);
  } catch (error) {
    if (!(error instanceof MissingProgram)) throw error;
    test(relative('', file), { skip: error.message });
  }
}

after(() => {
  const watch = setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ');
    console.error(`${group}: a test left something open, which keeps the process: ${open}`);
    process.exit(1);
  }, secondsToClose * 1_000);
  watch.unref();
});

process.on('exit', () => {
  const taken = { seconds: performance.now() / 1_000, cpuSeconds: cpuSeconds() };
  writeFileSync(group.replace(/\.mjs$/, '.json'), JSON.stringify(taken));
});

/** Of this process, and on Linux also of the processes it started that have ended. */
function cpuSeconds(): number {
  const own = process.cpuUsage();
  if (process.platform !== 'linux') return (own.user + own.system) / 1e6;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / 100;
}
