import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

const source = 'console/src/offline/worker.ts';
/** The library of the map, which needs the network all the same, is larger. */
const mostBytes = 300_000;

/** Writes the service worker, with the names of the files that it stores, beside the page. */
export async function writeOfflineWorker(folder: string): Promise<void> {
  const { transformWithOxc } = await import('vite');
  const assets = readdirSync(`${folder}/assets`)
    .filter(name => /\.(m?js|css|woff2)$/.test(name) && !name.startsWith('open-map'))
    .filter(name => statSync(`${folder}/assets/${name}`).size <= mostBytes)
    .map(name => `/assets/${name}`)
    .sort();
  const page = readFileSync(`${folder}/index.html`);
  const build = createHash('sha256').update(page).update(assets.join()).digest('hex').slice(0, 16);
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source);
  const filled = code
    .replace(/["']{{build}}["']/, JSON.stringify(build))
    .replace(/["']{{files}}["']/, ['/', ...assets].map(path => JSON.stringify(path)).join());
  writeFileSync(`${folder}/offline.js`, filled);
}
