import { isAgainstTown, isGuess } from '#domain/property/address-match.ts';
import type { ReconstructionCostInput } from '../../../../client/src/types.ts';
import type { Building } from '../../state/subject/address-bar.ts';
import { termsInput } from '../../state/subject/cost-terms.ts';
import type { Found } from '../../state/subject/find.ts';

/** The parameters of a building in a request. */
type BuildingInput = Omit<ReconstructionCostInput, 'postal_code' | 'explain'>;

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
    ...termsInput(building, constructionYear !== undefined),
  };
}

/** The postal code that the search found, if any. */
export function postalCodeOf({ address }: Pick<Found, 'address'>): string | undefined {
  return address?.components.postal_code ?? undefined;
}

type Priced = Pick<Found, 'address' | 'subject'>;

/** Whether another address may well be meant, so that its postal code prices nothing. */
export function isGuessed({ subject, address }: Priced): boolean {
  return subject.kind === 'address' && address !== undefined && isGuess(address);
}

/** The postal code that prices the property if none was typed. */
export function pricingPostalCode(found: Priced): string | undefined {
  return isGuessed(found) ? undefined : postalCodeOf(found);
}

/** Whether the address contradicts the town in it, so that no postal code prices it. */
function isContradicted({ subject, address }: Priced): boolean {
  return subject.kind === 'address' && address !== undefined && isAgainstTown(address.match);
}

/**
 * The parameters of the cost request for a building at the property. Undefined when a value is
 * missing, for an address that is a guess or contradicts its town, and where there is none: outside Greece there are no
 * rates. The report follows the same rules, so that both show the same amounts.
 */
export function costInput(found: Priced, building: Building): CostInput | undefined {
  const postalCode = found.address && (building.postalCode ?? pricingPostalCode(found));
  const input = isContradicted(found) ? undefined : buildingInput(building);
  return postalCode && input ? { postal_code: postalCode, ...input, explain: true } : undefined;
}
