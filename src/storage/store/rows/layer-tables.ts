import type { Boundary, NamedPlace, Settlement } from '#domain/geocoder/rows/country-rows.ts';
import { streetKey } from '#domain/geocoder/text/fold.ts';
import type { GridRow } from '#domain/grids/grid.ts';
import type { Cell } from '#domain/map/cell-feature.ts';
import type { Comparable } from '#domain/property/comparables.ts';
import type { CostFactor, CostRate, DepreciationRow } from '#domain/property/cost/cost-table.ts';
import type { Parcel } from '#domain/property/parcels.ts';
import type { Building } from '#domain/zones/buildings.ts';
import type { Zone, ZonePieceRow } from '#domain/zones/zone.ts';
import { toWkb } from '#tools/geo/wkb.ts';
import type { Address, Contradiction, Layer, LayerRows, NewPlace } from '../store.ts';
import type { Earlier } from './seen-keys.ts';

/** What a column holds. */
export type ColumnValue = string | number | null | Uint8Array;

/** A row as the engines keep it, by field. */
export type StoredRow = Readonly<Record<string, ColumnValue>>;

/** Names of columns, each with the field of a stored row that it holds. */
type Columns<Field extends string> = Readonly<Record<string, Field>>;

interface Description<Row, Stored> {
  readonly name: string;
  /**
   * All columns that responses use, in the order of the row checksum. A column named `outline` is
   * WKB in SQLite and a geometry in PostgreSQL; other bytes are stored unchanged.
   */
  readonly columns: Columns<keyof Stored & string>;
  /**
   * Columns for people who read the tables; responses do not use them, and no checksum covers them.
   */
  readonly otherColumns?: Columns<keyof Stored & string>;
  /** Fields that no two rows of a source share, unless one of them is null; default: rows may repeat. */
  readonly key?: readonly (keyof Stored & string)[];
  /** A row with a known key repeats the earlier one if these fields, bytes and a number, are equal. */
  readonly repeatIf?: {
    readonly bytes: keyof Stored & string;
    readonly number: keyof Stored & string;
  };
  /** Why a row with a known key is refused. `earlier` is given if the table has `repeatIf`. */
  readonly refusal?: (row: Row, earlier?: Earlier) => Contradiction;
  /** Whether rows have an `id`, and whether a row keeps it over imports of its source. */
  readonly ids: 'none' | 'new' | 'kept';
  /** Whether a row of the layer belongs to this table; default: all do. */
  readonly holds?: (row: object) => boolean;
  /** Whether it holds cells of packed rows (`new-rows.ts`) instead of rows; default: it does not. */
  readonly isPacked?: boolean;
  /** A row as it is stored; default: as it is. */
  readonly toStored?: (row: Row) => Stored;
}

/** A table of a layer, the same in every engine; only what finds rows by position is not in it. */
export type LayerTable = Required<Omit<Description<object, StoredRow>, 'repeatIf'>> & {
  readonly repeatIf: { readonly bytes: string; readonly number: string } | undefined;
};

function table<Row extends object, Stored extends object = Row>(
  description: Description<Row, Stored>,
): LayerTable {
  return {
    otherColumns: {},
    key: [],
    repeatIf: undefined,
    refusal: () => ({ reason: 'an earlier row has the same key' }),
    holds: () => true,
    isPacked: false,
    toStored: (row: Row) => row,
    ...description,
  } as unknown as LayerTable;
}

/** Columns with the names of their fields. */
const same = <const Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map(name => [name, name])) as { readonly [Own in Name]: Own };
const position = same('latitude', 'longitude');

/** A rate as it is stored. */
export type StoredRate = Omit<CostRate, 'includes' | 'note'> & {
  /** Words separated by semicolons, or null. */
  readonly includes: string | null;
  readonly note: string | null;
};

export const costRates = table<CostRate, StoredRate>({
  name: 'cost_rates',
  columns: {
    postal_prefix: 'postalPrefix',
    property_type: 'propertyType',
    valid_from: 'validFrom',
    rate_eur_m2: 'rateEurM2',
    rate_source: 'source',
    includes: 'includes',
    note: 'note',
  },
  key: ['postalPrefix', 'propertyType', 'validFrom'],
  refusal: () => ({
    reason:
      'rate_eur_m2: an earlier row has a rate for this prefix, type and date; keep one of the two',
  }),
  ids: 'none',
  holds: row => 'rateEurM2' in row,
  toStored: ({ includes, note, ...rate }) => ({
    ...rate,
    includes: includes?.join(';') ?? null,
    note: note ?? null,
  }),
});

/** A factor as it is stored. */
export type StoredFactor = Omit<CostFactor, 'note' | 'line'> & {
  /** A note; or JSON of note and line for an add-on that has a line. */
  readonly note: string | null;
};

