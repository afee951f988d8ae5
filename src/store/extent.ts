import { type Box, boxAroundBoth } from '../geo/box.ts';
import { finestDetail } from '../map/detail.ts';
import { boxOf, type MapGeometry } from '../map/feature.ts';

/** The box of a source whose rows were loaded before extents were kept. */
export const unknownExtent: Box = { west: -180, south: -90, east: 180, north: 90 };

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

/** A source with rows, and the box around them; null if it is not known. */
export interface SourceExtent {
  readonly west: number | null;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The box around sources; undefined if there are none. */
export function boxAroundSources(sources: readonly SourceExtent[]): Box | undefined {
  return sources.reduce<Box | undefined>(
    (all, { west, south, east, north }) =>
      boxAroundBoth(west === null ? unknownExtent : { west, south, east, north }, all),
    undefined,
  );
}
