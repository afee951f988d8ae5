import { boxesOverlap } from '../geo/box.ts';
import type { PolygonGeometry, Position } from '../geo/polygon.ts';
import { attributeNames } from '../property/parcels.ts';
import { parcelsOfArea } from '../property/parcels-of-area.ts';
import type { SearchArea } from '../property/search-area.ts';
import type { StoreReader } from '../store/store.ts';

/** The layers that are exported. */
export const exportedLayers = ['parcels', 'places', 'addresses'] as const;
export type ExportedLayer = (typeof exportedLayers)[number];

/** A row to write, with the columns that an import reads. */
export interface ExportedFeature {
  /** For formats with ids; undefined if the id changes with each import. */
  readonly id: string | number | undefined;
  readonly properties: Readonly<Record<string, string | number | null | undefined>>;
  readonly geometry: PolygonGeometry | { readonly type: 'Point'; readonly coordinates: Position };
}

/** Rows read from the database at a time. */
const batch = 1_000;

/** The features of a layer in an area, read some at a time. */
export function featuresOf(
  layer: ExportedLayer,
  rows: StoreReader,
  area: SearchArea,
): AsyncGenerator<ExportedFeature> {
  if (layer === 'parcels') return parcelFeatures(rows, area);
  return layer === 'places' ? placeFeatures(rows, area) : addressFeatures(rows, area);
}

/** The columns with numbers; all others have text. */
export const numberColumns: ReadonlySet<string> = new Set(['area', 'perimeter', 'reach_m']);

/** The columns of a layer, also if it has no rows. */
export const columnsOf: Readonly<Record<ExportedLayer, readonly string[]>> = {
  parcels: ['kaek', 'area', ...attributeNames],
  places: ['external_id', 'name_en', 'name_gr', 'place_category', 'place_type'],
  addresses: ['external_id', 'street', 'house_number', 'postal_code', 'city', 'reach_m'],
};

async function* parcelFeatures(
  rows: StoreReader,
  area: SearchArea,
): AsyncGenerator<ExportedFeature> {
  for await (const { found } of parcelsOfArea(rows, area, '')) {
    for (const { kaek, areaM2, geometry, attributes } of found) {
      yield { id: kaek, properties: { kaek, area: areaM2, ...attributes }, geometry };
    }
  }
}

async function* placeFeatures(
  { placesIn }: StoreReader,
  area: SearchArea,
): AsyncGenerator<ExportedFeature> {
  for await (const { id, latitude, longitude, ...properties } of pages(placesIn, area)) {
    yield { id, properties, geometry: point(latitude, longitude) };
  }
}

async function* addressFeatures(
  { addressesIn }: StoreReader,
  area: SearchArea,
): AsyncGenerator<ExportedFeature> {
  for await (const address of pages(addressesIn, area)) {
    const properties = {
      external_id: address.externalId,
      street: address.street,
      house_number: address.houseNumber,
      postal_code: address.postalCode,
      city: address.city,
      reach_m: address.reachMetres,
    };
    yield { id: undefined, properties, geometry: point(address.latitude, address.longitude) };
  }
}

type ReadPage<Row> = (
  box: SearchArea['boxes'][number],
  after: number,
  most: number,
) => Promise<Row[]>;

interface Point {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** All points of an area, box after box; boxes may overlap. */
async function* pages<Row extends Point>(
  read: ReadPage<Row>,
  { boxes, holds }: SearchArea,
): AsyncGenerator<Row> {
  for (const [i, box] of boxes.entries()) {
    const isNew = ({ longitude: x, latitude: y }: Row) =>
      !boxes.slice(0, i).some(b => boxesOverlap(b, { west: x, east: x, south: y, north: y }));
    for (let after = -1; ; ) {
      const rows = await read(box, after, batch);
      yield* rows.filter(row => holds(row.longitude, row.latitude) && isNew(row));
      if (rows.length < batch) break;
      after = rows.at(-1)!.id;
    }
  }
}

function point(latitude: number, longitude: number): ExportedFeature['geometry'] {
  return { type: 'Point', coordinates: [longitude, latitude] };
}
