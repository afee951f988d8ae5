import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { DecimalSign } from '#tools/notation/numbers.ts';
import { KtimaApiError } from '../../client/src/client.ts';
import type { CostBasis, Fault } from '../../client/src/types.ts';
import { reportInput } from '../../console/src/pages/report/report-input.ts';
import {
  ageTicks,
  chartGeometry,
  labelSize,
} from '../../console/src/property/cost/chart-geometry.ts';
import { costInput } from '../../console/src/property/cost/cost-input.ts';
import { costSteps } from '../../console/src/property/cost/cost-steps.ts';
import { type ReadingRules, readBuilding } from '../../console/src/property/cost/read-building.ts';
import { refusalsOf } from '../../console/src/property/cost/refusals.ts';
import { en as costEn } from '../../console/src/property/cost/words.ts';
import type { Found } from '../../console/src/state/subject/find.ts';
import type { TypedBuilding } from '../../console/src/state/subject/history-state.ts';
import { en } from '../../console/src/tools/language/en.ts';
import { formatter } from '../../console/src/tools/language/format.ts';

test('the chart contains a building of any age, and its curve never rises', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 200 }),
      fc.integer({ min: 0, max: 3000 }),
      (life, age) => {
        const curve = { method: 'ross', usefulLifeYears: life, residualShare: 0.2 } as const;
        const ageing = { ...curve, lostPercent: age % 90 };
        const { plot, today, line, label } = chartGeometry(ageing, age);
        assert.ok(today.x >= plot.left && today.x <= plot.right);
        assert.ok(today.y >= plot.top && today.y <= plot.bottom);
        const points = [...line.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(p => [+p[1]!, +p[2]!]);
        assert.ok(points.every(([, y], index) => index === 0 || y! >= points[index - 1]![1]!));
        // The amount is in the chart, and the curve does not cross it.
        const left = label.anchor === 'start' ? label.x : label.x - labelSize.width;
        assert.ok(left >= 0 && left + labelSize.width <= 360 && label.y >= labelSize.height);
        const isWithin = (value: number, least: number, size: number) =>
          value >= least && value <= least + size;
        const crossing = points.filter(
          ([x, y]) =>
            isWithin(x!, left, labelSize.width) &&
            isWithin(y!, label.y - labelSize.height, labelSize.height),
        );
        assert.deepEqual(crossing, []);
      },
    ),
  );
  assert.deepEqual(ageTicks(80), [0, 10, 20, 30, 40, 50, 60, 70, 80]);
});

const empty: TypedBuilding = {
  ...{ postalCode: '10563', propertyType: 'apartment', buildArea: '85', constructionYear: '' },
  ...{ valuationDate: '', rates: '', index: '', addons: '', quality: '', condition: '' },
  ...{ basementArea: '', auxiliaryArea: '', renovationYear: '', ageing: '', sumInsured: '' },
};
const rules = { decimals: ',', today: '2026-06-15', foundPostalCode: '10563' } as const;
const none = { why: 'unreadable', meant: [] };
const read = (typed: Partial<TypedBuilding>, decimals: DecimalSign = ',') =>
  readBuilding({ ...empty, ...typed }, { ...rules, decimals });

test('the form is read as numbers, without the postal code that the search found', () => {
  const typed = { postalCode: ' 105 63 ', buildArea: ' 85,5 ', constructionYear: '1998' };
  const building = { propertyType: 'apartment', buildArea: 85.5, constructionYear: 1998 };
  assert.deepEqual(read(typed), { building });
  assert.deepEqual(read({ ...typed, postalCode: '54' }), {
    building: { postalCode: '54', ...building },
  });
  assert.deepEqual(
    readBuilding({ ...empty, postalCode: '', buildArea: '', constructionYear: 'x' }, rules),
    { faults: { buildArea: none, postalCode: none, constructionYear: none } },
  );
});

