import type { GeocoderRows } from '../geocoder-rows.ts';
import type { BoundaryRow, SettlementRow } from './country-rows.ts';
import { linkBoundaries } from './link-boundaries.ts';
import { mergeSettlements } from './merge-settlements.ts';
import { municipalityFinder } from './municipality-at.ts';

/** The imported rows of the country besides addresses and named places. */
export interface Country {
  readonly settlements: readonly SettlementRow[];
  readonly boundaries: readonly BoundaryRow[];
}

/** The gazetteer's rows with imported settlements and boundaries. */
export function addCountry(gazetteer: GeocoderRows, country: Country): GeocoderRows {
  const boundaries = linkBoundaries(country.boundaries, gazetteer);
  const municipalityAt = municipalityFinder(
    boundaries,
    gazetteer.postalCodes,
    gazetteer.localities,
    gazetteer.neighbours,
  );
  const merged = mergeSettlements(gazetteer, country.settlements, municipalityAt);
  return { ...gazetteer, ...merged, boundaries };
}
