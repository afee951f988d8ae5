import type { CostVersion } from '#domain/property/cost/cost-table.ts';

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
