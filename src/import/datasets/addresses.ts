import type { MunicipalityOf } from '../../geocoder/municipality-of.ts';
import type { Address } from '../../store/store.ts';
import type { Dataset } from './dataset.ts';
import { type Fields, openFields } from './fields.ts';

/** Houses (with a number) and streets (without) from CSV. */
export function addressDataset(municipalityOf: MunicipalityOf): Dataset<'addresses'> {
  return {
    layer: 'addresses',
    columns: [
      'external_id',
      'street',
      'house_number',
      'postal_code',
      'city',
      'latitude',
      'longitude',
    ],
    open(reader, options) {
      const fieldsOf = openFields(reader, options);
      return feature => toAddress(fieldsOf(feature), municipalityOf);
    },
  };
}

function toAddress(fields: Fields, municipalityOf: MunicipalityOf): Address {
  const where = {
    postalCode:
      fields.textOrNull('postal_code') &&
      fields.matching('postal_code', /^[0-9]{3} ?[0-9]{2}$/, 'five digits').replace(' ', ''),
    city: fields.textOrNull('city'),
    latitude: fields.coordinate('latitude', -90, 90),
    longitude: fields.coordinate('longitude', -180, 180),
  };
  return {
    externalId: fields.textOrNull('external_id'),
    street: fields.text('street'),
    houseNumber: fields.textOrNull('house_number'),
    ...where,
    municipality: municipalityOf(where),
    reachMetres: 0,
  };
}
