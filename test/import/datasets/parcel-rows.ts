import type { Position } from '../../../src/geo/polygon.ts';
import type { DatasetOptions } from '../../../src/import/datasets/dataset.ts';
import { parcels } from '../../../src/import/datasets/parcels.ts';
import type { Feature, FeatureReader, RawGeometry } from '../../../src/import/readers/reader.ts';

export const degrees: Position[] = [
  [23.73, 37.98],
  [23.7302, 37.98],
  [23.7302, 37.9802],
  [23.73, 37.98],
];

export const polygon = (ring: readonly Position[] = degrees): RawGeometry => ({
  type: 'Polygon',
  coordinates: [ring],
});

export function rowOf(
  properties: Feature['properties'],
  geometry: RawGeometry | null = polygon(),
  options: DatasetOptions = {},
  epsg: number | undefined = 4326,
) {
  const reader = { epsg } as FeatureReader;
  return parcels.open(reader, options)({ number: 1, properties, geometry });
}
