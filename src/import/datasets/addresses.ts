import type { MunicipalityOf } from '../../geocoder/municipality-of.ts';
import type { Dataset } from './dataset.ts';
import { fieldsOf } from './fields.ts';

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
    open: () => feature => {
      const fields = fieldsOf(feature.properties);
      const where = {
        postalCode:
          fields.textOrNull('postal_code') &&
          fields.matching('postal_code', /^[0-9]{3} ?[0-9]{2}$/, 'five digits').replace(' ', ''),
        city: fields.textOrNull('city'),
        latitude: fields.number('latitude', -90, 90),
        longitude: fields.number('longitude', -180, 180),
      };
      return {
        externalId: fields.textOrNull('external_id'),
        street: fields.text('street'),
        houseNumber: fields.textOrNull('house_number'),
        ...where,
        municipality: municipalityOf(where),
        reachMetres: 0,
      };
    },
  };
}
