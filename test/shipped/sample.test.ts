import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { dwellingTypes } from '#domain/property/cost/building.ts';
import { gridAreaM2 } from '#domain/property/parcels.ts';
import { placeTypes } from '#domain/property/place-types.ts';
import { zonesOfParcel } from '#features/report/zones-section.ts';
import type { Dataset } from '#importing/datasets/dataset.ts';
import { parcels } from '#importing/datasets/parcel-dataset.ts';
import { places } from '#importing/datasets/place-dataset.ts';
import { featureFeed } from '#importing/feature-feed.ts';
import { runImport } from '#importing/run-import.ts';
import { fillWithSample } from '#importing/shipped/sample.ts';
import { dataFolder } from '#importing/shipped/shipped-table.ts';
import { readShippedKinds } from '#importing/shipped/shipped-zones.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { type Layer, replaceRows, type Store } from '#storage/store/store.ts';
import { checksumOf } from '#tools/files/bytes.ts';
import { costs } from '../importing/import-costs.ts';
import { places as fewPlaces, provenance } from '../service.ts';

const store = openSqliteStore(':memory:');
await fillWithSample(store);

test('the cost table has every real prefix and type, marked illustrative', async () => {
  const { rates, depreciation } = (await store.readCosts())[0]!;
  const between = (a: number, b: number) =>
    Array.from({ length: b - a + 1 }, (_, i) => String(a + i));
  const prefixes = [...between(10, 38), ...between(40, 74), ...between(80, 85)];
  assert.equal(prefixes.length, 70);
  assert.deepEqual(
    rates.map(r => `${r.postalPrefix} ${r.propertyType}`).sort(),
    prefixes.flatMap(prefix => dwellingTypes.map(type => `${prefix} ${type}`)).sort(),
  );
  for (const rate of rates) {
    assert.match(rate.source, /illustrative/);
    assert.ok(rate.rateEurM2 >= 850 && rate.rateEurM2 <= 1500, 'near published levels');
    assert.match(rate.note!, /near published levels/);
    assert.deepEqual(rate.includes, ['works']);
  }
  assert.deepEqual(depreciation.map(row => row.propertyType).sort(), [...dwellingTypes]);
  const apartment = (prefix: string) =>
    rates.find(r => r.postalPrefix === prefix && r.propertyType === 'apartment')!.rateEurM2;
  for (const island of ['84', '85', '49', '80'])
    assert.ok(apartment(island) > apartment('41'), island);
});

test('at least 400 places in Greece, every type among them, in both languages', async () => {
  const places = [...(await store.readPlaces())];
  assert.ok(places.length >= 400, String(places.length));
  assert.deepEqual([...new Set(places.map(p => p.place_type))].sort(), [...placeTypes].sort());
  for (const place of places) {
    assert.ok(place.latitude > 34.7 && place.latitude < 41.8, place.external_id!);
    assert.ok(place.longitude > 19.3 && place.longitude < 29.7, place.external_id!);
    assert.match(place.external_id!, /^sample\/[a-z0-9-]+$/);
    assert.match(place.name_gr!, /\p{Script=Greek}|^[A-Z]/u);
    assert.match(place.name_en!, /^[\p{Script=Latin}\d]/u);
    assert.match(place.place_category!, /^[a-z_:]+=[a-z_]+$/);
  }
});

test('well-known places have their true positions', async () => {
  const places = [...(await store.readPlaces())];
  const known: [string, number, number][] = [
    ['sample/airport-ath', 37.9364, 23.9445],
    ['sample/airport-skg', 40.5197, 22.9709],
    ['sample/metro-syntagma', 37.9755, 23.7356],
    ['sample/hospital-evangelismos-athens', 37.9768, 23.7476],
  ];
  for (const [id, latitude, longitude] of known) {
    const place = places.find(p => p.external_id === id)!;
    const north = (place.latitude - latitude) * 111_000;
    const metres = Math.hypot(north, (place.longitude - longitude) * 88_000);
    assert.ok(metres < 200, `${id}: ${metres}`);
  }
});

