import assert from 'node:assert/strict';
import test from 'node:test';
import { placeTypes } from '#domain/property/place-types.ts';
import { type Field, fields } from '#domain/property/usual-names.ts';
import { buildWalkGraph } from '#domain/walking/build-graph.ts';
import { enrichBatch, enrichmentOf, writerOf } from '#features/portfolio/batch/enrich-batch.ts';
import type { Format } from '#features/portfolio/output/output-formats.ts';
import { chooseKinds } from '#features/portfolio/row/zone-columns.ts';
import { openShippedCoast, readShippedKinds } from '#importing/shipped/shipped-zones.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { type Address, replaceRows } from '#storage/store/store.ts';
import { editionOf } from '../edition.ts';
import { now, openTestService, provenance, rates, smallTown } from '../service.ts';
import { way, wayRow } from '../walking/city.ts';
import { squareAt, zonesWith } from '../zones/generated.ts';
import { plan as anyPlan } from './plan.ts';

const factor = { propertyType: '', validFrom: '2020-01-01', source: 'rules' } as const;
const store = openSqliteStore(':memory:', () => now);
/** A street past the places of the small town. */
const street = way(1, [
  [1, 23, 37.99],
  [2, 23, 38.03],
]);
await replaceRows(store, 'map', provenance, [wayRow(street)]);
const { api, token } = await openTestService({
  store,
  rates: [
    ...['10', '99'].map(postalPrefix => ({ ...rates[0]!, postalPrefix })),
    { ...factor, kind: 'condition', name: 'heidecke', item: 'very_good', value: 0.032 },
    { ...factor, kind: 'addon', name: 'full', item: 'vat', value: 24 },
    { ...factor, kind: 'age_band', name: 'bands', item: '20', value: 0.7 },
    { ...factor, kind: 'insurance', name: 'rebate', item: 'least_eur_m2', value: 900 },
  ],
});
const house: Address = {
  ...{ externalId: null, street: 'Μεγάλης Οδού', houseNumber: '5', postalCode: '99101' },
  ...{ city: null, municipality: 'Μικρής Πόλης', reachMetres: 0 },
  ...{ latitude: 37.90005, longitude: 23.70015 },
};
await replaceRows(store, 'addresses', provenance, [house]);

/** The house and half of the parcel are in a flood zone; the place of the small town is not. */
const [west, south, size] = [23.7, 37.9, 0.0001];
const flood = { type: 'Polygon', coordinates: [squareAt(west + size, south, size)] } as const;
await replaceRows(store, 'zones', provenance, zonesWith([flood]));

const zones = { zoneKinds: readShippedKinds(), coast: openShippedCoast() };
const zoneKinds = (await chooseKinds({ store, ...zones }, undefined))!;
const plan = { ...anyPlan, placeTypes, onFoot: true, zoneKinds };
const edition = await editionOf(store, smallTown);
const walked = edition.ways;
const data = { store, edition, ...zones };
const enrichment = enrichmentOf(plan, data);

type Row = Partial<Record<Field, string>>;

async function enriched(row: Row, by = enrichment) {
  const cells = fields.map(field => row[field] ?? '');
  const { text } = await enrichBatch(plan, by, [{ line: 2, cells }]);
  return JSON.parse(text);
}

async function get(path: string, query: Record<string, string>) {
  const headers = { authorization: `Bearer ${token}` };
  return (await api.inject({ url: `${path}?${new URLSearchParams(query)}`, headers })).json();
}

const building = { property_type: 'apartment', build_area: '85.5', construction_year: '1998' };
/** The cells of a row, and the request for the same report by the API. */
const ways: readonly [string, Record<string, string>][] = [
  ['an address whose house is known', { address: 'Μεγάλης Οδού 5' }],
  ['an address whose house is not known', { address: 'Megalis odou 7, Small Town' }],
  ['a cadastral code', { kaek_code: '050681726003' }],
  ['a point on a parcel', { latitude: '37.90005', longitude: '23.70015' }],
  ['a point among places', { latitude: '38.0005', longitude: '23' }],
  ['a point far from all', { latitude: '-45', longitude: '170.5' }],
];

