import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { mapPositions, type PolygonGeometry } from '#tools/geo/polygon.ts';
import { building, now, openTestService, parcels, provenance } from '../service.ts';

/** A circle with this many corners. */
function roundArea(corners: number): PolygonGeometry {
  const ring = Array.from({ length: corners + 1 }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * (i % corners)) / corners;
    return [23.75 + 2e-4 * Math.cos(angle), 37.99 + 2e-4 * Math.sin(angle)];
  });
  return { type: 'Polygon', coordinates: [ring] };
}

/** The outline of the building, some degrees to the east. */
const moved = (east: number) => mapPositions(building.geometry, ([x, y]) => [x + east, y]);

suite('GET /api/buildings/', async () => {
  const store = openSqliteStore(':memory:', () => now);
  const { kaek, areaM2 } = parcels[0]!;
  await replaceRows(store, 'parcels', { ...provenance, source: 'more' }, [
    { kaek: '050681726099', areaM2, geometry: moved(1) },
    { kaek: '050681726088', areaM2, geometry: moved(2) },
    { kaek: '050681726066', areaM2, geometry: roundArea(9_000) },
  ]);
  const service = await openTestService({ store });
  const ask = (query: string) => service.ask(`/api/buildings/?${query}`);

  test('without buildings the answer has no sources', async () => {
    const { status, body } = await ask(`kaek_code=${kaek}`);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      ...{ kaek, count: 0, left_out: 0, footprint_m2: 0, overlap_m2: 0, coverage: 0 },
      ...{ floor_area_estimate_m2: null, floor_area_most_m2: null, levels_known: 0 },
      ...{ buildings: [], sources: [] },
    });
    const numbered = (i: number) => ({ ...building, externalId: `many/${i}`, geometry: moved(1) });
    const many = Array.from({ length: 60 }, (_, i) => numbered(i));
    const other = { ...building, externalId: 'way/8', levels: null, geometry: moved(0.001) };
    const from = { ...provenance, licence: 'ours' };
    await replaceRows(store, 'buildings', from, [building, other, ...many]);
  });

  test('a parcel has its buildings with shares, and their sums', async () => {
    const { body } = await ask(`kaek_code=${kaek}`);
    const [found] = body.buildings;
    const { footprint_m2, share, geometry, ...stated } = found;
    assert.deepEqual(stated, {
      ...{ external_id: 'way/7', name: 'Σπίτι', use: 'house', levels: 3, height_m: 9.5 },
      ...{ construction_year: 1985, material: null, source: 'test' },
    });
    assert.match(geometry, /^POLYGON \(\(23\.7000200 37\.9000200, 23\.7001200 37\.9000200, /);
    // The parcel is the triangle below a diagonal of the grid of degrees.
    assert.ok(Math.abs(share - (0.1 * 0.1 - 0.01 * 0.01) / 2 / (0.1 * 0.09) - 0.001) < 0.06);
    assert.ok(Math.abs(footprint_m2 - 87.8) < 0.5, String(footprint_m2));
    const here = footprint_m2 * share;
    assert.ok(Math.abs(body.footprint_m2 - here) < 0.01);
    assert.ok(Math.abs(body.floor_area_estimate_m2 - 3 * here) < 0.05);
    assert.ok(body.coverage > 0.2 && body.coverage < 0.3, String(body.coverage));
    assert.deepEqual([body.kaek, body.count, body.levels_known], [kaek, 1, 1]);
    assert.deepEqual(body.sources, [
      { source: 'test', loaded_at: now.toISOString(), licence: 'ours' },
    ]);
  });

  test('a point is answered by its parcel, and without one by the building around it', async () => {
    const { body: byCode } = await ask(`kaek_code=${kaek}`);
    const { body: byPoint } = await ask('latitude=37.90004&longitude=23.70012');
    assert.deepEqual(byPoint, byCode);
    const { body } = await ask('latitude=37.90006&longitude=23.70106');
    const first = body.buildings[0].external_id;
    assert.deepEqual([body.kaek, body.coverage, body.count, first], [null, null, 1, 'way/8']);
    assert.deepEqual([body.buildings[0].share, body.floor_area_estimate_m2], [null, null]);
    assert.equal(body.footprint_m2, body.buildings[0].footprint_m2);
    const { body: nothing } = await ask('latitude=37.5&longitude=23.5');
    assert.deepEqual([nothing.kaek, nothing.count, nothing.coverage], [null, 0, null]);
  });

  test('a report has the same section, or the reason why it is null', async () => {
    const report = async (query: string) =>
      (await service.ask(`/api/property-report/?${query}`)).body;
    const { body } = await ask(`kaek_code=${kaek}`);
    assert.deepEqual((await report(`kaek_code=${kaek}`)).buildings, body);
    const rough = await report(`address=${encodeURIComponent('Μεγάλης Οδού 5')}`);
    assert.equal(rough.buildings, null);
    assert.match(
      rough.missing.find(({ section }: { section: string }) => section === 'buildings').reason,
      /known to about \d+ m only/,
    );
    const { body: atPoint } = await ask('latitude=37.90006&longitude=23.70106');
    assert.deepEqual((await report('latitude=37.90006&longitude=23.70106')).buildings, atPoint);
  });

  test('at most 50 are listed, and all are counted', async () => {
    const { body } = await ask('kaek_code=050681726099');
    assert.deepEqual([body.count, body.buildings.length, body.coverage], [60, 50, 1]);
  });

  test('a parcel with too many buildings around it, and wrong requests, are refused', async () => {
    const many = Array(2_001).fill({ ...building, geometry: moved(2) });
    const complex = { ...building, geometry: roundArea(5_000) };
    await replaceRows(store, 'buildings', { ...provenance, source: 'many' }, [...many, complex]);
    const wrong = await Promise.all(['kaek_code=050681726088', 'kaek_code=050681726066'].map(ask));
    assert.deepEqual(
      wrong.map(({ status, body }) => `${status} ${body.message}`),
      [
        '400 kaek_code: more than 2,000 buildings lie around it',
        '400 kaek_code: more than 40,000,000 pairs of edges to compare',
      ],
    );
  });
});