export const costFactors = table<CostFactor, StoredFactor>({
  name: 'cost_factors',
  columns: {
    kind: 'kind',
    name: 'name',
    item: 'item',
    property_type: 'propertyType',
    valid_from: 'validFrom',
    value: 'value',
    factor_source: 'source',
    note: 'note',
  },
  key: ['kind', 'name', 'item', 'propertyType', 'validFrom'],
  refusal: () => ({
    reason: 'value: an earlier row has a value for this item and date; keep one of the two',
  }),
  ids: 'none',
  holds: row => 'kind' in row,
  toStored: ({ note, line, ...factor }) => ({
    ...factor,
    note: line ? JSON.stringify({ line, note }) : (note ?? null),
  }),
});

export const depreciation = table<DepreciationRow>({
  name: 'depreciation',
  columns: {
    property_type: 'propertyType',
    method: 'method',
    useful_life_years: 'usefulLifeYears',
    residual_share: 'residualShare',
  },
  key: ['propertyType'],
  refusal: () => ({
    reason:
      'method: an earlier row has the depreciation of this property type; keep one of the two',
  }),
  ids: 'none',
});

export const places = table<NewPlace>({
  name: 'places',
  columns: {
    ...same('external_id', 'name_en', 'name_gr', 'place_category', 'place_type'),
    ...position,
  },
  key: ['external_id', 'place_type'],
  refusal: () => ({ reason: 'external_id: comes twice with this place_type' }),
  ids: 'kept',
});

/** A parcel as it is stored. */
export interface StoredParcel extends Omit<Parcel, 'geometry' | 'attributes'> {
  readonly outline: Uint8Array;
  /** A JSON object; null if there are none. */
  readonly attributes: string | null;
}

export const parcels = table<Parcel, StoredParcel>({
  name: 'parcels',
  columns: { kaek: 'kaek', area_m2: 'areaM2', outline: 'outline', attributes: 'attributes' },
  key: ['kaek'],
  // Files with a row per unit repeat a parcel for each of its flats, which is no contradiction.
  repeatIf: { bytes: 'outline', number: 'areaM2' },
  refusal: ({ kaek, areaM2 }, earlier) =>
    earlier?.isSameContent
      ? {
          reason:
            'kaek: comes twice with different areas; keep one of the rows, or give --no-area, which measures the outline',
          detail: `${kaek} has ${earlier.number} m² in an earlier row, and ${areaM2} m² here`,
        }
      : { reason: 'kaek: comes twice with different outlines', detail: kaek },
  ids: 'new',
  toStored: ({ kaek, areaM2, geometry, attributes }) => ({
    kaek,
    areaM2,
    outline: toWkb(geometry),
    attributes: attributes ? JSON.stringify(attributes) : null,
  }),
});

/** An address as it is stored; without a municipality it has no key and is not searched. */
export interface StoredAddress extends Address {
  readonly streetKey: string | null;
}

export const addresses = table<Address, StoredAddress>({
  name: 'addresses',
  columns: {
    street: 'street',
    house_number: 'houseNumber',
    postal_code: 'postalCode',
    municipality: 'municipality',
    street_key: 'streetKey',
    reach_m: 'reachMetres',
    ...position,
  },
  otherColumns: { external_id: 'externalId', city: 'city' },
  ids: 'new',
  toStored: a => ({ ...a, streetKey: a.municipality && streetKey(a.street, a.municipality) }),
});

/** Names in one column, as a JSON array. */
type WithNames<Row> = Omit<Row, 'otherNames'> & { readonly otherNames: string };

const withNames = <Row extends { readonly otherNames: readonly string[] }>(
  row: Row,
): WithNames<Row> => ({ ...row, otherNames: JSON.stringify(row.otherNames) });

const idComesTwice = () => ({ reason: 'external_id: comes twice' });

/** A settlement as it is stored. */
export type StoredSettlement = WithNames<Settlement>;

export const settlements = table<Settlement, StoredSettlement>({
  name: 'settlements',
  columns: {
    external_id: 'externalId',
    kind: 'kind',
    name: 'name',
    other_names: 'otherNames',
    population: 'population',
    reach_m: 'reachMetres',
    ...position,
  },
  key: ['externalId'],
  refusal: idComesTwice,
  ids: 'new',
  toStored: withNames,
});

/** A boundary as it is stored. */
export type StoredBoundary = Omit<WithNames<Boundary>, 'geometry'> & {
  readonly outline: Uint8Array;
};

export const boundaries = table<Boundary, StoredBoundary>({
  name: 'boundaries',
  columns: {
    external_id: 'externalId',
    kind: 'kind',
    name: 'name',
    other_names: 'otherNames',
    ...position,
    outline: 'outline',
  },
  key: ['externalId'],
  refusal: idComesTwice,
  ids: 'new',
  toStored: ({ geometry, ...row }) => ({ ...withNames(row), outline: toWkb(geometry) }),
});

/** A named place as it is stored. */
export type StoredNamedPlace = WithNames<NamedPlace>;

export const namedPlaces = table<NamedPlace, StoredNamedPlace>({
  name: 'named_places',
  columns: {
    external_id: 'externalId',
    category: 'category',
    name: 'name',
    other_names: 'otherNames',
    reach_m: 'reachMetres',
    ...position,
  },
  key: ['externalId'],
  refusal: idComesTwice,
  ids: 'new',
  toStored: withNames,
});

