import { depreciationMethods, propertyTypes } from '../../property/cost.ts';
import type { Dataset, ToRow } from './dataset.ts';
import { fieldsOf } from './fields.ts';
import { Refused } from './refused.ts';

const rateColumns = ['postal_prefix', 'property_type', 'rate_eur_m2', 'valid_from', 'source'];
const ageingColumns = ['property_type', 'method', 'useful_life_years', 'residual_share'];

/** The cost table, and how buildings age: two kinds of files, told apart by their columns. */
export const costs: Dataset<'costs'> = {
  layer: 'costs',
  columns: [...rateColumns, ...ageingColumns],
  open: () => feature =>
    fieldsOf(feature.properties).has('method') ? toAgeing(feature) : toRate(feature),
};

const toRate: ToRow<'costs'> = ({ properties }) => {
  const fields = fieldsOf(properties);
  return {
    postalPrefix: fields.matching('postal_prefix', /^[0-9]{2}$/, 'two digits'),
    propertyType: fields.oneOf('property_type', propertyTypes),
    rateEurM2: fields.number('rate_eur_m2', 0.01, 1_000_000),
    validFrom: readDate(fields.text('valid_from')),
    source: fields.text('source'),
  };
};

const toAgeing: ToRow<'costs'> = ({ properties }) => {
  const fields = fieldsOf(properties);
  return {
    propertyType: fields.oneOf('property_type', propertyTypes),
    method: fields.oneOf('method', depreciationMethods),
    usefulLifeYears: fields.number('useful_life_years', 1, 1_000),
    residualShare: fields.number('residual_share', 0, 1),
  };
};

/** A day that is in the calendar: Date would take 2026-02-31 for the 3rd of March. */
function readDate(text: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  if (day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)) return text;
  throw new Refused('valid_from', 'a date as YYYY-MM-DD', text);
}
