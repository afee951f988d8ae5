import { toWkb } from '../../geo/wkb.ts';
import { streetKey } from '../../geocoder/street-key.ts';
import { openFirstComers } from '../seen-keys.ts';
import type { Layer, LayerRows } from '../store.ts';
import type { CopyValue } from './copy.ts';

/** A table of a layer, with the columns that an import fills besides source_id. */
export interface LayerTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** A row for a table; a reason to refuse it; or nothing, when it repeats an earlier one. */
export type Placed = { table: LayerTable; values: CopyValue[] } | string | undefined;

/** How rows of a layer become rows of tables. */
export interface LayerWriter<Row> {
  readonly tables: readonly LayerTable[];
  place(row: Row, id: number): Placed;
}

/** A writer for each layer; it remembers what came, so each import needs a new one. */
export const openLayerWriter: { readonly [L in Layer]: () => LayerWriter<LayerRows[L]> } = {
  costs: costWriter,
  places: placeWriter,
  parcels: parcelWriter,
  addresses: addressWriter,
};

/** The tables of every layer, to be read at one moment. */
export const allTables = ['cost_rates', 'depreciation', 'places', 'parcels', 'addresses'];

function table(name: string, ...columns: string[]): LayerTable {
  return { name, columns };
}

function costWriter(): LayerWriter<LayerRows['costs']> {
  const rates = table(
    'cost_rates',
    'postal_prefix',
    'property_type',
    'valid_from',
    'rate_eur_m2',
    'rate_source',
  );
  const ageing = table(
    'depreciation',
    'property_type',
    'method',
    'useful_life_years',
    'residual_share',
  );
  const known = openFirstComers();
  const place = (table: LayerTable, values: CopyValue[], keyLength: number): Placed => {
    const key = JSON.stringify([table.name, ...values.slice(0, keyLength)]);
    return known.meet(key) === 'new' ? { table, values } : 'an earlier row already tells this';
  };
  return {
    tables: [rates, ageing],
    place: row =>
      'rateEurM2' in row
        ? place(
            rates,
            [row.postalPrefix, row.propertyType, row.validFrom, row.rateEurM2, row.source],
            3,
          )
        : place(ageing, [row.propertyType, row.method, row.usefulLifeYears, row.residualShare], 1),
  };
}

function placeWriter(): LayerWriter<LayerRows['places']> {
  const places = table(
    'places',
    'id',
    'external_id',
    'name_en',
    'name_gr',
    'place_category',
    'place_type',
    'latitude',
    'longitude',
  );
  const known = openFirstComers();
  return {
    tables: [places],
    place(p, id) {
      const key = JSON.stringify([p.external_id, p.place_type]);
      if (p.external_id !== null && known.meet(key) !== 'new') {
        return 'external_id: comes twice with this place_type';
      }
      const { external_id, name_en, name_gr, place_category, place_type } = p;
      const texts = [external_id, name_en, name_gr, place_category, place_type];
      return { table: places, values: [id, ...texts, p.latitude, p.longitude] };
    },
  };
}

function parcelWriter(): LayerWriter<LayerRows['parcels']> {
  const parcels = table('parcels', 'id', 'kaek', 'area_m2', 'outline');
  const known = openFirstComers();
  return {
    tables: [parcels],
    place({ kaek, areaM2, geometry }, id) {
      const bytes = toWkb(geometry);
      // Files by unit repeat a parcel for each of its flats; that is no contradiction.
      const met = known.meet(kaek, bytes);
      if (met === 'other') return `kaek: ${kaek} comes twice with different outlines`;
      if (met === 'same') return undefined;
      return { table: parcels, values: [id, kaek, areaM2, bytes.toString('hex')] };
    },
  };
}

function addressWriter(): LayerWriter<LayerRows['addresses']> {
  const addresses = table(
    'addresses',
    'id',
    'external_id',
    'street',
    'house_number',
    'postal_code',
    'city',
    'municipality',
    'street_key',
    'reach_m',
    'latitude',
    'longitude',
  );
  return {
    tables: [addresses],
    place: (a, id) => ({
      table: addresses,
      values: [
        id,
        a.externalId,
        a.street,
        a.houseNumber,
        a.postalCode,
        a.city,
        a.municipality,
        a.municipality && streetKey(a.street, a.municipality),
        a.reachMetres,
        a.latitude,
        a.longitude,
      ],
    }),
  };
}
