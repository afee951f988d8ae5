// Imports beside osmium, memory on a large file, parcels a second, lookups among few and many.
// Usage: npm run bench import [full]; full takes 20 million nodes and 5 million parcels. Needs
// osmium (Debian: apt-get install osmium-tool).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../src/store/sqlite.ts';
import { writeOsmPbf } from '../test/import/osm-writer.ts';
import { seeded } from './generate.ts';
import { generateTown, writeParcelFile } from './generate-files.ts';
import { type Measured, measuredToEnd } from './measured-command.ts';

const full = process.argv.includes('full');
const nodes = full ? 20_000_000 : 2_000_000;
const parcels = full ? 5_000_000 : 300_000;
const fewParcels = 50_000;

const folder = mkdtempSync(join(tmpdir(), 'ktima-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

/** Runs a command to its end; wall time and the most memory it held. */
function run(command: string, args: string[], database = '') {
  const env = { ...process.env, KTIMA_DATABASE_URL: `sqlite:${database}` };
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  return measuredToEnd(child, `${command} ${args.join(' ')}`);
}

function line(...cells: (string | number)[]) {
  console.log(`| ${cells.join(' | ')} |`);
}

async function benchOsm() {
  const file = join(folder, 'town.osm.pbf');
  await writeOsmPbf(file, generateTown(nodes));
  const filters = [
    'nwr/amenity',
    'nwr/shop',
    'nwr/leisure',
    'nwr/railway',
    'nwr/highway',
    'nwr/addr:housenumber',
  ];
  const filtered = ['tags-filter', file, ...filters, '-O', '-o', join(folder, 'filtered.osm.pbf')];
  const osmium = await run('osmium', filtered);
  const ours = await run('bin/ktima', ['import', 'osm', file], join(folder, 'osm.db'));
  const size = `${(statSync(file).size / 1e6).toFixed(0)} MB, ${(nodes / 1e6).toFixed(0)} million nodes`;
  console.log(`\nOpenStreetMap PBF, ${size}\n`);
  line('what', 'seconds', 'of osmium', 'peak MB');
  line('---', '---:', '---:', '---:');
  line('osmium tags-filter', osmium.seconds.toFixed(1), '', osmium.peakMB.toFixed(0));
  line(
    'ktima import osm',
    ours.seconds.toFixed(1),
    `${(ours.seconds / osmium.seconds).toFixed(1)} × (aim ≤ 8)`,
    ours.peakMB.toFixed(0),
  );
  rmSync(file);
}

async function importParcels(count: number): Promise<{ database: string; run: Measured }> {
  const file = join(folder, 'parcels.ndjson');
  const database = join(folder, `parcels-${count}.db`);
  await writeParcelFile(file, count);
  const result = await run('bin/ktima', ['import', 'parcels', file, '--srid', '2100'], database);
  rmSync(file);
  return { database, run: result };
}

/** Median time of a lookup of a random parcel, in microseconds. */
async function lookupMicroseconds(database: string, count: number): Promise<number> {
  const store = openSqliteStore(database);
  const random = seeded(3);
  const rounds: number[] = [];
  for (let round = 0; round < 7; round++) {
    const codes = Array.from({ length: 5_000 }, () =>
      String(Math.floor(random() * count)).padStart(12, '0'),
    );
    const started = performance.now();
    for (const code of codes)
      if (!(await store.findParcel(code))) throw new Error(`${code} is lost`);
    rounds.push(((performance.now() - started) / codes.length) * 1000);
  }
  await store.close();
  return rounds.toSorted((a, b) => a - b)[3]!;
}

async function benchParcels() {
  const few = await importParcels(fewParcels);
  const many = await importParcels(parcels);
  console.log('\nParcels, newline-delimited GeoJSON on the Greek Grid, areas computed\n');
  line('parcels', 'seconds', 'a second', 'peak MB', 'one lookup, µs');
  line('---:', '---:', '---:', '---:', '---:');
  const lookups = [
    await lookupMicroseconds(few.database, fewParcels),
    await lookupMicroseconds(many.database, parcels),
  ] as const;
  for (const [i, [count, { run: r }]] of (
    [
      [fewParcels, few],
      [parcels, many],
    ] as const
  ).entries()) {
    line(
      count.toLocaleString('en'),
      r.seconds.toFixed(1),
      `${Math.round(count / r.seconds).toLocaleString('en')} (aim ≥ 25,000)`,
      r.peakMB.toFixed(0),
      lookups[i]!.toFixed(1),
    );
  }
  console.log(
    `\nA lookup among many takes ${(lookups[1] / lookups[0]).toFixed(2)} times one among few (aim ≤ 1.5).`,
  );
}

await benchOsm();
await benchParcels();