test("an area is read in the page's language, or causes a question", () => {
  // What was typed, then what it is in Greek and in English: a number, two to choose from, or none.
  const cases: [string, greek: number | number[], english: number | number[]][] = [
    ['85', 85, 85],
    ['85,5', 85.5, 85.5],
    ['85.5', 85.5, 85.5],
    ['1250', 1250, 1250],
    ['1 250', 1250, 1250],
    ['1.250', 1250, [1.25, 1250]],
    ['1,250', [1.25, 1250], 1250],
    ['1.250,5', 1250.5, 1250.5],
    ['1,250.5', 1250.5, 1250.5],
    ['120.500', [120_500, 120.5], 120.5],
    ['120,500', 120.5, [120_500, 120.5]],
    ['2.500', [2500, 2.5], [2.5, 2500]],
    // Unusual areas are questions with one choice.
    ['1.250.000', [1_250_000], [1_250_000]],
    ['0.520', [0.52], [0.52]],
    ['100000', [100_000], [100_000]],
    ['85 m²', 85, 85],
    ['85τ.μ.', 85, 85],
    ['85,5 τ.μ', 85.5, 85.5],
    ['85.5 sqm', 85.5, 85.5],
    ...['0', '-1', '+1', '1e3', '0x10', 'Infinity', '1.2.3', '', ' ', '85 m', '1,2,3'].map(
      (text): [string, number[], number[]] => [text, [], []],
    ),
  ];
  for (const [buildArea, ...expected] of cases) {
    for (const [i, decimals] of ([',', '.'] as const).entries()) {
      const wanted = expected[i]!;
      const found = read({ buildArea }, decimals);
      const got = 'faults' in found ? found.faults.buildArea?.meant : found.building.buildArea;
      assert.deepEqual(got, wanted, `${JSON.stringify(buildArea)} with ${decimals}`);
    }
  }
});

test('a year has four digits; for two digits the likely years are offered', () => {
  const cases: [string, number | number[]][] = [
    ['1998', 1998],
    ['1800', 1800],
    ['1799', [1799]],
    ['1000', [1000]],
    ['2026', 2026],
    ['2027', []],
    ['98', [1998]],
    ['05', [2005, 1905]],
    ['26', [2026, 1926]],
    ...['0', '-5', '19.5', 'x', '998', '0998', '19980'].map((text): [string, number[]] => [
      text,
      [],
    ]),
  ];
  for (const [constructionYear, wanted] of cases) {
    const found = read({ constructionYear });
    const got =
      'faults' in found ? found.faults.constructionYear?.meant : found.building.constructionYear;
    assert.deepEqual(got, wanted, constructionYear);
  }
});

test('implausible values are questioned, and accepted once they are confirmed', () => {
  const ask = (typed: Partial<TypedBuilding>, more: Partial<ReadingRules> = {}) => {
    const found = readBuilding({ ...empty, ...typed }, { ...rules, ...more });
    return 'faults' in found
      ? Object.entries(found.faults).map(([field, { why, meant }]) => `${field} ${why} ${meant}`)
      : found.building;
  };
  const huge = { buildArea: '100000', constructionYear: '1000' };
  assert.deepEqual(ask(huge), ['buildArea unusual 100000', 'constructionYear unusual 1000']);
  const confirmed = { buildArea: 100_000, constructionYear: 1000 };
  assert.deepEqual(ask(huge, { confirmed }), { propertyType: 'apartment', ...confirmed });
  assert.deepEqual(ask({ ...huge, buildArea: '90000' }, { confirmed }), [
    'buildArea unusual 90000',
  ]);
  // A flat lies on one floor; a house may have more.
  const onParcel = { parcelM2: 240 };
  assert.deepEqual(ask({ buildArea: '241' }, onParcel), ['buildArea parcel 241']);
  assert.ok('buildArea' in ask({ buildArea: '240' }, onParcel));
  const house = { propertyType: 'house', buildArea: '480' } as const;
  assert.ok('buildArea' in ask(house, onParcel));
  assert.deepEqual(ask({ ...house, buildArea: '481' }, onParcel), ['buildArea parcel 481']);
  // All that stands on the parcel, if that is known.
  const withBuildings = { ...onParcel, standsM2: 150.5 };
  assert.ok('buildArea' in ask({ ...house, buildArea: '150' }, withBuildings));
  assert.deepEqual(ask({ ...house, buildArea: '151' }, withBuildings), ['buildArea buildings 151']);
});

const address = (postal_code: string | null, confidence = 0.9, subject: object = point) =>
  ({
    subject,
    address: { components: { postal_code }, match: { confidence, faults: [] } },
  }) as unknown as Pick<Found, 'address' | 'subject'>;
const point = { kind: 'point', latitude: 38, longitude: 23 } as const;

