import assert from 'node:assert/strict';
import test from 'node:test';
import { buildCostTable, type CostRate } from '#domain/property/cost/cost-table.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { assertHas, casesIn } from '../cases.ts';
import { factor } from '../property/cost/version.ts';
import { openTestService, provenance } from '../service.ts';

const rate = (
  postalPrefix: string,
  propertyType: CostRate['propertyType'],
  rateEurM2: number,
  validFrom: string,
): CostRate => ({
  postalPrefix,
  propertyType,
  rateEurM2,
  validFrom,
  source: `table of ${validFrom}`,
});

const rates = [
  rate('10', 'apartment', 1000, '2026-01-01'),
  rate('10', 'house', 1200, '2026-01-01'),
  rate('10', 'office', 1500, '2026-01-01'),
  rate('10', 'basement', 400, '2026-01-01'),
  rate('10563', 'apartment', 1300, '2026-01-01'),
  rate('105', 'apartment', 1100, '2026-01-01'),
  rate('Μικρής Πόλης', 'house', 700, '2026-01-01'),
  {
    ...rate('11', 'house', 900, '2026-01-01'),
    includes: ['works', 'fees'] as const,
    note: 'turnkey',
  },
];

const factors = [
  factor('addon', 'full', 'fees', 12),
  factor('addon', 'full', 'vat', 24),
  factor('age_band', 'bands', '0', 1),
  factor('age_band', 'bands', '1', 0.9),
  factor('age_band', 'bands', '26', 0.6),
  factor('age_band', 'bands', '0', 0.5, { propertyType: 'office' }),
  factor('condition', 'heidecke', 'good', 2.52),
  factor('condition', 'heidecke', 'poor', 52.6),
  factor('quality', 'finish', 'luxury', 1.35),
  factor('insurance', 'rebate', 'least_eur_m2', 1000, { validFrom: '2024-01-01' }),
  factor('insurance', 'rebate', 'least_eur_m2', 900, { validFrom: '2026-01-01' }),
  factor('insurance', 'firms', 'least_ratio', 0.7, { propertyType: 'office' }),
  ...[100, 110, 120, 125].map((value, i) =>
    factor('index', 'new dwellings', `202${i + 3}-Q1`, value, { validFrom: `202${i + 3}-01-01` }),
  ),
];

const clock = { now: '2025-03-01T00:00:00.000Z' };
const store = openSqliteStore(':memory:', () => new Date(clock.now));
const old = [rate('10', 'apartment', 800, '2023-02-01')];
await replaceRows(store, 'costs', { ...provenance, checksum: 'old' }, old);
const oldDataset = buildCostTable(await store.readCosts()).now.dataset;
clock.now = '2026-02-01T00:00:00.000Z';
const { api, token } = await openTestService({ store, rates: [...rates, ...factors] });

const ask = (path: string, query: string) =>
  api.inject({ url: `/api/${path}/?${query}`, headers: { authorization: `Bearer ${token}` } });
const get = async (query: string) => {
  const response = await ask('reconstruction-cost', query);
  return { status: response.statusCode, body: response.json() };
};
const flat = 'postal_code=10563&property_type=apartment&build_area=100';

test('each term changes the amounts', async () => {
  for (const [terms, asNew, asIs] of [
    ['', 100_000],
    ['&construction_year=1998', 100_000, 76_375],
    ['&rates=prefix', 100_000],
    ['&rates=finest', 130_000],
    ['&addons=full', 136_000],
    ['&quality=luxury', 135_000],
    ['&basement_area_m2=20', 108_000],
    ['&basement_area_m2=20&quality=luxury&addons=full', 194_480],
    ['&index=new dwellings', 100_000],
    ['&valuation_date=2026-06-15', 100_000],
    ['&valuation_date=2025-05-01', 80_000],
    ['&valuation_date=2025-05-01&index=new dwellings', 96_000],
    ['&valuation_date=2025-05-01&construction_year=1998', 80_000, 61_943.75],
    [`&dataset=${oldDataset}`, 80_000],
    ['&construction_year=1998&ageing=straight_line', 100_000, 65_000],
    ['&construction_year=1998&ageing=ross', 100_000, 76_375],
    ['&construction_year=1998&ageing=bands', 100_000, 60_000],
    ['&construction_year=2026&ageing=bands', 100_000, 100_000],
    ['&construction_year=1998&condition=good', 100_000, 74_450.35],
    ['&construction_year=1998&condition=good&ageing=bands', 100_000, 58_488],
    ['&construction_year=1930&condition=poor', 100_000, 20_000],
    ['&construction_year=1950&renovation_year=2026', 100_000, 100_000],
    ['&construction_year=1950&renovation_year=2016&ageing=bands', 100_000, 90_000],
  ] as const) {
    const { status, body } = await get(`${flat}${terms}`);
    assert.equal(status, 200, `${terms}: ${body.message}`);
    const expected = asIs === undefined ? { as_new: asNew } : { as_new: asNew, as_is: asIs };
    assert.deepEqual(body, { reconstruction_cost: expected }, terms);
  }
});

