import type { DatasetOptions, Note } from '#importing/datasets/dataset.ts';
import { parcels } from '#importing/datasets/parcel-dataset.ts';
import type { Feature, FeatureReader, RawGeometry } from '#importing/readers/reader.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { corners as ring } from '../../geo/square.ts';

export { ring };
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
