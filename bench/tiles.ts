// Vector tiles of a dense town at zoom 14 to 16: Ktima over SQLite by HTTP, with and without its
// cache, beside ST_AsMVT over a socket, on the same features as rows with a GiST index.
// PostgreSQL with PostGIS is started for it and stopped.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get as request } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { toWkb } from '../src/geo/wkb.ts';
import { openCopy } from '../src/store/postgres/copy.ts';
import { openPostgresStore } from '../src/store/postgres.ts';
import { openSqliteStore } from '../src/store/sqlite.ts';
import { replaceRows, type Store } from '../src/store/store.ts';
import { startCluster, templateDatabase } from '../test/postgres/cluster.ts';
import { generateTown } from './generate-town.ts';
import {
  isTiny,
  median,
  percentile,
  printTable,
  temporaryFolder,
  times,
  whole,
} from './measure.ts';
import { generated, startService, stopService } from './service.ts';

const town = generateTown(isTiny ? 600 : 4_000);
const folder = temporaryFolder();
const database = join(folder, 'property.db');
await fill(openSqliteStore(database));

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const zooms = [14, 15, 16];
const names = ['parcels', 'base'] as const;
type Name = (typeof names)[number];

/** The tiles around the middle of the town, those of each zoom several times. */
const rounds: Readonly<Record<number, number>> = { 14: 20, 15: 12, 16: 20 };
/** How many more rounds cached tiles get: each takes little time, and p99 needs many. */
const cachedRounds = isTiny ? 1 : 20;
const tilesAt = (zoom: number) => {
  const across = zoom === 14 ? 1 : 2;
  const [x, y] = [Math.floor(tileX(23.7195, zoom)), Math.floor(tileY(37.975, zoom))];
  const around = Array.from({ length: across ** 2 }, (_, i) => ({
    z: zoom,
    x: x + (i % across),
    y: y + Math.floor(i / across),
  }));
  return Array.from({ length: isTiny ? 1 : rounds[zoom]! }, () => around).flat();
};

/** The usual query of a tile server, over the tables of Ktima. */
const peerSql: Readonly<Record<Name, string>> = {
  parcels: peerQuery('parcels', 'kaek, area_m2', 'parcels'),
  base: peerQuery('map', 'kind, name, name_en, ref, rank', 'peer_map'),
};

const cluster = await startCluster();
const url = cluster.url(templateDatabase);
await fill(await openPostgresStore(url));
const client = new pg.Client(url);
await client.connect();
await fillPeerMap(client);
await client.query('ANALYZE');
const { rows: backend } = await client.query('SELECT pg_backend_pid() AS pid');
const results = new Map<string, { taken: number[]; cpu: number }>();
await measure('ST_AsMVT', backend[0].pid, async (name, tile) => {
  const { rows } = await client.query({
    name,
    text: peerSql[name],
    values: [tile.z, tile.x, tile.y],
  });
  return rows[0].tile.length;
});
await client.end();
await cluster.kill();

for (const [what, megabytes] of [
  ['uncached', '0'],
  ['cached', '64'],
] as const) {
  const service = await startService(folder, database, { KTIMA_TILE_CACHE_MB: megabytes });
  const get = (name: Name, { z, x, y }: { z: number; x: number; y: number }) =>
    bytesOf(`${service.api}/tiles/${name}/${z}/${x}/${y}.mvt`);
  // Until the geocoder is built in its thread.
  await (await fetch(`${service.api}/api/geocoding/address-search/?address=Ermou`)).text();
  await measure(what, service.child.pid!, get, what === 'cached' ? cachedRounds : 1);
  await stopService(service);
}

