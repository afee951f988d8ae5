import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { parcels as parcelDataset } from '#importing/datasets/parcel-dataset.ts';
import { featureFeed } from '#importing/feature-feed.ts';
import { runImport } from '#importing/run-import.ts';
import { replaceRows } from '#storage/store/store.ts';
import { toGreekGrid } from '#tools/geo/greek-grid.ts';
import { mapPositions, type PolygonGeometry } from '#tools/geo/polygon.ts';
import { checkedPolygons } from '#tools/geo/rings/ring-check.ts';
import { seeded } from '../../seeded.ts';
import { openTestService, provenance } from '../../service.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { api, clock, crs84, get, grid, items, linkOf, numbersOf, parcels } from './ogc-service.ts';

test('parcels come ten at a time, in the order of their codes, with links to the rest', async () => {
  const first = await items('');
  assert.equal(first.statusCode, 200);
  assert.match(String(first.headers['content-type']), /^application\/geo\+json/);
  assert.equal(first.headers['content-crs'], `<${crs84}>`);
  const body = first.json();
  assert.equal(body.type, 'FeatureCollection');
  assert.equal(body.numberReturned, 10);
  assert.equal(body.timeStamp, clock.now.toISOString());
  assert.deepEqual(body.features[1], {
    type: 'Feature',
    id: '050681726001',
    properties: { kaek: '050681726001', area_m2: 1_001.25 },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [23.7, 37.901],
          [23.7005, 37.901],
          [23.7, 37.9015],
          [23.7, 37.901],
        ],
      ],
    },
  });
  const seen: string[] = [];
  let pages = 0;
  for (let url: string | undefined = `/ogc/collections/parcels/items?limit=30&crs=${grid}`; url; ) {
    const { pathname, search } = new URL(url, 'http://x');
    const page = await api.inject(pathname + search);
    assert.equal(page.headers['content-crs'], `<${grid}>`);
    seen.push(...page.json().features.map((feature: { id: string }) => feature.id));
    url = linkOf(page, 'next');
    pages++;
  }
  assert.equal(pages, 4);
  assert.deepEqual(
    seen,
    parcels.map(({ kaek }) => kaek),
  );
  assert.equal(linkOf(await items('limit=100'), 'next'), undefined, 'exactly all');
});

test('a box selects the parcels whose outline meets it', async () => {
  assert.deepEqual(await numbersOf('bbox=23.7001,37.9001,23.7012,37.9012'), [0, 1, 10, 11]);
  assert.deepEqual(await numbersOf('bbox=23.7004,37.9004,23.7005,37.9005'), [], 'in bounds only');
  assert.deepEqual(await numbersOf('bbox=23.7001,37.9001,0,23.7002,37.9002,99'), [0], 'six values');
  assert.deepEqual(await numbersOf('bbox=23.69,37.89,23.7,37.9'), [0], 'only touching');
  assert.equal((await numbersOf('bbox=-180,-90,180,90&limit=10000')).length, 100);
  assert.equal((await numbersOf('bbox=23.65,-90,23.6,90&limit=10000')).length, 100, 'antimeridian');
  assert.deepEqual(await numbersOf('bbox=23.75,-90,23.69,90'), [], 'antimeridian, without these');
  assert.deepEqual(await numbersOf('bbox=170,-90,-170,90'), []);
  assert.deepEqual(await numbersOf('bbox=23.70001,38.5,23.70002,38.5'), []);
});

test('the Greek Grid works for answers and for boxes', async () => {
  const near = async (crs: string) => (await items(`limit=1&crs=${crs}`)).json().features[0];
  const [degrees, metres] = [await near(crs84), await near(encodeURIComponent(grid))];
  const [x, y] = toGreekGrid(degrees.geometry.coordinates[0][0]);
  const [east, north] = metres.geometry.coordinates[0][0];
  assert.ok(Math.abs(x - east) < 0.001 && Math.abs(y - north) < 0.001);
  assert.match(String(east), /^\d{6}(\.\d{1,4})?$/);

  const boxAt = (margin: number) => [x - margin, y - margin, x + margin, y + margin].join();
  const found = (box: string) => numbersOf(`bbox=${box}&bbox-crs=${grid}&limit=10000`);
  assert.deepEqual(await found(boxAt(1)), [0]);
  assert.equal((await found(boxAt(1e5))).length, 100);
  assert.equal((await found('-1e300,-1e300,1e300,1e300')).length, 100);
  assert.deepEqual(await found('1e300,1e300,1e301,1e301'), []);
  assert.deepEqual(await found('0,0,1,1'), []);
  const one = await get(`collections/parcels/items/050681726000?crs=${grid}`);
  assert.deepEqual(one.json().geometry, metres.geometry);
  assert.equal(one.headers['content-crs'], `<${grid}>`);
});

