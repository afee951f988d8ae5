import {
  type DetailName,
  detailFields,
  type FieldName,
  requiredNames,
  type ValuationName,
} from '#domain/property/valuation-fields.ts';
import type { PropertyReport } from '../../../../../client/src/types.ts';
import type { DocumentDetails } from './document-details.ts';

/** What the valuer wrote in a field. */
export function writtenIn({ valuation, ...details }: DocumentDetails, name: FieldName): string {
  return (
    (name in detailFields ? details[name as DetailName] : valuation[name as ValuationName]) ?? ''
  );
}

/** Whether the valuer's value leads the report, and not the cost. */
export function isValueLed(
  { cost }: Pick<PropertyReport, 'cost'>,
  details: DocumentDetails,
): boolean {
  const { template } = details.valuation;
  return template === 'collateral' || (template === 'insurance' && cost === null);
}

/** The fields that the template requires and that neither the valuer nor the data fill; none without one. */
export function missingFields(
  { query, cost }: Pick<PropertyReport, 'query' | 'cost'>,
  details: DocumentDetails,
): FieldName[] {
  const { template } = details.valuation;
  if (!template) return [];
  const isInsurance = template === 'insurance';
  const stated: Partial<Record<FieldName, boolean>> = {
    built: query.construction_year !== null,
    value: isInsurance && cost !== null,
    includes: cost?.basis?.rate_includes !== undefined,
    evidence: details.comparables.length > 0,
  };
  return requiredNames[template].filter(
    name => !stated[name] && writtenIn(details, name).trim() === '',
  );
}
