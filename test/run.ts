import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { globalSetup } from './setup.ts';

/*
 * Runs all test files, or those whose path contains one of the words given. Up to eight files of a
 * room share a process: most short files take longer to load than to run.
 */

const filesPerProcess = 8;
/** More than there are cores, because many tests wait for a process that they started. */
const processes = 4;
const minutes = 15;

const words = process.argv.slice(2);
const files = globSync('test/**/*.test.ts')
  .filter(file => words.length === 0 || words.some(word => file.includes(word)))
  .toSorted();
if (files.length === 0) throw new Error(`no test file has ${words.join(' or ')} in its path`);

const folder = resolve('node_modules/.cache/ktima-tests');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const groups = [...Map.groupBy(files, roomOf)].flatMap(([room, own]) =>
  chunksOf(own, filesPerProcess).map((chunk, i) => writeGroup(`${room}-${i + 1}`, chunk)),
);
await globalSetup();
run({ files: groups, concurrency: processes, timeout: minutes * 60_000 })
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(spec)
  .pipe(process.stdout);

function roomOf(file: string): string {
  const [, room] = file.split('/');
  return room!.endsWith('.ts') ? 'whole' : room!;
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}

/** A module that imports some test files; they are of the working directory, which is the project's root. */
function writeGroup(name: string, chunk: readonly string[]): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, chunk.map(file => `import ${JSON.stringify(resolve(file))};\n`).join(''));
  return path;
}