test('panel and report request the same cost, and none outside Greece', () => {
  const subject = point;
  const flat = { propertyType: 'house', buildArea: 100, constructionYear: 1998 } as const;
  const asked = { property_type: 'house', build_area: 100, construction_year: 1998 };
  const expected = { postal_code: '15772', ...asked, explain: true };
  assert.deepEqual(costInput(address('15772'), flat), expected);
  assert.deepEqual(reportInput(subject, flat), { latitude: 38, longitude: 23, ...asked });
  const typed = { ...flat, postalCode: '54' };
  assert.equal(costInput(address('15772'), typed)?.postal_code, '54');
  assert.equal(reportInput(subject, typed).postal_code, '54');
  assert.equal(costInput(address(null), flat), undefined);
  assert.equal(costInput(address(null), typed)?.postal_code, '54');
  assert.equal(costInput({ subject, address: undefined }, typed), undefined);
  const typedAddress = { kind: 'address', address: 'Νεοχώρι' };
  assert.equal(costInput(address('47041', 0.29, typedAddress), flat), undefined);
  assert.equal(costInput(address('47041', 0.29, typedAddress), typed)?.postal_code, '54');
  assert.equal(costInput(address('47041', 0.5, typedAddress), flat)?.postal_code, '47041');
  assert.equal(costInput(address('47041', 0.29), flat)?.postal_code, '47041');
  assert.equal(costInput(address('15772'), { propertyType: 'house' }), undefined);
  const place = { latitude: 38, longitude: 23, postal_code: '54' };
  assert.deepEqual(reportInput(subject, { propertyType: 'house', postalCode: '54' }), place);
});

const usual = { propertyType: 'apartment', buildArea: 85, constructionYear: 1998 } as const;
const withYear = (typed: Partial<TypedBuilding>) => read({ constructionYear: '1998', ...typed });

test('the terms are read as numbers and names, and those about age count only with a year', () => {
  const words = { rates: 'finest', quality: 'luxury', condition: 'good' } as const;
  const typed = {
    ...{ ...words, valuationDate: '2025-12-31', basementArea: '20,5 τ.μ.' },
    ...{ renovationYear: '2010', sumInsured: '150.000 €' },
  };
  const terms = {
    ...{ ...words, valuationDate: '2025-12-31', basementArea: 20.5 },
    ...{ renovationYear: 2010, sumInsured: 150_000 },
  };
  assert.deepEqual(withYear(typed), { building: { ...usual, ...terms } });
  assert.deepEqual(costInput(address('15772'), { ...usual, ...terms }), {
    ...{ postal_code: '15772', property_type: 'apartment', build_area: 85 },
    ...{ construction_year: 1998, valuation_date: '2025-12-31', basement_area_m2: 20.5 },
    ...{ ...words, renovation_year: 2010, sum_insured: 150_000, explain: true },
  });
  const { constructionYear: _, ...yearless } = { ...usual, ...terms };
  const input = costInput(address('15772'), yearless);
  assert.deepEqual([input?.condition, input?.renovation_year], [undefined, undefined]);
  assert.equal(input?.quality, 'luxury');
});

test('each wrong term is a fault of its own field', () => {
  const cases: [Partial<TypedBuilding>, faults: object][] = [
    [{ valuationDate: '2026-06-16' }, { valuationDate: none }],
    [{ valuationDate: 'incomplete' }, { valuationDate: none }],
    [{ valuationDate: '1990-01-01' }, { constructionYear: none }],
    [{ renovationYear: '1997' }, { renovationYear: none }],
    [{ renovationYear: '2027' }, { renovationYear: none }],
    [{ renovationYear: '10' }, { renovationYear: { why: 'unreadable', meant: [2010] } }],
    [{ sumInsured: 'much' }, { sumInsured: none }],
    [{ sumInsured: '150,000' }, { sumInsured: { why: 'unreadable', meant: [150, 150_000] } }],
    [
      { basementArea: 'x', auxiliaryArea: '0' },
      { basementArea: none, auxiliaryArea: none },
    ],
  ];
  for (const [typed, faults] of cases) {
    assert.deepEqual(withYear(typed), { faults }, JSON.stringify(typed));
  }
});

