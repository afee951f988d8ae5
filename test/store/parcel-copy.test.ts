import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Parcel, parcelWkt } from '../../src/property/parcels.ts';
import { packParcels, withParcelsInMemory } from '../../src/store/parcel-copy.ts';
import { replaceRows, type Store } from '../../src/store/store.ts';
import { execute } from '../postgres/database.ts';
import { parcels, places, provenance } from '../service.ts';
import { waitFor } from './changes.ts';
import { engines } from './engines.ts';

const kaekOf = (i: number) => String(i).padStart(12, '0');
const made = (count: number, areaM2: number): Parcel[] =>
  Array.from({ length: count }, (_, i) => ({ ...parcels[0]!, kaek: kaekOf(i), areaM2 }));

const enough = 1_000_000;

for (const { name, newUrl, open } of engines) {
  /** A store whose parcels are at hand in memory only, and how often they were read here. */
  async function openHere(t: test.TestContext, url: string) {
    const { parcelAtHand: _, ...plain } = await open(t, url);
    const seen = { reads: 0 };
    const store: Store = {
      ...plain,
      readParcels() {
        seen.reads++;
        return plain.readParcels();
      },
    };
    return { store, seen };
  }

  async function hold(t: test.TestContext, url: string, limit = enough, change?: Partial<Store>) {
    const { store, seen } = await openHere(t, url);
    const outcomes: string[] = [];
    const held = await withParcelsInMemory({ ...store, ...change }, { url }, limit, failure =>
      outcomes.push(failure ? 'failed' : 'loaded'),
    );
    t.after(held.close);
    const areaOf = (kaek: string) => held.store.parcelAtHand!(kaek)?.areaM2;
    return { areaOf, held, seen, outcomes };
  }

  for (const [how, count] of [
    ['few', 3],
    ['many, by a thread', 3_000],
  ] as const) {
    test(`${name}: ${how} parcels come to hand as the store finds them`, async t => {
      const url = await newUrl();
      const writer = await open(t, url);
      await replaceRows(writer, 'parcels', provenance, [...parcels, ...made(count, 7)]);
      const { held, areaOf, seen } = await hold(t, url);
      await waitFor(() => held.count() > 0, 30_000);
      assert.equal(held.count(), parcels.length + count);
      for (const { kaek } of [parcels[0]!, ...made(count, 7)]) {
        const parcel = (await writer.findParcel(kaek))!;
        const { areaM2 } = parcel;
        const written = { kaek, areaM2, wkt: parcelWkt(parcel, 4326) };
        assert.deepEqual(held.store.parcelAtHand!(kaek), written);
      }
      assert.equal(areaOf('999999999999'), undefined);
      assert.equal(seen.reads === 0, count > 500, 'many are not read here');
    });
  }

  test(`${name}: new parcels take the place of old ones, and other imports change nothing`, async t => {
    const url = await newUrl();
    const writer = await open(t, url);
    await replaceRows(writer, 'parcels', provenance, made(3, 1));
    const { areaOf, seen, outcomes } = await hold(t, url);
    await waitFor(() => areaOf(kaekOf(2)) === 1, 10_000);

    await replaceRows(writer, 'parcels', provenance, made(2, 2));
    await waitFor(() => areaOf(kaekOf(1)) === 2, 10_000);
    assert.equal(areaOf(kaekOf(2)), undefined);

    const before = { loads: outcomes.length, reads: seen.reads };
    await replaceRows(writer, 'places', provenance, places);
    await waitFor(() => outcomes.length > before.loads, 10_000);
    assert.equal(seen.reads, before.reads);
    assert.equal(areaOf(kaekOf(1)), 2);
    assert.deepEqual(new Set(outcomes), new Set(['loaded']));
  });

  test(`${name}: of more parcels than may be held none is`, async t => {
    const url = await newUrl();
    const writer = await open(t, url);
    await replaceRows(writer, 'parcels', provenance, made(4, 1));
    const { held, areaOf, seen, outcomes } = await hold(t, url, 3);
    await waitFor(() => outcomes.length === 1, 10_000);
    assert.equal(held.count(), 0);
    assert.equal(seen.reads, 0);
    await replaceRows(writer, 'parcels', provenance, made(3, 1));
    await waitFor(() => areaOf(kaekOf(0)) === 1, 10_000);
  });

  test(`${name}: an import in the midst of packing is noticed, and taken up or too large`, async t => {
    for (const [newRows, heldAfter] of [
      [2, 2],
      [4, 0],
    ] as const) {
      const url = await newUrl();
      const writer = await open(t, url);
      const reader = await open(t, url);
      await replaceRows(writer, 'parcels', provenance, made(3, 1));
      let reads = 0;
      const disturbed = async () => {
        if (reads++ === 0) await replaceRows(writer, 'parcels', provenance, made(newRows, 2));
        return reader.readParcels();
      };
      const { held, areaOf, outcomes } = await hold(t, url, 3, { readParcels: disturbed });
      await waitFor(() => outcomes.length > 0, 10_000);
      assert.equal(outcomes[0], 'loaded');
      assert.equal(held.count(), heldAfter);
      assert.equal(areaOf(kaekOf(0)), heldAfter > 0 ? 2 : undefined);
      assert.equal(areaOf(kaekOf(2)), undefined);
    }
  });

  test(`${name}: a copy that is more than may be held, or of two versions, is none`, async t => {
    const url = await newUrl();
    const writer = await open(t, url);
    await replaceRows(writer, 'parcels', provenance, made(3, 1));
    const { store } = await openHere(t, url);
    assert.equal(await packParcels(store, 2), undefined);
    assert.equal((await packParcels(store, 3))?.parcels.codes.length, 3);
    const disturbed: Store = {
      ...store,
      async readParcels() {
        const rows = await store.readParcels();
        await replaceRows(writer, 'parcels', provenance, made(3, 2));
        return rows;
      },
    };
    assert.equal(await packParcels(disturbed, 3), undefined);
  });

  test(`${name}: parcels that cannot be read are told of and tried again`, async t => {
    const url = await newUrl();
    const writer = await open(t, url);
    await replaceRows(writer, 'parcels', provenance, made(2, 1));
    let reads = 0;
    const readParcels = () =>
      reads++ === 0 ? Promise.reject(new Error('busy')) : writer.readParcels();
    const { areaOf, outcomes } = await hold(t, url, enough, { readParcels });
    await waitFor(() => outcomes.length === 2, 10_000);
    assert.equal(areaOf(kaekOf(1)), 1);
    assert.deepEqual(outcomes, ['failed', 'loaded']);
  });

  test(`${name}: what may be old, because nobody can tell, is not served`, async t => {
    const url = await newUrl();
    const writer = await open(t, url);
    await replaceRows(writer, 'parcels', provenance, made(2, 1));
    let isOutOfReach = false;
    const loadedSources = () =>
      isOutOfReach ? Promise.reject(new Error('out of reach')) : writer.loadedSources();
    const { areaOf, outcomes } = await hold(t, url, enough, { loadedSources });
    await waitFor(() => areaOf(kaekOf(1)) === 1, 10_000);
    isOutOfReach = true;
    await replaceRows(writer, 'parcels', provenance, made(2, 2));
    await waitFor(() => outcomes.includes('failed'), 10_000);
    assert.equal(areaOf(kaekOf(1)), undefined);
    isOutOfReach = false;
    await waitFor(() => areaOf(kaekOf(1)) === 2, 10_000);
  });

  test(`${name}: closing ends the packing, at once or later, and nobody is told`, async t => {
    const url = await newUrl();
    const writer = await open(t, url);
    await replaceRows(writer, 'parcels', provenance, made(6_000, 1));
    const { held: control } = await hold(t, url);
    const closed = await Promise.all(
      [0, 20, 100].map(async ms => {
        const one = await hold(t, url);
        if (ms > 0) await sleep(ms);
        one.held.close();
        return one;
      }),
    );
    // By then they would have been done as well.
    await waitFor(() => control.count() === 6_000, 30_000);
    await sleep(500);
    for (const { held, outcomes } of closed) {
      assert.equal(held.count(), 0);
      assert.deepEqual(outcomes, []);
    }
  });
}

test('PostgreSQL: an outline that is none of polygons is left to the database', async t => {
  const { newUrl, open } = engines.find(({ name }) => name === 'PostgreSQL')!;
  const url = await newUrl();
  const store = await open(t, url);
  await replaceRows(store, 'parcels', provenance, made(3, 1));
  const curve = 'CURVEPOLYGON(CIRCULARSTRING(20 38, 21 38, 20 38))';
  await execute(
    url,
    `UPDATE parcels SET outline = ST_GeomFromText('${curve}', 4326) WHERE kaek = '${kaekOf(0)}'`,
  );
  const copy = await packParcels(store, 3);
  assert.equal(copy?.parcels.codes.length, 2);
});
