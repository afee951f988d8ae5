import assert from 'node:assert/strict';
import test from 'node:test';
import { type ParcelFinder, parcelsOfArea } from '#domain/property/parcels-of-area.ts';
import { areaOfBox, areaOfGridBox, everywhere } from '#domain/property/search-area.ts';
import { replaceRows, type Store } from '#storage/store/store.ts';
import { longTest, sampleOf } from '../../sample.ts';
import { provenance } from '../../service.ts';
import { engines } from '../../store/engines.ts';
import { pagesOf, parcelInside, parcelsAround, triangleAt } from './corner-of-a-box.ts';
import { boxOf, openEngines, scatteredParcels } from './scattered-parcels.ts';

/** Villages of a hundred parcels each all over Greece, one block of codes each. */
const villages = Array.from({ length: 5_000 }, (_, i) => {
  const village = Math.floor(i / 100);
  const [x, y] = [20.5 + (village % 10) * 0.8, 35.2 + Math.floor(village / 10) * 1.3];
  const kaek = String(village).padStart(9, '0') + String(i % 100).padStart(3, '0');
  return triangleAt(kaek, x + (i % 10) * 0.0004, y + (Math.floor(i / 10) % 10) * 0.0004);
});

/** Counts the rows that the searches over a store read. */
function counting(store: Store) {
  const counted = { codes: 0, parcels: 0, calls: 0 };
  const finder: ParcelFinder = {
    async parcelCodesIn(boxes, after) {
      const codes = await store.parcelCodesIn(boxes, after);
      counted.codes += codes?.length ?? 0;
      return codes;
    },
    async parcelsOfCodes(codes) {
      const parcels = await store.parcelsOfCodes(codes);
      counted.calls++;
      counted.parcels += parcels.length;
      return parcels;
    },
    async parcelsAlong(...args) {
      const run = await store.parcelsAlong(...args);
      counted.calls++;
      counted.parcels += run.parcels.length;
      assert.ok(run.parcels.length <= args[2], 'never more than asked for');
      return run;
    },
  };
  return { finder, counted };
}

for (const { name, newUrl, open } of sampleOf(engines)) {
  test(`${name}: a box costs as much as it returns, not as what is stored`, async t => {
    const store = await open(t, await newUrl());
    await replaceRows(store, 'parcels', provenance, villages);
    const [x, y] = [20.5 + 4 * 0.8, 35.2 + 2 * 1.3];
    const grid = (west: number, south: number, east: number, north: number) =>
      areaOfGridBox({ west, south, east, north });
    const degrees = (west: number, south: number, east: number, north: number) =>
      areaOfBox({ west, south, east, north });
    for (const [what, area, least, mostRead] of [
      // Through no village, although the box around the line contains a fifth of all.
      ['a line of the grid', grid(-216_000, 4.3e6, 800_000, 4.3e6), 0, 100],
      ['a line of the grid to the north', grid(476_000, 3.8e6, 476_000, 4.6e6), 0, 100],
      ['a line of degrees', degrees(19, y - 0.1, 29, y - 0.1), 0, 0],
      ['a line through ten villages', degrees(19, y, 29, y), 100, 1_000],
      ['one parcel', degrees(x, y, x, y), 1, 20],
      ['a village', degrees(x - 0.1, y - 0.1, x + 0.1, y + 0.1), 100, 100],
      ['everything', everywhere, 5_000, 5_000],
    ] as const) {
      const { finder, counted } = counting(store);
      let found = 0;
      for await (const batch of parcelsOfArea(finder, area, '')) found += batch.found.length;
      assert.equal(found, least, what);
      assert.ok(counted.parcels <= mostRead, `${what}: ${JSON.stringify(counted)}`);
      assert.ok(counted.calls <= 20, `${what}: ${JSON.stringify(counted)}`);
    }
  });

  test(`${name}: parcels of codes in letters, of two sources and of any batch come once and in order`, async t => {
    const store = await open(t, await newUrl());
    const codes = ['12098ΑΒ00001', '12098ΕΚ00029', '120980000001', '120980001001', '120980001002'];
    const first = codes.map((kaek, i) => triangleAt(kaek, 23 + i / 1_000, 38));
    await replaceRows(store, 'parcels', provenance, first);
    const moved = triangleAt(codes[3]!, 24, 39);
    await replaceRows(store, 'parcels', { ...provenance, source: 'other' }, [moved]);
    for (const rows of [1, 2, 3, 100]) {
      const seen: string[] = [];
      for (let after: string | undefined = ''; after !== undefined; ) {
        const run = await store.parcelsAlong(everywhere.boxes, after, rows);
        seen.push(...run.parcels.map(({ kaek }) => kaek));
        assert.notEqual(run.end, after, 'always advances');
        after = run.end;
      }
      assert.deepEqual(seen, codes.toSorted(), `${rows} at a time`);
    }
    const found = await store.parcelsOfCodes([codes[3]!, codes[0]!, '999999999999']);
    assert.deepEqual(found, [moved, first[0]]);
    assert.deepEqual(await store.parcelsOfCodes([]), []);
  });
}

