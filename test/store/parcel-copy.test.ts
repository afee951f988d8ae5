import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Parcel, parcelWkt } from '../../src/property/parcels.ts';
import { packAllParcels, withParcelsInMemory } from '../../src/store/parcel-copy.ts';
import { replaceRows, type Store } from '../../src/store/store.ts';
import { parcels, places, provenance } from '../service.ts';
import { waitFor } from './changes.ts';
import { engines } from './engines.ts';

const kaekOf = (i: number) => String(i).padStart(12, '0');
const made = (count: number, areaM2: number): Parcel[] =>
  Array.from({ length: count }, (_, i) => ({ ...parcels[0]!, kaek: kaekOf(i), areaM2 }));

const enough = 1_000_000;
const wellDone = (failure?: unknown) => assert.equal(failure, undefined);

for (const { name, newUrl, open } of engines) {
  /** A store whose parcels are at hand in memory only, and how often pages of them were read. */
  async function openHere(t: test.TestContext, url: string) {
    const { parcelAtHand: _, ...plain } = await open(t, url);
    const seen = { pages: 0 };
    const store: Store = {
      ...plain,
      parcelsAfter(kaek, most) {
        seen.pages++;
        return plain.parcelsAfter(kaek, most);
      },
    };
    return { store, seen };
  }

  async function hold(t: test.TestContext, url: string, most = enough) {
    const { store, seen } = await openHere(t, url);
    let loads = 0;
    const held = await withParcelsInMemory(store, { url }, most, failure => {
      wellDone(failure);
      loads++;
    });
    t.after(held.close);
    const areaOf = (kaek: string) => held.store.parcelAtHand!(kaek)?.areaM2;
    return { areaOf, held, seen, loads: () => loads };
  }

  for (const [how, count] of [
    ['few', 3],
    ['many, by a thread', 6_000],
  ] as const) {
    test(`${name}: ${how} parcels come to hand as the store finds them`, async t => {
      const url = await newUrl();
      const writer = await open(t, url);
      await replaceRows(writer, 'parcels', provenance, [...parcels, ...made(count, 7)]);
      const { held, areaOf, seen } = await hold(t, url);
      await waitFor(() => areaOf(kaekOf(0)) === 7, 30_000);
      for (const { kaek } of [parcels[0]!, ...made(count, 7)]) {
        const parcel = (await writer.findParcel(kaek))!;
        const { areaM2 } = parcel;
        const written = { kaek, areaM2, wkt: parcelWkt(parcel, 4326) };
        assert.deepEqual(held.store.parcelAtHand!(kaek), written);
      }
      assert.equal(areaOf('999999999999'), undefined);
      assert.equal(seen.pages === 0, count > 5_000, 'many are not read here');
    });
  }

  test(`${name}: new parcels take the place of old ones, and other imports change nothing`, async t => {
    const url = await newUrl();
    const writer = await open(t, url);
    await replaceRows(writer, 'parcels', provenance, made(3, 1));
    const { areaOf, seen, loads } = await hold(t, url);
    await waitFor(() => areaOf(kaekOf(2)) === 1, 10_000);

    await replaceRows(writer, 'parcels', provenance, made(2, 2));
    await waitFor(() => areaOf(kaekOf(1)) === 2, 10_000);
    assert.equal(areaOf(kaekOf(2)), undefined);

    const before = { loads: loads(), pages: seen.pages };
    await replaceRows(writer, 'places', provenance, places);
    await waitFor(() => loads() > before.loads, 10_000);
    assert.equal(seen.pages, before.pages);
    assert.equal(areaOf(kaekOf(1)), 2);
  });

  test(`${name}: of more parcels than may be held none is`, async t => {
    const url = await newUrl();
    const writer = await open(t, url);
    await replaceRows(writer, 'parcels', provenance, made(4, 1));
    const { areaOf, seen, loads } = await hold(t, url, 3);
    await waitFor(() => loads() === 1, 10_000);
    assert.equal(areaOf(kaekOf(0)), undefined);
    assert.equal(seen.pages, 0);
    await replaceRows(writer, 'parcels', provenance, made(3, 1));
    await waitFor(() => areaOf(kaekOf(0)) === 1, 10_000);
  });

  test(`${name}: an import in the midst of packing leaves no mixture`, async t => {
    const url = await newUrl();
    const writer = await open(t, url);
    await replaceRows(writer, 'parcels', provenance, made(900, 1));
    const { store, seen } = await openHere(t, url);
    const disturbed: Store = {
      ...store,
      async parcelsAfter(kaek, most) {
        if (seen.pages === 1) await replaceRows(writer, 'parcels', provenance, made(700, 2));
        return store.parcelsAfter(kaek, most);
      },
    };
    const { parcels, version } = await packAllParcels(disturbed);
    assert.deepEqual(new Set(parcels.areasM2), new Set([2]));
    assert.equal(parcels.codes.length, 700);
    assert.equal(JSON.parse(version)[0].rows, 700);
  });

  test(`${name}: parcels that cannot be read are told of and tried again`, async t => {
    const url = await newUrl();
    const writer = await open(t, url);
    await replaceRows(writer, 'parcels', provenance, made(2, 1));
    const { store } = await openHere(t, url);
    const outcomes: string[] = [];
    const failing: Store = {
      ...store,
      parcelsAfter: (kaek, most) =>
        outcomes.length === 0 ? Promise.reject(new Error('busy')) : store.parcelsAfter(kaek, most),
    };
    const held = await withParcelsInMemory(failing, { url }, enough, failure =>
      outcomes.push(failure ? 'failed' : 'loaded'),
    );
    await waitFor(() => held.store.parcelAtHand!(kaekOf(1)) !== undefined, 10_000);
    await waitFor(() => outcomes.length === 2, 1_000);
    assert.deepEqual(outcomes, ['failed', 'loaded']);
    held.close();
  });

  test(`${name}: closing ends the packing, and nobody is told`, async t => {
    const url = await newUrl();
    const writer = await open(t, url);
    await replaceRows(writer, 'parcels', provenance, made(20_000, 1));
    const { held, areaOf, loads } = await hold(t, url);
    await sleep(20);
    held.close();
    await sleep(500);
    assert.equal(loads(), 0);
    assert.equal(areaOf(kaekOf(0)), undefined);
  });
}
