// Vector tiles of a dense town at zoom 14 to 16: Ktima over SQLite, made in this process and from
// the cache of a service by HTTP, compared with ST_AsMVT over a socket, on the same features as rows with a GiST index.
// PostgreSQL with PostGIS is started for it and stopped.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get as request } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { openTiles } from '#app/services/artefacts/open-tiles.ts';
import type { MapGeometry } from '#domain/map/map-feature.ts';
import { openStore } from '#storage/store/open-store.ts';
import { openCopy } from '#storage/store/postgres/copy.ts';
import { toWkb } from '#tools/geo/wkb.ts';
import { startCluster, templateDatabase } from '../test/postgres/cluster.ts';
import {
  isTiny,
  median,
  percentile,
  printTable,
  temporaryFolder,
  times,
  whole,
} from './measure.ts';
import { awaitGeocoder, startService, stopService, writeTown } from './service.ts';

interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** The time of each tile, and CPU time per tile of the whole process, in milliseconds. */
interface Figures {
  readonly taken: readonly number[];
  readonly cpu: number;
}

const names = ['parcels', 'base'] as const;
type Name = (typeof names)[number];
const zooms = [14, 15, 16];
const folder = temporaryFolder();
const database = join(folder, 'property.db');
const town = await writeTown(database);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const peer = await measurePostgis();
const uncached = await measureUncached();
const cached = await measureCached();

for (const name of names) {
  printTable(
    `${name}, zoom|ms|p99|cached|cached p99|ST_AsMVT|CPU ms|CPU ms of ST_AsMVT|of Ktima`.split('|'),
    zooms.map(zoom => {
      const [ours, fast, theirs] = [uncached, cached, peer].map(all => all.get(`${name} ${zoom}`)!);
      const figures = [
        median(ours!.taken),
        percentile(ours!.taken, 0.99),
        median(fast!.taken),
        percentile(fast!.taken, 0.99),
        median(theirs!.taken),
        ours!.cpu,
        theirs!.cpu,
      ];
      const ratio = times(theirs!.cpu / ours!.cpu);
      return [String(zoom), ...figures.map(ms => ms.toFixed(1)), ratio];
    }),
  );
}
console.log(
  `${whole(town.parcels.length)} parcels and ${whole(town.map.length)} map features in a square of ` +
    'four kilometres. Ktima: compressed by gzip; cached: HTTP on a kept connection. ST_AsMVT: PostGIS on the ' +
    'same rows over a socket, not compressed. CPU time is of the whole process; the ratio compares it.',
);
process.exit(0);

async function measureUncached() {
  const store = await openStore({ url: `sqlite:${database}` });
  const tiles = openTiles(store, store.loadedSources, 0);
  const figures = await measure(
    process.pid,
    12,
    async (name, id) => (await tiles[name].tile(id)).length,
  );
  await store.close();
  return figures;
}

async function measureCached() {
  const service = await startService(folder, database);
  await awaitGeocoder(service);
  // A cached tile takes little time, and a p99 needs many.
  const figures = await measure(service.apiPid, 240, (name, { z, x, y }) =>
    bytesOf(`${service.api}/tiles/${name}/${z}/${x}/${y}.mvt`),
  );
  await stopService(service);
  return figures;
}

/** The size of a response as it is sent: a browser decompresses it elsewhere. */
async function bytesOf(url: string): Promise<number> {
  const headers = { 'accept-encoding': 'gzip' };
  const [response] = await once(request(url, { agent, headers }), 'response');
  let bytes = 0;
  for await (const chunk of response) bytes += chunk.length;
  return bytes;
}

async function measurePostgis() {
  const cluster = await startCluster();
  const client = new pg.Client(cluster.url(templateDatabase));
  await client.connect();
  await fillPeer(client, 'parcels', town.parcels, ({ kaek, areaM2 }) => [
    'parcel',
    kaek,
    areaM2,
    0,
  ]);
  await fillPeer(client, 'base', town.map, row => [row.layer, row.name, row.rank, row.minZoom]);
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const figures = await measure(rows[0].pid, 12, async (name, { z, x, y }) => {
    const answer = await client.query({ name, text: peerQuery(name), values: [z, x, y] });
    return answer.rows[0].tile.length;
  });
  await client.end();
  await cluster.kill();
  return figures;
}

/** A table as a tile server over PostGIS has it: one row for each feature. */
async function fillPeer<T extends { geometry: MapGeometry }>(
  client: pg.Client,
  table: Name,
  features: readonly T[],
  cellsOf: (feature: T) => (string | number | null)[],
): Promise<void> {
  await client.query(`CREATE TABLE ${table} (layer text, name text, rank float8, min_zoom integer,
    outline geometry(Geometry, 4326))`);
  const copy = openCopy(client);
  for (const feature of features) {
    copy.add(table, [...cellsOf(feature), toWkb(feature.geometry)]);
    await copy.keepUp();
  }
  await copy.finish();
  await client.query(`CREATE INDEX ON ${table} USING gist (outline); ANALYZE ${table}`);
}

/** The usual query of a tile server. */
function peerQuery(table: Name): string {
  return `
    WITH edges AS (SELECT ST_TileEnvelope($1, $2, $3) AS tile,
      ST_Transform(ST_TileEnvelope($1, $2, $3, margin => 64.0 / 4096), 4326) AS box)
    SELECT ST_AsMVT(drawn, '${table}') AS tile FROM (
      SELECT layer, name, rank, ST_AsMVTGeom(ST_Transform(outline, 3857), tile, 4096, 64) AS geometry
      FROM ${table}, edges WHERE outline && box AND min_zoom <= $1
    ) AS drawn`;
}

/** Requests every tile in turn; the first round is not counted, but the cache stores it. */
async function measure(
  pid: number,
  rounds: number,
  get: (name: Name, tile: Tile) => Promise<number>,
): Promise<Map<string, Figures>> {
  const figures = new Map<string, Figures>();
  for (const [name, zoom] of names.flatMap(name => zooms.map(zoom => [name, zoom] as const))) {
    const taken: number[] = [];
    for (const tile of tilesAt(zoom)) await get(name, tile);
    const before = cpuMs(pid);
    for (let round = 0; round < (isTiny ? 1 : rounds); round++) {
      for (const tile of tilesAt(zoom)) {
        const start = performance.now();
        if ((await get(name, tile)) < 1_000 && !isTiny) throw new Error('an empty tile');
        taken.push(performance.now() - start);
      }
    }
    figures.set(`${name} ${zoom}`, { taken, cpu: (cpuMs(pid) - before) / taken.length });
  }
  return figures;
}

/** Four tiles in the middle of the town; at zoom 14, where it has only one, that one. */
function tilesAt(z: number): Tile[] {
  const sine = Math.sin((37.975 * Math.PI) / 180);
  const x = Math.floor((23.7195 / 360 + 0.5) * 2 ** z);
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z);
  const steps = z === 14 ? [0] : [0, 1];
  return steps.flatMap(down => steps.map(right => ({ z, x: x + right, y: y + down })));
}

/** Milliseconds of CPU time that a process has taken with all its threads (Linux). */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  // In hundredths of a second: proc(5), utime and stime.
  return 10 * (Number(fields[11]) + Number(fields[12]));
}
