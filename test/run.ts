import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { globalSetup } from './setup.ts';
import { slowestGroups } from './slowest-groups.ts';

/*
 * Runs a sample (`sample.ts`) of all test files, or of those whose path contains one of the words
 * given. Files of a folder share processes: most short files take longer to load than to run.
 */

/** More than there are cores, because many tests wait for a process that they started. */
const processes = 4;
/** For a group whose test never ends. One that only leaves something open ends much sooner. */
const minutes = 10;
/** How many files share a process. The folders that take longest come first, so that none ends alone. */
const filesPerProcess: Readonly<Record<string, number>> = {
  // They share a browser and its windows.
  browser: 30,
  api: 14,
  commands: 9,
  telemetry: 1,
  // They share the gazetteer, which takes seconds to read.
  geocoder: 30,
  importing: 24,
  auth: 10,
  services: 6,
  store: 10,
  others: 28,
};

const words = process.argv.slice(2);
const files = globSync('test/**/*.test.ts')
  .filter(file => words.length === 0 || words.some(word => file.includes(word)))
  .toSorted();
if (files.length === 0) throw new Error(`no test file has ${words.join(' or ')} in its path`);

const folder = resolve('node_modules/.cache/ktima-tests');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const filesOf = Map.groupBy(files, kindOf);
const groups = Object.entries(filesPerProcess).flatMap(([kind, size]) =>
  chunksOf(filesOf.get(kind) ?? [], size).map((chunk, i) => writeGroup(`${kind}-${i + 1}`, chunk)),
);
// Unless all is asked for, as in CI. The processes inherit it.
process.env.KTIMA_TEST_SAMPLE ??= '1';
await globalSetup();
run({ files: groups, concurrency: processes, timeout: minutes * 60_000 })
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(spec)
  .on('end', () => process.stdout.write(slowestGroups(folder)))
  .pipe(process.stdout);

/** Files that use a browser are a group of their own: those of a process share one browser. */
function kindOf(file: string): string {
  if (/\/(chromium|pages|small-console)\.ts'/.test(readFileSync(file, 'utf8'))) return 'browser';
  const group = file.split('/')[1]!;
  return group in filesPerProcess ? group : 'others';
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}

/** A module that imports some test files; they are of the working directory, which is the project's root. */
function writeGroup(name: string, chunk: readonly string[]): string {
  const path = join(folder, `${name}.mjs`);
  const [watch, ...modules] = ['test/group-watch.ts', ...chunk].map(file =>
    JSON.stringify(resolve(file)),
  );
  const lines = [
    `import { startTests } from ${watch};`,
    ...modules.map(module => `import ${module};`),
    'startTests();',
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}