for (const [name, where] of ways) {
  test(`a row with ${name} gets the same values as the API's report`, async () => {
    const row = await enriched({ ...where, ...building });
    const report = await get('/api/property-report/', { ...where, ...building });
    const { position, location, parcel, cost, neighbourhood, missing } = report;
    const at = [row.found_latitude, row.found_longitude, row.position_from];
    assert.deepEqual(at, [position.latitude, position.longitude, position.from]);
    // Columns of the match describe the position: of a parcel or a point not the nearest address.
    const isAddress = position.from === 'address';
    const match = isAddress ? location.match : { level: position.from, accuracy_m: 0 };
    assert.deepEqual([row.match_level, row.match_accuracy_m], [match.level, match.accuracy_m]);
    // A point without any address near counts as abroad.
    const certain = Number(position.from === 'parcel' || location !== null);
    assert.equal(row.match_confidence, match.confidence ?? certain);
    const address = location?.formatted_address ?? null;
    const [found, nearest] = isAddress ? [address, null] : [null, address];
    assert.deepEqual([row.found_address, row.nearest_address], [found, nearest]);
    assert.equal(row.nearest_address_level, isAddress ? null : (location?.match.level ?? null));
    assert.equal(row.found_postal_code, location?.components.postal_code ?? null);
    assert.equal(row.parcel_kaek, parcel?.kaek ?? null);
    assert.equal(row.parcel_area_m2, parcel?.area ?? null);
    assert.equal(row.cost_as_new_eur, cost?.reconstruction_cost.as_new ?? null);
    for (const type of placeTypes) {
      const places = neighbourhood.filter(
        (place: { place_type: string }) => place.place_type === type,
      );
      assert.equal(row[`${type}_count`], places.length);
      assert.equal(row[`${type}_nearest_m`], places[0]?.distance ?? null);
    }
    const [answer] = report.zones.kinds.filter(({ kind }: { kind: string }) => kind === 'flood');
    const isIn = ['inside', 'partly_inside'].includes(answer.result);
    assert.equal(row.zone_flood_result, answer.result);
    assert.equal(row.zone_flood_class, answer.zones[0]?.attributes.return_period ?? null);
    assert.equal(row.zone_flood_distance_m, isIn ? 0 : (answer.nearest?.distance_m ?? null));
    assert.equal(row.sea_distance_m, report.zones.sea?.distance_m ?? null);
    const remarks = `${row.problem}; ${row.notes}`;
    for (const { reason } of missing) assert.ok(remarks.includes(reason), reason);
  });
}

test('metres on foot are the least walking distance of the API for each type', async () => {
  const reached: string[] = [];
  for (const [latitude, longitude] of [
    [38.0005, 23.0003],
    [38.01, 23],
    [38.0005, 23.01],
  ]) {
    const row = await enriched({ latitude: `${latitude}`, longitude: `${longitude}` });
    const answer = await api.inject({
      method: 'POST',
      url: '/api/points-of-interest/?walk=true',
      headers: { authorization: `Bearer ${token}` },
      payload: { latitude, longitude },
    });
    const places: { place_type: string; walking_distance_m: number | null }[] = answer.json();
    for (const type of placeTypes) {
      const own = places.filter(({ place_type }) => place_type === type);
      const lengths = own.flatMap(({ walking_distance_m }) => walking_distance_m ?? []);
      const least = lengths.length > 0 ? Math.min(...lengths) : null;
      assert.equal(row[`${type}_nearest_walk_m`], least, `${type} ${longitude}`);
      if (least !== null) reached.push(type);
    }
  }
  assert.deepEqual(reached.sort(), ['bank', 'bank', 'metro_station', 'metro_station']);
});

test('every format has a column of metres on foot beside the straight line, none without ways', async () => {
  const row = fields.map(field => ({ latitude: '38', longitude: '23' })[field as string] ?? '');
  const written = async (format: Format, onFoot: boolean) => {
    const own = { ...plan, format, onFoot, placeTypes: ['bank'] as const, zoneKinds: [] };
    const ways = onFoot ? walked : buildWalkGraph([]);
    const enrichment = enrichmentOf(own, { ...data, edition: { ...edition, ways } });
    const { text } = await enrichBatch(own, enrichment, [{ line: 2, cells: row }]);
    return writerOf(own).head + text;
  };
  const values: [Format, on: RegExp, off: RegExp][] = [
    ['csv', /;bank_nearest_m;bank_nearest_walk_m;bank_count;.*;111;111;1;/s, /;111;1;/],
    ['geojson', /"bank_nearest_m":111,"bank_nearest_walk_m":111,"bank_count":1,/, /":111,"bank_c/],
    ['xlsx', />bank_nearest_walk_m<.*<v>111<\/v><\/c><c[^>]*><v>111<\/v>/s, /<v>111<\/v>/],
  ];
  for (const [format, on, off] of values) {
    assert.match(await written(format, true), on);
    const without = await written(format, false);
    assert.match(without, off);
    assert.doesNotMatch(without, /walk/);
  }
});

test('the position is the first result of address-search with the same hints', async () => {
  for (const hints of [{ postal_code: '99101' }, { city: 'Μικρή Πόλη' }]) {
    const row = await enriched({ address: 'Μεγάλης Οδού 5', ...hints } as Row);
    const query = { address: 'Μεγάλης Οδού 5', ...(hints as Record<string, string>) };
    const { results } = await get('/api/geocoding/address-search/', query);
    assert.equal(row.found_latitude, results[0].latitude);
    assert.equal(row.match_confidence, results[0].match.confidence);
    const faults = results[0].match.faults as { field: string; problem: string }[];
    const inWords = faults.map(({ field, problem }) => `${field}: ${problem}`).join('; ');
    assert.equal(row.match_faults ?? '', inWords);
  }
});

