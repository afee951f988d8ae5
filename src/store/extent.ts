import { type Box, boxAroundBoth } from '../geo/box.ts';

/** The box of a source whose rows were loaded before extents were kept. */
export const unknownExtent: Box = { west: -180, south: -90, east: 180, north: 90 };

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
