// Importing OpenStreetMap beside osmium, and parcels, few and many, with the time of a lookup
// among them. `npm run bench import -- full` takes 20 million nodes and 5 million parcels; `osm`
// leaves the parcels out. Needs osmium (Debian: apt-get install osmium-tool).
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { writeOsmPbf } from '../test/importing/osm-writer.ts';
import { seeded } from '../test/seeded.ts';
import { generateOsm, writeParcelFile } from './generate-files.ts';
import { printTable, rows, temporaryFolder, timeCalls, times, whole } from './measure.ts';
import { runMeasured } from './service.ts';

const full = process.argv.includes('full');
const nodes = rows(full ? 20_000_000 : 2_000_000);
const folder = temporaryFolder();

await importOsm();
if (!process.argv.includes('osm')) await importFewAndManyParcels();

async function importFewAndManyParcels() {
  const few = await importParcels(rows(50_000));
  const many = await importParcels(rows(full ? 5_000_000 : 300_000));
  console.log('Parcels, newline-delimited GeoJSON on the Greek Grid, areas computed:\n');
  printTable(
    ['parcels', 'seconds', 'CPU seconds', 'a second', 'peak MB', 'one lookup, µs'],
    [few, many].map(({ count, seconds, cpuSeconds, peakMB, lookup }) => [
      whole(count),
      seconds.toFixed(1),
      cpuSeconds.toFixed(1),
      whole(count / seconds),
      whole(peakMB),
      lookup.toFixed(1),
    ]),
  );
  console.log(
    'Aims: 25,000 parcels a second (many); a lookup among many ≤ 1.5 × one among few: ' +
      `${times(many.lookup / few.lookup)}.`,
  );
}

async function importOsm() {
  const file = join(folder, 'town.osm.pbf');
  await writeOsmPbf(file, generateOsm(nodes));
  const keys = ['amenity', 'shop', 'leisure', 'railway', 'highway', 'addr:housenumber'];
  const filters = keys.map(key => `nwr/${key}`);
  const filtered = join(folder, 'filtered.osm.pbf');
  const osmium = await runMeasured('osmium', ['tags-filter', file, ...filters, '-o', filtered]);
  const run = (name: string, ...options: string[]) =>
    runMeasured('bin/ktima', ['import', 'osm', file, ...options], `sqlite:${join(folder, name)}`);
  const ours = await run('osm.db', '--no-map');
  const withMap = await run('map.db');
  const size = `${whole(statSync(file).size / 1e6)} MB, ${whole(nodes)} nodes`;
  console.log(`OpenStreetMap PBF, ${size}. Aims: ≤ 8 × osmium without the map;`);
  console.log('with the map ≤ 2.5 × without it, and ≤ 1,500 MB for 20 million nodes.\n');
  const line = (name: string, { seconds, peakMB }: typeof ours) => [
    name,
    seconds.toFixed(1),
    times(seconds / osmium.seconds),
    whole(peakMB),
  ];
  printTable(
    ['command', 'seconds', 'of osmium', 'peak MB'],
    [
      line('osmium tags-filter', osmium),
      line('ktima import osm --no-map', ours),
      line('ktima import osm', withMap),
    ],
  );
  console.log(`With the map: ${times(withMap.seconds / ours.seconds)} of the time without it.\n`);
  rmSync(file);
}

async function importParcels(count: number) {
  const file = join(folder, 'parcels.ndjson');
  const database = join(folder, `parcels-${count}.db`);
  await writeParcelFile(file, count);
  const args = ['import', 'parcels', file, '--srid', '2100'];
  const measured = await runMeasured('bin/ktima', args, `sqlite:${database}`);
  rmSync(file);
  return { count, ...measured, lookup: await lookupMicroseconds(database, count) };
}

/** The time of a lookup of a random parcel. */
async function lookupMicroseconds(database: string, count: number): Promise<number> {
  const store = openSqliteStore(database);
  const random = seeded(3);
  const codes = Array.from({ length: 10_000 }, () =>
    String(Math.floor(random() * count)).padStart(12, '0'),
  );
  const { medianMs } = await timeCalls(async code => {
    if (!(await store.findParcel(code))) throw new Error(`${code} is lost`);
  }, codes);
  await store.close();
  return medianMs * 1_000;
}
