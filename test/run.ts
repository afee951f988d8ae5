import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
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
/**
 * In how many processes the files of a folder run: each takes one to four seconds to load the code.
 * The folders that take longest come first, so that none ends alone.
 */
const processesOf: Readonly<Record<string, number>> = {
  // They share a browser and its windows.
  browser: 1,
  api: 2,
  commands: 3,
  importing: 2,
  // They share the gazetteer, which takes seconds to read.
  geocoder: 1,
  others: 3,
  services: 1,
  auth: 1,
  store: 1,
  telemetry: 2,
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
const groups = Object.entries(processesOf).flatMap(([kind, count]) =>
  chunksOf(filesOf.get(kind) ?? [], count).map((chunk, i) => writeGroup(`${kind}-${i + 1}`, chunk)),
);
// Unless all is asked for, as in CI. The processes inherit it.
process.env.KTIMA_TEST_SAMPLE ??= '1';
// That of the runs of portfolios, which would wait for all other tests on a busy machine.
setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
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
  return group in processesOf ? group : 'others';
}

/** Every `count`-th file, so that the chunks take about as long. */
function chunksOf(paths: readonly string[], count: number): string[][] {
  const chunks = Array.from({ length: count }, (_, i) => paths.filter((_, at) => at % count === i));
  return chunks.filter(chunk => chunk.length > 0);
}

/** A module that runs some test files of the working directory, which is the project's root. */
function writeGroup(name: string, chunk: readonly string[]): string {
  const path = join(folder, `${name}.mjs`);
  const [watch, ...modules] = ['test/group-watch.ts', ...chunk].map(file => resolve(file));
  const lines = [
    `import { runTests } from ${JSON.stringify(watch)};`,
    `await runTests(${JSON.stringify(modules)});`,
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}
