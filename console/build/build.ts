import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { InlineConfig } from 'vite';
import { compressFolder } from './compress.ts';
import { writeNotices } from './notices.ts';
import { writeOfflineWorker } from './offline.ts';

/** Which files the console was built from, with the checksum of each. Goes with node_modules. */
const recordPath = 'node_modules/.cache/ktima-console.json';

type Record = Readonly<{ [path: string]: string | undefined }>;

const checksum = (path: string) =>
  existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : undefined;

const consoleFiles = () =>
  globSync('console/**/*.*', { exclude: ['console/dist'] }).concat('package-lock.json');

/** Whether the console in `dist` was built from the files as they are now. */
function isCurrent(): boolean {
  if (!existsSync(recordPath) || !existsSync('console/dist/third-party.txt.br')) return false;
  const record = JSON.parse(readFileSync(recordPath, 'utf8')) as Record;
  const paths = new Set([...consoleFiles(), ...Object.keys(record)]);
  return [...paths].every(path => record[path] === checksum(path));
}

/** Reports and summaries as the server makes them: one file without dependencies, which is not served. */
const serverBuild: InlineConfig = {
  root: 'console',
  ssr: { noExternal: true },
  build: {
    ssr: 'src/server/render-pages.ts',
    outDir: 'dist/server',
    copyPublicDir: false,
    minify: true,
    // A document embeds its typeface.
    assetsInlineLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: { output: { entryFileNames: 'render-pages.js', codeSplitting: false } },
  },
};

/** Bundles the console; returns the files of this project that went into it. */
async function bundle(): Promise<string[]> {
  // Loaded here: a build that is not needed does not wait for Vite.
  const { build } = await import('vite');
  const results = [await build({ root: 'console' }), await build(serverBuild)];
  const chunks = results.flat().flatMap(one => ('output' in one ? one.output : []));
  return chunks
    .flatMap(chunk => ('moduleIds' in chunk ? chunk.moduleIds : []))
    .map(id => relative('.', id.replace(/\?.*/, '')))
    .filter(path => !path.includes('node_modules/') && existsSync(path));
}

async function buildConsole(): Promise<void> {
  const paths = [...consoleFiles(), ...(await bundle())];
  writeNotices();
  await writeOfflineWorker('console/dist');
  compressFolder('console/dist');
  mkdirSync(dirname(recordPath), { recursive: true });
  const record: Record = Object.fromEntries(paths.map(path => [path, checksum(path)]));
  writeFileSync(recordPath, JSON.stringify(record));
}

// `node console/build/build.ts`, from the root of the project: `npm run build`.
if (!process.argv.includes('--if-changed') || !isCurrent()) await buildConsole();
