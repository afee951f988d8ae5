import type { PropertyType } from '../../../src/property/cost.ts';
import type { Building } from '../subject/address-bar.ts';
import type { Found } from '../subject/find.ts';

/** The parameters of a building in a request. */
interface BuildingInput {
  readonly property_type: PropertyType;
  readonly build_area: number;
  readonly construction_year?: number;
}

/** The parameters of a request for the cost. */
export interface CostInput extends BuildingInput {
  readonly postal_code: string;
  readonly explain: true;
}

/** The parameters of a building; undefined without its area. */
export function buildingInput(building: Building): BuildingInput | undefined {
  const { propertyType, buildArea, constructionYear } = building;
  if (buildArea === undefined) return undefined;
  return {
    property_type: propertyType ?? 'apartment',
    build_area: buildArea,
    ...(constructionYear !== undefined && { construction_year: constructionYear }),
  };
}

/** The postal code that the search found, if any. */
export function postalCodeOf({ address }: Pick<Found, 'address'>): string | undefined {
  return address?.components.postal_code ?? undefined;
}

/**
 * The parameters of the cost request for a building at the property. Undefined when a value is
 * missing, and where there is no address: outside Greece there are no rates. The report follows the
 * same rules, so that both show the same amounts.
 */
export function costInput(
  found: Pick<Found, 'address'>,
  building: Building,
): CostInput | undefined {
  const postalCode = found.address && (building.postalCode ?? postalCodeOf(found));
  const input = buildingInput(building);
  return postalCode && input ? { postal_code: postalCode, ...input, explain: true } : undefined;
}
