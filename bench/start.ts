// Starts of an API over the data of a country, in both engines: without artefacts, which a process
// beside it builds, and with them; and the WAL that the imports of the data write. PostgreSQL with
// PostGIS is started for it and stopped. Needs Linux (it reads /proc). Usage: npm run bench start
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';
import { openPostgres } from '#storage/db/postgres/postgres.ts';
import { openStore } from '#storage/store/open-store.ts';
import { type Layer, type LayerRows, replaceRows } from '#storage/store/store.ts';
import { childrenOf } from '../test/commands/children.ts';
import { freePort } from '../test/postgres/cluster.ts';
import { testPostgres } from '../test/postgres/database.ts';
import { generateParcels, generatePlaces } from './generate.ts';
import { generateCountry } from './generate-country.ts';
import { printTable, rows, temporaryFolder, whole } from './measure.ts';
import { cpuSecondsOf } from './service.ts';

const size = { streets: rows(150_000), houses: rows(800_000), namedPlaces: rows(60_000) };
const places = rows(400_000);
const from = { source: 'osm', origin: 'generated', checksum: '', licence: '' };
const folder = temporaryFolder();
const country = generateCountry(await readGazetteer(), size);
const urls = { SQLite: `sqlite:${join(folder, 'country.db')}`, PostgreSQL: await testPostgres() };

const lines: string[][] = [];
const walLines: string[][] = [];
for (const [engine, url] of Object.entries(urls)) {
  const store = await openStore({ url });
  const wal = engine === 'PostgreSQL' ? await openWal(url) : undefined;
  await fill('addresses', country.addresses);
  await fill('settlements', country.settlements);
  await fill('named_places', country.namedPlaces);
  await fill('places', generatePlaces(places));
  await fill('parcels', [...generateParcels(rows(50_000))]);
  await wal?.close();
  await store.close();

  async function fill<L extends Layer>(layer: L, list: readonly LayerRows[L][]): Promise<void> {
    const before = await wal?.bytes();
    await replaceRows(store, layer, from, list);
    if (before === undefined) return;
    const bytes = (await wal!.bytes()) - before;
    walLines.push([layer, whole(list.length), whole(bytes / 1e6), whole(bytes / list.length)]);
  }
  lines.push([engine, 'without artefacts', ...(await measureStart(url))]);
  for (const which of ['with them', 'again']) {
    lines.push([engine, which, ...(await measureStart(url))]);
  }
}

console.log(
  `An API over ${whole(size.streets)} streets, ${whole(size.houses)} houses, ` +
    `${whole(size.namedPlaces)} named places and ${whole(places)} places. Seconds from the start of ` +
    'the program to its first answer (/healthz), to ready (/readyz is 200; CPU: of the processor ' +
    'until then, without the process that builds) and to the first address after that; the longest answer to an address search before it was ready; and memory (RSS, MB): ' +
    'the most of the API and of the process that builds, and that of the API five seconds later.\n',
);
const head = ['engine', 'start', 'listens', 'ready', 'CPU', 'first address', 'longest 503'];
printTable([...head, 'API, most', 'build, most', 'API, after'], lines);
console.log('\nWAL of the imports, without full pages after a checkpoint:\n');
printTable(['layer', 'rows', 'MB', 'bytes a row'], walLines);

/** Reads how many bytes a PostgreSQL server has written to its log. */
async function openWal(url: string) {
  const db = openPostgres(url);
  const sql = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes";
  return {
    bytes: async () => (await db.query<{ bytes: number }>(sql))[0]!.bytes,
    close: db.close,
  };
}

async function measureStart(url: string): Promise<string[]> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1_000;
  const port = await freePort();
  const api = `http://127.0.0.1:${port}`;
  const env = { PATH: process.env.PATH!, KTIMA_DATABASE_URL: url, KTIMA_API_PORT: String(port) };
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
  while (!(await fetch(`${api}/healthz`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(log);
    await sleep(5);
  }
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
  const cpu = cpuSecondsOf(child.pid!);
  const first = await search();
  if (first.status !== 200) throw new Error(`expected 200, got ${first.status}`);
  await sleep(5_000);
  measure();
  clearInterval(measuring);
  const after = residentMB(child.pid!);
  child.kill();
  await once(child, 'exit');
  const times = [listens, ready, cpu, first.seconds, longest].map(value => value.toFixed(2));
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
