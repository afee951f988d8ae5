import type { GeocoderIndex } from '../build.ts';
import { isWithin } from '../central-position.ts';
import { ownPositionMetres } from '../country/settlement-reach.ts';
import { boundaryHolds } from '../index/boundaries.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import { holdFit } from './score-factors.ts';

/** A village of a neighbouring municipality may be this near to a town, in metres. */
const nearTownMetres = 8_000;
/** A quarter or village this near to a settlement may be said to be in it, in metres. */
const partMetres = 6_000;

/** How surely a place lies in another that was named beside it: 0 for not, 1 for certain. */
export function holds(
  index: GeocoderIndex,
  container: GazetteerPlace,
  place: GazetteerPlace,
): number {
  if (container === place || isArea(place)) return 0;
  if (container.boundary !== undefined) {
    return boundaryHolds(index.boundaries, container.boundary, place) ? holdFit.sure : 0;
  }
  if (isArea(container)) return liesIn(place, container) ? holdFit.sure : 0;
  if (container.kind === 'island') return isOnIsland(container, place) ? holdFit.sure : 0;
  if (container.kind === 'municipality') return inMunicipality(index, container, place);
  return inSettlement(container, place);
}

/** Whether a place is a municipal unit, a regional unit or a region. */
export function isArea({ kind }: GazetteerPlace): boolean {
  return kind === 'region' || kind === 'regional_unit' || kind === 'municipal_unit';
}

function liesIn({ municipalities }: GazetteerPlace, container: GazetteerPlace): boolean {
  if (municipalities.size === 0) return false;
  for (const municipality of municipalities) {
    if (!container.municipalities.has(municipality)) return false;
  }
  return true;
}

function isOnIsland(island: GazetteerPlace, place: GazetteerPlace): boolean {
  return liesIn(place, island) && isWithin(island, place, island.accuracyMetres);
}

function inMunicipality(
  index: GeocoderIndex,
  container: GazetteerPlace,
  place: GazetteerPlace,
): number {
  if (place.municipality === container.municipality) {
    return place.kind === 'municipality' ? 0 : holdFit.sure;
  }
  const own = index.municipalities[place.municipality];
  const city = index.municipalities[container.municipality]!;
  if (own?.basin && own.basin === city.nominative) return holdFit.sure;
  if (place.kind === 'municipality') return 0;
  const reach = Math.max(nearTownMetres, isAtCode(place) ? container.accuracyMetres : 0);
  return isWithin(container, place, reach) ? holdFit.near : 0;
}

/**
 * A village at the point of its postal code may lie in a neighbouring municipality: a code reaches
 * over its borders, and has only one municipality.
 */
function isAtCode({ kind, accuracyMetres }: GazetteerPlace): boolean {
  return kind === 'settlement' && accuracyMetres > ownPositionMetres;
}

function inSettlement(container: GazetteerPlace, place: GazetteerPlace): number {
  if (place.kind === 'municipality' || place.kind === 'island') return 0;
  const isPart =
    place.municipality === container.municipality &&
    place.population <= container.population &&
    isWithin(container, place, partMetres + container.accuracyMetres);
  return isPart ? holdFit.sure : 0;
}
