// How long `ktima import zones` takes with a national set of zones, and then a point and a parcel, with
// PostGIS over a socket beside it: ST_Intersects over the outlines and over ST_Subdivide of them, both
// indexed. PostgreSQL with PostGIS is started for it and stopped. The first argument is the number of
// zones, by default 20,000 with 50 corners on average; `sqlite` after it leaves PostgreSQL out:
// `npm run bench zones -- 1000000 sqlite`.
import { createWriteStream, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { readKind } from '#domain/zones/kind.ts';
import { zonesAtPoint, zonesOfParcel } from '#features/report/zones-section.ts';
import { openPostgresStore } from '#storage/store/postgres-store.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import type { Store } from '#storage/store/store.ts';
import type { PolygonGeometry, Position } from '#tools/geo/polygon.ts';
import { exactWkt } from '#tools/geo/polygon.ts';
import { startCluster, templateDatabase } from '../test/postgres/cluster.ts';
import { seeded } from '../test/seeded.ts';
import { printTable, rows, temporaryFolder, timeCalls, whole } from './measure.ts';
import { runMeasured } from './service.ts';

const asked = Number(process.argv[2] ?? rows(20_000));
const withPostgres = process.argv[3] !== 'sqlite';
/** Every thousandth zone is a large one, so that half of all corners are in large zones. */
const [smallCorners, largeCorners, largeEvery] = [25, 25_000, 1_000];
const description = JSON.stringify({
  kind: 'flood',
  name: { el: 'Πλημμύρα', en: 'Flood' },
  meaning: { el: 'Πλημμύρα', en: 'Flood' },
  fields: [{ field: 'depth', name: { el: 'Βάθος', en: 'Depth' }, type: 'number' }],
  severity: { field: 'depth', order: 'descending' },
  colours: ['#08306b'],
  distance_limit_m: 2_000,
});
const kind = readKind(description, 'bench');

const folder = temporaryFolder();
const [path, file, kindFile] = ['zones.db', 'zones.ndjson', 'kind.json'].map(name =>
  join(folder, name),
) as [string, string, string];
writeFileSync(kindFile, description);
await pipeline(Readable.from(zoneLines()), createWriteStream(file));
const imports = [await importInto('SQLite', `sqlite:${path}`)];
const sqlite = openSqliteStore(path);
const random = seeded(5);
const points = Array.from({ length: rows(1_000) }, () => placeIn(random));
const parcels = points.slice(0, 300).map(([x, y], i): PolygonGeometry => {
  const size = 0.0002 * (1 + (i % 5));
  const ring: Position[] = [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ];
  return { type: 'Polygon', coordinates: [ring] };
});

const dataOf = (store: Store) => ({ store, zoneKinds: [kind], coast: async () => () => undefined });
const point = (store: Store) => (at: Position) => zonesAtPoint(dataOf(store), at[1], at[0]);
const parcel = (store: Store) => (geometry: PolygonGeometry) =>
  zonesOfParcel(dataOf(store), { kaek: '050681726003', areaM2: 1, geometry });
const ms = (value: number) => value.toFixed(2);
const line = async <T>(name: string, call: (input: T) => unknown, inputs: readonly T[]) => {
  const { cpuMs, medianMs, p99Ms } = await timeCalls(call, inputs);
  return [name, ms(cpuMs), ms(medianMs), ms(p99Ms)];
};
const corners = asked * smallCorners + Math.ceil(asked / largeEvery) * largeCorners;
console.log(
  `${asked.toLocaleString('en')} zones with ${corners.toLocaleString('en')} corners; times in ` +
    'milliseconds, the shortest of three for each input. Points are anywhere in the country; where ' +
    'no zone is, Ktima also finds the nearest one within 2 km.\n',
);
const answers = [
  await line('point, SQLite', point(sqlite), points),
  await line('parcel, SQLite', parcel(sqlite), parcels),
];
if (withPostgres) await measurePostgres();
printTable(['question', 'mean CPU here', 'median', 'p99'], answers);
printTable(
  ['ktima import zones', 'CPU here, s', 'seconds', 'zones a second', 'peak MB here'],
  imports,
);
console.log(`The SQLite file has ${whole(statSync(path).size / 1e6)} MB.\n`);
await sqlite.close();

/** Adds the figures of the PostgreSQL engine and of plain PostGIS. */
async function measurePostgres(): Promise<void> {
  const cluster = await startCluster();
  const database = cluster.url(templateDatabase);
  imports.push(await importInto('PostgreSQL engine', database));
  const postgres = await openPostgresStore(database, { timeoutMs: 600_000 });
  const client = new Client({ connectionString: database });
  await client.connect();
  const begun = performance.now();
  await client.query(`
    CREATE TABLE subdivided AS SELECT number, ST_Subdivide(outline, 64) AS piece FROM zones;
    CREATE INDEX ON subdivided USING gist (piece);
    ANALYZE subdivided`);
  const cutting = (performance.now() - begun) / 1_000;
  imports.push(['ST_Subdivide and its index alone', '', cutting.toFixed(1), rate(cutting), '']);
  const at = 'ST_SetSRID(ST_MakePoint($1, $2), 4326)';
  const ask = (name: string, text: string) => (position: Position) =>
    client.query({ name, text, values: [...position] });
  const whole = `SELECT number, attributes FROM zones WHERE ST_Intersects(outline, ${at})`;
  const pieces = `SELECT DISTINCT number FROM subdivided WHERE ST_Intersects(piece, ${at})`;
  const nearest = `
    SELECT number, ST_Distance(piece::geography, ${at}::geography) AS metres
    FROM subdivided WHERE ST_DWithin(piece, ${at}, 0.025) ORDER BY piece <-> ${at} LIMIT 1`;
  const insideOrNearest = async (position: Position) => {
    const { rowCount } = await ask('pieces', pieces)(position);
    if (rowCount === 0) await ask('nearest', nearest)(position);
  };
  const shares = `
    WITH parcel AS (SELECT ST_GeomFromText($1, 4326) AS drawn)
    SELECT number, sum(ST_Area(ST_Transform(ST_Intersection(piece, drawn), 2100)))
    FROM subdivided, parcel WHERE ST_Intersects(piece, drawn) GROUP BY number`;
  const areas = (geometry: PolygonGeometry) =>
    client.query({ name: 'shares', text: shares, values: [exactWkt(geometry)] });
  answers.push(
    await line('point, PostgreSQL engine', point(postgres), points),
    await line('parcel, PostgreSQL engine', parcel(postgres), parcels),
    // It reads outlines of 25,000 corners, which takes long.
    await line('point, ST_Intersects', ask('whole', whole), points.slice(0, 100)),
    await line('point, ST_Intersects of ST_Subdivide', ask('pieces', pieces), points),
    await line('point, the same, else the nearest within 2 km', insideOrNearest, points),
    await line('parcel, areas of ST_Intersection of ST_Subdivide', areas, parcels),
  );
  await client.end();
  await postgres.close();
  await cluster.kill();
}

/** Imports the file into the database of a URL; returns a line of the table. */
async function importInto(name: string, database: string): Promise<string[]> {
  const args = ['import', 'zones', file, '--kind-file', kindFile, '--label', 'label'];
  const { seconds, cpuSeconds, peakMB } = await runMeasured('bin/ktima', args, database);
  return [name, cpuSeconds.toFixed(1), seconds.toFixed(1), rate(seconds), whole(peakMB)];
}

function rate(seconds: number): string {
  return whole(asked / seconds);
}

/** A place in the country: most are in one of 200 towns. */
function placeIn(random: () => number): Position {
  if (random() < 0.3) return [20.5 + random() * 6, 35.5 + random() * 5.5];
  const town = Math.floor(200 * random() ** 3);
  const near = () => (random() + random() + random() - 1.5) * 0.12;
  return [20.7 + ((town * 0.618) % 1) * 5.5 + near(), 35.6 + ((town * 0.381) % 1) * 5.3 + near()];
}

/** The zones as newline-delimited GeoJSON. */
function* zoneLines(): Generator<string> {
  const random = seeded(4);
  for (let number = 1; number <= asked; number++) {
    const isLarge = number % largeEvery === 0;
    const corners = isLarge ? largeCorners : smallCorners;
    const radius = isLarge ? 0.02 + 0.1 * random() : 0.0005 + 0.0015 * random();
    const [x, y] = placeIn(random);
    const ring: Position[] = Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * i) / corners;
      const reach = radius * (0.7 + 0.2 * Math.sin(9 * angle) + (0.5 / corners) * random());
      return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
    });
    const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
    const properties = { label: `${number}`, depth: Math.round(random() * 50) / 10 };
    yield `${JSON.stringify({ type: 'Feature', properties, geometry })}\n`;
  }
}
