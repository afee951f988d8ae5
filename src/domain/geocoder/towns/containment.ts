import { metresBetween } from '#tools/geo/earth.ts';
import type { GeocoderIndex } from '../index/build-index.ts';
import { isWithin, ownPositionMetres } from '../index/central-position.ts';
import { boundaryHolds } from '../index/indexed-boundaries.ts';
import type { NamedPlaces } from '../index/indexed-named-places.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import type { Budget } from '../score/budget.ts';
import { type Finding, findings } from '../score/evidence.ts';
import type { Meaning } from './town-names.ts';

/** A village of a neighbouring municipality may be this near to a town, in metres. */
const nearTownMetres = 8_000;
/** A quarter or village this near to a settlement may be said to be in it, in metres. */
const partMetres = 6_000;

/** How surely a place lies in another that was named beside it; undefined if it does not. */
export function holds(
  index: GeocoderIndex,
  container: GazetteerPlace,
  place: GazetteerPlace,
): Finding | undefined {
  if (container === place || isArea(place)) return undefined;
  if (container.boundary !== undefined) {
    return boundaryHolds(index.boundaries, container.boundary, place)
      ? findings.heldSurely
      : undefined;
  }
  if (isArea(container)) return liesIn(place, container) ? findings.heldSurely : undefined;
  if (container.kind === 'island')
    return isOnIsland(container, place) ? findings.heldSurely : undefined;
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

/** A city of this many inhabitants has its quarters within these metres. */
const quarteredPeople = 30_000;
const quarteredMetres = 4_000;

/** Whether a place is a quarter of its town: by its kind, or because it lies inside a city. */
export function isQuarter({ places: { places } }: GeocoderIndex, place: GazetteerPlace): boolean {
  if (place.kind !== 'settlement' || isAtCode(place)) return place.kind === 'quarter';
  // Municipalities are the first places, in their own order.
  const city = places[place.municipality];
  return (
    city !== undefined &&
    city.population >= quarteredPeople &&
    city.population > place.population &&
    isWithin(city, place, quarteredMetres)
  );
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
): Finding | undefined {
  if (place.municipality === container.municipality) {
    return place.kind === 'municipality' ? undefined : findings.heldSurely;
  }
  if (isInBasin(index, container, place.municipality)) return findings.heldSurely;
  if (place.kind === 'municipality') return undefined;
  const reach = Math.max(nearTownMetres, isAtCode(place) ? container.accuracyMetres : 0);
  return isWithin(container, place, reach) ? findings.heldNear : undefined;
}

/** Whether a municipality belongs to the basin of a city. */
export function isInBasin(
  index: GeocoderIndex,
  { municipality }: GazetteerPlace,
  other: number,
): boolean {
  const basin = index.municipalities[other]?.basin;
  return Boolean(basin) && basin === index.municipalities[municipality]!.nominative;
}

/** Whether a municipality, or what has a border, may hold named places of another municipality. */
function mayReach(index: GeocoderIndex, container: GazetteerPlace, municipality: number): boolean {
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

/** Two villages at the point of one postal code may be far apart: neither holds the other. */
function inSettlement(container: GazetteerPlace, place: GazetteerPlace): Finding | undefined {
  if (place.kind === 'municipality' || place.kind === 'island') return undefined;
  const isPart =
    !(isAtCode(container) && isAtCode(place)) &&
    place.municipality === container.municipality &&
    place.population <= container.population &&
    isWithin(container, place, partMetres + container.accuracyMetres);
  return isPart ? findings.heldSurely : undefined;
}

/** The places of a meaning, which may be hundreds, arranged by what they can hold. */
interface Containers {
  readonly byMunicipality: ReadonlyMap<number, readonly GazetteerPlace[]>;
  /** Those that may hold places of other municipalities: near a town, or by a border. */
  readonly wide: readonly GazetteerPlace[];
  /** Of municipalities, whether one of the places may hold named places there. */
  readonly reached: Map<number, boolean>;
}

/** The places of each meaning are arranged once; they are compared with hundreds of candidates. */
const arranged = new WeakMap<Meaning['places'], Containers>();

function containersOf({ places: { places } }: GeocoderIndex, meaning: Meaning): Containers {
  const known = arranged.get(meaning.places);
  if (known) return known;
  const byMunicipality = new Map<number, GazetteerPlace[]>();
  const wide: GazetteerPlace[] = [];
  for (const number of meaning.places) {
    const place = places[number]!;
    if (place.kind === 'municipality' || place.boundary !== undefined) wide.push(place);
    for (const municipality of place.municipalities) {
      const list = byMunicipality.get(municipality);
      if (list) list.push(place);
      else byMunicipality.set(municipality, [place]);
    }
  }
  const containers = { byMunicipality, wide, reached: new Map() };
  arranged.set(meaning.places, containers);
  return containers;
}

const none: readonly GazetteerPlace[] = [];

/** The places of a meaning that are, lie in or hold a municipality, the largest first. */
export function placesIn(
  index: GeocoderIndex,
  meaning: Meaning,
  municipality: number,
): readonly GazetteerPlace[] {
  return containersOf(index, meaning).byMunicipality.get(municipality) ?? none;
}

/** The largest municipality that a meaning may be. */
export function cityOf(index: GeocoderIndex, meaning: Meaning): GazetteerPlace | undefined {
  return containersOf(index, meaning).wide.find(({ kind }) => kind === 'municipality');
}

/** How surely a place lies in one of the places of a meaning, or is one; undefined if it does not. */
export function heldIn(
  index: GeocoderIndex,
  meaning: Meaning,
  place: GazetteerPlace,
  budget: Budget,
): Finding | undefined {
  const { byMunicipality, wide } = containersOf(index, meaning);
  const [own = -1] = place.municipalities;
  const near = byMunicipality.get(own) ?? none;
  budget.spend(near.length + wide.length);
  const found = bestHold(index, near, place);
  if (found === findings.heldSurely) return found;
  return bestHold(index, wide, place) ?? found;
}

/** Whether a meaning may hold named places of a municipality: it excludes most without comparing. */
export function mayHold(index: GeocoderIndex, meaning: Meaning, municipality: number): boolean {
  const { byMunicipality, wide, reached } = containersOf(index, meaning);
  let may = reached.get(municipality);
  if (may === undefined) {
    may =
      byMunicipality.has(municipality) ||
      wide.some(container => mayReach(index, container, municipality));
    reached.set(municipality, may);
  }
  return may;
}

function bestHold(
  index: GeocoderIndex,
  containers: readonly GazetteerPlace[],
  place: GazetteerPlace,
): Finding | undefined {
  let best: Finding | undefined;
  for (const container of containers) {
    const found = container === place ? findings.heldSurely : holds(index, container, place);
    if (found === findings.heldSurely) return found;
    best ??= found;
  }
  return best;
}
