import assert from 'node:assert/strict';
import test from 'node:test';
import { seeded } from '../../seeded.ts';
import { askForOne, parcelInside, parcelsAround } from './corner-of-a-box.ts';
import { boxOf, openEngines, openPages, scatteredParcels } from './scattered-parcels.ts';

test('a box in which nothing is found after 100,000 rows is rejected with a sentence', async t => {
  const { first } = await askForOne(t, [...parcelsAround(101_000, 1), parcelInside(101_001)]);
  assert.equal(first.statusCode, 400);
  assert.match(
    first.json().message,
    /^bbox: expected a smaller box: 100,\d{3} features around it were read, and none is in it$/,
  );
});

test('300,000 parcels with scattered codes: both engines give the same pages for every box', async t => {
  const stores = await openEngines(t, scatteredParcels(300_000));
  const readers = await Promise.all(stores.map(({ store }) => openPages(t, store)));
  const random = seeded(43);
  for (let i = 0; i < 60; i++) {
    const [wide, high] = [0, 0].map(() => 500 ** random());
    const box = boxOf(40 * random(), 40 * random(), wide!, high!);
    for (const limit of [10, 1_000]) {
      const [one, other] = await Promise.all(readers.map(read => read(box, limit, 3)));
      assert.ok(one!.pages[0]!.length > 0, JSON.stringify(box));
      assert.deepEqual(one, other, JSON.stringify({ box, limit }));
    }
  }
});
