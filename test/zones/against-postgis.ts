import assert from 'node:assert/strict';
import type { Client } from 'pg';
import type { PolygonGeometry, Position } from '../../src/geo/polygon.ts';
import { exactWkt } from '../../src/geo/polygon.ts';
import {
  type ZoneAnswers,
  type ZoneData,
  zonesAtPoint,
  zonesOfParcel,
} from '../../src/report/zones.ts';
import type { StoreReader } from '../../src/store/store.ts';
import { floods } from './generated.ts';

/** The data of a store, with the one kind of the tests and no coast. */
export function zoneData(store: StoreReader): ZoneData {
  return { store, zoneKinds: [floods], coast: async () => () => undefined };
}

/** The names of the zones of an answer, in order. */
export function labelsOf({ kinds }: ZoneAnswers): string[] {
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

/** For a point, ST_Intersects is code of PostGIS; for a collection it is that of GEOS. */
export const byGeos = 'ST_Intersects(outline, dot)';

/** Compares what contains each position with what PostGIS finds; returns for how many one does. */
export async function compareInside(
  client: Client,
  stores: readonly StoreReader[],
  positions: readonly Position[],
  isInside = 'ST_Intersects(outline, at)',
): Promise<number> {
  await fillPoints(client, positions);
  const { rows } = await client.query(
    `SELECT i, array_agg(DISTINCT zones.label) AS labels
     FROM zones, LATERAL (SELECT i FROM asked WHERE ${isInside} OFFSET 0) AS found GROUP BY i`,
  );
  const expected = new Map<number, string[]>(rows.map(({ i, labels }) => [i, labels]));
  for (const [i, [longitude, latitude]] of positions.entries()) {
    const where = `${longitude} ${latitude}`;
    // The second store answers a sample: both run the same code over the same rows.
    for (const store of i % 8 === 0 ? stores : stores.slice(0, 1)) {
      const answer = await zonesAtPoint(zoneData(store), latitude, longitude);
      const labels = labelsOf(answer);
      const wanted = expected.get(i) ?? [];
      for (const label of labels.filter(one => !wanted.includes(one))) {
        assert.ok(await isOnEdge(client, label, longitude, latitude), `${where}: ${label}`);
      }
      assert.deepEqual(
        wanted.filter(label => !labels.includes(label)),
        [],
        where,
      );
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

/** Compares distances to the nearest zone with those of PostGIS, to a centimetre. */
export async function compareDistances(
  client: Client,
  store: StoreReader,
  positions: readonly Position[],
): Promise<number> {
  await fillPoints(client, positions);
  // Edges are straight in degrees: short parts of them differ little from geodesics.
  const { rows } = await client.query(
    `SELECT i, min(ST_Distance(ST_Segmentize(outline, 0.002)::geography, at::geography)) AS metres
     FROM asked JOIN zones ON outline && ST_Expand(at, 0.07) GROUP BY i`,
  );
  const expected = new Map<number, number>(rows.map(({ i, metres }) => [i, metres]));
  let compared = 0;
  for (const [i, [longitude, latitude]] of positions.entries()) {
    const [kind] = (await zonesAtPoint(zoneData(store), latitude, longitude)).kinds;
    const metres = expected.get(i) ?? Infinity;
    const where = `${longitude} ${latitude}: ${kind!.nearest?.metres} instead of ${metres}`;
    if (kind!.zones.length > 0 || metres > floods.distanceLimitMetres) {
      assert.equal(kind!.nearest, null, where);
      continue;
    }
    assert.ok(Math.abs(kind!.nearest!.metres - metres) <= 0.011, where);
    compared++;
  }
  return compared;
}

/** Compares the shares of parcels with those of PostGIS on the Greek Grid, to a hundredth of a percent. */
export async function compareShares(
  client: Client,
  store: StoreReader,
  parcels: readonly PolygonGeometry[],
): Promise<number> {
  let parts = 0;
  for (const geometry of parcels) {
    const { rows } = await client.query(
      `WITH parcel AS (SELECT ST_Transform(ST_GeomFromText($1, 4326), 2100) AS shape)
       SELECT zones.label, ST_Area(ST_Intersection(ST_Transform(outline, 2100), shape)) / ST_Area(shape)
         AS share
       FROM zones, parcel WHERE outline && ST_Expand(ST_GeomFromText($1, 4326), 0.001)`,
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
