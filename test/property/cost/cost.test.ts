import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { dateInAthens } from '#domain/property/athens-time.ts';
import {
  ageBuilding,
  type Depreciation,
  defaultDepreciation,
  remainingShare,
  statedShare,
} from '#domain/property/cost/ageing.ts';
import { type CostQuestion, reconstructionCost, toCents } from '#domain/property/cost/cost.ts';
import {
  buildCostTable,
  type CostFactor,
  type CostRate,
} from '#domain/property/cost/cost-table.ts';
import { withAddons } from '#domain/property/cost/factors.ts';
import { rounds } from '../../sample.ts';
import { seeded } from '../../seeded.ts';
import { costVersion } from './version.ts';

const rate = (
  postalPrefix: string,
  propertyType: CostRate['propertyType'],
  rateEurM2: number,
  validFrom = '2026-01-01',
): CostRate => ({ postalPrefix, propertyType, rateEurM2, validFrom, source: 'test' });

const table = buildCostTable([
  costVersion({
    rates: [
      rate('10', 'apartment', 1500),
      rate('10', 'house', 1700),
      rate('11', 'house', 1000, '2024-01-01'),
      rate('11', 'house', 1200, '2026-07-01'),
      rate('11', 'house', 1100, '2025-01-01'),
    ],
  }),
]);

const ask = (question: Partial<CostQuestion>) =>
  reconstructionCost(table, {
    postalCode: '10563',
    propertyType: 'apartment',
    buildAreaM2: 100,
    today: '2026-03-01',
    ...question,
  });

test('as new is rate times area, in cents', () => {
  assert.deepEqual(ask({}), {
    ...{ asNew: 150_000, rate: rate('10', 'apartment', 1500), isSample: false, areaM2: 100 },
    ...{ valuationDate: '2026-03-01', dataset: table.now.dataset, otherAreas: [] },
  });
  assert.equal(ask({ buildAreaM2: 0.01 }).asNew, 15);
  assert.equal(ask({ buildAreaM2: 33.333 }).asNew, 49999.5);
});

test('the result contains its calculation', () => {
  const { ageing } = ask({ constructionYear: 1986 });
  assert.deepEqual(ageing, { by: defaultDepreciation, ageYears: 40, remainingShare: 0.625 });
});

test('a year in the future is refused, this year is not', () => {
  assert.equal(ask({ constructionYear: 2026 }).asIs, ask({}).asNew);
  assert.throws(() => ask({ constructionYear: 2027 }), {
    code: 'INVALID_INPUT',
    message: 'construction_year: expected a year not later than 2026',
  });
});

test('without a rate, the message lists the types of the prefix', () => {
  const refused = (message: RegExp, postalCode: string, today = '2026-03-01') => {
    const question = { postalCode, propertyType: 'maisonette', today } as const;
    assert.throws(() => ask(question), { code: 'NO_COST_MAPPING', message });
  };
  refused(/prefix 10 and property_type maisonette; the prefix has apartment, house$/, '10999');
  refused(/the prefix has none$/, '99');
  refused(/the prefix has none$/, '11', '2020-01-01');
});

test('without any rates in force, the message says so and blames neither day nor place', () => {
  const replaced = { rates: [rate('10', 'house', 900)], replacedAt: '2026-01-15T08:00:00.000Z' };
  const addon = { kind: 'addon', name: 'full', item: 'vat', value: 24, propertyType: '' } as const;
  const factors = [{ ...addon, validFrom: '2020-01-01', source: 'test' }];
  const bare = buildCostTable([costVersion({ factors }), costVersion(replaced)]);
  const question = { postalCode: '10563', propertyType: 'apartment', buildAreaM2: 100 } as const;
  const message =
    'no reconstruction cost, because no rates are loaded; ktima import costs loads some';
  for (const valuationDate of [undefined, '2026-02-01']) {
    const asked = { ...question, today: '2026-03-01', valuationDate };
    assert.throws(() => reconstructionCost(bare, asked), { code: 'NO_COST_MAPPING', message });
  }
});

