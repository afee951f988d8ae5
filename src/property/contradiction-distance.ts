import { metresBetween, type Position } from '../geo/earth.ts';

/**
 * The distance up to which two positions count as the same place. Four times the accuracy of the
 * less exact one covers 98 of 100 streets of Athens; 200 m, two blocks, are added.
 */
function toleratedMetres(a: Position, b: Position): number {
  return 4 * Math.max(a.accuracyMetres, b.accuracyMetres) + 200;
}

/** The distance of a claim that contradicts a position; undefined when both may be the same place. */
export function contradictionMetres(
  position: Position,
  { positions }: { readonly positions: readonly Position[] },
): number | undefined {
  let nearest = Infinity;
  for (const claimed of positions) {
    const metres = metresBetween(position, claimed);
    if (metres <= toleratedMetres(position, claimed)) return undefined;
    nearest = Math.min(nearest, metres);
  }
  return Number.isFinite(nearest) ? nearest : undefined;
}

/** A distance as text: `350 m`, `2.3 km`, `302 km`. */
export function inKilometres(metres: number): string {
  if (metres < 995) return `${Math.round(metres / 10) * 10} m`;
  const kilometres = metres / 1_000;
  return `${kilometres < 9.95 ? kilometres.toFixed(1) : Math.round(kilometres)} km`;
}
