import type { GeocoderIndex } from './build.ts';
import type { Position } from './rows.ts';

/** Finds the positions of the postal codes in some regional units; cached. */
export function openUnitPositions(index: GeocoderIndex) {
  const known = new Map<string, readonly Position[]>();
  const unitOf = new Map(index.municipalities.map(({ id, regionalUnit }) => [id, regionalUnit]));
  return (regionalUnits: readonly string[]): readonly Position[] => {
    const key = regionalUnits.join();
    const positions =
      known.get(key) ??
      index.postalCodes.filter(({ municipality }) =>
        regionalUnits.includes(unitOf.get(municipality) ?? ''),
      );
    known.set(key, positions);
    return positions;
  };
}