test('an index carries the rate that is valid on the day, and a later one only where none is', () => {
  const at = (item: string, value: number) => ({
    ...{ kind: 'index', name: 'new', item, value, propertyType: '', source: 'test' },
    validFrom: `${item.slice(0, 4)}-01-01`,
  });
  const factors = [at('2024-Q1', 100), at('2025-Q2', 110), at('2026-Q1', 125)] as CostFactor[];
  const rates = [
    rate('17', 'apartment', 899.88, '2024-01-01'),
    rate('17343', 'apartment', 1_557.25, '2026-01-01'),
    rate('174', 'apartment', 1_000, '2026-01-01'),
    rate('17455', 'apartment', 2_000, '2026-04-01'),
  ];
  const indexed = buildCostTable([costVersion({ rates, factors })]);
  const priced = (postalCode: string, more: Partial<CostQuestion> = {}) => {
    const question = { postalCode, propertyType: 'apartment', buildAreaM2: 1 } as const;
    const terms = { valuationDate: '2025-06-30', rates: 'finest', index: 'new' } as const;
    return reconstructionCost(indexed, { ...question, ...terms, today: '2026-06-01', ...more });
  };
  const valid = priced('17343');
  assert.deepEqual([valid.rate.validFrom, valid.asNew], ['2024-01-01', 989.87]);
  assert.deepEqual([valid.indexing!.from, valid.indexing!.to], ['2024-Q1', '2025-Q2']);
  assert.equal(priced('17343', { index: undefined }).asNew, 899.88);
  const later = priced('17343', { valuationDate: undefined });
  assert.deepEqual([later.rate.postalPrefix, later.asNew], ['17343', 1_557.25]);
  const alone = buildCostTable([costVersion({ rates: rates.slice(2), factors })]);
  const question = { postalCode: '17455', propertyType: 'apartment', buildAreaM2: 1 } as const;
  const terms = { valuationDate: '2025-06-30', rates: 'finest', index: 'new' } as const;
  const back = reconstructionCost(alone, { ...question, ...terms, today: '2026-06-01' });
  assert.deepEqual([back.rate.postalPrefix, back.asNew], ['17455', 1_760]);
});

test('a rate of the whole country holds where no place has one, and on its days only', () => {
  const rates = [
    rate('*', 'apartment', 1_000, '2025-01-01'),
    rate('*', 'hotel', 2_000),
    rate('10', 'apartment', 1_500, '2026-02-01'),
    rate('10563', 'apartment', 1_600, '2026-02-01'),
  ];
  const index = { kind: 'index', name: 'new', propertyType: '', source: 'test' } as const;
  const factors = [
    { ...index, item: '2024-Q1', value: 100, validFrom: '2024-01-01' },
    { ...index, item: '2026-Q1', value: 120, validFrom: '2026-01-01' },
  ];
  const country = buildCostTable([costVersion({ rates, factors })]);
  const place = (question: Partial<CostQuestion>) => {
    const asked = { postalCode: '10563', propertyType: 'apartment', buildAreaM2: 1 } as const;
    const all = { ...asked, today: '2026-03-01', ...question };
    const { rate: used, asNew } = reconstructionCost(country, all);
    return `${used.postalPrefix} ${asNew}`;
  };
  assert.equal(place({}), '10 1500');
  assert.equal(place({ rates: 'finest' }), '10563 1600');
  assert.equal(place({ postalCode: '85100' }), '* 1000');
  assert.equal(place({ postalCode: '85100', rates: 'finest', municipality: 'Ρόδου' }), '* 1000');
  assert.equal(place({ propertyType: 'hotel' }), '* 2000');
  // Before the prefix has one.
  assert.equal(place({ valuationDate: '2026-01-15' }), '* 1000');
  // From the quarter of its own first day.
  assert.equal(place({ postalCode: '85100', index: 'new' }), '* 1200');
  const refused = (question: Partial<CostQuestion>, message: RegExp) =>
    assert.throws(() => place(question), { code: 'NO_COST_MAPPING', message });
  refused({ valuationDate: '2024-06-01' }, /on 2024-06-01; its rates begin on 2025-01-01$/);
  refused({ propertyType: 'shop' }, /the prefix has apartment, hotel$/);
});

