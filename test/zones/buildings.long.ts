import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { Client } from 'pg';
import { type Building, gridArea, wholePiece } from '#domain/zones/buildings.ts';
import { openParcelShares } from '#domain/zones/share.ts';
import { isBuilding } from '#importing/osm/rows/building-rows.ts';
import { openTally } from '#importing/report.ts';
import { boundsOf, exactWkt, type PolygonGeometry } from '#tools/geo/polygon.ts';
import { harvest } from '../importing/osm/drawing.ts';
import { needProgram } from '../programs.ts';
import { rounds } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { building } from '../service.ts';
import { engines } from '../store/engines.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { star } from './generated.ts';

/** Extracts of OpenStreetMap, whose buildings are compared too. */
const files = process.env.KTIMA_TEST_OSM_FILES?.split(',') ?? [];
const random = seeded(50);
const { path: folder } = temporaryFolder();

/** The largest relative difference of an area from that of GEOS on the Greek Grid of PROJ. */
const mostDifference = 1e-4;

/** A parcel around or beside a building. */
function parcelAt({ geometry }: Building, i: number): PolygonGeometry {
  const { west, east, south, north } = boundsOf(geometry);
  const size = Math.max(east - west, north - south);
  const middle = [west + random() * (east - west), south + random() * (north - south)] as const;
  const ring = star(middle, size * (0.4 + random()), 3 + (i % 20), random);
  return { type: 'Polygon', coordinates: [ring] };
}

async function compareWithGeos(t: test.TestContext, rows: readonly Building[]): Promise<void> {
  const { newUrl, open } = engines[1]!;
  const url = await newUrl();
  // Makes the extension PostGIS.
  await open(t, url);
  const client = new Client({ connectionString: url });
  await client.connect();
  t.after(() => client.end());
  let [worstArea, worstShare, parts] = [0, 0, 0];
  for (const [i, row] of rows.entries()) {
    const parcel = parcelAt(row, i);
    const { rows: found } = await client.query(
      `WITH one AS (SELECT ST_Transform(ST_GeomFromText($1, 4326), 2100) AS own,
                           ST_Transform(ST_GeomFromText($2, 4326), 2100) AS parcel)
       SELECT ST_Area(own) AS area, ST_Area(ST_Intersection(own, parcel)) AS common,
              ST_IsValid(own) AND ST_IsValid(parcel) AS valid FROM one`,
      [exactWkt(row.geometry), exactWkt(parcel)],
    );
    const { area, common, valid } = found[0];
    if (!valid || area === 0) continue;
    const share = openParcelShares(row.geometry)([wholePiece(parcel)]);
    worstArea = Math.max(worstArea, Math.abs(gridArea(row.geometry) / area - 1));
    worstShare = Math.max(worstShare, Math.abs(share - common / area));
    if (share > 0 && share < 1) parts++;
  }
  t.diagnostic(`${rows.length} buildings, ${parts} in part; ${worstArea}, ${worstShare}`);
  assert.ok(worstArea < mostDifference, `area ${worstArea}`);
  assert.ok(worstShare < mostDifference, `share ${worstShare}`);
  assert.ok(parts >= rows.length / 10, `${parts}`);
}

test('areas and shares of generated buildings are those of GEOS', async t => {
  const rows = Array.from({ length: rounds(2_000, 100) }, (_, i): Building => {
    const middle = [20 + random() * 8, 35 + random() * 6] as const;
    const ring = star(middle, 0.00005 * (1 + (i % 9)), 4 + (i % 30), random);
    return { ...building, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  await compareWithGeos(t, rows);
});

for (const file of files) {
  test(`buildings of ${file}: areas and shares of GEOS, and the number of osmium`, async t => {
    const rows: Building[] = [];
    const buildings = { add: (row: Building) => void rows.push(row), tally: openTally() };
    await harvest([file], { add: () => undefined, tally: openTally(), buildings });
    const { notes } = buildings.tally.result();
    t.diagnostic(
      `${rows.length} buildings; ${notes.map(({ reason, count }) => `${count}: ${reason}`)}`,
    );
    const takenIn = notes.find(({ reason }) => reason.startsWith('the outer way'))?.count ?? 0;
    // Osmium makes no area of what is cut either.
    assert.equal(rows.length, countByOsmium(file) - takenIn);
    await compareWithGeos(t, rows);
  });
}

/** How many areas osmium makes of the buildings. */
function countByOsmium(file: string): number {
  const [kept, areas] = [join(folder, 'buildings.pbf'), join(folder, 'areas.geojsonseq')];
  const run = (...args: string[]) =>
    execFileSync(needProgram('osmium', 'osmium-tool'), args, { stdio: 'pipe' });
  run('tags-filter', file, 'wr/building', '--overwrite', '-o', kept);
  const options = ['--geometry-types=polygon', '-x', 'print_record_separator=false', '--overwrite'];
  run('export', kept, ...options, '-o', areas);
  const lines = readFileSync(areas, 'utf8').split('\n').filter(Boolean);
  return lines.filter(line => isBuilding(JSON.parse(line).properties)).length;
}