test('basis tells how each term was used', async () => {
  const basisOf = async (query: string) => (await get(`${query}&explain=true`)).body.basis;
  const source = 'rules';
  const full = { name: 'full', valid_from: '2024-01-01' };
  const fees = { name: 'fees', percent: 12, source };
  const vat = { name: 'vat', percent: 24, source };
  const index = (from: string, to: string, factor: number) => ({
    index: { name: 'new dwellings', from, to, factor, source },
  });
  const house = 'property_type=house&build_area=100';
  for (const [query, part] of [
    [`${flat}&rates=finest`, { postal_prefix: '10563', rate_eur_m2: 1300 }],
    [`${flat.replace('63', '64')}&rates=finest`, { postal_prefix: '105' }],
    [`${flat.replace('563', '')}&rates=finest`, { postal_prefix: '10' }],
    [
      `postal_code=99101&${house}&rates=finest`,
      { postal_prefix: '99', municipality: 'Μικρής Πόλης', rate_eur_m2: 700 },
    ],
    [`${flat}&addons=full`, { addons: { ...full, items: [fees, vat], included: [] } }],
    [
      `postal_code=11&${house}&addons=full`,
      {
        rate_includes: ['works', 'fees'],
        rate_note: 'turnkey',
        addons: { ...full, items: [vat], included: ['fees'] },
      },
    ],
    [
      `${flat}&valuation_date=2025-05-01&index=new dwellings`,
      {
        valuation_date: '2025-05-01',
        rate_valid_from: '2023-02-01',
        ...index('2023-Q1', '2025-Q1', 1.2),
      },
    ],
    [
      // A rate that began later is carried back.
      `postal_code=10&${house}&valuation_date=2024-05-01&index=new dwellings`,
      { rate_valid_from: '2026-01-01', ...index('2026-Q1', '2024-Q1', 0.88) },
    ],
    [`${flat}&quality=luxury`, { quality: { name: 'luxury', factor: 1.35, source } }],
    [
      `${flat}&construction_year=1950&renovation_year=2006&condition=good&ageing=bands`,
      {
        age_years: 76,
        effective_age_years: 20,
        method: 'table',
        age_table: { name: 'bands', valid_from: '2024-01-01', source },
        condition: { name: 'good', lost_percent: 2.52, source },
        useful_life_years: undefined,
      },
    ],
    [
      `${flat}&basement_area_m2=20`,
      {
        other_areas: [
          {
            property_type: 'basement',
            area_m2: 20,
            rate_eur_m2: 400,
            rate_valid_from: '2026-01-01',
            rate_source: 'table of 2026-01-01',
            postal_prefix: '10',
          },
        ],
      },
    ],
  ] as [string, object][]) {
    const basis = await basisOf(query);
    for (const [name, value] of Object.entries(part)) assert.deepEqual(basis[name], value, query);
  }
});

test('what is not loaded is 400 and the message lists what is; what has no value is 422', async () => {
  const built = 'construction_year=2000';
  const none = 'no reconstruction cost for postal-code prefix 10 and property_type';
  for (const [terms, status, message] of casesIn(`
    addons=none                         | 400 | addons: expected one of full
    quality=fine                        | 400 | quality: expected one of luxury
    ${built}&condition=x                | 400 | condition: expected one of good, poor
    ${built}&ageing=x                   | 400 | ageing: expected one of ross, straight_line, bands
    index=x                             | 400 | index: expected one of new dwellings
    rates=best                          | 400 | rates: expected one of prefix, finest
    condition=good                      | 400 | condition: expected together with construction_year
    ageing=ross                         | 400 | ageing: expected together with construction_year
    renovation_year=2000                | 400 | renovation_year: expected together with construction_year
    ${built}&renovation_year=1999       | 400 | renovation_year: expected a year from 2000, that of construction, to 2026
    ${built}&renovation_year=2027       | 400 | renovation_year: expected a year from 2000, that of construction, to 2026
    valuation_date=2026-06-16           | 400 | valuation_date: expected a day not later than 2026-06-15
    valuation_date=2026-02-31           | 400 | valuation_date: expected a day as YYYY-MM-DD
    valuation_date=1/2/2026             | 400 | valuation_date: expected a day as YYYY-MM-DD
    valuation_date=2025-05-01&construction_year=2026 | 400 | construction_year: expected a year not later than 2025
    valuation_date=2023-06-01&quality=luxury | 400 | quality: expected nothing, because the cost data have none for apartment on 2023-06-01; ktima import costs loads some
    dataset=x                           | 400 | dataset: expected the name of a dataset, as \`basis\` has it
    dataset=2020-01-01T00:00:00.000Z-000000000000 | 422 | dataset: the cost data of 2020 … are not loaded, or a part of them was removed; loaded now: 2026-02-01
    auxiliary_area_m2=5                 | 422 | ${none} auxiliary; the prefix has apartment, house, office, basement
    valuation_date=2020-01-01           | 422 | ${none} apartment on 2020-01-01; its rates begin on 2023-02-01
    valuation_date=2020-01-01&index=new dwellings | 422 | index: new dwellings begins in 2023-Q1, after 2020-Q1
    sum_insured=0                       | 400 | sum_insured: expected a number greater than 0
    basement_area_m2=-1                 | 400 | basement_area_m2: expected a number greater than 0
  `)) {
    const { status: got, body } = await get(`${flat}&${terms}`);
    assert.equal(String(got), status, `${terms}: ${JSON.stringify(body)}`);
    if (message.includes('…')) assertHas(body.message, message, terms);
    else assert.equal(body.message, message, terms);
  }
});

