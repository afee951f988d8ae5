import assert from 'node:assert/strict';
import geodesic from 'geographiclib-geodesic';
import type { Client } from 'pg';
import {
  type ZoneAnswers,
  type ZoneData,
  zonesAtPoint,
  zonesOfParcel,
} from '#features/report/zones-section.ts';
import type { StoreReader } from '#storage/store/store.ts';
import type { PolygonGeometry, Position } from '#tools/geo/polygon.ts';
import { exactWkt, polygonsOf } from '#tools/geo/polygon.ts';
import { floods } from './generated.ts';

const wgs84 = geodesic.Geodesic.WGS84;

/** The data of a store, with the one kind of the tests and no coast. */
export function zoneData(store: StoreReader): ZoneData {
  return { store, zoneKinds: [floods], coast: async () => () => undefined };
}

/** The names of the zones of an answer, in order. */
function labelsOf({ kinds }: ZoneAnswers): string[] {
  return kinds[0]!.zones.map(({ label }) => label!).sort();
}

/** Puts positions into a table. */
async function fillPoints(client: Client, positions: readonly Position[]): Promise<void> {
  await client.query(
    'DROP TABLE IF EXISTS asked; CREATE TABLE asked (i integer, at geometry, dot geometry)',
  );
  await client.query(
    `INSERT INTO asked SELECT i - 1, at, ST_ForceCollection(at)
     FROM unnest($1::float8[], $2::float8[]) WITH ORDINALITY AS point (x, y, i),
       ST_SetSRID(ST_MakePoint(x, y), 4326) AS at`,
    [positions.map(([x]) => x), positions.map(([, y]) => y)],
  );
  // GEOS prepares an area once if its points come together; OFFSET 0 below keeps that order.
  await client.query('CREATE INDEX ON asked USING gist (dot); ANALYZE asked');
}

/**
 * Compares what contains each position with what PostGIS finds; returns for how many one does. For a
 * collection ST_Intersects is code of GEOS, for a point that of PostGIS.
 */
export async function compareInside(
  client: Client,
  stores: readonly StoreReader[],
  positions: readonly Position[],
): Promise<number> {
  await fillPoints(client, positions);
  const { rows } = await client.query(
    `SELECT i, array_agg(DISTINCT zones.label) AS labels
     FROM zones, LATERAL (SELECT i FROM asked WHERE ST_Intersects(outline, dot) OFFSET 0) AS found GROUP BY i`,
  );
  const expected = new Map<number, string[]>(rows.map(({ i, labels }) => [i, labels]));
  for (const [i, [longitude, latitude]] of positions.entries()) {
    const where = `${longitude} ${latitude}`;
    // The second store answers a sample: both run the same code over the same rows.
    for (const store of i % 8 === 0 ? stores : stores.slice(0, 1)) {
      const labels = labelsOf(await zonesAtPoint(zoneData(store), latitude, longitude));
      const wanted = expected.get(i) ?? [];
      for (const label of labels.filter(one => !wanted.includes(one))) {
        assert.ok(await isOnEdge(client, label, longitude, latitude), `${where}: ${label}`);
      }
      const missing = wanted.filter(label => !labels.includes(label));
      assert.deepEqual(missing, [], where);
    }
  }
  return expected.size;
}

