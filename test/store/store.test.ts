import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { boxOf } from '#domain/map/map-feature.ts';
import type { CostRate } from '#domain/property/cost/cost-table.ts';
import { openStore } from '#storage/store/open-store.ts';
import {
  type Address,
  answerLayers,
  emptyLayers,
  type NewPlace,
  type Provenance,
  replaceRows,
  type Store,
} from '#storage/store/store.ts';
import { house, now, parcels, places, provenance, rates, road } from '../service.ts';
import { testStores as test } from './engines.ts';

const other: Provenance = { ...provenance, source: 'other' };

test('rows are returned as they were stored', async ({ store }) => {
  const method = 'straight_line';
  const years = { usefulLifeYears: 50, residualShare: 0.1 };
  const ageing = { propertyType: 'house', method, ...years } as const;
  await replaceRows(store, 'costs', provenance, [...rates, ageing]);
  await replaceRows(store, 'parcels', provenance, parcels);
  const [costs, ...others] = await store.readCosts();
  assert.deepEqual(structuredClone(costs!.rates), rates);
  assert.deepEqual(structuredClone(costs!.depreciation), [ageing]);
  assert.deepEqual(others, []);
  assert.deepEqual(await store.findParcel('050681726003'), parcels[0]);
  assert.equal(await store.findParcel('050681726004'), undefined);
});

test('costs that an import replaces are kept, unless the same or removed', async ({ open }) => {
  const clock = { now: 0 };
  const store = await open(() => new Date(clock.now));
  const load = async (source: string, checksum: string, rows: readonly CostRate[]) => {
    clock.now += 1_000;
    await replaceRows(store, 'costs', { ...provenance, source, checksum }, rows);
    return (await store.readCosts()).map(
      version =>
        `${version.source} ${version.checksum} ${version.rates.length} ${version.replacedAt?.slice(17, 19) ?? 'in force'}`,
    );
  };
  const origin = { validFrom: '2026-01-01', source: 'x', note: 'y' };
  const factor = {
    ...({ kind: 'quality', name: 'finish', item: 'luxury', propertyType: '', value: 1.5 } as const),
    ...origin,
  };
  const full = { ...rates[0]!, includes: ['works', 'vat'] as const, note: 'turnkey' };
  await replaceRows(store, 'costs', { ...provenance, source: 'full' }, [full, factor]);
  const [version] = structuredClone(await store.readCosts());
  assert.deepEqual([version!.rates, version!.factors], [[full], [factor]]);
  await replaceRows(store, 'costs', { ...provenance, source: 'full' }, []);
  assert.deepEqual(await load('sample', 's', rates), ['sample s 2 in force']);
  assert.deepEqual(await load('a', '1', rates), ['a 1 2 in force'], 'the sample is not kept');
  assert.deepEqual(await load('b', '1', rates), ['b 1 2 in force', 'a 1 2 in force']);
  const others = ['b 1 2 in force', 'a 1 2 04'];
  assert.deepEqual(await load('a', '2', rates.slice(1)), ['a 2 1 in force', ...others]);
  assert.deepEqual(await load('a', '2', rates), ['a 2 2 in force', ...others]);
  const counts = (await store.loadedSources()).map(({ source, rows }) => `${source} ${rows}`);
  assert.deepEqual(counts, ['a 2', 'b 2']);
  await store.check();
  assert.deepEqual(await load('a', '', []), ['b 1 2 in force'], 'removed with its versions');
});

