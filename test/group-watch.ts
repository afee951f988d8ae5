import { readFileSync, writeFileSync } from 'node:fs';
import { after, before } from 'node:test';

/*
 * Loaded into each process of `npm test` before its test files. Starts the tests when all files are
 * loaded, ends the process when a test left something open, and writes what the group took beside it
 * for `slowest-groups.ts`.
 */

const group = process.argv[1]!;
const secondsToClose = 60;

// Node runs the `after` hooks of all files as soon as no known test is left, even if files are
// still loading.
const { promise: allLoaded, resolve: startTests } = Promise.withResolvers<void>();
before(() => allLoaded);

export { startTests };

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
