import assert from 'node:assert/strict';
import test from 'node:test';
import type { PropertyType } from '#domain/property/cost/building.ts';
import { buildCostTable, type CostFactor, typeWordsIn } from '#domain/property/cost/cost-table.ts';
import { termsFor } from '#domain/property/cost/factors.ts';
import { costVersion } from './version.ts';

const common = { name: 'a', value: 0, validFrom: '1900-01-01', source: '' };
const word = (item: string, propertyType: PropertyType): CostFactor => ({
  ...common,
  ...{ kind: 'type_word', item, propertyType },
});

test('the words of the source loaded last count; one for two types means none', () => {
  const versions = [
    costVersion({
      factors: [word('οικια', 'house'), word('χωροσ', 'shop'), word('χωροσ', 'office')],
    }),
    costVersion({ factors: [word('οικια', 'apartment'), word('καφε', 'shop')] }),
    costVersion({ replacedAt: '2026-01-15T08:00:00.000Z', factors: [word('παλιο', 'house')] }),
  ];
  const words = [...typeWordsIn(buildCostTable(versions))].map(([item, type]) => `${item} ${type}`);
  assert.deepEqual(words, ['οικια house', 'χωροσ undefined', 'καφε shop']);
});

test('classes are listed in the order of their values', () => {
  const classOf = (item: string, value: number): CostFactor => ({
    ...common,
    ...{ kind: 'quality', item, value, propertyType: '' },
  });
  const factors = [classOf('luxury', 1.35), classOf('basic', 0.85), classOf('usual', 1)];
  const table = buildCostTable([costVersion({ factors })]);
  assert.deepEqual(termsFor(table, 'house', '2026-06-15').qualities, ['basic', 'usual', 'luxury']);
});
