import type { CostRate } from '../property/cost.ts';
import type { DepreciationRow } from '../store/store.ts';

/** The key and the value of a cost rate or a depreciation as text; undefined for other rows. */
function partsOf(row: object): { key: string; value: string } | undefined {
  if ('rateEurM2' in row) {
    const { postalPrefix, propertyType, validFrom, rateEurM2 } = row as CostRate;
    return { key: `${postalPrefix}, ${propertyType}, ${validFrom}`, value: String(rateEurM2) };
  }
  if ('usefulLifeYears' in row) {
    const { propertyType, method, usefulLifeYears, residualShare } = row as DepreciationRow;
    return { key: propertyType, value: `${method} ${usefulLifeYears} ${residualShare}` };
  }
  return undefined;
}

/**
 * Remembers the rows of a cost table, which is small, so that a refusal of a second row for the same
 * key shows both values and the place of the first.
 */
export function openEarlierCosts() {
  const earlier = new Map<string, { value: string; where: string }>();
  return {
    remember(row: object, where: string): void {
      const parts = partsOf(row);
      if (parts) earlier.set(parts.key, { value: parts.value, where });
    },
    /** The refusal, with both values if the row has costs. */
    explain(row: object, refusal: string): string {
      const parts = partsOf(row);
      const first = parts && earlier.get(parts.key);
      if (!first) return refusal;
      return `${refusal}: ${parts.key} is ${first.value} in ${first.where}, and ${parts.value} here`;
    },
  };
}
