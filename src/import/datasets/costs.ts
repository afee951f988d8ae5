import { fold } from '../../geocoder/text/fold.ts';
import { propertyTypeNamed } from '../../property/building.ts';
import { depreciationMethods, type PropertyType, propertyTypes } from '../../property/cost.ts';
import type { LayerRows } from '../../store/store.ts';
import type { Dataset } from './dataset.ts';
import { type Fields, openFields } from './fields.ts';

const rateColumns = ['postal_prefix', 'property_type', 'rate_eur_m2', 'valid_from', 'source'];
const ageingColumns = ['property_type', 'method', 'useful_life_years', 'residual_share'];

/** The cost table and the depreciation table: two kinds of files, distinguished by their columns. */
export const costs: Dataset<'costs'> = {
  layer: 'costs',
  columns: [...rateColumns, ...ageingColumns],
  hasSeveralTables: true,
  open(reader, options) {
    const fieldsOf = openFields(reader, options);
    return feature => {
      const fields = fieldsOf(feature);
      return fields.has('method') ? toAgeing(fields) : toRate(fields);
    };
  },
};

function toRate(fields: Fields): LayerRows['costs'] {
  return {
    postalPrefix: fields.matching('postal_prefix', /^[0-9]{2}$/, 'two digits'),
    propertyType: typeOf(fields),
    // No building costs less than 10 €/m²: a thousands separator read as a decimal point is caught here.
    rateEurM2: fields.number('rate_eur_m2', 10, 1_000_000),
    validFrom: fields.day('valid_from'),
    source: fields.text('source'),
  };
}

function toAgeing(fields: Fields): LayerRows['costs'] {
  return {
    propertyType: typeOf(fields),
    method: fields.oneOf('method', depreciationMethods),
    usefulLifeYears: fields.number('useful_life_years', 1, 1_000),
    residualShare: fields.number('residual_share', 0, 1),
  };
}

/** The types of the API, or their usual names in Greek and English, as in a portfolio. */
function typeOf(fields: Fields): PropertyType {
  const named = propertyTypeNamed(fold(fields.text('property_type')));
  return named ?? fields.oneOf('property_type', propertyTypes);
}
