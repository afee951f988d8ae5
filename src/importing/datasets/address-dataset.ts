import type { MunicipalityOf } from '#domain/geocoder/municipality-of.ts';
import type { Address } from '#storage/store/store.ts';
import type { Dataset } from './dataset.ts';
import { type Fields, openFields } from './fields.ts';
import { neededPosition, openPositions, positionColumns } from './position-columns.ts';

const texts = ['external_id', 'street', 'house_number', 'postal_code', 'city'];

/** How far a street may reach from its position. */
const mostReachMetres = 100_000;

/** Houses (with a number) and streets (without one), with a geometry or coordinate columns. */
export function addressDataset(municipalityOf: MunicipalityOf): Dataset<'addresses'> {
  return {
    layer: 'addresses',
    columns: [...texts, 'reach_m', ...positionColumns],
    open(reader, options) {
      const positionOf = openPositions(reader, options);
      const fieldsOf = openFields(reader, options);
      return feature => {
        const fields = fieldsOf(feature);
        fields.need(['street', ...neededPosition(feature, fields)]);
        return toAddress(fields, positionOf(feature, fields), municipalityOf);
      };
    },
  };
}

function toAddress(
  fields: Fields,
  position: Pick<Address, 'latitude' | 'longitude'>,
  municipalityOf: MunicipalityOf,
): Address {
  const where = {
    postalCode:
      fields.textOrNull('postal_code') &&
      fields.matching('postal_code', /^[0-9]{3} ?[0-9]{2}$/, 'five digits').replace(' ', ''),
    city: fields.textOrNull('city'),
    ...position,
  };
  return {
    externalId: fields.textOrNull('external_id'),
    street: fields.text('street'),
    houseNumber: fields.textOrNull('house_number'),
    ...where,
    municipality: municipalityOf(where),
    reachMetres:
      fields.textOrNull('reach_m') === null ? 0 : fields.number('reach_m', 0, mostReachMetres),
  };
}
