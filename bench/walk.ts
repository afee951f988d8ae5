// What a search on foot and an area cost in a dense city, beside pgRouting with the same ways, and how
// much memory the ways of a country need. The argument is the number of cities in the country, by
// default 2; 20 have 2.5 million edges: `npm run bench walk -- 20`.
import pg from 'pg';
import { buildWalkGraph } from '#domain/walking/build-graph.ts';
import { feetOf } from '#domain/walking/feet.ts';
import type { WalkGraph } from '#domain/walking/graph.ts';
import { reachedAreas } from '#domain/walking/reached-area.ts';
import { metresWithin, mostMetres, search } from '#domain/walking/search.ts';
import { measureSlopes } from '#domain/walking/slopes.ts';
import type { Way } from '#domain/walking/ways.ts';
import { startCluster, templateDatabase } from '../test/postgres/cluster.ts';
import { seeded } from '../test/seeded.ts';
import { cityWays, hills, hillyGraph } from '../test/walking/city.ts';
import { isTiny, printTable, rows, timeCalls, whole } from './measure.ts';

const size = isTiny ? 30 : 250;
const city = { south: 37.9, west: 23.6, size, blockMetres: 45, seed: 1 };
const random = seeded(2);
const span = (size * 45) / 111_000;
// From the middle of the city, so that all of it is within reach.
const points = Array.from({ length: rows(400) }, () => ({
  latitude: city.south + span * (0.4 + 0.2 * random()),
  longitude: city.west + span * 1.25 * (0.4 + 0.2 * random()),
}));
type Point = (typeof points)[number];

const [plain, hilly] = [buildWalkGraph(cityWays(city)), await hillyGraph(city)];
const answers = [
  ...(await linesOf('level', plain)),
  ...(await linesOf('on hills', hilly)),
  ...(await peerLines(plain)),
];
console.log(
  `A city of ${whole(plain.from.length)} edges, 45 m between crossings; times in milliseconds, the ` +
    'shortest of three for each point.\n',
);
printTable(['question', 'mean CPU here', 'median', 'p99'], answers);
await printCountry(Number(process.argv[2] ?? 2));

async function linesOf(name: string, graph: WalkGraph): Promise<string[][]> {
  const from = ({ latitude, longitude }: Point) => feetOf(graph, latitude, longitude);
  const area = (minutes: number) => (point: Point) => {
    const reached = search(graph, from(point), metresWithin(graph, minutes));
    return reachedAreas(graph, reached, point, [], [minutes], async () => {});
  };
  return [
    await line(`${name}: ways up to 1.5 km`, point => search(graph, from(point), 1_500)),
    await line(`${name}: ways up to 5 km`, point => search(graph, from(point), mostMetres)),
    await line(`${name}: area of 15 minutes`, area(15), points.slice(0, 200)),
    await line(`${name}: area of 60 minutes`, area(60), points.slice(0, 50)),
  ];
}

async function line(
  question: string,
  call: (point: Point) => unknown,
  inputs: readonly Point[] = points,
): Promise<string[]> {
  const { cpuMs, medianMs, p99Ms } = await timeCalls(call, inputs);
  return [question, ...[cpuMs, medianMs, p99Ms].map(value => value.toFixed(2))];
}

/** pgRouting from the nearest crossing, over the edges in a box, as one uses it for a city. */
async function peerLines(graph: WalkGraph): Promise<string[][]> {
  const cluster = await startCluster();
  const client = new pg.Client({ connectionString: cluster.url(templateDatabase) });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      "SELECT 1 FROM pg_available_extensions WHERE name = 'pgrouting'",
    );
    if (rowCount === 0) {
      console.log('pgRouting is not installed: install postgresql-15-pgrouting to compare.\n');
      return [];
    }
    await client.query('CREATE EXTENSION pgrouting CASCADE');
    await client.query(
      'CREATE TABLE edges (id bigint, source bigint, target bigint, cost float8, way geometry)',
    );
    const ends = (list: Int32Array) =>
      Array.from(graph.from, (_, edge) => list[graph.shapes[edge]!]! / 1e7);
    await client.query(
      `INSERT INTO edges SELECT id, source, target, cost, ST_Point(x, y, 4326) FROM unnest(
         $1::bigint[], $2::bigint[], $3::bigint[], $4::float8[], $5::float8[], $6::float8[])
         AS edge (id, source, target, cost, x, y);`,
      [
        Array.from(graph.from, (_, edge) => edge),
        Array.from(graph.from),
        Array.from(graph.to),
        Array.from(graph.metres),
        ends(graph.longitudes),
        ends(graph.latitudes),
      ],
    );
    await client.query('CREATE INDEX ON edges USING gist (way)');
    await client.query('ANALYZE edges');
    const reach = (metres: number) => (point: Point) => {
      const { latitude, longitude } = point;
      const [high, wide] = [metres / 111_000, metres / 87_000];
      const box = [longitude - wide, latitude - high, longitude + wide, latitude + high];
      const node = graph.from[feetOf(graph, latitude, longitude)[0]!.edge]!;
      return client.query(
        `SELECT count(*) FROM pgr_drivingDistance('SELECT id, source, target, cost FROM edges
           WHERE way && ST_MakeEnvelope(${box}, 4326)', ${node}::bigint, ${metres}, false)`,
      );
    };
    return [
      await line('pgRouting: ways up to 1.5 km', reach(1_500), points.slice(0, 50)),
      await line('pgRouting: ways up to 5 km', reach(mostMetres), points.slice(0, 10)),
    ];
  } finally {
    await client.end();
    await cluster.kill();
  }
}

/** Builds the ways of several cities, and prints what that takes. */
async function printCountry(cities: number): Promise<void> {
  const start = process.cpuUsage();
  const graph = buildWalkGraph(countryWays(cities));
  const built = process.cpuUsage(start).user / 1e6;
  const slopes = process.cpuUsage();
  const slopeEfforts = await measureSlopes(graph, hills());
  const measured = process.cpuUsage(slopes).user / 1e6;
  const bytes = [...Object.values(graph), slopeEfforts].reduce(
    (sum, array) => sum + array.byteLength,
    0,
  );
  printTable(
    ['country', 'edges', 'MB in memory', 'build, CPU s', 'slopes of a formula, CPU s'],
    [
      [
        `${cities} cities`,
        whole(graph.from.length),
        whole(bytes / 1e6),
        built.toFixed(1),
        measured.toFixed(1),
      ],
    ],
  );
}

function* countryWays(cities: number): Generator<Way> {
  for (let i = 0; i < cities; i++) {
    const first = i * 1e7;
    for (const way of cityWays({ ...city, south: 35 + 0.3 * i, seed: i })) {
      const moved = way.parts.map(part => ({
        ...part,
        nodes: part.nodes.map(node => first + node),
      }));
      yield { ...way, id: first + way.id, parts: moved };
    }
  }
}
