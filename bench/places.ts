// Finding the places around a point in the middle of the largest of 200 towns, writing their JSON
// and compressing it, compared with what one would use instead. The peers search 1 km for all types; ours also 2 and
// 10 km for some, exactly. PostgreSQL with PostGIS is started for it and stopped.
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import pg from 'pg';
import { packPlaces } from '#domain/property/pack-places.ts';
import { nearby } from '#domain/property/places.ts';
import { renderNearby } from '#domain/property/places-json.ts';
import { startCluster, templateDatabase } from '../test/postgres/cluster.ts';
import { seeded } from '../test/seeded.ts';
import { generatePlaces } from './generate.ts';
import { cpuMicroseconds, printTable, rows, timeCalls, times, whole } from './measure.ts';

const radiusMetres = 1_000;
const list = generatePlaces(rows(400_000));
const { places: index, placeJsonBytes } = packPlaces(list);
const random = seeded(7);
const points = Array.from({ length: 1_000 }, () => ({
  latitude: 37.97 + 0.02 * random(),
  longitude: 23.72 + 0.02 * random(),
}));
const point = (i: number) => points[i % points.length]!;
const search = (i: number) => nearby(index, point(i).latitude, point(i).longitude);

const byId = new Map(list.map(place => [place.id, place]));
const found = search(0);
const objects = found.rows.map((row, i) => ({
  ...byId.get(index.ids[row]!)!,
  distance: Math.round(found.metres[i]! * 100) / 100,
}));
if (`${renderNearby(placeJsonBytes, found)}` !== JSON.stringify(objects))
  throw new Error('unequal');

const counts = points.map((_, i) => search(i).rows.length);
const mean = counts.reduce((sum, n) => sum + n, 0) / counts.length;
console.log(`${whole(list.length)} places, ${whole(mean)} of them in an answer.\n`);
compare('search', [
  ['Ktima, `nearby`', cpuMicroseconds(2_000, search)],
  ['geokdbush, `around`', searchTree()],
  ['PostGIS, ST_DWithin on geography, over a socket', await searchPostgis()],
]);
compare('bytes of an answer', [
  ['Ktima, `renderNearby`', cpuMicroseconds(2_000, () => renderNearby(placeJsonBytes, found))],
  ['JSON.stringify', cpuMicroseconds(200, () => Buffer.from(JSON.stringify(objects)))],
]);
printTable(
  ['compression', 'CPU, ms', 'bytes', 'smaller', 'ms on a line of 100 Mbit/s'],
  Object.entries(codings(Buffer.from(renderNearby(placeJsonBytes, found)))).map(
    ([name, compress], _, [plain]) => {
      const { length } = compress();
      const ms = cpuMicroseconds(20, compress) / 1_000;
      const smaller = times(plain![1]().length / length);
      return [name, ms.toFixed(2), whole(length), smaller, ((8 * length) / 100_000).toFixed(1)];
    },
  ),
);
process.exit(0);

/** The first is not compressed; the others are as served, at their lowest levels. */
function codings(response: Buffer): Record<string, () => Buffer> {
  const { BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = constants;
  return {
    'as it is': () => response,
    'zstd 1': () => zstdCompressSync(response, { params: { [ZSTD_c_compressionLevel]: 1 } }),
    'br 1': () => brotliCompressSync(response, { params: { [BROTLI_PARAM_QUALITY]: 1 } }),
    'gzip 1': () => gzipSync(response, { level: 1 }),
  };
}

/** The first is ours. */
function compare(what: string, measured: readonly [name: string, microseconds: number][]): void {
  const ours = measured[0]![1];
  printTable(
    [what, 'µs', 'of Ktima'],
    measured.map(([name, us]) => [name, whole(us), times(us / ours)]),
  );
}

function searchTree(): number {
  const tree = new KDBush(list.length);
  for (const { longitude, latitude } of list) tree.add(longitude, latitude);
  tree.finish();
  return cpuMicroseconds(50, i =>
    around(tree, point(i).longitude, point(i).latitude, Infinity, radiusMetres / 1_000),
  );
}

async function searchPostgis(): Promise<number> {
  const cluster = await startCluster();
  const client = new pg.Client(cluster.url(templateDatabase));
  await client.connect();
  await client.query('CREATE TABLE places (id bigint PRIMARY KEY, position geography(Point))');
  await client.query(
    `INSERT INTO places SELECT id, ST_MakePoint(lon, lat)::geography
     FROM unnest($1::bigint[], $2::float8[], $3::float8[]) AS p (id, lon, lat)`,
    [list.map(p => p.id), list.map(p => p.longitude), list.map(p => p.latitude)],
  );
  await client.query('CREATE INDEX ON places USING gist (position)');
  await client.query('ANALYZE places');
  const text = `SELECT id, ST_Distance(position, ST_MakePoint($1, $2)::geography) AS metres
    FROM places WHERE ST_DWithin(position, ST_MakePoint($1, $2)::geography, ${radiusMetres})
    ORDER BY metres, id`;
  const { medianMs } = await timeCalls(
    ({ longitude, latitude }) =>
      client.query({ name: 'near', text, values: [longitude, latitude] }),
    points.slice(0, 300),
  );
  await client.end();
  await cluster.kill();
  return medianMs * 1_000;
}
