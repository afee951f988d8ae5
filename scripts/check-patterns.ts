// Part of `npm run check:source`: every regular expression is linear, or its text is short.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Parameters } from 'recheck';
import { findPatterns, type Pattern } from './find-patterns.ts';
import {
  type BoundedPattern,
  type BuiltPatterns,
  boundedPatterns,
  builtPatterns,
} from './pattern-limits.ts';

const require = createRequire(import.meta.url);
const { version: recheckVersion } = require('recheck/package.json') as { version: string };

/** Counted work instead of time limits: the result is the same on every machine. */
const parameters: Parameters = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  attackLimit: 3_000_000,
  maxAttackStringSize: 30_000,
};

/** The patterns that are allowed not to be linear, or not to be in the sources. */
export interface Lists {
  readonly bounded: readonly BoundedPattern[];
  readonly built: readonly BuiltPatterns[];
}

/** By the checksum of a pattern: null if it is linear, else its complexity or why recheck cannot tell. */
type Verdicts = Map<string, string | null>;

/** 48 bits are enough: a file that is in git needs no defence against who writes the patterns. */
export function checksum(pattern: string): string {
  return createHash('sha256').update(pattern).digest('hex').slice(0, 12);
}

/**
 * What is wrong with the patterns of these files, or with the lists. Patterns that have a verdict are
 * not judged again; after that `verdicts` has those of these files.
 */
export async function checkPatterns(
  files: readonly string[],
  lists: Lists,
  verdicts: Verdicts = new Map(),
): Promise<string[]> {
  const inSources = files.flatMap(file => findPatterns(file));
  const builders = inSources.filter(({ source }) => source === undefined);
  const imported = lists.built.filter(({ because }) => because === undefined);
  const built = await importedPatterns(imported.map(({ file }) => file));
  const patterns = [...inSources.filter(({ source }) => source !== undefined), ...built];
  await judge(new Set(patterns.map(textOf)), verdicts);
  const verdictOn = (pattern: Pattern) => verdicts.get(checksum(textOf(pattern)));
  const slow = patterns.filter(pattern => verdictOn(pattern) !== null);
  const isBounded = (pattern: Pattern) => lists.bounded.some(entry => isOf(entry, pattern));
  return [
    ...slow
      .filter(pattern => !isBounded(pattern))
      .map(one => `${placeOf(one)}: ${textOf(one)} is ${verdictOn(one)}`),
    ...builders
      .filter(({ file }) => !lists.built.some(entry => entry.file === file))
      .map(one => `${placeOf(one)}: a pattern is built here; add the file to builtPatterns`),
    ...imported
      .filter(({ file }) => !built.some(one => one.file === file))
      .map(({ file }) => `${file}: its import builds no pattern; say why they are linear`),
    ...lists.built
      .filter(({ file }) => !builders.some(one => one.file === file))
      .map(({ file }) => `${file}: builds no pattern; remove it from builtPatterns`),
    ...lists.bounded
      .filter(entry => !slow.some(pattern => isOf(entry, pattern)))
      .map(
        ({ file, pattern }) => `${file}: has no slow ${pattern}; remove it from boundedPatterns`,
      ),
  ];
}

function textOf({ source, flags }: Pattern): string {
  return `/${source}/${flags}`;
}

function placeOf({ file, line }: Pattern): string {
  return line === 0 ? file : `${file}:${line}`;
}

function isOf(entry: BoundedPattern, pattern: Pattern): boolean {
  return entry.file === pattern.file && entry.pattern === textOf(pattern);
}

