import type { Box } from '../geo/box.ts';
import type { StoreReader } from '../store/store.ts';
import type { MapFeature } from './feature.ts';

/** Everything that a base tile may draw: features whose box overlaps and whose zoom is reached. */
export type BaseFeatures = (box: Box, zoom: number) => Promise<MapFeature[]>;

/** Opens the base map over the rows of a store. */
export function openBaseFeatures(store: Pick<StoreReader, 'mapFeaturesIn'>): BaseFeatures {
  return (box, zoom) => store.mapFeaturesIn(box, zoom);
}