test('the extent of a layer is the box around the rows of all its sources', async ({ store }) => {
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

test('a place keeps its id over imports; that of a lost one is never reused', async ({ store }) => {
  await replaceRows(store, 'places', provenance, places);
  const idOf = async (name: string) =>
    [...(await store.readPlaces())].find(p => p.name_en === name)?.id;
  const before = await idOf('metro');
  await replaceRows(store, 'places', provenance, places.toReversed());
  assert.equal(await idOf('metro'), before);

  const highest = Math.max(...[...(await store.readPlaces())].map(p => p.id));
  await replaceRows(store, 'places', provenance, places.slice(0, 1));
  assert.equal([...(await store.readPlaces())].length, 1);
  const added = { ...places[0]!, external_id: 'node/new', name_en: 'new' };
  await replaceRows(store, 'places', provenance, [added]);
  assert.ok((await idOf('new'))! > highest);
});

test('a place that was absent from imports returns with its id', async ({ store }) => {
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

test('an import replaces its own source and leaves the others', async ({ store }) => {
  await replaceRows(store, 'places', provenance, places);
  await replaceRows(store, 'places', other, places.slice(0, 2));
  assert.equal([...(await store.readPlaces())].length, places.length + 2);
  await replaceRows(store, 'places', provenance, []);
  assert.equal([...(await store.readPlaces())].length, 2);
});

test('the first real import of a layer removes its sample', async ({ store }) => {
  await replaceRows(store, 'parcels', { ...provenance, source: 'sample' }, parcels);
  await replaceRows(store, 'places', { ...provenance, source: 'sample' }, places);
  await replaceRows(store, 'parcels', provenance, [{ ...parcels[0]!, kaek: '050681726009' }]);
  assert.equal(await store.findParcel('050681726003'), undefined);
  assert.ok(await store.findParcel('050681726009'));
  const sources = (await store.loadedSources()).map(s => `${s.layer} ${s.source}`);
  assert.deepEqual(sources, ['parcels test', 'places sample']);
});

test('a commit elsewhere is noticed, but not seen before', async ({ store: reader, open }) => {
  const writer = await open();
  const before = await rowsOf(reader);
  const replacement = await writer.replace('places', 'osm');
  for (const place of places) replacement.add(place);
  await replacement.keepUp();
  assert.equal([...(await reader.readPlaces())].length, 0);
  assert.equal(await rowsOf(reader), before);
  await replacement.commit({ ...provenance, source: 'osm' });
  assert.equal([...(await reader.readPlaces())].length, places.length);
  const after = await rowsOf(reader);
  assert.notEqual(after, before);
  assert.equal(await rowsOf(writer), after);
});

test('two layers become visible in one step, or not at all', async ({ store: reader, open }) => {
  const writer = await open();
  const osm = { ...provenance, source: 'osm' };
  const sources = async () =>
    (await reader.loadedSources()).map(({ layer, rows }) => `${layer} ${rows}`);
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
  const before = ['addresses 1', `places ${places.length}`];
  assert.deepEqual(await sources(), before);
  const committed = await rowsOf(reader);
  await (await fill(places.slice(1), [])).abandon();
  assert.deepEqual(await sources(), before);
  assert.equal(await rowsOf(reader), committed);
  const [kept] = [...(await reader.readPlaces())].slice(-1);
  await (await fill(places.slice(1), [house, { ...house, houseNumber: '7' }])).commit(osm);
  assert.deepEqual(await sources(), ['addresses 2', `places ${places.length - 1}`]);
  assert.equal([...(await reader.readPlaces())].at(-1)?.id, kept?.id, 'ids are kept');
});

test('an import that fails leaves everything as it was', async ({ store }) => {
  await replaceRows(store, 'places', provenance, places);
  function* failing() {
    yield { ...places[0]!, external_id: 'node/x' };
    throw new Error('the file is cut');
  }
  await assert.rejects(replaceRows(store, 'places', provenance, failing()), /the file is cut/);
  assert.equal([...(await store.readPlaces())].length, places.length);
  assert.equal((await store.loadedSources())[0]!.rows, places.length);
});

test('each source is remembered with rows, date and licence', async ({ open }) => {
  const store = await open(() => now);
  assert.deepEqual(emptyLayers(await store.loadedSources()), answerLayers);
  await replaceRows(store, 'parcels', provenance, parcels);
  assert.deepEqual(structuredClone(await store.loadedSources()), [
    { layer: 'parcels', rows: 1, loadedAt: '2026-06-15T09:00:00.000Z', ...provenance },
  ]);
  const others = answerLayers.filter(layer => layer !== 'parcels');
  assert.deepEqual(emptyLayers(await store.loadedSources()), others);
});

test('opening is unnoticed, and waits for no import', async ({ store: listener, open }) => {
  const before = await rowsOf(listener);
  await (await open()).close();
  const importing = await (await open()).replace('places', 'osm');
  await (await open()).close();
  assert.equal(await rowsOf(listener), before);
  await importing.abandon();
});

test('an edition is named once, of the rows that it was built from', async ({
  store,
  open,
  url,
}) => {
  const from = { ...provenance, source: 'sample' };
  const read = async () => {
    const { name, isBuilt, sources } = await store.editions.read();
    return { name, isBuilt, sources: sources.map(({ layer, source }) => `${layer} ${source}`) };
  };
  const name = async () => {
    const { rows } = await store.editions.read();
    return store.editions.write(rows, await store.loadedSources());
  };
  assert.equal((await read()).isBuilt, false, 'nothing is built before the first edition');
  assert.ok(await name());
  const names = [(await read()).name];
  assert.equal((await read()).isBuilt, true);
  const { rows } = await store.editions.read();
  await replaceRows(await open(), 'places', from, places);
  assert.deepEqual(await read(), { name: names[0], isBuilt: false, sources: [] });
  assert.equal(
    await store.editions.write(rows, []),
    false,
    'rows have changed since they were read',
  );
  await replaceRows(store, 'parcels', provenance, parcels);
  for (let i = 0; i < 3; i++) {
    assert.ok(await name());
    names.push((await read()).name);
  }
  assert.equal(new Set(names).size, 4);
  const [numbers, randoms] = [0, 1].map(part => names.map(one => one.split('-')[part]));
  assert.deepEqual(numbers, ['1', '2', '3', '4']);
  assert.equal(new Set(randoms).size, 4);
  assert.deepEqual((await read()).sources, ['parcels test', 'places sample']);
  const hiding = await openStore({ url, hideSample: true });
  const { sources } = await hiding.editions.read();
  await hiding.close();
  assert.deepEqual(
    sources.map(({ layer }) => layer),
    ['parcels'],
  );
});

const rowsOf = async (store: Store) => (await store.editions.read()).rows;

test('reads of one moment may be begun at the same time', async ({ store }) => {
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

test('a second import fails, because another is writing', async ({ store: one, open }) => {
  const other = await open();
  const first = await one.replace('places', 'a');
  const busy = { code: 'UNAVAILABLE', message: /another import is writing/ };
  await assert.rejects(other.replace('places', 'b', 50), busy);
  await first.abandon();
});
