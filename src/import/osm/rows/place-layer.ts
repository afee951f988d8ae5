import type { NewPlace } from '../../../store/store.ts';
import { settlePlaces } from './duplicates.ts';
import type { OsmLayer } from './layer.ts';
import type { OsmCandidate, OsmPlaceRules } from './places.ts';

/** Gathers places of the 25 types. */
export function osmPlaces({ wants, placesOf }: OsmPlaceRules): OsmLayer<NewPlace> {
  const candidates: OsmCandidate[] = [];
  return {
    wants,
    isRow: () => true,
    add: object => void candidates.push(...placesOf(object)),
    settle: isOutdated => settlePlaces(candidates.filter(candidate => !isOutdated(candidate))),
  };
}
