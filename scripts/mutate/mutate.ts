/**
 * `npm run mutate -- FOLDER [WORD…] [--all | --count=60] [--seed=1]`: makes one small change at a time in
 * the files of a folder, or in one file of it (`auth/throttle`), and runs its tests. A change that no test
 * notices is printed: it is wrong code that would pass, or it changes nothing. Tests are those of
 * `test/FOLDER`, and those with a WORD in their path. No file is changed: a hook of the module loader does it.
 */

import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { seeded } from '../../test/seeded.ts';
import { globalSetup } from '../../test/setup.ts';
import { type Mutant, mutantsOf } from './mutants.ts';

/** The share that must be killed. */
const enough = 0.85;

interface TestFile {
  readonly path: string;
  /** With the right code. */
  readonly milliseconds: number;
  /** The files of `src` that it loads. */
  readonly loads: ReadonlySet<string>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
});
const [name, ...words] = positionals;
if (name === undefined) throw new Error('usage: npm run mutate -- FOLDER [WORD…] [--all]');

const sources = globSync([`src/*/${name}.ts`, `src/*/${name}/**/*.ts`]).toSorted();
const paths = globSync('test/**/*.test.ts').filter(
  path =>
    path === `test/${name}.test.ts` ||
    path.startsWith(`test/${name}/`) ||
    words.some(word => path.includes(word)),
);
if (sources.length === 0) throw new Error(`no folder of src/ has ${name}.ts or ${name}/`);
if (paths.length === 0)
  throw new Error(`there is no test/${name}.test.ts and no test in test/${name}/`);

await globalSetup();
// A test that is ended early leaves its files.
const folder = mkdtempSync(join(tmpdir(), 'ktima-mutate-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
const tests: TestFile[] = [];
for (const path of paths) tests.push(await measure(path));
const mutants = choose(sources.flatMap(file => mutantsOf(file)));
const survivors: Mutant[] = [];
for (const mutant of mutants) {
  if (await isKilled(mutant)) continue;
  survivors.push(mutant);
  console.log(describe(mutant));
}
const killed = mutants.length - survivors.length;
const percent = Math.floor((100 * killed) / mutants.length);
console.log(`${name}: ${killed} of ${mutants.length} changes noticed, ${percent} %`);
process.exit(killed < enough * mutants.length ? 1 : 0);

/** All changes, or a sample, in the order of the files. */
function choose(all: readonly Mutant[]): Mutant[] {
  if (values.all) return [...all];
  const random = seeded(Number(values.seed));
  const shuffled = all.map(mutant => ({ mutant, at: random() })).sort((a, b) => a.at - b.at);
  const chosen = new Set(shuffled.slice(0, Number(values.count)).map(({ mutant }) => mutant));
  return all.filter(mutant => chosen.has(mutant));
}

/** Runs a test file with the right code. */
async function measure(path: string): Promise<TestFile> {
  const list = join(folder, `${tests.length}-loaded`);
  const startedAt = performance.now();
  const passes = await run(path, { MUTANT_LOADED: list }, 600_000);
  if (!passes) throw new Error(`${path} fails without a change`);
  const milliseconds = Math.ceil(performance.now() - startedAt);
  const files = readFileSync(list, 'utf8').split('\n');
  return { path, milliseconds, loads: new Set(files.map(file => relative('.', file))) };
}

/** The test of the same name first, then the fastest, until one fails. */
async function isKilled(mutant: Mutant): Promise<boolean> {
  const name = `/${basename(mutant.file, '.ts')}.test.ts`;
  const order = ({ path, milliseconds }: TestFile) => (path.endsWith(name) ? 0 : milliseconds);
  const loading = tests.filter(({ loads }) => loads.has(mutant.file));
  for (const { path, milliseconds } of loading.toSorted((a, b) => order(a) - order(b))) {
    const limit = 10_000 + 4 * milliseconds;
    if (!(await run(path, { MUTANT: JSON.stringify(mutant) }, limit))) return true;
  }
  return false;
}

/** Whether a test file passes within a time limit. It is ended at its first failure. */
async function run(path: string, env: Record<string, string>, limitMs: number): Promise<boolean> {
  const hook = resolve('scripts/mutate/load-mutant.ts');
  const args = ['--import', hook, '--test', '--test-isolation=none', '--test-reporter=tap', path];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, TMPDIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    output += text;
    if (/^ *not ok /m.test(output)) child.kill('SIGKILL');
  });
  return new Promise(settle => child.on('close', code => settle(code === 0)));
}

function describe({ file, line, start, end, changed }: Mutant): string {
  const text = readFileSync(file, 'utf8');
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const short = (code: string) => code.replace(/\s+/g, ' ').trim();
  const before = short(text.slice(lineStart, lineEnd));
  const after = short(text.slice(lineStart, start) + changed + text.slice(end, lineEnd));
  return `${file}:${line}\n  - ${before}\n  + ${after}`;
}
