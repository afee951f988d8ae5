import type { CostFactor, CostVersion } from '#domain/property/cost/cost-table.ts';

/** A version of the costs, in force unless said otherwise. */
export function costVersion(rows: Partial<CostVersion>): CostVersion {
  return {
    source: 'test',
    isSample: false,
    checksum: '00',
    loadedAt: '2026-01-15T08:00:00.000Z',
    replacedAt: null,
    rates: [],
    depreciation: [],
    factors: [],
    ...rows,
  };
}

/** A factor of the costs, for every type of property unless more says otherwise. */
export const factor = (
  kind: CostFactor['kind'],
  name: string,
  item: string,
  value: number,
  more: Partial<CostFactor> = {},
): CostFactor => ({
  ...{ kind, name, item, value, propertyType: '', validFrom: '2024-01-01', source: 'rules' },
  ...more,
});