test('a parcel has its own page', async () => {
  const answer = await get('collections/parcels/items/050681726007');
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-crs'], `<${crs84}>`);
  assert.equal(answer.json().id, '050681726007');
  assert.equal(
    linkOf(answer, 'self'),
    'http://localhost:8000/ogc/collections/parcels/items/050681726007',
  );
  assert.ok(linkOf(answer, 'collection'));
  const unknown = await get('collections/parcels/items/050681726999');
  assert.equal(unknown.statusCode, 404);
  assert.equal(unknown.json().message, 'there is no parcel with this id');
  for (const id of ['abc', 'x', '%00', '%F0%9F%98%80', "'--", '..%2f..', '1'.repeat(65)]) {
    assert.equal((await get(`collections/parcels/items/${id}`)).statusCode, 404, id);
  }
  assert.equal((await get('collections/parcels/items/%ff')).statusCode, 400);
});

test('a page of very long outlines ends early, and its link leads to the rest', async t => {
  const { api, store } = await openTestService();
  t.after(() => api.close());
  const ring = Array.from({ length: 80_000 }, (_, i): [number, number] => {
    const angle = (i / 80_000) * 2 * Math.PI;
    return [24 + Math.cos(angle), 38 + Math.sin(angle)];
  });
  const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]!]] } as const;
  const plot = { areaM2: 1, geometry };
  const large = Array.from({ length: 6 }, (_, i) => ({ kaek: `05068172600${i}`, ...plot }));
  await replaceRows(store, 'parcels', provenance, large);
  const first = await api.inject('/ogc/collections/parcels/items?limit=6');
  const { numberReturned } = first.json();
  assert.ok(numberReturned > 1 && numberReturned < 6, `${numberReturned}`);
  const { pathname, search } = new URL(linkOf(first, 'next')!);
  const second = (await api.inject(pathname + search)).json();
  assert.equal(second.features[0].id, large[numberReturned]!.kaek);
  assert.equal(numberReturned + second.numberReturned, 6);
});

/** A parcel with a notch that ends three millimetres before the opposite side. */
function notched(random: () => number, number: number): PolygonGeometry {
  const [west, south] = [23.7 + number / 1_000 + random() / 1_000, 37.9 + random() / 1_000];
  const [width, rise, height] = [1e-3, 7e-4 * random(), 2e-4];
  const ring = [
    [west, south],
    [west + width, south + rise],
    [west + width, south + rise + height],
    [west + width / 2, south + rise / 2 + 3e-8],
    [west, south + height],
    [west, south],
  ] as const;
  return { type: 'Polygon', coordinates: [ring] };
}

test('outlines with close vertices can be imported again from what GIS programs get', async t => {
  const { api, store } = await openTestService();
  t.after(() => api.close());
  const random = seeded(37);
  const outlines = Array.from({ length: 40 }, (_, i) => ({
    kaek: `0506817260${String(i).padStart(2, '0')}`,
    areaM2: 1_000,
    geometry: notched(random, i),
  }));
  const isSound = ({ geometry }: { geometry: PolygonGeometry }) =>
    typeof checkedPolygons([geometry.coordinates as never]) !== 'string';
  const rounded = outlines.map(({ geometry }) => ({
    geometry: mapPositions(geometry, ([x, y]) => [Number(x.toFixed(7)), Number(y.toFixed(7))]),
  }));
  assert.ok(outlines.every(isSound) && !rounded.every(isSound), 'a centimetre is too coarse');
  await replaceRows(store, 'parcels', provenance, outlines);
  for (const crs of [crs84, grid]) {
    const page = await api.inject(`/ogc/collections/parcels/items?limit=99&crs=${crs}`);
    const file = join(temporaryFolder().path, 'parcels.geojson');
    writeFileSync(file, page.body);
    const request = { source: 'x', licence: '', maxRefusedShare: 0, dryRun: true };
    const feed = featureFeed(parcelDataset, [file], crs === grid ? { srid: 2100 } : {}, () => {});
    const report = await runImport(store, 'parcels', { ...request, files: [file] }, feed);
    assert.deepEqual([report.kept, report.refused], [40, []], crs);
  }
});