for (const name of names) {
  const lines = zooms.map(zoom => {
    const result = (what: string) => results.get(`${what} ${name} ${zoom}`)!;
    const ms = (what: string) => result(what).taken;
    const [ours, peer] = [result('uncached').cpu, result('ST_AsMVT').cpu];
    return [
      String(zoom),
      figure(median(ms('uncached'))),
      figure(percentile(ms('uncached'), 0.99)),
      figure(median(ms('cached'))),
      figure(percentile(ms('cached'), 0.99)),
      figure(median(ms('ST_AsMVT'))),
      figure(ours),
      figure(peer),
      times(peer / ours),
    ];
  });
  printTable(
    [
      `${name}, zoom`,
      'ms',
      'p99',
      'cached',
      'cached p99',
      'ST_AsMVT',
      'CPU ms',
      'CPU ms of ST_AsMVT',
      'of Ktima',
    ],
    lines,
  );
}
console.log(
  `${whole(town.parcels.length)} parcels and ${whole(town.map.length)} map features in a square of ` +
    'four kilometres. Ktima: HTTP on a kept connection, compressed by gzip. ST_AsMVT: PostGIS on the ' +
    'same rows over a socket, not compressed. CPU time is of the whole process, the ratio of it.',
);
process.exit(0);

async function fill(store: Store): Promise<void> {
  await replaceRows(store, 'parcels', generated, town.parcels);
  await replaceRows(store, 'map', generated, town.map);
  await store.close();
}

/** Ktima has no row for each feature of the map; a tile server over PostGIS has. */
async function fillPeerMap(client: pg.Client): Promise<void> {
  await client.query(`CREATE TABLE peer_map (layer text, kind text, name text, name_en text, ref text,
    rank float8, min_zoom integer, outline geometry(Geometry, 4326))`);
  const copy = openCopy(client);
  for (const { layer, kind, name, nameEn, ref, rank, minZoom, geometry } of town.map) {
    copy.add('peer_map', [layer, kind, name, nameEn, ref, rank, minZoom, toWkb(geometry)]);
    await copy.keepUp();
  }
  await copy.finish();
  await client.query('CREATE INDEX ON peer_map USING gist (outline)');
}

/** Requests every tile in turn; the first of each kind is not counted, but the cache stores it. */
async function measure(
  what: string,
  pid: number,
  get: (name: Name, tile: ReturnType<typeof tilesAt>[0]) => Promise<number>,
  repeats = 1,
) {
  for (const name of names) {
    for (const zoom of zooms) {
      const list = Array.from({ length: repeats }, () => tilesAt(zoom)).flat();
      for (const tile of list.slice(0, 4)) await get(name, tile);
      const taken: number[] = [];
      const before = cpuMs(pid);
      for (const tile of list) {
        const start = performance.now();
        if ((await get(name, tile)) < 1_000 && !isTiny) throw new Error('an empty tile');
        taken.push(performance.now() - start);
      }
      results.set(`${what} ${name} ${zoom}`, { taken, cpu: (cpuMs(pid) - before) / list.length });
    }
  }
}

/** The size of an answer as it is sent: a browser unpacks it elsewhere than the service. */
async function bytesOf(url: string): Promise<number> {
  const headers = { 'accept-encoding': 'gzip' };
  const [answer] = await once(request(url, { agent, headers }), 'response');
  let bytes = 0;
  for await (const chunk of answer) bytes += chunk.length;
  return bytes;
}

function peerQuery(name: string, properties: string, table: string): string {
  const isMap = table === 'peer_map';
  return `
    WITH edges AS (SELECT ST_TileEnvelope($1, $2, $3) AS tile,
      ST_Transform(ST_TileEnvelope($1, $2, $3, margin => 64.0 / 4096), 4326) AS box)
    SELECT ST_AsMVT(drawn, '${name}') AS tile FROM (
      SELECT ${isMap ? 'layer, ' : ''}${properties},
        ST_AsMVTGeom(ST_Transform(outline, 3857), tile, 4096, 64) AS geometry
      FROM ${table}, edges
      WHERE outline && box ${isMap ? 'AND min_zoom <= $1' : ''}
    ) AS drawn`;
}

/** Milliseconds of CPU time that a process has taken with all its threads (Linux). */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  // In hundredths of a second: proc(5), utime and stime.
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

function figure(ms: number): string {
  return ms.toFixed(1);
}

function tileX(longitude: number, zoom: number): number {
  return (longitude / 360 + 0.5) * 2 ** zoom;
}

function tileY(latitude: number, zoom: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** zoom;
}
