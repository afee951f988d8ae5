import { nearestOnLine } from '#tools/geo/earth.ts';
import { type Areas, areasAt, packAreas } from '#tools/geo/packed-areas.ts';
import type { NeighbourRows } from '../rows/geocoder-rows.ts';

/** The same, to ask whether a point is there. */
export interface Neighbours {
  readonly land: Areas;
  readonly border: NeighbourRows['border'];
}

/** Where the shipped border is in error, it is off by less than this, in metres. */
const borderErrorMetres = 3_000;

/** Packs the countries beside Greece; without rows every point may be in Greece. */
export function buildNeighbours({ land, border }: NeighbourRows = { land: [], border: [] }) {
  return { land: packAreas(land), border };
}

/** Whether a point is in another country for certain. */
export function isInNeighbour(
  { land, border }: Neighbours,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
): boolean {
  if (areasAt(land, longitude, latitude).length === 0) return false;
  return border.every(line => nearestOnLine(latitude, longitude, line).metres > borderErrorMetres);
}
