// Starts of an API over the data of a country, in both engines: without artefacts, which a process
// beside it builds, and with them. PostgreSQL with PostGIS is started for it and stopped. Needs Linux
// (it reads /proc). Usage: npm run bench start
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';
import { openStore } from '#storage/store/open-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { childrenOf } from '../test/commands/children.ts';
import { testPostgres } from '../test/postgres/database.ts';
import { generatePlaces } from './generate.ts';
import { generateCountry } from './generate-country.ts';
import { printTable, rows, temporaryFolder, whole } from './measure.ts';

const size = { streets: rows(150_000), houses: rows(800_000), namedPlaces: rows(60_000) };
const places = rows(400_000);
const from = { source: 'osm', origin: 'generated', checksum: '', licence: '' };
const folder = temporaryFolder();
const country = generateCountry(await readGazetteer(), size);
const urls = { SQLite: `sqlite:${join(folder, 'country.db')}`, PostgreSQL: await testPostgres() };

const lines: string[][] = [];
for (const [engine, url] of Object.entries(urls)) {
  const store = await openStore({ url });
  await replaceRows(store, 'addresses', from, country.addresses);
  await replaceRows(store, 'settlements', from, country.settlements);
  await replaceRows(store, 'named_places', from, country.namedPlaces);
  await replaceRows(store, 'places', from, generatePlaces(places));
  await store.close();
  lines.push([engine, 'without artefacts', ...(await measureStart(url))]);
  for (const which of ['with them', 'again']) {
    lines.push([engine, which, ...(await measureStart(url))]);
  }
}

console.log(
  `An API over ${whole(size.streets)} streets, ${whole(size.houses)} houses, ` +
    `${whole(size.namedPlaces)} named places and ${whole(places)} places. Seconds from the start of ` +
    'the program to its first answer (/healthz), to ready (/readyz is 200) and to the first address ' +
    'after that; the longest answer to an address search before it was ready; and memory (RSS, MB): ' +
    'the most of the API and of the process that builds, and that of the API five seconds later.\n',
);
const head = ['engine', 'start', 'listens', 'ready', 'first address', 'longest 503'];
printTable([...head, 'API, most', 'build, most', 'API, after'], lines);

async function measureStart(url: string): Promise<string[]> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1_000;
  const env = { PATH: process.env.PATH!, KTIMA_DATABASE_URL: url, KTIMA_API_PORT: '0' };
  const child = spawn('bin/ktima', ['serve', 'api'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', chunk => {
    log += chunk;
  });
  const most = { api: 0, build: 0 };
  const measure = () => {
    most.api = Math.max(most.api, residentMB(child.pid!));
    for (const pid of childrenOf(child.pid!)) most.build = Math.max(most.build, residentMB(pid));
  };
  const measuring = setInterval(measure, 100);
  let api: string | undefined;
  while (!api) {
    api = /"api":"([^"]+)".*"msg":"started"/.exec(log)?.[1];
    if (child.exitCode !== null) throw new Error(log);
    await sleep(5);
  }
  await fetch(`${api}/healthz`);
  const listens = seconds();
  const search = async () => {
    const before = performance.now();
    const address = encodeURIComponent('Ερμού 12, Αθήνα');
    const { status } = await fetch(`${api}/api/geocoding/address-search/?address=${address}`);
    return { status, seconds: (performance.now() - before) / 1_000 };
  };
  let longest = 0;
  while ((await fetch(`${api}/readyz`)).status !== 200) {
    const asked = await search();
    if (asked.status === 503) longest = Math.max(longest, asked.seconds);
    await sleep(100);
  }
  const ready = seconds();
  const first = await search();
  if (first.status !== 200) throw new Error(`expected 200, got ${first.status}`);
  await sleep(5_000);
  measure();
  clearInterval(measuring);
  const after = residentMB(child.pid!);
  child.kill();
  await once(child, 'exit');
  const times = [listens, ready, first.seconds, longest].map(value => value.toFixed(2));
  return [...times, whole(most.api), most.build ? whole(most.build) : '', whole(after)];
}

function residentMB(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_000;
  } catch {
    // It has ended.
    return 0;
  }
}
