import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finestDetail } from '#domain/map/detail.ts';
import type { MapGeometry, MapRow } from '#domain/map/map-feature.ts';
import { depreciationMethods } from '#domain/property/cost/ageing.ts';
import { propertyTypes } from '#domain/property/cost/building.ts';
import type { includedWorks } from '#domain/property/cost/cost-table.ts';
import type { Parcel, ParcelAttributes } from '#domain/property/parcels.ts';
import { placeTypes } from '#domain/property/place-types.ts';
import { severityOf } from '#domain/zones/kind.ts';
import type { Zone, ZoneAttributes } from '#domain/zones/zone.ts';
import {
  emptyLayers,
  type Layer,
  type LayerRows,
  replaceRows,
  type Store,
  sampleLayers,
  sampleSource,
} from '#storage/store/store.ts';
import { checksumOf } from '#tools/files/bytes.ts';
import type { PolygonGeometry } from '#tools/geo/polygon.ts';
import { type Cells, dataFolder, readTable } from './shipped-table.ts';
import { readShippedKinds } from './shipped-zones.ts';

/** Fills each empty layer with the sample data; other layers stay unchanged. */
export async function fillWithSample(store: Store): Promise<void> {
  for (const { fill } of await missingSamples(store)) await fill(store);
}

/** The sample data that are not there yet. */
export async function missingSamples(store: Store) {
  const sources = await store.loadedSources();
  const empty = emptyLayers(sources);
  const missing = samples.filter(({ layer }) => empty.includes(layer));
  const sampled = [...sampleLayers(sources), ...missing.map(({ layer }) => layer)];
  // The invented streets and zones belong to the invented parcels.
  const isEmpty = ({ layer }: { readonly layer: Layer }) =>
    !sources.some(source => source.layer === layer && source.rows > 0);
  return [...missing, ...(sampled.includes('parcels') ? aroundParcels.filter(isEmpty) : [])];
}

/** The sample data of each layer: its files, a note on their origin or licence, and its rows. */
const samples = [
  sample('costs', ['costs.csv', 'depreciation.csv'], 'illustrative figures of our own', readCosts),
  sample('places', ['places.csv'], '© OpenStreetMap contributors, ODbL 1.0', () =>
    readTable('places.csv', toPlace),
  ),
  sample('parcels', ['parcels.geojson'], 'invented: no real parcel', readParcels),
];
const aroundParcels = [
  sample('map', ['sample-map.geojson'], 'invented: no real street or building', readMap),
  sample('zones', ['sample-zones.geojson'], 'invented: no real flood zone', readZones),
];

function sample<L extends Layer>(
  layer: L,
  files: readonly string[],
  licence: string,
  readRows: () => Promise<LayerRows[L][]>,
) {
  const fill = async (store: Store) => {
    const checksum = await checksumOf(files.map(file => join(dataFolder, file)));
    const from = { source: sampleSource, origin: files.join(', '), checksum, licence };
    await replaceRows(store, layer, from, await readRows());
  };
  return { layer, fill };
}

async function readCosts(): Promise<LayerRows['costs'][]> {
  const rates = await readTable('costs.csv', toRate);
  return [...rates, ...(await readTable('depreciation.csv', toAgeing))];
}

function toRate(cells: Cells): LayerRows['costs'] {
  return {
    postalPrefix: cells.text('postal_prefix'),
    propertyType: cells.oneOf('property_type', propertyTypes),
    rateEurM2: cells.number('rate_eur_m2'),
    validFrom: cells.text('valid_from'),
    source: cells.text('source'),
    includes: cells.texts('includes') as (typeof includedWorks)[number][],
    note: cells.text('note'),
  };
}

function toAgeing(cells: Cells): LayerRows['costs'] {
  return {
    propertyType: cells.oneOf('property_type', propertyTypes),
    method: cells.oneOf('method', depreciationMethods),
    usefulLifeYears: cells.number('useful_life_years'),
    residualShare: cells.number('residual_share'),
  };
}

function toPlace(cells: Cells): LayerRows['places'] {
  return {
    external_id: cells.text('external_id'),
    name_en: cells.textOrNull('name_en'),
    name_gr: cells.textOrNull('name_gr'),
    place_category: cells.textOrNull('place_category'),
    place_type: cells.oneOf('place_type', placeTypes),
    latitude: cells.number('latitude'),
    longitude: cells.number('longitude'),
  };
}

async function readParcels(): Promise<Parcel[]> {
  type Properties = ParcelAttributes & {
    readonly kaek: string;
    readonly area: number;
    readonly note: string;
  };
  const features = await readFeatures<Properties, PolygonGeometry>('parcels.geojson');
  return features.map(({ properties: { kaek, area, note: _, ...attributes }, geometry }) => {
    const parcel = { kaek, areaM2: area, geometry };
    return Object.keys(attributes).length > 0 ? { ...parcel, attributes } : parcel;
  });
}

async function readMap(): Promise<MapRow[]> {
  type Properties = Pick<MapRow, 'layer' | 'kind' | 'minZoom'> &
    Partial<Pick<MapRow, 'name' | 'nameEn'>>;
  const features = await readFeatures<Properties, MapGeometry>('sample-map.geojson');
  return features.map(({ properties, geometry }, i) => ({
    externalId: `sample/${i + 1}`,
    name: null,
    nameEn: null,
    ref: null,
    rank: 0,
    detail: finestDetail,
    ...properties,
    geometry,
  }));
}

async function readZones(): Promise<Zone[]> {
  type Properties = ZoneAttributes & { readonly label: string };
  const name = 'sample-zones.geojson';
  const features = await readFeatures<Properties, PolygonGeometry>(name);
  const [area] = await readFeatures<{ name: string }, PolygonGeometry>('sample-zones-area.geojson');
  const kind = readShippedKinds().find(one => one.kind === 'flood')!;
  const covers = { name: area!.properties.name, geometry: area!.geometry };
  return features.map(({ properties: { label, ...attributes }, geometry }, i) => ({
    number: i + 1,
    label,
    attributes,
    severity: severityOf(kind, attributes),
    geometry,
    set: { kind, covers },
  }));
}

async function readFeatures<Properties, Geometry>(name: string) {
  const { features } = JSON.parse(await readFile(join(dataFolder, name), 'utf8')) as {
    features: readonly { readonly properties: Properties; readonly geometry: Geometry }[];
  };
  return features;
}
