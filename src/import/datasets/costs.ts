import {
  type CostRate,
  type Depreciation,
  depreciationMethods,
  type PropertyType,
  propertyTypes,
} from '../../property/cost.ts';
import type { Row } from '../readers/csv.ts';
import { fieldsOf } from './fields.ts';

/** A row of `postal_prefix,property_type,rate_eur_m2,valid_from,source`. */
export function toCostRate(row: Row): CostRate {
  const fields = fieldsOf(row);
  return {
    postalPrefix: fields.matching('postal_prefix', /^\d\d$/, 'two digits'),
    propertyType: fields.oneOf('property_type', propertyTypes),
    rateEurM2: fields.number('rate_eur_m2', 0.01, 1_000_000),
    validFrom: fields.matching('valid_from', /^\d{4}-\d\d-\d\d$/, 'a date as YYYY-MM-DD'),
    source: fields.text('source'),
  };
}

/** A row of `property_type,method,useful_life_years,residual_share`. */
export function toDepreciation(row: Row): [PropertyType, Depreciation] {
  const fields = fieldsOf(row);
  return [
    fields.oneOf('property_type', propertyTypes),
    {
      method: fields.oneOf('method', depreciationMethods),
      usefulLifeYears: fields.number('useful_life_years', 1, 1_000),
      residualShare: fields.number('residual_share', 0, 1),
    },
  ];
}