/** Whether a position is beside a zone by less than a tenth of a millimetre, which counts as inside. */
async function isOnEdge(
  client: Client,
  label: string,
  longitude: number,
  latitude: number,
): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT ST_Distance(outline, ST_SetSRID(ST_MakePoint($2, $3), 4326)) < 1e-9 AS "isNear"
     FROM zones WHERE label = $1`,
    [label, longitude, latitude],
  );
  return rows.some(({ isNear }) => isNear);
}

/**
 * Compares distances to the nearest area with those of GeographicLib, to a centimetre, and of
 * PostGIS. PostGIS searches the nearest position of an edge on a sphere, then measures to it on the
 * ellipsoid. At this latitude the radii of the ellipsoid differ by 0.4 %, so that position is up to
 * 0.4 % of the distance aside, and the distance up to 0.001 % too long: 5 cm at 5 km.
 */
export async function compareDistances(
  client: Client,
  store: StoreReader,
  positions: readonly Position[],
  areas: readonly PolygonGeometry[],
): Promise<number> {
  await fillPoints(client, positions);
  // Edges are straight in degrees: short parts of them differ little from geodesics.
  const { rows } = await client.query(
    `WITH parts AS MATERIALIZED (SELECT outline, ST_Segmentize(outline, 0.002)::geography AS edges FROM zones)
     SELECT i, min(ST_Distance(edges, at::geography)) AS metres
     FROM asked JOIN parts ON outline && ST_Expand(at, 0.07) GROUP BY i`,
  );
  const expected = new Map<number, number>(rows.map(({ i, metres }) => [i, metres]));
  let compared = 0;
  for (const [i, position] of positions.entries()) {
    const [longitude, latitude] = position;
    const [kind] = (await zonesAtPoint(zoneData(store), latitude, longitude)).kinds;
    const longest = (expected.get(i) ?? Infinity) + 0.001;
    const where = `${longitude} ${latitude}: ${kind!.nearest?.metres}; PostGIS: ${longest}`;
    if (kind!.zones.length > 0 || longest > floods.distanceLimitMetres * 1.00001) {
      assert.equal(kind!.nearest, null, where);
      continue;
    }
    const metres = geodesicDistance(position, areas, longest);
    assert.ok(longest - metres < 0.002 + metres * 1e-5, `${where}; GeographicLib: ${metres}`);
    if (metres > floods.distanceLimitMetres) continue;
    const error = Math.abs(kind!.nearest!.metres - metres);
    assert.ok(error < 0.0051, `${where}; GeographicLib: ${metres}`);
    compared++;
  }
  return compared;
}

/** The least distance to an edge by GeographicLib, searched in the boxes of this many metres. */
function geodesicDistance(
  [x, y]: Position,
  areas: readonly PolygonGeometry[],
  longest: number,
): number {
  // A degree of longitude has more metres than this up to the latitude of 40.
  const reach = longest / 85_000;
  let least = Infinity;
  for (const ring of areas.flatMap(polygonsOf).flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [[ax, ay], [bx, by]] = [ring[i - 1]!, ring[i]!];
      if (Math.max(ax, bx) < x - reach || Math.min(ax, bx) > x + reach) continue;
      if (Math.max(ay, by) < y - reach || Math.min(ay, by) > y + reach) continue;
      const metresAt = (share: number) =>
        wgs84.Inverse(y, x, ay + share * (by - ay), ax + share * (bx - ax)).s12!;
      least = Math.min(least, lowest(metresAt));
    }
  }
  return least;
}

/** The lowest value of a function from 0 to 1 that falls, then rises. */
function lowest(valueAt: (share: number) => number): number {
  let [low, high] = [0, 1];
  while (high - low > 1e-6) {
    const third = (high - low) / 3;
    if (valueAt(low + third) < valueAt(high - third)) high -= third;
    else low += third;
  }
  return Math.min(valueAt(low), valueAt(high));
}

/** Compares the shares of parcels with those of PostGIS on the Greek Grid, to a hundredth of a percent. */
export async function compareShares(
  client: Client,
  store: StoreReader,
  parcels: readonly PolygonGeometry[],
): Promise<number> {
  await client.query(
    `DROP TABLE IF EXISTS on_grid;
     CREATE TABLE on_grid AS SELECT label, outline, ST_Transform(outline, 2100) AS grid FROM zones;
     CREATE INDEX ON on_grid USING gist (outline)`,
  );
  let parts = 0;
  for (const geometry of parcels) {
    const { rows } = await client.query(
      `WITH parcel AS (SELECT ST_Transform(ST_GeomFromText($1, 4326), 2100) AS shape)
       SELECT label, ST_Area(ST_Intersection(grid, shape)) / ST_Area(shape) AS share
       FROM on_grid, parcel WHERE outline && ST_Expand(ST_GeomFromText($1, 4326), 0.001)`,
      [exactWkt(geometry)],
    );
    const expected = new Map<string, number>(rows.map(({ label, share }) => [label, share]));
    const parcel = { kaek: '050681726003', areaM2: 1, geometry };
    const [kind] = (await zonesOfParcel(zoneData(store), parcel)).kinds;
    const found = new Map(kind!.zones.map(({ label, share }) => [label!, share!]));
    for (const label of new Set([...expected.keys(), ...found.keys()])) {
      const [share, wanted] = [found.get(label) ?? 0, expected.get(label) ?? 0];
      assert.ok(Math.abs(share - wanted) <= 1e-4, `${label}: ${share} instead of ${wanted}`);
      if (wanted > 0.001 && wanted < 0.999) parts++;
    }
  }
  return parts;
}
