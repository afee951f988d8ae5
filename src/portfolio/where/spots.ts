import type { GeocodeResult } from '../../geocoder/answer.ts';
import type { Position } from '../../geocoder/rows.ts';
import { metresBetween } from '../../geocoder/spread.ts';

/** What one field of a row says about where the property is: at one of some positions. */
export interface Claim {
  readonly field: 'kaek_code' | 'address' | 'postal_code' | 'city';
  /** What lies there, in words. */
  readonly what: string;
  readonly spots: readonly Position[];
}

/** The position of an address, and how far off it may be. */
export function positionOf({ latitude, longitude, match }: GeocodeResult): Position {
  return { latitude, longitude, accuracyMetres: match.accuracy_m };
}

/**
 * How far from each other two positions may lie and still be the same place: four times the
 * accuracy of the rougher one, by which 98 of 100 streets of Athens are found, and two blocks.
 */
function toleratedMetres(a: Position, b: Position): number {
  return 4 * Math.max(a.accuracyMetres, b.accuracyMetres) + 200;
}

/** How far a claim is from a position when it contradicts it; undefined when it may be the same place. */
export function contradictionMetres(
  position: Position,
  { spots }: Pick<Claim, 'spots'>,
): number | undefined {
  let nearest = Infinity;
  for (const spot of spots) {
    const metres = metresBetween(position, spot);
    if (metres <= toleratedMetres(position, spot)) return undefined;
    nearest = Math.min(nearest, metres);
  }
  return Number.isFinite(nearest) ? nearest : undefined;
}

/** A distance for people: `350 m`, `2.3 km`, `302 km`. */
export function inKilometres(metres: number): string {
  if (metres < 995) return `${Math.round(metres / 10) * 10} m`;
  const kilometres = metres / 1_000;
  return `${kilometres < 9.95 ? kilometres.toFixed(1) : Math.round(kilometres)} km`;
}
