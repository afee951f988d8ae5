import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Comparable } from '#domain/property/comparables.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { comparable, now, openTestService, parcels, provenance } from '../service.ts';

const sold = (externalId: string, change: Partial<Comparable>): Comparable => ({
  ...comparable,
  externalId,
  ...change,
});

suite('GET /api/comparables/', async () => {
  const store = openSqliteStore(':memory:', () => now);
  await replaceRows(store, 'parcels', provenance, parcels);
  await replaceRows(store, 'comparables', { ...provenance, licence: 'ours' }, [
    comparable,
    sold('far', { latitude: 37.95 }),
    sold('asked', { kind: 'asking', priceEur: 200_000, latitude: 37.902, accuracyMetres: 25 }),
    sold('dear', { priceEur: 240_000, latitude: 37.903, priceSource: null }),
    sold('new', { constructionYear: 2020, areaM2: 120, priceEur: 420_000, date: '2025-01-01' }),
    sold('plot', { propertyType: 'land' }),
    sold('ageless', { constructionYear: null, latitude: 37.904 }),
  ]);
  const service = await openTestService({ store });
  const ask = (query: string) => service.ask(`/api/comparables/?${query}`);
  const ids = async (query: string) => {
    const { status, body } = await ask(`kaek_code=050681726003&property_type=apartment&${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.comparables.map((one: { external_id: string }) => one.external_id);
  };

  test('the list is nearest first, and each kind of price has its quartiles', async () => {
    const { body } = await ask('latitude=37.9&longitude=23.7001&property_type=apartment&limit=2');
    assert.deepEqual(body.comparables[0], {
      ...{ external_id: 'a-1', property_type: 'apartment', kind: 'sold', date: '2026-03-01' },
      ...{ price_eur: 160_000, area_m2: 80, eur_per_m2: 2_000, construction_year: 1985 },
      ...{ address: 'Ερμού 5, Αθήνα', latitude: 37.901, longitude: 23.7001, accuracy_m: null },
      ...{ distance_m: 110.99, source: 'a register' },
    });
    assert.equal(body.comparables.length, 2);
    assert.equal(body.count, 5);
    const quartiles = { lower_quartile: 2_000, median: 2_500, upper_quartile: 3_125 };
    assert.deepEqual(body.sold, { count: 4, least: 2_000, ...quartiles, most: 3_500 });
    assert.deepEqual([body.asking.count, body.asking.median], [1, 2_500]);
    assert.deepEqual(body.sources, [
      { source: 'test', loaded_at: now.toISOString(), licence: 'ours' },
    ]);
  });

  test('each limit leaves out what is beyond it', async () => {
    assert.deepEqual(await ids(''), ['a-1', 'new', 'asked', 'dear', 'ageless']);
    assert.deepEqual(await ids('max_distance_m=150'), ['a-1', 'new']);
    assert.deepEqual((await ids('max_distance_m=9000')).at(-1), 'far');
    assert.deepEqual(await ids('kind=asking'), ['asked']);
    assert.deepEqual(await ids('min_area_m2=100'), ['new']);
    assert.deepEqual(await ids('max_area_m2=80&min_year=1980'), ['a-1', 'asked', 'dear']);
    assert.deepEqual(await ids('until=2025-12-31'), ['new']);
    assert.deepEqual(await ids('from=2026-01-01&max_year=1990'), ['a-1', 'asked', 'dear']);
    const { body } = await ask('kaek_code=050681726003&property_type=apartment&kind=asking');
    assert.deepEqual([body.sold, body.comparables[0].accuracy_m], [null, 25]);
    const named = await ask('kaek_code=050681726003&property_type=apartment');
    assert.deepEqual(
      named.body.comparables.map((one: { source: string }) => one.source),
      ['a register', 'a register', 'a register', 'test', 'a register'],
      'without a source of its own, that of the file',
    );
  });

  test('a place with too many prices asks for a smaller distance', async () => {
    const many = Array.from({ length: 20_001 }, (_, i) => sold(`m-${i}`, { propertyType: 'shop' }));
    await replaceRows(store, 'comparables', { ...provenance, source: 'many' }, many);
    const { status, body } = await ask('kaek_code=050681726003&property_type=shop');
    const message =
      'max_distance_m: expected a distance with at most 20,000 properties of this type';
    assert.deepEqual([status, body.message], [400, message]);
  });
});
