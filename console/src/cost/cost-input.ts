import type { PropertyType } from '../../../src/property/cost.ts';
import type { Building } from '../subject/address-bar.ts';
import type { Found } from '../subject/find.ts';

/** A building as the service takes it. */
interface BuildingInput {
  readonly property_type: PropertyType;
  readonly build_area: number;
  readonly construction_year?: number;
}

/** The question for the cost of a building. */
interface CostInput extends BuildingInput {
  readonly postal_code: string;
  readonly explain: true;
}

/** What the cost depends on besides the postal code; undefined as long as the area is not known. */
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
 * The question for the cost of a building at the property; undefined as long as not enough is
 * known, and where no address is: outside Greece there are no rates. The report keeps the same
 * rules, so that both show the same amounts.
 */
export function costInput(
  found: Pick<Found, 'address'>,
  building: Building,
): CostInput | undefined {
  const postalCode = found.address && (building.postalCode ?? postalCodeOf(found));
  const input = buildingInput(building);
  return postalCode && input ? { postal_code: postalCode, ...input, explain: true } : undefined;
}
