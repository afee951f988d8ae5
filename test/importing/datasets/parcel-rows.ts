import type { DatasetOptions, Note } from '#importing/datasets/dataset.ts';
import { parcels } from '#importing/datasets/parcel-dataset.ts';
import type { Feature, FeatureReader, RawGeometry } from '#importing/readers/reader.ts';
import type { Position } from '#tools/geo/polygon.ts';

/** Positions as in WKT: `23 38, 24 38`. */
export const ring = (text: string): Position[] =>
  text.split(', ').map(pair => pair.split(' ').map(Number) as unknown as Position);

export const degrees = ring('23.73 37.98, 23.7302 37.98, 23.7302 37.9802, 23.73 37.98');

export const polygon = (ring: readonly Position[] = degrees): RawGeometry => ({
  type: 'Polygon',
  coordinates: [ring],
});

export function rowOf(
  properties: Feature['properties'],
  geometry: RawGeometry | null = polygon(),
  options: DatasetOptions = {},
  reader: Partial<FeatureReader> = { epsg: 4326 },
  note?: Note,
) {
  const toRow = parcels.open(reader as FeatureReader, options, note);
  return toRow({ number: 1, properties, geometry });
}
