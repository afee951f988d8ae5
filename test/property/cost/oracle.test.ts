import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { propertyTypes } from '#domain/property/cost/building.ts';
import { type CostQuestion, reconstructionCost } from '#domain/property/cost/cost.ts';
import {
  buildCostTable,
  type CostFactor,
  type CostRate,
} from '#domain/property/cost/cost-table.ts';
import { KtimaError } from '#tools/errors.ts';
import { seeded } from '../../seeded.ts';
import { costVersion } from './version.ts';

const random = seeded(35);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const maybe = <T>(value: T, chance = 0.4): T | undefined => (random() < chance ? value : undefined);
/** A number with two decimals. */
const decimal = (least: number, most: number) =>
  Math.round((least + random() * (most - least)) * 100) / 100;

const types = ['apartment', 'house', 'office', 'basement', 'auxiliary'] as const;
const dates = ['2020-01-01', '2023-04-01', '2025-07-01', '2026-01-01'];

const rates: CostRate[] = ['10', '11', '105', '1056', '10563', '54'].flatMap(postalPrefix =>
  types.flatMap(propertyType =>
    dates
      .filter(() => random() < 0.6)
      .map(validFrom => ({
        postalPrefix,
        propertyType,
        rateEurM2: pick([decimal(300, 2000), Math.round(decimal(300, 2000))]),
        validFrom,
        source: 'random',
        ...(random() < 0.5 && { includes: ['works', 'fees'] as const }),
      })),
  ),
);

const factor = (
  kind: CostFactor['kind'],
  name: string,
  item: string,
  value: number,
  propertyType: CostFactor['propertyType'] = '',
  validFrom = '2019-01-01',
): CostFactor => ({ kind, name, item, value, propertyType, validFrom, source: 'random' });

const quarters = Array.from({ length: 27 }, (_, i) => [2019 + Math.floor(i / 4), (i % 4) + 1]);
const factors: CostFactor[] = [
  factor('addon', 'full', 'fees', 11.5),
  factor('addon', 'full', 'vat', 24),
  factor('addon', 'full', 'demolition', 3.25),
  factor('addon', 'full', 'vat', 13, '', '2025-01-01'),
  factor('addon', 'full', 'fees', 8, 'office'),
  ...[1, 0.9, 0.8, 0.75, 0.7, 0.65, 0.6].map((value, i) =>
    factor('age_band', 'bands', String([0, 1, 6, 11, 16, 21, 26][i]), value),
  ),
  factor('age_band', 'bands', '0', 0.95, 'office'),
  factor('age_band', 'bands', '30', 0.55, 'office'),
  ...Object.entries({ very_good: 0.032, good: 2.52, intermediate: 8.09, poor: 52.6 }).map(
    ([item, value]) => factor('condition', 'heidecke', item, value),
  ),
  factor('quality', 'finish', 'usual', 1),
  factor('quality', 'finish', 'luxury', 1.35),
  factor('quality', 'finish', 'usual', 1.02, '', '2025-01-01'),
  factor('quality', 'finish', 'luxury', 1.4, '', '2025-01-01'),
  ...quarters.map(([year, quarter], i) => ({
    ...factor('index', 'new', `${year}-Q${quarter}`, Math.round((100 + i * 1.37) * 10) / 10),
    validFrom: `${year}-${String(3 * quarter! - 2).padStart(2, '0')}-01`,
  })),
];
const depreciation = [
  { propertyType: 'house', method: 'straight_line', usefulLifeYears: 66.5, residualShare: 0.15 },
  { propertyType: 'office', method: 'ross', usefulLifeYears: 60, residualShare: 0.1 },
] as const;

function randomQuestion(): CostQuestion {
  const constructionYear = maybe(1900 + Math.floor(random() * 119), 0.8);
  const isAged = constructionYear !== undefined;
  return {
    postalCode: pick(['10563', '10564', '10599', '11521', '54622', '10']),
    propertyType: pick(types),
    buildAreaM2: pick([decimal(10, 400), Math.round(decimal(10, 400)), decimal(10, 400) / 10]),
    constructionYear,
    today: '2026-06-15',
    valuationDate: maybe(pick(['2020-05-31', '2023-04-01', '2025-12-31', '2026-06-15'])),
    rates: maybe('finest'),
    index: maybe('new'),
    addons: maybe('full'),
    quality: maybe(pick(['usual', 'luxury'])),
    basementAreaM2: maybe(decimal(5, 80)),
    auxiliaryAreaM2: maybe(decimal(5, 80), 0.2),
    ageing: isAged ? maybe(pick(['ross', 'straight_line', 'bands'])) : undefined,
    condition: isAged ? maybe(pick(['very_good', 'good', 'intermediate', 'poor'])) : undefined,
    renovationYear: isAged ? maybe(2019, 0.2) : undefined,
  };
}

function answerOf(table: ReturnType<typeof buildCostTable>, question: CostQuestion): string {
  try {
    const { asNew, asIs } = reconstructionCost(table, question);
    const cents = (euros: number) => String(Math.round(euros * 100));
    return `${cents(asNew)} ${asIs === undefined ? '-' : cents(asIs)}`;
  } catch (error) {
    if (error instanceof KtimaError && error.code === 'NO_COST_MAPPING') return 'no rate';
    throw error;
  }
}

test('a recomputation in Python with exact fractions agrees to the cent for 1,000 answers', () => {
  const table = buildCostTable([costVersion({ rates, factors, depreciation })]);
  assert.ok(table.types.every(type => propertyTypes.includes(type)));
  const questions: CostQuestion[] = [];
  const answers: string[] = [];
  while (answers.filter(answer => answer !== 'no rate').length < 1_000) {
    questions.push(randomQuestion());
    answers.push(answerOf(table, questions.at(-1)!));
  }
  const script = fileURLToPath(new URL('./oracle.py', import.meta.url));
  const { stdout, stderr, error } = spawnSync('/usr/bin/python3', [script], {
    input: JSON.stringify({ rates, factors, depreciation, questions }),
    encoding: 'utf8',
  });
  assert.equal(error, undefined);
  const recomputed = stdout.trimEnd().split('\n');
  assert.equal(recomputed.length, questions.length, stderr);
  for (const [i, question] of questions.entries()) {
    assert.equal(answers[i], recomputed[i], JSON.stringify(question));
  }
});