/** The patterns that modules build while they are imported, from the calls of RegExp itself. */
async function importedPatterns(files: readonly string[]): Promise<Pattern[]> {
  const found: Pattern[] = [];
  const native = RegExp;
  globalThis.RegExp = new Proxy(native, {
    construct(target, [pattern, flags]: [string, string?]) {
      const made = new target(pattern, flags);
      const file = builderOf(files, new Error().stack ?? '');
      if (file) found.push({ file, line: 0, source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    for (const file of files) await import(pathToFileURL(resolve(file)).href);
  } finally {
    globalThis.RegExp = native;
  }
  return found;
}

function builderOf(files: readonly string[], stack: string): string | undefined {
  for (const frame of stack.split('\n')) {
    const file = files.find(one => frame.includes(`${pathToFileURL(resolve(one)).href}:`));
    if (file) return file;
  }
  return undefined;
}

type Verdict = readonly [pattern: string, problem: string | null];

/** Judges the patterns that have no verdict, and forgets those that are no longer there. */
async function judge(patterns: ReadonlySet<string>, verdicts: Verdicts): Promise<void> {
  const sums = new Set([...patterns].map(checksum));
  for (const sum of verdicts.keys()) if (!sums.has(sum)) verdicts.delete(sum);
  const judged = await judgeNew([...patterns].filter(pattern => !verdicts.has(checksum(pattern))));
  for (const [pattern, problem] of judged) verdicts.set(checksum(pattern), problem);
}

async function judgeNew(patterns: readonly string[]): Promise<Verdict[]> {
  const next = new Int32Array(new SharedArrayBuffer(4));
  const verdicts: Verdict[] = [];
  const work = () =>
    new Promise<void>((done, fail) => {
      // Scala compiled to JavaScript: needs neither Java nor a binary for the platform.
      const env = { ...process.env, RECHECK_SYNC_BACKEND: 'pure' };
      const worker = new Worker(new URL(import.meta.url), { workerData: { patterns, next }, env });
      worker.on('message', (verdict: Verdict) => verdicts.push(verdict));
      worker.on('error', fail);
      worker.on('exit', () => done());
    });
  const workers = Math.min(availableParallelism(), Math.ceil(patterns.length / 10));
  await Promise.all(Array.from({ length: workers }, work));
  return verdicts;
}

function judgeInWorker({ patterns, next }: { patterns: string[]; next: Int32Array }): void {
  const { checkSync } = require('recheck') as typeof import('recheck');
  for (let i = Atomics.add(next, 0, 1); i < patterns.length; i = Atomics.add(next, 0, 1)) {
    const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(patterns[i]!)!;
    const result = checkSync(source, flags, parameters);
    const problem =
      result.status === 'safe'
        ? null
        : result.status === 'vulnerable'
          ? result.complexity.summary
          : `undecided (${result.error.kind})`;
    parentPort!.postMessage([patterns[i], problem]);
  }
}

/** The verdicts of the patterns in the sources, in git: to judge all takes minutes. */
const verdictFile = 'scripts/pattern-verdicts.json';
const judgedBy = { recheck: recheckVersion, ...parameters };

/** Checksums of linear patterns, a line for each first digit, so that branches seldom change the same. */
interface Kept {
  readonly judgedBy: object;
  readonly linear: readonly string[];
  readonly others: Readonly<Record<string, string>>;
}

/** Those of another version of recheck, or of other limits, do not count. */
function readVerdicts(): Verdicts {
  const { judgedBy: by, linear, others }: Kept = JSON.parse(readFileSync(verdictFile, 'utf8'));
  if (JSON.stringify(by) !== JSON.stringify(judgedBy)) return new Map();
  const sums = linear.flatMap(line => line.split(' '));
  return new Map([...sums.map(sum => [sum, null] as const), ...Object.entries(others)]);
}

function writeVerdicts(verdicts: Verdicts): void {
  const sums = [...verdicts.keys()].sort();
  const isLinear = (sum: string) => verdicts.get(sum) === null;
  const lines = Map.groupBy(sums.filter(isLinear), sum => sum.slice(0, 1));
  const linear = [...lines.values()].map(line => line.join(' '));
  const slow = sums.filter(sum => !isLinear(sum));
  const others = Object.fromEntries(slow.map(sum => [sum, verdicts.get(sum)]));
  writeFileSync(verdictFile, `${JSON.stringify({ judgedBy, linear, others }, null, 2)}\n`);
}

if (parentPort && workerData?.patterns) judgeInWorker(workerData);
else if (import.meta.main) {
  const files = globSync('{src,console/src,client/src}/**/*.{ts,tsx}').sort();
  const lists = { bounded: boundedPatterns, built: builtPatterns };
  const verdicts = process.argv.includes('--again') ? new Map() : readVerdicts();
  const problems = await checkPatterns(files, lists, verdicts);
  writeVerdicts(verdicts);
  for (const problem of problems) console.error(`patterns: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
