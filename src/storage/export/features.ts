import { attributeNames } from '#domain/property/parcels.ts';
import { parcelsOfArea } from '#domain/property/parcels-of-area.ts';
import { everywhere, type SearchArea } from '#domain/property/search-area.ts';
import type { ZoneGeometry } from '#domain/zones/zone.ts';
import type { KindSource } from '#domain/zones/zone-answer.ts';
import { zonesOfArea } from '#domain/zones/zones-of-area.ts';
import { boxesOverlap } from '#tools/geo/box.ts';
import type { StoreReader } from '../store/store.ts';

/** The layers that are exported. */
export const exportedLayers = ['parcels', 'places', 'addresses', 'zones'] as const;
export type ExportedLayer = (typeof exportedLayers)[number];

/** A row to write, with the columns that an import reads. */
export interface ExportedFeature {
  /** For formats with ids; undefined if the id changes with each import. */
  readonly id: string | number | undefined;
  readonly properties: Readonly<Record<string, string | number | null | undefined>>;
  readonly geometry: ZoneGeometry;
}

/** Rows read from the database at a time. */
const batch = 1_000;

/** The features of a layer in an area, read some at a time. */
export function featuresOf(
  layer: ExportedLayer,
  rows: StoreReader,
  area: SearchArea,
  zones: readonly KindSource[] = [],
): AsyncGenerator<ExportedFeature> {
  if (layer === 'parcels') return parcelFeatures(rows, area);
  if (layer === 'zones') return zoneFeatures(rows, area, zones);
  return layer === 'places' ? placeFeatures(rows, area) : addressFeatures(rows, area);
}

/** What a file of a layer has, also without rows. */
export interface ExportTable {
  readonly layer: ExportedLayer;
  readonly columns: readonly string[];
  /** The columns with numbers; all others have text. */
  readonly numbers: ReadonlySet<string>;
  /** What its rows are drawn as; `Geometry` for rows of several types. */
  readonly type: 'MultiPolygon' | 'Point' | 'Geometry';
}

/** The table of a layer; that of zones has the fields of some sources. */
export function tableOf(layer: ExportedLayer, zones: readonly KindSource[] = []): ExportTable {
  if (layer === 'zones') {
    const { columns, numbers } = zoneColumns(zones);
    return { layer, columns, numbers, type: 'Geometry' };
  }
  const type = layer === 'parcels' ? 'MultiPolygon' : 'Point';
  return { layer, columns: columnsOf[layer], numbers: numberColumns, type };
}

const numberColumns: ReadonlySet<string> = new Set(['area', 'perimeter', 'reach_m']);

const columnsOf: Readonly<Record<Exclude<ExportedLayer, 'zones'>, readonly string[]>> = {
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

/** The label and all fields. A field is a number if all descriptions of the kind say so. */
function zoneColumns(sources: readonly KindSource[]) {
  const fields = sources.flatMap(({ kind }) => kind.fields);
  const texts = new Set(fields.filter(({ type }) => type !== 'number').map(({ field }) => field));
  const columns = [...new Set(['label', ...fields.map(({ field }) => field)])];
  const numbers = new Set(columns.slice(1).filter(name => !texts.has(name)));
  return { columns, numbers };
}

async function* zoneFeatures(
  rows: StoreReader,
  area: SearchArea,
  sources: readonly KindSource[],
): AsyncGenerator<ExportedFeature> {
  const { columns, numbers } = zoneColumns(sources);
  const within = area === everywhere ? undefined : area;
  for await (const { found } of zonesOfArea(rows, sources, within)) {
    for (const { zone } of found) {
      const values: Record<string, string | number | null> = {
        label: zone.label,
        ...zone.attributes,
      };
      const written = columns.map(name => {
        const value = values[name] ?? null;
        return [name, value === null || numbers.has(name) ? value : String(value)] as const;
      });
      const properties = Object.fromEntries(written);
      yield { id: undefined, properties, geometry: zone.geometry };
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
