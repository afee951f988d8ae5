import { metresBetween } from '../../geo/earth.ts';
import type { GeocoderIndex } from '../build.ts';
import { isWithin } from '../central-position.ts';
import { ownPositionMetres } from '../country/settlement-reach.ts';
import { boundaryHolds } from '../index/boundaries.ts';
import type { NamedPlaces } from '../index/named-places.ts';
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

const areaKinds: readonly GazetteerPlace['kind'][] = [
  'region',
  'regional_unit',
  'landscape',
  'municipal_unit',
];

/** Whether a place is a municipal unit, a regional unit, a region or a landscape. */
export function isArea({ kind }: GazetteerPlace): boolean {
  return areaKinds.includes(kind);
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
  if (isInBasin(index, container, place.municipality)) return holdFit.sure;
  if (place.kind === 'municipality') return 0;
  const reach = Math.max(nearTownMetres, isAtCode(place) ? container.accuracyMetres : 0);
  return isWithin(container, place, reach) ? holdFit.near : 0;
}

function isInBasin(index: GeocoderIndex, { municipality }: GazetteerPlace, other: number): boolean {
  const basin = index.municipalities[other]?.basin;
  return Boolean(basin) && basin === index.municipalities[municipality]!.nominative;
}

/** Whether a municipality, or what has a border, may hold named places of another municipality. */
export function mayReach(
  index: GeocoderIndex,
  container: GazetteerPlace,
  municipality: number,
): boolean {
  if (container.boundary !== undefined || isInBasin(index, container, municipality)) return true;
  const reach = Math.max(nearTownMetres, container.accuracyMetres);
  // Municipalities are the first places, in their own order.
  const metres = metresBetween(container, index.places.places[municipality]!);
  // A municipality without a position may be anywhere.
  return !(metres > reach + reachesOf(index)[municipality]!);
}

const reaches = new WeakMap<NamedPlaces, Float64Array>();

/** How far the named places of each municipality are from its position, in metres. */
function reachesOf({ namedPlaces, places, municipalities }: GeocoderIndex): Float64Array {
  const known = reaches.get(namedPlaces);
  if (known) return known;
  const { count, municipality, latitude, longitude } = namedPlaces;
  const found = new Float64Array(municipalities.length);
  for (let place = 0; place < count; place++) {
    const own = municipality[place]!;
    const at = { latitude: latitude[place]!, longitude: longitude[place]! };
    found[own] = Math.max(found[own]!, metresBetween(places.places[own]!, at));
  }
  reaches.set(namedPlaces, found);
  return found;
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