test('the types are what the table has, and the three of the interface', async () => {
  const of = (type: string, code = '10') =>
    get(`postal_code=${code}&property_type=${type}&build_area=10`);
  assert.equal((await of('office')).body.reconstruction_cost.as_new, 15_000);
  assert.equal((await of('office', '11')).status, 422);
  assert.equal((await of('maisonette')).status, 422);
  const { status, body } = await of('hotel');
  assert.equal(status, 400);
  const types = 'apartment, house, maisonette, office, basement';
  assert.equal(body.message, `property_type: expected one of ${types}`);
});

test('the loaded terms of a type are those that its cost accepts', async () => {
  const of = async (type: string) =>
    (await ask('reconstruction-cost/terms', `property_type=${type}`)).json();
  const apartment = {
    property_types: ['apartment', 'house', 'maisonette', 'office', 'basement'],
    finer_rates: true,
    indexes: ['new dwellings'],
    addons: ['full'],
    qualities: ['luxury'],
    ageing: ['ross', 'straight_line', 'bands'],
    conditions: ['good', 'poor'],
  };
  assert.deepEqual(await of('apartment'), apartment);
  assert.deepEqual(await of('office'), { ...apartment, finer_rates: false });
  assert.match((await of('hotel')).message, /^property_type: expected one of apartment, /);
});

test('a sum insured is compared with the cost and with the rules of the day', async () => {
  const insurance = async (query: string) => (await get(query)).body.insurance;
  const rebate = { name: 'rebate', rule: 'least_eur_m2', source: 'rules' };
  assert.deepEqual(await insurance(`${flat}&sum_insured=95000`), {
    sum_insured: 95_000,
    ratio: 0.95,
    rules: [{ ...rebate, limit: 900, met: true, valid_from: '2026-01-01' }],
  });
  assert.deepEqual(await insurance(`${flat}&sum_insured=89999.99&valuation_date=2025-06-01`), {
    sum_insured: 89_999.99,
    ratio: 1.125,
    rules: [{ ...rebate, limit: 1000, met: false, valid_from: '2024-01-01' }],
  });
  const office = 'postal_code=10&property_type=office&build_area=100&sum_insured=105000';
  assert.deepEqual(
    (await insurance(office)).rules.map((rule: { name: string; met: boolean }) => [
      rule.name,
      rule.met,
    ]),
    [
      ['firms', true],
      ['rebate', true],
    ],
  );
});

test('an answer is repeated with its date and dataset, also after later imports', async () => {
  const { body } = await get(
    `${flat}&valuation_date=2025-05-01&dataset=${oldDataset}&explain=true`,
  );
  assert.equal(body.basis.dataset, oldDataset);
  const now = (await get(`${flat}&explain=true`)).body.basis;
  const again = await get(
    `${flat}&explain=true&valuation_date=${now.valuation_date}&dataset=${now.dataset}`,
  );
  assert.deepEqual(again.body.basis, now);
});

test('the report has the same cost as the operation of its own, and the terms that were sent', async () => {
  const terms =
    'property_type=house&build_area=80&construction_year=1990&rates=finest&ageing=bands&condition=good&sum_insured=1000';
  const report = (await ask('property-report', `latitude=38&longitude=23&${terms}`)).json();
  const own = await get(`postal_code=99101&${terms}&explain=true`);
  assert.equal(report.cost.basis.municipality, 'Μικρής Πόλης');
  assert.deepEqual(report.cost, own.body);
  assert.equal(report.query.ageing, 'bands');
  assert.equal('addons' in report.query, false);
  const wrong = await ask('property-report', `latitude=38&longitude=23&${terms}&addons=x`);
  assert.equal(wrong.json().message, 'addons: expected one of full');
});