/** A table of cells. Its rows are found by `cell`, and none has a key. */
const cellTable = (name: string) =>
  table<Cell>({
    name,
    columns: same('cell', 'part', 'features', 'content'),
    ids: 'none',
    isPacked: true,
  });

/** The map, which has no other rows. */
export const mapCells = cellTable('map_cells');

/** What tiles draw of the parcels. */
export const parcelCells = cellTable('parcel_cells');

/** A zone as it is stored. */
export interface StoredZone {
  readonly number: number;
  readonly kind: string;
  readonly label: string | null;
  /** A JSON object. */
  readonly attributes: string;
  readonly outline: Uint8Array;
}

export const zones = table<Zone, StoredZone>({
  name: 'zones',
  columns: same('number', 'kind', 'label', 'attributes', 'outline'),
  ids: 'new',
  toStored: ({ number, label, attributes, geometry, set }) => ({
    number,
    kind: set.kind.kind,
    label,
    attributes: JSON.stringify(attributes),
    outline: toWkb(geometry),
  }),
});

/** What answers are read from: zones cut into small pieces, and the description of each source. */
export const zonePieces = table<ZonePieceRow>({
  name: 'zone_pieces',
  columns: same('cell', 'part', 'squares', 'features', 'content'),
  ids: 'none',
  isPacked: true,
});

export const comparables = table<Comparable>({
  name: 'comparables',
  columns: {
    external_id: 'externalId',
    property_type: 'propertyType',
    area_m2: 'areaM2',
    construction_year: 'constructionYear',
    price_eur: 'priceEur',
    price_date: 'date',
    kind: 'kind',
    price_source: 'priceSource',
    address: 'address',
    ...position,
    accuracy_m: 'accuracyMetres',
  },
  key: ['externalId'],
  refusal: idComesTwice,
  ids: 'new',
});

/** A building as it is stored. */
export interface StoredBuilding extends Omit<Building, 'geometry'> {
  readonly outline: Uint8Array;
}

export const buildings = table<Building, StoredBuilding>({
  name: 'buildings',
  columns: {
    external_id: 'externalId',
    name: 'name',
    building_use: 'use',
    levels: 'levels',
    height_m: 'heightMetres',
    construction_year: 'constructionYear',
    material: 'material',
    outline: 'outline',
  },
  ids: 'new',
  toStored: ({ geometry, ...row }) => ({ ...row, outline: toWkb(geometry) }),
});

/** Grids in squares, and the description of each. */
export const gridSquares = table<GridRow & { readonly features: number }>({
  name: 'grid_squares',
  columns: same('grid', 'square', 'features', 'content'),
  ids: 'none',
  isPacked: true,
});

/** The tables of each layer. */
export const layerTables: Readonly<Record<Layer, readonly LayerTable[]>> = {
  costs: [costRates, costFactors, depreciation],
  places: [places],
  parcels: [parcels, parcelCells],
  addresses: [addresses],
  settlements: [settlements],
  boundaries: [boundaries],
  named_places: [namedPlaces],
  map: [mapCells],
  zones: [zones, zonePieces],
  comparables: [comparables],
  buildings: [buildings],
  grids: [gridSquares],
};

/**
 * The tables of a layer in groups that each hold all its rows: those with a row for each, and the
 * cells that they are packed into.
 */
export function completeTables(layer: Layer): LayerTable[][] {
  const [rows, cells] = [false, true].map(packed =>
    layerTables[layer].filter(({ isPacked }) => isPacked === packed),
  );
  return [rows!, cells!].filter(tables => tables.length > 0);
}

/** SQL for the number of rows in a table. */
export function rowCount({ isPacked }: LayerTable): string {
  return isPacked ? 'coalesce(sum(features), 0)' : 'count(*)';
}

/** The names of all of them. */
export const tableNames = Object.values(layerTables).flatMap(tables => tables.map(t => t.name));

/** The table that a row of a layer belongs to; undefined if the layer has nothing but cells. */
export function tableOf<L extends Layer>(layer: L, row: LayerRows[L]): LayerTable | undefined {
  return layerTables[layer].find(({ holds, isPacked }) => !isPacked && holds(row));
}

/** Whether a row with a known key repeats the earlier row, or why it contradicts it. */
export function outcomeOf(
  { repeatIf, refusal }: LayerTable,
  row: object,
  stored: StoredRow,
  earlier: Earlier,
): 'repeated' | Contradiction {
  const isRepeated =
    repeatIf && earlier.isSameContent && earlier.number === stored[repeatIf.number];
  return isRepeated ? 'repeated' : refusal(row, earlier);
}

/** The table with the cells of a layer; undefined if it has none. */
export function cellTableOf(layer: Layer): LayerTable | undefined {
  return layerTables[layer].find(({ isPacked }) => isPacked);
}

/** SQL for the order of rows by their key. */
export function inKeyOrder({ columns, key }: LayerTable): string {
  return `ORDER BY ${Object.keys(columns).filter(column => key.includes(columns[column]!))}`;
}

/** The values of a stored row in the order of some columns. */
export function valuesOf(columns: Columns<string>, stored: StoredRow): ColumnValue[] {
  return Object.values(columns).map(field => stored[field]!);
}
