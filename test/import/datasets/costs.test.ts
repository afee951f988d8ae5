import assert from 'node:assert/strict';
import test from 'node:test';
import { costs } from '../../../src/import/datasets/costs.ts';
import type { FeatureReader } from '../../../src/import/readers/reader.ts';

const toRow = costs.open({} as FeatureReader, {});
const rowOf = (properties: Record<string, string>) =>
  toRow({ number: 1, properties, geometry: null });
const rate = {
  postal_prefix: '10',
  property_type: 'house',
  rate_eur_m2: '1500.5',
  valid_from: '2026-01-01',
  source: 'x',
};
const ageing = {
  property_type: 'house',
  method: 'ross',
  useful_life_years: '80',
  residual_share: '0.2',
};

test('rates and ageing are told apart by their columns', () => {
  assert.deepEqual(rowOf(rate), {
    postalPrefix: '10',
    propertyType: 'house',
    rateEurM2: 1500.5,
    validFrom: '2026-01-01',
    source: 'x',
  });
  assert.deepEqual(rowOf(ageing), {
    propertyType: 'house',
    method: 'ross',
    usefulLifeYears: 80,
    residualShare: 0.2,
  });
});

test('names of columns may be written in other ways; ours come first', () => {
  const written = (name: (field: string) => string, row: Record<string, string>) =>
    Object.fromEntries(Object.entries(row).map(([field, value]) => [name(field), value]));
  for (const name of [
    (field: string) => field.toUpperCase(),
    (field: string) => field.replaceAll('_', ' '),
    (field: string) => field[0]!.toUpperCase() + field.slice(1).replaceAll('_', '-'),
  ]) {
    assert.deepEqual(rowOf(written(name, rate)), rowOf(rate));
    assert.deepEqual(rowOf(written(name, ageing)), rowOf(ageing));
  }
  assert.deepEqual(rowOf({ SOURCE: 'y', ...rate }), rowOf(rate));
});

test('a bad value is refused and named', () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ ...rate, postal_prefix: '1' }, /^postal_prefix: expected two digits, got "1"$/],
    [{ ...rate, postal_prefix: '١٢' }, /^postal_prefix/],
    [{ ...rate, property_type: 'castle' }, /^property_type: expected one of apartment/],
    [{ ...rate, rate_eur_m2: '0' }, /^rate_eur_m2: expected a number from 0.01/],
    [{ ...rate, rate_eur_m2: '1.500,00' }, /^rate_eur_m2/],
    [{ ...rate, valid_from: '1/1/2026' }, /^valid_from: expected a date as YYYY-MM-DD/],
    [{ ...rate, valid_from: '2026-02-31' }, /^valid_from/],
    [{ ...rate, source: '' }, /^source: expected a text/],
    [{ ...ageing, method: 'magic' }, /^method: expected one of ross, straight_line/],
    [{ ...ageing, useful_life_years: '0' }, /^useful_life_years/],
    [{ ...ageing, residual_share: '1.1' }, /^residual_share: expected a number from 0 to 1/],
  ];
  for (const [properties, message] of cases) {
    assert.throws(() => rowOf(properties), { name: 'Refused', message });
  }
});
