import type { PropertyReportInput } from '../../../client/src/client.ts';
import { readBuilding } from '../cost/read-building.ts';
import type { Building } from '../subject/address-bar.ts';
import { reportParameters, type Subject } from '../subject/subject.ts';

/** The question for a report: the building takes part when enough is known of it. */
export function reportInput(
  subject: Subject,
  building: Building,
  thisYear: number,
): PropertyReportInput {
  // The service takes the postal code of the location; any will do to read the rest.
  const read = readBuilding({ ...building, postalCode: '00' }, thisYear);
  if (!('input' in read)) return reportParameters(subject);
  const { property_type, build_area, construction_year } = read.input;
  return {
    ...reportParameters(subject),
    property_type,
    build_area,
    ...(construction_year !== undefined && { construction_year }),
  };
}