test('the steps of a calculation add up to the cost as new', () => {
  const basis = {
    rate_eur_m2: 1080.5,
    index: { factor: 1.0253 },
    quality: { factor: 1.35 },
    other_areas: [
      { property_type: 'basement', area_m2: 20, rate_eur_m2: 520, index: { factor: 1.1 } },
    ],
    addons: {
      items: [
        { name: 'fees', percent: 12 },
        { name: 'vat', percent: 24 },
      ],
    },
  } as unknown as CostBasis;
  const steps = costSteps(basis, 85);
  const sum = steps.reduce((total, { euros }) => total + euros, 0);
  const works = 1080.5 * 1.0253 * 1.35 * 85 + 520 * 1.1 * 20;
  assert.ok(Math.abs(sum - works * 1.36) < 1e-6);
  const names = steps.map(step => (step.kind === 'area' ? step.area.type : step.name));
  assert.deepEqual(names, ['main', 'basement', 'fees', 'vat']);
});

test('an add-on has its base and the amount that the service has computed', () => {
  const addon = (name: string, percent: number, base: string, in_as_is: boolean, euros: number) => {
    return { name, percent, base, in_as_is, amount_eur: euros };
  };
  const basis = {
    rate_eur_m2: 1_000,
    addons: {
      items: [
        addon('fees', 12, 'works', true, 12_000),
        addon('demolition', 5, 'works', false, 5_000),
        addon('vat', 24, 'before', true, 28_080),
      ],
    },
  } as unknown as CostBasis;
  const [works, ...addons] = costSteps(basis, 100);
  assert.equal(works!.euros, 100_000);
  assert.deepEqual(
    addons.map(step => step.kind === 'addon' && [step.base, step.isOnlyNew, step.euros]),
    [
      ['works', false, 12_000],
      ['works', true, 5_000],
      ['before', false, 28_080],
    ],
  );
});

test('what the service refuses is shown at its field, in the language of the page', () => {
  const locale = { words: en, own: costEn, format: formatter('en') };
  const refused = (status: number, errors: readonly Fault[]) => {
    const kind = status === 422 ? 'no_cost_mapping' : 'invalid_input';
    const type = `urn:ktima:error:${kind}` as const;
    const failure = new KtimaApiError('refused', { reason: 'answer', status, type, errors });
    return refusalsOf(failure, { propertyType: 'apartment' }, locale);
  };
  const fault = (field: string, code: Fault['code'], rest: Partial<Fault> = {}): Fault => {
    return { field, code, message: `${field}: expected words of the service`, ...rest };
  };
  const rows: [status: number, fault: Fault, shown: string][] = [
    [
      ...([400, fault('quality', 'not_one_of', { allowed: ['luxury', 'very_good'] })] as const),
      'quality: The data do not have it for this type. They have: luxury, very good.',
    ],
    [
      ...([400, fault('construction_year', 'out_of_range', { most: 2025 })] as const),
      'constructionYear: Not accepted. The service expects: words of the service.',
    ],
    [
      ...([400, fault('addons', 'not_one_of', { allowed: [] })] as const),
      'addons: The data have none for this type on this day.',
    ],
    [
      ...([422, fault('property_type', 'not_one_of', { allowed: ['house', 'office'] })] as const),
      'propertyType: The data have no rate for this postal code (Apartment). They have: House, Office.',
    ],
    [
      ...([422, fault('basement_area_m2', 'not_found')] as const),
      'basementArea: The data have no rate for this postal code (Basement).',
    ],
    [
      ...([422, fault('postal_code', 'not_found')] as const),
      'postalCode: The data have no rate for this postal code (Apartment).',
    ],
    [
      ...([422, fault('valuation_date', 'out_of_range', { earliest: '2024-01-01' })] as const),
      'valuationDate: The rates for this postal code begin on 1 January 2024.',
    ],
    [
      ...([422, fault('index', 'out_of_range', { earliest: '2023-Q1' })] as const),
      'index: The index begins in quarter 1 of 2023.',
    ],
  ];
  const linesOf = (shown: object) => Object.entries(shown).map(pair => pair.join(': '));
  for (const [status, one, shown] of rows)
    assert.deepEqual(linesOf(refused(status, [one])), [shown]);
  const [first, second] = rows;
  assert.deepEqual(linesOf(refused(400, [first![1], second![1]])), [first![2], second![2]]);
  for (const status of [422, 500]) assert.deepEqual(refused(status, []), {});
});
