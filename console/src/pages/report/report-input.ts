import type { PropertyReportInput } from '../../../../client/src/types.ts';
import { buildingInput } from '../../property/cost/cost-input.ts';
import type { Building } from '../../state/subject/address-bar.ts';
import { reportParameters, type Subject } from '../../state/subject/subject.ts';

/**
 * The parameters of a report request; the building is included if its values are complete. The
 * postal code always is, because it may choose the property.
 */
export function reportInput(subject: Subject, building: Building): PropertyReportInput {
  const input = buildingInput(building);
  return {
    ...reportParameters(subject),
    ...input,
    ...(building.postalCode && { postal_code: building.postalCode }),
  };
}
