import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'pg';
import { boxOf } from '#domain/map/map-feature.ts';
import { moveZone, type Zone, type ZoneGeometry } from '#domain/zones/zone.ts';
import { zonesAtPoint } from '#features/report/zones-section.ts';
import { Refused } from '#importing/datasets/dataset.ts';
import { zonesOf } from '#importing/datasets/zone-dataset.ts';
import { openReader } from '#importing/readers/open-reader.ts';
import type { Feature } from '#importing/readers/reader.ts';
import { replaceRows } from '#storage/store/store.ts';
import { boxAroundAll } from '#tools/geo/box.ts';
import { type PolygonGeometry, type Position, polygonsOf } from '#tools/geo/polygon.ts';
import { rounds } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { provenance } from '../service.ts';
import { engines } from '../store/engines.ts';
import { compareDistances, compareInside, compareShares, zoneData } from './against-postgis.ts';
import { floods, generatedAreas, star, testPositions, zonesWith } from './generated.ts';

const random = seeded(11);
const points = rounds(100_000, 5_000);

/** Stores with some zones, and a connection to the tables of the second one. */
async function open(t: test.TestContext, zones: readonly Zone[]) {
  const urls = await Promise.all(engines.map(engine => engine.newUrl()));
  const stores = await Promise.all(
    engines.map((engine, i) => engine.open(t, urls[i]!, () => new Date(0))),
  );
  for (const store of stores) await replaceRows(store, 'zones', provenance, zones);
  const client = new Client({ connectionString: urls[1]! });
  await client.connect();
  t.after(() => client.end());
  return { stores, client };
}

test('points over generated areas are inside where GEOS finds them', async t => {
  const areas = generatedAreas(random);
  const { stores, client } = await open(t, zonesWith(areas));
  const inside = await compareInside(client, stores, testPositions(areas, points, random));
  assert.ok(inside > points / 4, `${inside}`);
  const anywhere = (): Position => [22.9 + random() * 1.2, 37.9 + random() * 1.2];
  const around = Array.from({ length: rounds(2_000, 200) }, anywhere);
  assert.ok((await compareDistances(client, stores[0]!, around, areas)) > around.length / 10);
  const parcels = testPositions(areas, rounds(2_000, 100), random).map((at, i): PolygonGeometry => {
    const ring = star(at, 0.0003 * (1 + (i % 9)), 4 + (i % 30), random);
    return { type: 'Polygon', coordinates: [ring] };
  });
  assert.ok((await compareShares(client, stores[0]!, parcels)) > parcels.length / 4);
  for (const [longitude, latitude] of testPositions(areas, 40, random)) {
    const [a, b] = await Promise.all(
      stores.map(async store => {
        const answers = await zonesAtPoint(zoneData(store), latitude, longitude, undefined, 300);
        return JSON.stringify(answers, (key, value) => (key === 'id' ? undefined : value));
      }),
    );
    assert.equal(a, b, 'both engines give the same, also within an accuracy');
  }
});

/** Files of areas in any format that is imported, such as borders of municipalities. */
const files = process.env.KTIMA_TEST_ZONE_FILES?.split(',') ?? [];

for (const file of files) {
  test(`points over ${file}`, async t => {
    const zones = await readZones(file);
    assert.ok(zones.length > 0);
    const { stores, client } = await open(t, zones);
    const box = boxAroundAll(zones.map(({ geometry }) => boxOf(geometry)))!;
    const [wide, high] = [box.east - box.west, box.north - box.south];
    const anywhere = (): Position => [box.west + random() * wide, box.south + random() * high];
    const positions = Array.from({ length: points }, anywhere);
    const outlines = zones.map(zone => zone.geometry) as PolygonGeometry[];
    const corners = testPositions(outlines, 4_000, random);
    const all = [...positions, ...corners.filter((_, i) => i % 4 === 0)];
    const inside = await compareInside(client, stores, all);
    t.diagnostic(`${zones.length} zones, ${positions.length} points, ${inside} inside`);
    assert.ok(inside > 0);
  });
}

for (const file of files) {
  test(`shares of parcels of ${file}`, async t => {
    const parcels = (await readZones(file)).slice(0, 300).map(({ geometry }) => inAthens(geometry));
    const zones = zonesWith(parcels.flatMap((parcel, i) => zonesAround(parcel, i)));
    const { stores, client } = await open(t, zones);
    const parts = await compareShares(client, stores[0]!, parcels);
    t.diagnostic(`${parcels.length} parcels, ${zones.length} zones, ${parts} parts of parcels`);
    assert.ok(parts >= parcels.length);
  });
}

/** The same outline in Athens, where the Greek Grid is defined, as far from others as before. */
function inAthens(geometry: ZoneGeometry): PolygonGeometry {
  const { west, south } = boxOf(geometry);
  const round = (value: number) => Math.round(value / 5) * 5;
  const [x, y] = [23.5 - round(west), 38 - round(south)];
  return moveZone(geometry, position => [position[0] + x, position[1] + y]) as PolygonGeometry;
}

/** A star over a corner of a parcel, and one over its middle. */
function zonesAround(parcel: PolygonGeometry, i: number): PolygonGeometry[] {
  const { west, east, south, north } = boxOf(parcel);
  const size = Math.max(east - west, north - south);
  const ring = polygonsOf(parcel)[0]![0]!;
  const corner = ring[i % ring.length]!;
  const middle: Position = [(west + east) / 2, (south + north) / 2];
  return [star(corner, size, 3 + (i % 40), random), star(middle, size / 3, 200, random)].map(
    one => ({ type: 'Polygon', coordinates: [one] }),
  );
}

/** The zones of a file, by the rules of an import. */
async function readZones(file: string): Promise<Zone[]> {
  const reader = await openReader(file);
  const set = { kind: { ...floods, distanceLimitMetres: 0 }, covers: null };
  const toZone = zonesOf(set).open(reader, { anywhere: true });
  const zones: Zone[] = [];
  for await (const feature of reader.features()) {
    try {
      const zone = toZone(feature as Feature);
      zones.push({ ...zone, label: `zone ${zone.number}` });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return zones;
}
