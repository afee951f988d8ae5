import { type Box, boxAroundBoth } from '../geo/box.ts';
import { finestDetail } from './detail.ts';
import { boxOf, type MapGeometry } from './feature.ts';

/** A row of any layer, as far as it has a position. */
interface Positioned {
  readonly geometry?: MapGeometry;
  readonly latitude?: number;
  readonly longitude?: number;
  /** A feature of the map is at most as large at other levels as it is at the finest. */
  readonly detail?: number;
}

/** Collects the smallest box around rows; undefined if none has a position. */
export function openExtent() {
  let box: Box | undefined;
  return {
    add(row: object): void {
      const found = boxOfRow(row);
      if (found) box = boxAroundBoth(found, box);
    },
    box: () => box,
  };
}

function boxOfRow({ geometry, latitude, longitude, detail }: Positioned): Box | undefined {
  if (detail !== undefined && detail !== finestDetail) return undefined;
  if (geometry !== undefined) return boxOf(geometry);
  if (latitude === undefined || longitude === undefined) return undefined;
  return { west: longitude, east: longitude, south: latitude, north: latitude };
}