/** Factors of one set, by their items. */
const factors = (kind: CostFactor['kind'], name: string, items: Record<string, number>) =>
  Object.entries(items).map(
    ([item, value]): CostFactor => ({
      ...{ kind, name, item, value, propertyType: '', source: 'test' },
      validFrom: '2026-01-01',
    }),
  );

const insured = buildCostTable([
  costVersion({
    rates: [{ ...rate('10', 'apartment', 1_000), includes: ['permits'] }],
    factors: [
      ...factors('addon', 'usual', { permits: 2, fees: 5, vat: 10 }),
      ...factors('insurance', 'ours', { least_eur_m2: 800, least_ratio: 0.9, most_ratio: 1.2 }),
      ...factors('index', 'single', { '2026-Q1': 100 }),
    ],
  }),
]);
const askInsured = (question: Partial<CostQuestion>) =>
  reconstructionCost(insured, {
    ...{ postalCode: '10563', propertyType: 'apartment', buildAreaM2: 100, today: '2026-03-01' },
    ...question,
  });

test('add-ons that a rate includes are left out of the sum, and named', () => {
  const { addons, asNew } = askInsured({ addons: 'usual' });
  assert.equal(asNew, 115_000);
  assert.deepEqual(addons!.included, ['permits']);
  const applied = addons!.applied.map(({ name, percent }) => `${name} ${percent}`);
  assert.deepEqual(applied, ['fees 5', 'vat 10']);
});

test('lines of add-ons have a base, and demolition is no part of the value as is', () => {
  const lines = [
    ['vat', 24, { order: 4, base: 'before', isInAsIs: true }],
    ['fees', 12, { order: 1, base: 'works', isInAsIs: true }],
    ['permits', 2, { order: 2, base: 'works', isInAsIs: true }],
    ['demolition', 5, { order: 3, base: 'works', isInAsIs: false }],
  ] as const;
  const added = lines.map(([item, value, line]): CostFactor => {
    const [factor] = factors('addon', 'full', { [item]: value });
    return { ...factor!, line };
  });
  const quality = factors('quality', 'classes', { good: 1.15 });
  const rates = [rate('10', 'apartment', 930)];
  const version = costVersion({ rates, factors: [...added, ...quality] });
  const { asNew, asIs, addons, works } = reconstructionCost(buildCostTable([version]), {
    ...{ postalCode: '10563', propertyType: 'apartment', buildAreaM2: 85, today: '2026-03-01' },
    ...{ quality: 'good', addons: 'full', constructionYear: 2026 },
  });
  assert.equal(asNew, 134_143.11);
  // Built this year: the same without demolition and its VAT.
  assert.equal(asIs, 128_506.84);
  const { amounts } = withAddons(works!, addons!);
  assert.deepEqual(
    addons!.applied.map(({ name }, at) => `${name} ${toCents(amounts[at]!)}`),
    ['fees 10908.9', 'permits 1818.15', 'demolition 4545.38', 'vat 25963.18'],
  );
});

test('a sum insured is compared with each rule, limits included', () => {
  const met = (sumInsured: number) => {
    const { rules, ratio } = askInsured({ sumInsured }).insurance!;
    return [ratio, ...rules.map(({ isMet }) => isMet)];
  };
  assert.deepEqual(met(79_999), [0.8, false, false, true]);
  assert.deepEqual(met(80_000), [0.8, true, false, true]);
  assert.deepEqual(met(90_000), [0.9, true, true, true]);
  assert.deepEqual(met(120_000), [1.2, true, true, true]);
  assert.deepEqual(met(120_001), [1.2, true, true, false]);
});

test('a sum insured without a finite ratio is refused', () => {
  assert.throws(() => askInsured({ sumInsured: 1, buildAreaM2: 1e-6 }), {
    message: /^build_area: expected an area that costs at least a cent/,
  });
  assert.throws(() => askInsured({ sumInsured: 1e308, buildAreaM2: 1e-5 }), {
    message: /^sum_insured: expected an amount in euro, much smaller than this/,
  });
});

