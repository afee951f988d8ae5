import type { GeocoderIndex } from './build.ts';
import type { Position } from './geocoder-rows.ts';
import type { GazetteerPlace } from './index/place-index.ts';
import { parse } from './query/parse.ts';
import { findTown, isSure, type Meaning } from './query/town-names.ts';

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

/**
 * The positions of the postal codes in the regional unit or region that a name means: `Ν. Αττικής`.
 * Empty if the name is not known, or may mean a town.
 */
export function positionsOfArea(index: GeocoderIndex, name: string): readonly Position[] {
  const meaning = areaNamed(index, name, ['regional_unit', 'region']);
  if (!meaning || !isSure(meaning)) return [];
  const ids = new Set([...meaning.municipalities].map(i => index.municipalities[i]!.id));
  return index.postalCodes.filter(({ municipality }) => ids.has(municipality));
}

/** The regional units in the unit, prefecture or region of a name: `Ηλείας`, `Κυκλάδες`. */
export function unitsOfArea(index: GeocoderIndex, name: string): string[] {
  const kinds = ['regional_unit', 'region', 'landscape'] as const;
  const meaning = areaNamed(index, `νομός ${name}`, kinds);
  const units = [...(meaning?.municipalities ?? [])].map(
    i => index.municipalities[i]!.regionalUnit,
  );
  return [...new Set(units)];
}

function areaNamed(
  { places }: GeocoderIndex,
  name: string,
  kinds: readonly GazetteerPlace['kind'][],
): Meaning | undefined {
  const words = parse(name, () => false).groups.flatMap(group => group.words);
  const meaning = findTown(places, words);
  const isArea = meaning?.places.every(place => kinds.includes(places.places[place]!.kind));
  return isArea ? meaning : undefined;
}
