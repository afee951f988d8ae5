// The search for places alone, in the middle of the largest of 200 towns, beside what one would
// use instead. The peers search 1 km for all types; ours also 2 and 10 km for some, exactly.
// PostgreSQL with PostGIS and Redis are started for it and stopped (Debian: postgresql,
// postgresql-15-postgis-3, redis-server).
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import pg from 'pg';
import { packPlaces } from '../src/property/pack-places.ts';
import { nearby, type Place } from '../src/property/places.ts';
import { startCluster, templateDatabase } from '../test/postgres/cluster.ts';
import { generatePlaces, seeded } from './generate.ts';
import { cpuMicroseconds, table, times, wallMicroseconds, whole } from './measure.ts';
import { startRedis } from './redis.ts';

const count = 400_000;
const radiusMetres = 1_000;
const places = generatePlaces(count);
const random = seeded(7);
const spots = Array.from({ length: 1_000 }, () => ({
  latitude: 37.97 + 0.02 * random(),
  longitude: 23.72 + 0.02 * random(),
}));
const spot = (i: number) => spots[i % spots.length]!;

const { places: index } = packPlaces(places);
const found = spots.map(
  ({ latitude, longitude }) => nearby(index, latitude, longitude).rows.length,
);
const ours = cpuMicroseconds(2_000, i => nearby(index, spot(i).latitude, spot(i).longitude));

const rows: [name: string, microseconds: number][] = [
  ['Ktima, `nearby`', ours],
  ['geokdbush, `around`', treeOf(places)],
  ['a linear scan, haversine', scanOf(places)],
  ['Redis GEOSEARCH, over a socket', await redisWith(places)],
  ['PostGIS, ST_DWithin on geography, over a socket', await postgisWith(places)],
];
const mean = found.reduce((sum, n) => sum + n, 0) / found.length;
console.log(`${whole(count)} places, ${whole(mean)} of them in an answer.\n`);
console.log(
  table(
    ['search', 'µs', 'of Ktima'],
    rows.map(([name, us]) => [name, whole(us), `${times(us / ours)} ×`]),
  ),
);
console.log('\nAims: Redis ≥ 10 ×, PostGIS ≥ 50 ×.');
process.exit(0);

function treeOf(list: readonly Place[]): number {
  const tree = new KDBush(list.length);
  for (const { longitude, latitude } of list) tree.add(longitude, latitude);
  tree.finish();
  return cpuMicroseconds(50, i =>
    around(tree, spot(i).longitude, spot(i).latitude, Infinity, radiusMetres / 1_000),
  );
}

function scanOf(list: readonly Place[]): number {
  const radians = Math.PI / 180;
  const metres = (a: Place, b: { latitude: number; longitude: number }) => {
    const dLat = Math.sin(((a.latitude - b.latitude) * radians) / 2);
    const dLon = Math.sin(((a.longitude - b.longitude) * radians) / 2);
    const cosines = Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians);
    return 2 * 6_371_000 * Math.asin(Math.sqrt(dLat * dLat + cosines * dLon * dLon));
  };
  return cpuMicroseconds(
    5,
    i =>
      list
        .map(place => ({ place, metres: metres(place, spot(i)) }))
        .filter(found => found.metres <= radiusMetres)
        .sort((a, b) => a.metres - b.metres),
    3,
  );
}

async function redisWith(list: readonly Place[]): Promise<number> {
  const redis = await startRedis();
  for (let i = 0; i < list.length; i += 1_000) {
    const points = list.slice(i, i + 1_000).flatMap(p => [p.longitude, p.latitude, p.id]);
    await redis.send('GEOADD', 'places', ...points);
  }
  const search = (i: number) => {
    const { longitude, latitude } = spot(i);
    const how = ['BYRADIUS', radiusMetres, 'm', 'ASC', 'WITHDIST'];
    return redis.send('GEOSEARCH', 'places', 'FROMLONLAT', longitude, latitude, ...how);
  };
  const microseconds = await wallMicroseconds(1_000, search);
  redis.close();
  return microseconds;
}

async function postgisWith(list: readonly Place[]): Promise<number> {
  const cluster = await startCluster();
  const client = new pg.Client(cluster.url(templateDatabase));
  await client.connect();
  await client.query(
    'CREATE TABLE places (id bigint PRIMARY KEY, place_type text, position geography(Point))',
  );
  await client.query(
    `INSERT INTO places SELECT id, type, ST_MakePoint(lon, lat)::geography
     FROM unnest($1::bigint[], $2::text[], $3::float8[], $4::float8[]) AS p (id, type, lon, lat)`,
    [
      list.map(p => p.id),
      list.map(p => p.place_type),
      list.map(p => p.longitude),
      list.map(p => p.latitude),
    ],
  );
  await client.query('CREATE INDEX ON places USING gist (position)');
  await client.query('ANALYZE places');
  const text = `SELECT id, ST_Distance(position, ST_MakePoint($1, $2)::geography) AS metres
    FROM places WHERE ST_DWithin(position, ST_MakePoint($1, $2)::geography, $3)
    ORDER BY metres, id`;
  const search = (i: number) =>
    client.query({
      name: 'near',
      text,
      values: [spot(i).longitude, spot(i).latitude, radiusMetres],
    });
  const microseconds = await wallMicroseconds(300, search);
  await client.end();
  await cluster.kill();
  return microseconds;
}