test('an index with one quarter is used for all later ones', () => {
  assert.equal(askInsured({ index: 'single' }).indexing!.factor, 1);
  assert.throws(() => askInsured({ index: 'other' }), {
    message: /^index: expected one of single/,
  });
  assert.throws(() => ask({ index: 'other' }), { message: /^index: expected nothing, because/ });
});

test('an area so large that the cost is no number is refused', () => {
  assert.throws(() => ask({ buildAreaM2: 1e308 }), { code: 'INVALID_INPUT' });
  assert.ok(Number.isFinite(ask({ buildAreaM2: 1e300 }).asNew));
});

const depreciation: fc.Arbitrary<Depreciation> = fc.record({
  method: fc.constantFrom('ross' as const, 'straight_line' as const),
  usefulLifeYears: fc.integer({ min: 1, max: 200 }),
  residualShare: fc.double({ min: 0, max: 1, noNaN: true }),
});

test('the remaining share starts at one, never rises with age and never falls below the residual', () => {
  fc.assert(
    fc.property(depreciation, fc.nat(3_000), (how, age) => {
      assert.equal(remainingShare(how, 0), 1);
      const share = remainingShare(how, age);
      assert.ok(share >= how.residualShare && share <= 1);
      assert.ok(remainingShare(how, age + 1) <= share);
    }),
  );
});

test('the residual share is the floor of a curve, also in bad condition; age bands have none', () => {
  const curve: Depreciation = { method: 'straight_line', usefulLifeYears: 50, residualShare: 0.1 };
  const of = { validFrom: '2026-01-01', source: 'test' };
  const bands = { ...of, name: 'bands', bands: [{ fromYears: 0, share: 0.05 }] };
  const years = { constructionYear: 1977, year: 2026 };
  const shareOf = (by: Depreciation | typeof bands, lostPercent: number) =>
    ageBuilding(by, years, { ...of, name: 'poor', lostPercent }).remainingShare;
  assert.deepEqual([shareOf(curve, 0), shareOf(curve, 100)], [0.1, 0.1]);
  assert.deepEqual([shareOf(bands, 0), shareOf(bands, 100)], [0.05, 0]);
});

test('the share as it is stated gives the same cents, also of millions', () => {
  const random = seeded(3_501);
  for (let i = 0; i < 20_000; i++) {
    const how: Depreciation = { method: 'ross', usefulLifeYears: 70, residualShare: 0.2 };
    const share = remainingShare(how, Math.floor(random() * 60));
    const cost = random() * 10_000_000;
    assert.equal(toCents(cost * statedShare(share)), toCents(cost * share), `${cost} × ${share}`);
  }
});

test('cents are rounded as exact decimal arithmetic rounds them', () => {
  assert.equal(toCents(1000.5 * 0.01), 10.01);
  assert.equal(toCents(1.005), 1.01);
  const hundredths = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(hundredths, hundredths, (rateCents, areaHundredths) => {
      // Oracle: whole numbers only. The product is in 1/10000 euro; half a cent is 50 of them.
      const exact = (BigInt(rateCents) * BigInt(areaHundredths) + 50n) / 100n;
      assert.equal(toCents((rateCents / 100) * (areaHundredths / 100)), Number(exact) / 100);
    }),
    { numRuns: rounds(5_000, 500) },
  );
});

test('the date changes in Athens two or three hours before UTC', () => {
  const cases: [string, string][] = [
    ['2026-12-31T21:59:59.999Z', '2026-12-31'],
    ['2026-12-31T22:00:00.000Z', '2027-01-01'],
    ['2026-06-30T20:59:59.999Z', '2026-06-30'],
    ['2026-06-30T21:00:00.000Z', '2026-07-01'],
  ];
  for (const [instant, date] of cases) assert.equal(dateInAthens(new Date(instant)), date, instant);
});
