import type { CostFactor, CostRate, DepreciationRow } from '#domain/property/cost/cost-table.ts';
import { isInGreece, isSwapped } from '#domain/property/greece.ts';
import type { Contradiction, Layer, LayerRows, RowTaker } from '#storage/store/store.ts';
import { expectedUnswapped, Refused } from './datasets/dataset.ts';
import type { Tally } from './report.ts';

/**
 * Adds a row, or refuses it; the tally counts both. `where` is its place in the file. Backpressure:
 * when it returns a promise, the caller must await it before adding the next row.
 */
export type AddRow<L extends Layer> = (
  row: LayerRows[L],
  where: string,
) => Promise<void> | undefined;

/** After this many rows the store may apply backpressure. */
const usualKeepUpEvery = 100;

/** Returns the function that adds the rows of a layer to its replacement. */
export function rowAdder<L extends Layer>(
  taker: RowTaker<LayerRows[L]>,
  tally: Tally,
  { anywhere = false }: { readonly anywhere?: boolean },
  onKept: (row: LayerRows[L]) => void,
  keepUpEvery = usualKeepUpEvery,
): AddRow<L> {
  const costs = openEarlierCosts();
  return (row, where) => {
    const outside = anywhere ? undefined : outsideGreece(row);
    const outcome = outside ?? unstorable(row) ?? taker.add(row);
    if (outcome instanceof Refused) tally.refuse(outcome.reason, where, outcome.message);
    else if (outcome === 'repeated') tally.repeat();
    else if (outcome === 'added') {
      tally.keep();
      onKept(row);
      costs.remember(row, where);
    } else {
      const { reason, detail } = outcome;
      const explained = detail === undefined ? costs.explain(row, reason) : `${reason}: ${detail}`;
      tally.refuse(reason, where, explained);
    }
    return tally.read % keepUpEvery === 0 ? taker.keepUp() : undefined;
  };
}

/** Finds swapped, zero and foreign coordinates of places and addresses; parcels.ts checks parcels. */
function outsideGreece(row: object): Refused | undefined {
  if (!('latitude' in row && 'longitude' in row)) return undefined;
  const [latitude, longitude] = [Number(row.latitude), Number(row.longitude)];
  if (isInGreece(latitude, longitude)) return undefined;
  const expected = isSwapped(latitude, longitude)
    ? expectedUnswapped
    : 'a place in Greece; --anywhere accepts other countries';
  return new Refused('position', expected, { latitude, longitude });
}

/** PostgreSQL cannot store NUL characters, and both engines must accept the same rows. */
function unstorable(row: object): Contradiction | undefined {
  for (const [field, value] of Object.entries(row)) {
    if (typeof value === 'string' && value.includes('\0')) {
      return { reason: `${field}: holds a NUL character` };
    }
  }
  return undefined;
}

/** The key and the value of a row of costs as text; undefined for other rows. */
function partsOf(row: object): { key: string; value: string } | undefined {
  if ('rateEurM2' in row) {
    const { postalPrefix, propertyType, validFrom, rateEurM2 } = row as CostRate;
    return { key: `${postalPrefix}, ${propertyType}, ${validFrom}`, value: String(rateEurM2) };
  }
  if ('kind' in row && 'item' in row) {
    const { kind, name, item, propertyType, validFrom, value } = row as CostFactor;
    const key = [kind, name, item, propertyType, validFrom].filter(Boolean).join(', ');
    return { key, value: String(value) };
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
function openEarlierCosts() {
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
