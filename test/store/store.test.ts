import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { type Box, boxesOverlap } from '../../src/geo/box.ts';
import { boundsOf } from '../../src/geo/polygon.ts';
import { boxOf } from '../../src/map/feature.ts';
import type { Parcel } from '../../src/property/parcels.ts';
import {
  type Address,
  answerLayers,
  emptyLayers,
  type NewPlace,
  type Provenance,
  replaceRows,
} from '../../src/store/store.ts';
import { house, parcels, places, provenance, rates, road } from '../service.ts';
import { countChanges, waitFor } from './changes.ts';
import { engines } from './engines.ts';
import { randomNumbers, seed } from './random.ts';

const other: Provenance = { ...provenance, source: 'other' };

for (const { name, newUrl, open: openAt } of engines) {
  const open = async (t: test.TestContext, clock?: () => Date) => openAt(t, await newUrl(), clock);
  const openTwo = async (t: test.TestContext) => {
    const url = await newUrl();
    return [await openAt(t, url), await openAt(t, url)] as const;
  };

  test(`${name}: what is put in comes out`, async t => {
    const store = await open(t);
    const ageing = {
      house: { method: 'straight_line' as const, usefulLifeYears: 50, residualShare: 0.1 },
    };
    await replaceRows(store, 'costs', provenance, [
      ...rates,
      { propertyType: 'house', ...ageing.house },
    ]);
    await replaceRows(store, 'parcels', provenance, parcels);
    const costs = await store.readCosts();
    assert.deepEqual(structuredClone(costs.rates), rates);
    assert.deepEqual(structuredClone(costs.depreciation), ageing);
    assert.deepEqual(await store.findParcel('050681726003'), parcels[0]);
    assert.equal(await store.findParcel('050681726004'), undefined);
  });

  test(`${name}: the extent of a layer is the box around the rows of all its sources`, async t => {
    const store = await open(t);
    assert.equal(await store.extentOf('parcels'), undefined);
    await replaceRows(store, 'parcels', provenance, parcels);
    const first = { west: 23.7, south: 37.9, east: 23.7002, north: 37.9002 };
    assert.deepEqual({ ...(await store.extentOf('parcels')) }, first);
    const at = (longitude: number) => ({ ...places[0]!, longitude, latitude: 38 });
    await replaceRows(store, 'places', provenance, [at(23), { ...at(24), external_id: 'node/24' }]);
    await replaceRows(store, 'places', other, [at(20)]);
    const both = { west: 20, south: 38, east: 24, north: 38 };
    assert.deepEqual({ ...(await store.extentOf('places')) }, both);
    await replaceRows(store, 'places', other, []);
    assert.deepEqual({ ...(await store.extentOf('places')) }, { ...both, west: 23 });
    assert.deepEqual({ ...(await store.extentOf('parcels')) }, first);
    await replaceRows(store, 'map', provenance, [road, { ...road, detail: 0 }]);
    assert.deepEqual({ ...(await store.extentOf('map')) }, boxOf(road.geometry));
  });

  test(`${name}: a place keeps its id over re-imports, and the id of a lost one is never given again`, async t => {
    const store = await open(t);
    await replaceRows(store, 'places', provenance, places);
    const idOf = async (name: string) =>
      [...(await store.readPlaces())].find(p => p.name_en === name)?.id;
    const before = await idOf('metro');
    await replaceRows(store, 'places', provenance, places.toReversed());
    assert.equal(await idOf('metro'), before);

    const highest = Math.max(...[...(await store.readPlaces())].map(p => p.id));
    await replaceRows(store, 'places', provenance, places.slice(0, 1));
    assert.equal([...(await store.readPlaces())].length, 1);
    await replaceRows(store, 'places', provenance, [
      { ...places[0]!, external_id: 'node/new', name_en: 'new' },
    ]);
    assert.ok((await idOf('new'))! > highest);
  });

  test(`${name}: a place that was absent from imports returns with its id`, async t => {
    const store = await open(t);
    const idsAfter = async (from: Provenance, rows: readonly NewPlace[]) => {
      await replaceRows(store, 'places', from, rows);
      const stored = [...(await store.readPlaces())];
      return new Map(stored.map(p => [`${p.external_id} ${p.place_type}`, p.id]));
    };
    const before = await idsAfter(provenance, places);
    await idsAfter(provenance, places.slice(0, 1));
    await idsAfter(provenance, []);
    const ofOther = await idsAfter(other, places);
    await idsAfter(other, []);
    const back = await idsAfter(provenance, places.slice(1, 2));
    assert.deepEqual(await idsAfter(provenance, places.toReversed()), before);
    for (const [key, id] of back) assert.equal(id, before.get(key));
    for (const [key, id] of ofOther) assert.notEqual(id, before.get(key));
  });

  test(`${name}: an import replaces its own source and leaves the others`, async t => {
    const store = await open(t);
    await replaceRows(store, 'places', provenance, places);
    await replaceRows(store, 'places', other, places.slice(0, 2));
    assert.equal([...(await store.readPlaces())].length, places.length + 2);
    await replaceRows(store, 'places', provenance, []);
    assert.equal([...(await store.readPlaces())].length, 2);
  });

  test(`${name}: the first real import of a layer removes its sample`, async t => {
    const store = await open(t);
    await replaceRows(store, 'parcels', { ...provenance, source: 'sample' }, parcels);
    await replaceRows(store, 'places', { ...provenance, source: 'sample' }, places);
    await replaceRows(store, 'parcels', provenance, [{ ...parcels[0]!, kaek: '050681726009' }]);
    assert.equal(await store.findParcel('050681726003'), undefined);
    assert.ok(await store.findParcel('050681726009'));
    assert.deepEqual(
      (await store.loadedSources()).map(s => `${s.layer} ${s.source}`),
      ['parcels test', 'places sample'],
    );
  });

  test(`${name}: of a parcel in two sources the one loaded last is found`, async t => {
    const store = await open(t);
    await replaceRows(store, 'parcels', provenance, parcels);
    await replaceRows(store, 'parcels', other, [{ ...parcels[0]!, areaM2: 7 }]);
    assert.equal((await store.findParcel('050681726003'))?.areaM2, 7);
    await replaceRows(store, 'parcels', provenance, parcels);
    assert.equal((await store.findParcel('050681726003'))?.areaM2, 412.5);
  });

  test(`${name}: a parcel that comes twice is kept once; with another outline it is refused`, async t => {
    const store = await open(t);
    const replacement = await store.replace('parcels', 'twice');
    const other: Parcel = {
      ...parcels[0]!,
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [23, 38],
            [23.1, 38],
            [23.1, 38.1],
            [23, 38],
          ],
        ],
      },
    };
    assert.equal(replacement.add(parcels[0]!), undefined);
    assert.equal(replacement.add(parcels[0]!), undefined);
    assert.match(
      replacement.add(other)!,
      /^kaek: 050681726003 comes twice with different outlines$/,
    );
    await replacement.commit({ ...provenance, source: 'twice' });
    assert.equal((await store.loadedSources())[0]!.rows, 1);
  });

  test(`${name}: parcels are found by a point near them`, async t => {
    const store = await open(t);
    await replaceRows(store, 'parcels', provenance, parcels);
    assert.equal((await store.parcelsAround(37.9001, 23.7001)).length, 1);
    assert.equal((await store.parcelsAround(37.91, 23.7001)).length, 0);
    await replaceRows(store, 'parcels', provenance, []);
    assert.equal((await store.parcelsAround(37.9001, 23.7001)).length, 0);
  });

  test(`${name}: parcels are found by a box, in the order of their codes, each as loaded last`, async t => {
    const store = await open(t);
    const codes = async (box: Box, after = '', most = 99) =>
      (await store.parcelsIn(box, after, most)).map(({ kaek }) => kaek.slice(-3));
    const box = { west: 23, east: 23.0025, south: 38, north: 38.0025 };
    const earth = { west: -180, east: 180, south: -90, north: 90 };
    assert.deepEqual(await codes(earth), []);
    // Columns to the east, rows to the north: the codes go the other way.
    const square = (i: number, size = 0.0005): Parcel => {
      const [x, y] = [23 + Math.floor(i / 10) / 1_000, 38 + (i % 10) / 1_000];
      const ring = [
        [0, 0],
        [size, 0],
        [size, size],
        [0, size],
        [0, 0],
      ] as const;
      const coordinates = [ring.map(([u, v]) => [x + u, y + v] as const)];
      const kaek = `050681726${String(100 - i).padStart(3, '0')}`;
      return { kaek, areaM2: i + 1, geometry: { type: 'Polygon', coordinates } };
    };
    const squares = Array.from({ length: 100 }, (_, i) => square(i));
    await replaceRows(store, 'parcels', provenance, squares);
    const inside = ['078', '079', '080', '088', '089', '090', '098', '099', '100'];
    assert.deepEqual(await codes(box), inside);
    assert.deepEqual(await codes(box, '', 2), inside.slice(0, 2));
    assert.deepEqual(await codes(box, '050681726080'), inside.slice(3));
    assert.deepEqual(await codes(box, '050681726100'), []);
    assert.deepEqual(await codes(box, '', 0), []);
    assert.deepEqual(await codes(earth, '', 3), ['001', '002', '003']);
    assert.equal((await codes(earth, '', 200)).length, 100);
    const corner = { west: 22, east: 23, south: 37, north: 38 };
    assert.deepEqual(await codes(corner), ['100'], 'a box that only touches');
    assert.deepEqual(await codes({ ...corner, east: 23 - 1e-12 }), []);
    assert.deepEqual(await codes({ west: 23.0006, east: 23.0009, south: 38, north: 39 }), []);

    const moved = { ...square(99), kaek: '050681726079' };
    const wide = { ...square(12, 0.5), kaek: '050681726555' };
    await replaceRows(store, 'parcels', other, [moved, wide, { ...square(0), areaM2: 7 }]);
    const nowInside = inside.filter(code => code !== '079');
    assert.deepEqual(await codes(box), [...nowInside, '555']);
    assert.equal((await store.parcelsIn(box, '050681726099', 1))[0]?.areaM2, 7);
    assert.deepEqual(await codes(earth, '050681726100'), ['555']);
  });

  test(`${name}: many parcels are found by boxes of any size as if one went through all`, async t => {
    const store = await open(t);
    const random = randomNumbers(seed);
    const newParcel = (i: number, areaM2: number): Parcel => {
      const [x, y] = [23 + random(10_000) / 1e5, 38 + random(10_000) / 1e5];
      const [wide, high] = [1 + random(i % 100 === 0 ? 3_000 : 30), 1 + random(30)].map(
        n => n / 1e5,
      );
      const ring = [
        [x, y],
        [x + wide!, y],
        [x + wide!, y + high!],
        [x, y],
      ] as const;
      const kaek = `05068${String(i).padStart(7, '0')}`;
      return { kaek, areaM2, geometry: { type: 'Polygon', coordinates: [ring] } };
    };
    const first = Array.from({ length: 12_000 }, (_, i) => newParcel(i, 1));
    const second = Array.from({ length: 300 }, (_, i) => newParcel(i * 50, 2));
    await replaceRows(store, 'parcels', provenance, first);
    await replaceRows(store, 'parcels', other, second);
    const newest = new Map([...first, ...second].map(parcel => [parcel.kaek, parcel]));
    const all = [...newest.values()].toSorted((a, b) => (a.kaek < b.kaek ? -1 : 1));
    for (const size of [0, 1e-4, 1e-3, 0.01, 0.05, 0.2, 5, 400]) {
      for (let k = 0; k < 3; k++) {
        const [west, south] = [
          23 + random(10_000) / 1e5 - size / 2,
          38 + random(10_000) / 1e5 - size / 2,
        ];
        const box = { west, south, east: west + size, north: south + size };
        const after = k === 0 ? '' : all[random(all.length)]!.kaek;
        const most = [7, 400, 20_000][k]!;
        const expected = all
          .filter(({ kaek, geometry }) => kaek > after && boxesOverlap(boundsOf(geometry), box))
          .slice(0, most);
        const found = await store.parcelsIn(box, after, most);
        const coded = (list: Parcel[]) => list.map(({ kaek, areaM2 }) => `${kaek} ${areaM2}`);
        assert.deepEqual(coded(found), coded(expected), JSON.stringify({ box, after, most }));
      }
    }
  });

  test(`${name}: another connection’s commit is noticed, and nothing of it is seen before`, async t => {
    const [reader, writer] = await openTwo(t);
    const seen = await countChanges(t, reader);
    const replacement = await writer.replace('places', 'osm');
    for (const place of places) replacement.add(place);
    await replacement.keepUp();
    assert.equal([...(await reader.readPlaces())].length, 0);
    await replacement.commit({ ...provenance, source: 'osm' });
    assert.equal([...(await reader.readPlaces())].length, places.length);
    await waitFor(() => seen.changes > 0, 10_000);
    await sleep(700);
    assert.equal(seen.changes, 1);
  });

  test(`${name}: rows of two layers come into force in one step, or not at all`, async t => {
    const [reader, writer] = await openTwo(t);
    const seen = await countChanges(t, reader);
    const osm = { ...provenance, source: 'osm' };
    const sources = async () =>
      (await reader.loadedSources()).map(({ layer, source, rows }) => [layer, source, rows]);
    const fill = async (places: readonly NewPlace[], addresses: readonly Address[]) => {
      const replacement = await writer.replace('places', 'osm');
      for (const place of places) replacement.add(place);
      const beside = await replacement.beside('addresses');
      for (const address of addresses) beside.add(address);
      await beside.keepUp();
      return replacement;
    };
    const first = await fill(places, [house]);
    assert.deepEqual(await sources(), []);
    await first.commit(osm);
    const before = [
      ['addresses', 'osm', 1],
      ['places', 'osm', places.length],
    ];
    assert.deepEqual(await sources(), before);
    await waitFor(() => seen.changes > 0, 10_000);
    await sleep(700);
    assert.equal(seen.changes, 1);

    await (await fill(places.slice(1), [])).abandon();
    assert.deepEqual(await sources(), before);
    const [kept] = [...(await reader.readPlaces())].slice(-1);
    await (await fill(places.slice(1), [house, { ...house, houseNumber: '7' }])).commit(osm);
    assert.deepEqual(await sources(), [
      ['addresses', 'osm', 2],
      ['places', 'osm', places.length - 1],
    ]);
    assert.equal([...(await reader.readPlaces())].at(-1)?.id, kept?.id, 'ids are kept');
  });

  test(`${name}: an import that fails leaves everything as it was`, async t => {
    const store = await open(t);
    await replaceRows(store, 'places', provenance, places);
    function* failing() {
      yield { ...places[0]!, external_id: 'node/x' };
      throw new Error('the file is cut');
    }
    await assert.rejects(replaceRows(store, 'places', provenance, failing()), /the file is cut/);
    assert.equal([...(await store.readPlaces())].length, places.length);
    assert.equal((await store.loadedSources())[0]!.rows, places.length);
  });

  test(`${name}: each source is remembered with rows, date and licence`, async t => {
    const store = await open(t, () => new Date('2026-06-15T09:00:00Z'));
    assert.deepEqual(emptyLayers(await store.loadedSources()), answerLayers);
    await replaceRows(store, 'parcels', provenance, parcels);
    assert.deepEqual(structuredClone(await store.loadedSources()), [
      { layer: 'parcels', rows: 1, loadedAt: '2026-06-15T09:00:00.000Z', ...provenance },
    ]);
    const others = answerLayers.filter(layer => layer !== 'parcels');
    assert.deepEqual(emptyLayers(await store.loadedSources()), others);
  });

  test(`${name}: opening changes nothing that others would notice, and waits for no import`, async t => {
    const url = await newUrl();
    const listener = await openAt(t, url);
    const seen = await countChanges(t, listener);
    await (await openAt(t, url)).close();
    const importing = await (await openAt(t, url)).replace('places', 'osm');
    await (await openAt(t, url)).close();
    await sleep(700);
    assert.equal(seen.changes, 0);
    await importing.abandon();
  });

  test(`${name}: reads of one moment may be begun at the same time`, async t => {
    const store = await open(t);
    await replaceRows(store, 'places', provenance, places);
    const counts = Array.from({ length: 3 }, () =>
      store.atOneMoment(async rows => {
        await setImmediate();
        return [...(await rows.readPlaces())].length;
      }),
    );
    const failing = store.atOneMoment(() => Promise.reject(new Error('of this test')));
    await assert.rejects(failing, /of this test/);
    assert.deepEqual(await Promise.all(counts), Array(3).fill(places.length));
  });

  test(`${name}: a second import is told that another is writing`, async t => {
    const [one, other] = await openTwo(t);
    const first = await one.replace('places', 'a');
    await assert.rejects(other.replace('places', 'b', 50), {
      code: 'UNAVAILABLE',
      message: /another import is writing/,
    });
    await first.abandon();
  });
}
