// How long `ktima import buildings` takes with the buildings of a country, and then a point and a
// parcel. The first argument is the number of buildings, by default 100,000; `postgres` after it adds
// the PostgreSQL engine, which is started for it and stopped: `npm run bench buildings -- 3000000`.
import { createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Parcel } from '#domain/property/parcels.ts';
import { buildingsAtPoint, buildingsOfParcel } from '#features/report/buildings-section.ts';
import { openPostgresStore } from '#storage/store/postgres-store.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import type { Store } from '#storage/store/store.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { startCluster, templateDatabase } from '../test/postgres/cluster.ts';
import { seeded } from '../test/seeded.ts';
import { printTable, rows, temporaryFolder, timeCalls, whole } from './measure.ts';
import { runMeasured } from './service.ts';

const asked = Number(process.argv[2] ?? rows(100_000));
const withPostgres = process.argv[3] === 'postgres';
const folder = temporaryFolder();
const [path, file] = ['buildings.db', 'buildings.ndjson'].map(name => join(folder, name)) as [
  string,
  string,
];
await pipeline(Readable.from(buildingLines()), createWriteStream(file));
const imports = [await importInto('SQLite', `sqlite:${path}`)];
const sqlite = openSqliteStore(path);
const random = seeded(5);
const points = Array.from({ length: rows(1_000) }, () =>
  placeOf(Math.floor(random() * asked), random),
);
const parcels = points.map(([x, y], i): Parcel => {
  const size = 0.0001 * (2 + (i % 5));
  const ring: Position[] = [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ];
  return { kaek: '050681726003', areaM2: 1, geometry: { type: 'Polygon', coordinates: [ring] } };
});
const answers = await linesOf('SQLite', sqlite);
await sqlite.close();
if (withPostgres) {
  const cluster = await startCluster();
  const database = cluster.url(templateDatabase);
  imports.push(await importInto('PostgreSQL', database));
  const postgres = await openPostgresStore(database, { timeoutMs: 600_000 });
  answers.push(...(await linesOf('PostgreSQL', postgres)));
  await postgres.close();
  await cluster.kill();
}
console.log(
  `${whole(asked)} buildings in 300 towns, file of ${whole(statSync(file).size / 1e6)} MB; times in ` +
    'milliseconds, the shortest of three for each input. Parcels have 20 to 60 m.\n',
);
printTable(['question', 'mean CPU here', 'median', 'p99'], answers);
printTable(
  ['ktima import buildings', 'CPU here, s', 'seconds', 'buildings a second', 'peak MB here'],
  imports,
);
console.log(`The SQLite file has ${whole(statSync(path).size / 1e6)} MB.\n`);

async function linesOf(name: string, store: Store): Promise<string[][]> {
  const line = async <T>(what: string, call: (input: T) => unknown, inputs: readonly T[]) => {
    const { cpuMs, medianMs, p99Ms } = await timeCalls(call, inputs);
    return [`${what}, ${name}`, ...[cpuMs, medianMs, p99Ms].map(value => value.toFixed(2))];
  };
  return [
    await line('point', ([x, y]: Position) => buildingsAtPoint(store, y, x), points),
    await line('parcel', (parcel: Parcel) => buildingsOfParcel(store, parcel), parcels),
  ];
}

/** Imports the file into the database of a URL; returns a line of the table. */
async function importInto(name: string, database: string): Promise<string[]> {
  const args = ['import', 'buildings', file];
  const { seconds, cpuSeconds, peakMB } = await runMeasured('bin/ktima', args, database);
  return [name, cpuSeconds.toFixed(1), seconds.toFixed(1), whole(asked / seconds), whole(peakMB)];
}

/** A place in one of 300 towns, on a grid of about 20 m; neighbours in the file are far apart. */
function placeOf(number: number, random: () => number): Position {
  const town = number % 300;
  const place = Math.floor(number / 300);
  const width = Math.ceil(Math.sqrt(asked / 300));
  const [x, y] = [20.7 + ((town * 0.618) % 1) * 5, 35.6 + ((town * 0.381) % 1) * 5];
  const step = (at: number) => 0.0002 * (at + 0.1 * random());
  return [x + step(place % width), y + step(Math.floor(place / width))];
}

/** The buildings as newline-delimited GeoJSON: rectangles and angles of 8 to 16 m. */
function* buildingLines(): Generator<string> {
  const random = seeded(4);
  for (let number = 0; number < asked; number++) {
    const [x, y] = placeOf(number, random);
    const [w, h] = [0.0001 * (0.8 + random()), 0.00008 * (0.8 + random())];
    const corner =
      number % 3 === 0
        ? [
            [x + w / 2, y + h],
            [x + w / 2, y + h / 2],
          ]
        : [];
    const ring = [
      [x, y],
      [x + w, y],
      [x + w, corner.length > 0 ? y + h / 2 : y + h],
    ];
    const rest = corner.length > 0 ? corner.toReversed() : [];
    const coordinates = [[...ring, ...rest, [x, y + h], [x, y]]];
    const properties = {
      id: `way/${number}`,
      ...(number % 4 === 0 && { levels: 1 + (number % 6), use: 'apartments' }),
    };
    const geometry = { type: 'Polygon', coordinates };
    yield `${JSON.stringify({ type: 'Feature', properties, geometry })}\n`;
  }
}
