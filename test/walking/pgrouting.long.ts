import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import test from 'node:test';
import { Client } from 'pg';
import type { Foot } from '#domain/walking/feet.ts';
import type { WalkGraph } from '#domain/walking/graph.ts';
import { effortOf, mostMetres, search, walkTo } from '#domain/walking/search.ts';
import { installDebian, mayInstall } from '../programs.ts';
import { seeded } from '../seeded.ts';
import { engines } from '../store/engines.ts';
import { hillyGraph } from './city.ts';

const control = '/usr/share/postgresql/15/extension/pgrouting.control';
if (!existsSync(control) && mayInstall()) installDebian('postgresql-15-pgrouting');
const skip = existsSync(control) ? false : 'postgresql-15-pgrouting is not installed (apt-get)';

/** The foot of a node: the end of one of its edges. */
function footAt(graph: WalkGraph, node: number): Foot {
  const edge = graph.meeting[graph.meets[node]!]!;
  const alongMetres = graph.from[edge] === node ? 0 : graph.metres[edge]!;
  return { edge, alongMetres, gapMetres: 0, latitude: 0, longitude: 0 };
}

/** Writes the edges into a table, with the metres of level way that take as long. */
async function writeEdges(client: Client, graph: WalkGraph): Promise<void> {
  await client.query(`
    CREATE EXTENSION IF NOT EXISTS pgrouting CASCADE;
    CREATE TABLE edges (id bigint, source bigint, target bigint, metres float8, cost float8, reverse_cost float8)`);
  await client.query(
    `INSERT INTO edges SELECT * FROM unnest(
       $1::bigint[], $2::bigint[], $3::bigint[], $4::float8[], $5::float8[], $6::float8[])`,
    [
      Array.from(graph.from, (_, edge) => edge),
      Array.from(graph.from),
      Array.from(graph.to),
      Array.from(graph.metres),
      ...[true, false].map(isForward =>
        Array.from(graph.metres, (metres, edge) => metres * effortOf(graph, edge, isForward)),
      ),
    ],
  );
}

test('2,000 ways over hills are those of pgRouting, to the centimetre', { skip }, async t => {
  const graph = await hillyGraph({ south: 37.95, west: 23.7, size: 90, blockMetres: 60, seed: 4 });
  const client = new Client({ connectionString: await engines[1]!.newUrl() });
  await client.connect();
  t.after(() => client.end());
  await writeEdges(client, graph);

  const random = seeded(8);
  const nodes = [...new Set(graph.from)];
  const anyNode = () => nodes[Math.floor(random() * nodes.length)]!;
  const pairs = Array.from({ length: 40 }, anyNode).flatMap(from =>
    Array.from({ length: 70 }, () => [from, anyNode()] as const),
  );
  const { rows } = await client.query({
    text: `
      SELECT start_vid::int, end_vid::int, sum(path.cost) AS effort, sum(metres) AS metres
      FROM pgr_dijkstra(
        'SELECT id, source, target, cost, reverse_cost FROM edges',
        'SELECT unnest(''{${pairs.map(([from]) => from)}}''::bigint[]) AS source,
                unnest(''{${pairs.map(([, to]) => to)}}''::bigint[]) AS target',
        directed => true) AS path
      JOIN edges ON edges.id = path.edge
      GROUP BY start_vid, end_vid`,
    rowMode: 'array',
  });
  const expected = new Map(rows.map(([from, to, ...sums]) => [`${from} ${to}`, sums]));
  let [compared, beyond] = [0, 0];
  for (const [from, group] of Map.groupBy(pairs, ([from]) => from)) {
    const reached = search(graph, [footAt(graph, from)]);
    for (const [, to] of group) {
      const way = walkTo(graph, reached, [footAt(graph, to)]);
      const [effort, metres] = expected.get(`${from} ${to}`) ?? (from === to ? [0, 0] : []);
      if (metres === undefined || metres > mostMetres) {
        // A slower way may be within the limit; pgRouting only has the quickest.
        assert.ok(way === undefined || way.minutes * 80 > effort, `${from} to ${to}`);
        beyond++;
        continue;
      }
      compared++;
      const told = `${from} to ${to}: ${way?.metres} ${metres}`;
      assert.ok(Math.abs(way!.metres - metres) < 0.01, told);
      assert.ok(Math.abs(way!.minutes * 80 - effort) < 0.01, `${from} to ${to}`);
    }
  }
  t.diagnostic(`${compared} compared, ${beyond} beyond 5 km or without a way`);
  assert.ok(compared >= 2_000 && beyond > 0, `${compared} ${beyond}`);
});
