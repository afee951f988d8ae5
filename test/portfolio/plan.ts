import { fields } from '#domain/property/usual-names.ts';
import type { Plan } from '#features/portfolio/batch/enrich-batch.ts';

/** A plan for rows that have every field, in the order of `fields`. */
export const plan: Plan = {
  header: fields,
  columns: Object.fromEntries(fields.map((field, i) => [field, i])),
  format: 'ndjson',
  language: 'en',
  style: { delimiter: ';', bom: false, decimalComma: false, encoding: 'utf-8' },
  decimals: undefined,
  usualDecimals: ',',
  areaBounds: undefined,
  isStrict: false,
  isBareYear: false,
  dropsRepeated: false,
  yearBounds: { least: 1800, most: 9999 },
  epsg: undefined,
  placeTypes: [],
  onFoot: false,
  noParcel: false,
  zoneKinds: [],
  withBuildings: false,
  gridColumns: [],
  minConfidence: 0,
  dropsImplausible: false,
  sums: { mostRatio: 3 },
  exposure: { basis: 'sum_insured', accumulate: 'total' },
  keepsRows: false,
  terms: {},
  today: '2026-06-15',
  loaded: ['costs', 'places', 'parcels', 'addresses'],
};