test('the sample zones of each answer are marked as such, and a sample parcel lies in part of one', async () => {
  const data = { store, zoneKinds: readShippedKinds(), coast: async () => () => undefined };
  const { kinds } = await zonesOfParcel(data, (await store.findParcel('050099901001'))!, ['flood']);
  const { zones, sources } = kinds[0]!;
  assert.deepEqual(
    zones.map(zone => zone.attributes.return_period),
    ['T50', 'T100', 'T1000'],
  );
  assert.ok(zones[0]!.share! > 0.1 && zones[0]!.share! < 0.9, `${zones[0]!.share}`);
  for (const { source, label } of zones)
    assert.match(`${source} ${label}`, /^sample Δείγμα.*sample/);
  assert.match(sources[0]!.licence, /^invented/);
  assert.match(sources[0]!.covers!, /δείγματος \(sample/);
});

test('streets and zones of the sample go with its parcels, and are not loaded beside others', async () => {
  const own = openSqliteStore(':memory:');
  await fillWithSample(own);
  await replaceRows(own, 'parcels', provenance, [(await own.findParcel('050099901001'))!]);
  const layers = async () => (await own.loadedSources()).map(({ layer }) => layer).toSorted();
  assert.deepEqual(await layers(), ['costs', 'parcels', 'places']);
  await fillWithSample(own);
  assert.deepEqual(await layers(), ['costs', 'parcels', 'places']);
});

test('40 invented parcels: one with a hole, one in pieces, one with letters; areas agree', async () => {
  const { features } = JSON.parse(readFileSync(`${dataFolder}/parcels.geojson`, 'utf8'));
  assert.equal(features.length, 40);
  const kinds = { holes: 0, pieces: 0, letters: 0 };
  for (const { properties } of features) {
    assert.match(properties.note, /^invented/);
    const parcel = (await store.findParcel(properties.kaek))!;
    assert.equal(parcel.areaM2, properties.area);
    assert.equal(gridAreaM2(parcel.geometry), properties.area);
    if (parcel.geometry.type === 'MultiPolygon') kinds.pieces++;
    else if (parcel.geometry.coordinates.length > 1) kinds.holes++;
    if (/[Α-Ω]/.test(parcel.kaek)) kinds.letters++;
  }
  assert.deepEqual(kinds, { holes: 1, pieces: 1, letters: 1 });
});

test('the sample is what an import of its files stores', async () => {
  const imported = openSqliteStore(':memory:');
  const load = async <L extends Layer>(dataset: Dataset<L>, names: readonly string[]) => {
    const files = names.map(name => `${dataFolder}/${name}`);
    const request = { files, source: 'sample', licence: '', maxRefusedShare: 0, dryRun: false };
    const feed = featureFeed(dataset, files, {}, () => {});
    const { committed, outcome } = await runImport(imported, dataset.layer, request, feed);
    assert.ok(committed, outcome);
  };
  await load(costs, ['costs.csv', 'depreciation.csv']);
  await load(places, ['places.csv']);
  await load(parcels, ['parcels.geojson']);
  const contentsOf = async (one: Store) => ({
    costs: (await one.readCosts()).map(({ loadedAt: _, ...version }) => version),
    places: [...(await one.readPlaces())],
    parcels: await one.parcelsAlong([{ west: 19, south: 34, east: 30, north: 42 }], '', 100),
    sources: (await one.loadedSources())
      .filter(({ layer }) => layer !== 'map' && layer !== 'zones')
      .map(({ licence: _, loadedAt: __, ...source }) => source),
  });
  assert.deepEqual(await contentsOf(store), await contentsOf(imported));
});

test('the source of the sample map names its own file', async () => {
  const map = (await store.loadedSources()).find(({ layer }) => layer === 'map')!;
  assert.equal(map.origin, 'sample-map.geojson');
  assert.equal(map.checksum, await checksumOf([`${dataFolder}/sample-map.geojson`]));
});

test('a layer that has rows is not filled with the sample', async () => {
  const used = openSqliteStore(':memory:');
  await replaceRows(used, 'places', provenance, fewPlaces);
  await fillWithSample(used);
  assert.equal([...(await used.readPlaces())].length, fewPlaces.length);
  assert.equal((await used.readCosts())[0]!.rates.length, 210);
});
