import { type Look, orderOf, type Ranked } from './cell-feature.ts';
import type { MapFeature } from './feature.ts';
import { flatten } from './flat-geometry.ts';
import { drawGeometry, type TileGeometry } from './tile-geometry.ts';
import { finestZoom, type TileId, tileProjection } from './tile-scheme.ts';

/** A feature that a tile may draw; its geometry is made when its turn comes. */
export interface Candidate extends Ranked {
  readonly look: Look;
  /** Where `from` has its geometry. */
  readonly at: number;
  readonly from: GeometrySource;
}

/** Makes geometries for a tile; undefined for what the tile does not show. */
export type GeometrySource = (at: number) => TileGeometry | undefined;

/** Features in degrees as candidates of a tile. */
export function candidatesOf(features: readonly MapFeature[], tile: TileId): Candidate[] {
  const project = tileProjection(tile);
  const drawing = { isFinest: tile.z >= finestZoom, isInside: false };
  const from: GeometrySource = at =>
    drawGeometry(flatten(features[at]!.geometry, project), drawing);
  return features.map((look, at) => {
    return { look, order: orderOf(look), rank: look.rank, code: '', at, from };
  });
}