test('a row with a point and a KAEK takes its position from the point and its parcel from the KAEK', async () => {
  const row = await enriched({ latitude: '38', longitude: '23', kaek_code: '050681726003' });
  assert.equal(row.position_from, 'coordinates');
  assert.equal(row.parcel_kaek, '050681726003');
});

test('columns of zones are those of the loaded kinds, of the named ones, or none', async () => {
  const rows: [asked: string | false | undefined, kinds: string[]][] = [
    [undefined, ['flood']],
    [false, []],
    ['objective-values,flood,flood', ['objective-values', 'flood']],
  ];
  for (const [asked, kinds] of rows) {
    assert.deepEqual(
      ((await chooseKinds({ store, ...zones }, asked)) ?? []).map(({ kind }) => kind),
      kinds,
    );
  }
  const named = (await chooseKinds({ store, ...zones }, 'objective-values'))!;
  const whole = { ...plan, placeTypes: [], zoneKinds: named };
  const cells = fields.map(field => ({ latitude: '38', longitude: '23' })[field as string] ?? '');
  const { text } = await enrichBatch(whole, enrichmentOf(whole, data), [{ line: 2, cells }]);
  const row = JSON.parse(text);
  assert.equal(row.zone_objective_values_result, 'not_loaded');
  assert.deepEqual([row.zone_objective_values_class, 'zone_flood_result' in row], [null, false]);
  await assert.rejects(
    chooseKinds({ store, ...zones }, 'floods'),
    /^KtimaError: zones: expected some of archaeological, .*; got floods/,
  );
});

test('a row has the terms of the run and of its own cells, and what an audit needs', async () => {
  const terms = { addons: 'full', ageing: 'bands', rates: 'finest' } as const;
  const own = { valuation_date: '2026-03-31', sum_insured: '50000' };
  const cells = { postal_code: '99101', ...building, ...own, condition: 'Very good' };
  const row = await enriched(cells, { ...enrichment, terms });
  const { reconstruction_cost, basis, insurance } = await get('/api/reconstruction-cost/', {
    ...{ postal_code: '99101', ...building, ...own, ...terms },
    ...{ condition: 'very_good', explain: 'true' },
  });
  const { as_new, as_is } = reconstruction_cost;
  const { rate_eur_m2, remaining_share, dataset } = basis;
  const { cost_as_new_eur, cost_as_is_eur, cost_rate_eur_m2, cost_remaining_share } = row;
  assert.deepEqual([cost_as_new_eur, cost_as_is_eur], [as_new, as_is]);
  assert.deepEqual([cost_rate_eur_m2, cost_remaining_share], [rate_eur_m2, remaining_share]);
  const audit = `${row.cost_rate_valid_from} ${row.cost_rate_source} ${row.cost_rate_place}`;
  assert.equal(`${audit} ${row.cost_method}`, '2026-01-01 test table 99 table bands');
  assert.equal(row.cost_factors, 'addons_percent=24');
  assert.equal((await enriched(cells)).cost_factors, null);
  const { cost_valuation_date, cost_dataset, cost_is_sample, problem } = row;
  const found = [cost_valuation_date, cost_dataset, cost_is_sample, problem];
  assert.deepEqual(found, ['2026-03-31', dataset, null, null]);
  const { insured_ratio, insurance_not_met } = row;
  const expected = [insurance.ratio, 'rebate: least_eur_m2 900'];
  assert.deepEqual([insured_ratio, insurance_not_met], expected);
});

test('without any loaded classes, a class is a note', async () => {
  const noted = await enriched({ postal_code: '99101', ...building, quality: 'fine' });
  assert.ok(noted.cost_as_new_eur > 0);
  assert.match(noted.notes, /quality: not used, because no classes are loaded/);
});

test('a value that only matters for the cost as is never removes the cost as new', async () => {
  const where = { postal_code: '99101', ...building };
  const { cost_as_new_eur: asNew } = await enriched(where);
  const rows: [cells: Row, problem: RegExp][] = [
    [{ condition: 'ruin' }, /^cost as is: condition: expected one of very_good$/],
    [{ renovation_year: '1980' }, /^cost as is: renovation_year: expected a year from 1998/],
    [{ condition: 'ruin', renovation_year: '1980' }, /renovation_year: .*; condition: /],
  ];
  for (const [cells, problem] of rows) {
    const row = await enriched({ ...where, ...cells });
    assert.deepEqual([row.cost_as_new_eur, row.cost_as_is_eur], [asNew, null], row.problem);
    assert.match(row.problem, problem);
  }
  const ageing = { ...enrichment, terms: { ageing: 'unknown' } };
  const aged = await enriched(where, ageing);
  assert.deepEqual([aged.cost_as_new_eur, aged.cost_as_is_eur], [asNew, null]);
  assert.match(aged.problem, /^cost as is: ageing: expected one of ross/);
  // Without ageing as well there is no cost, and the message names both.
  const noAddons = { ...enrichment, terms: { ageing: 'unknown', addons: 'none' } };
  const none = await enriched(where, noAddons);
  assert.equal(none.cost_as_new_eur, null);
  assert.match(none.problem, /^cost: addons: expected one of full; ageing: expected/);
});