longTest('scattered codes: a box costs as much as it returns, in both engines', async t => {
  const stores = await openEngines(t, scatteredParcels(8_000));
  for (const [box, least, mostRead] of [
    [boxOf(20, 20, 0.1), 1, 20],
    [boxOf(20, 20, 8), 70, 150],
    [boxOf(0, 30, 89, 0.1), 80, 300],
    [boxOf(5, 5, 50), 2_400, 3_000],
  ] as const) {
    const found: string[][] = [];
    for (const { name, store } of stores) {
      const { finder, counted } = counting(store);
      const codes: string[] = [];
      for await (const batch of parcelsOfArea(finder, areaOfBox(box), ''))
        codes.push(...batch.found.map(({ kaek }) => kaek));
      assert.ok(codes.length >= least, `${name}: ${codes.length} of ${least}`);
      assert.ok(counted.parcels <= mostRead, `${name}: ${JSON.stringify(counted)}`);
      found.push(codes);
    }
    assert.deepEqual(found[0], found[1]);
  }
});

longTest('both engines propose codes for the same boxes, and walk the others alike', async t => {
  const stores = await openEngines(t, scatteredParcels(8_000));
  // 5,000 candidates lie between: cells have more parcels than the box.
  for (const side of [69, 69.5, 70, 70.5, 71, 75, 89]) {
    const proposed = await Promise.all(
      stores.map(async ({ store }) => (await store.parcelCodesIn([boxOf(2, 2, side)], ''))?.length),
    );
    assert.equal(proposed[0] === undefined, proposed[1] === undefined, `${side}: ${proposed}`);
  }
  for (const rows of [1, 7, 100, 999]) {
    const walks = stores.map(async ({ store }) => {
      const steps: unknown[] = [];
      let after: string | undefined = '000000120';
      while (after !== undefined && steps.length < 20) {
        const run = await store.parcelsAlong([boxOf(2, 2, 75)], after, rows);
        steps.push([run.end, run.parcels.map(({ kaek }) => kaek)]);
        after = run.end;
      }
      return steps;
    });
    assert.deepEqual(await walks[0], await walks[1], `${rows} at a time`);
  }
});

test('a page that had to read many rows ends early, and its link leads to the rest', async t => {
  const [first, last] = [parcelInside(0), parcelInside(21_001)];
  const pages = await pagesOf(t, [first, ...parcelsAround(21_000, 1), last]);
  assert.deepEqual(pages, [[first.kaek], [last.kaek]]);
});

test('a page does not end early without a feature: GDAL would read no further', async t => {
  const last = parcelInside(21_001);
  assert.deepEqual(await pagesOf(t, [...parcelsAround(21_000, 1), last]), [[last.kaek]]);
});
