import type { GeocoderIndex } from '../../build.ts';
import { isWithin } from '../../central-position.ts';
import type { GazetteerPlace } from '../../index/place-index.ts';
import { type Meaning, spellingOf } from '../../query/towns.ts';
import { type Budget, unlimited } from '../budget.ts';
import { cityOf, heldIn, isArea, mayHold, placesIn } from '../containment.ts';
import { detailed, type Finding, findings } from '../evidence.ts';
import { placeWeight } from '../rank-places.ts';

/**
 * What it costs to compare a place with a town, in candidates of the budget; less if it is far, or
 * was compared before.
 */
const heldCost = 0.2;
const knownCost = 0.1;
/** An airport may be this far from its city, in metres. */
const airportMetres = 35_000;

/** How surely a named place lies in a town; undefined if it does not. */
export type HeldIn = (town: Meaning, place: number) => Finding | undefined;

/** The readings of a text have the same towns and places, and each pair is compared once. */
export function heldFinder(index: GeocoderIndex, budget: Budget): HeldIn {
  const known = new Map<Meaning, Map<number, Finding | null>>();
  return (town, place) => {
    budget.spend(knownCost);
    if (!mayHold(index, town, index.namedPlaces.municipality[place]!)) return undefined;
    const ofTown = known.get(town) ?? new Map<number, Finding | null>();
    known.set(town, ofTown);
    let found = ofTown.get(place);
    if (found === undefined) {
      budget.spend(heldCost);
      found = heldIn(index, town, placeOf(index, place), unlimited) ?? null;
      ofTown.set(place, found);
    }
    return found ?? undefined;
  };
}

/** Whether a place is near enough to a town to be its airport. */
export function isAround(index: GeocoderIndex, town: Meaning, place: number): boolean {
  const city = cityOf(index, town);
  return city !== undefined && isWithin(city, positionOf(index, place), airportMetres);
}

/** How a place fits all the towns that were typed; undefined if one of them does not hold it. */
export function townFindings(
  index: GeocoderIndex,
  place: number,
  towns: readonly Meaning[],
  held: HeldIn,
): Finding[] | undefined {
  const found: Finding[] = [];
  for (const town of towns) {
    const one = held(town, place);
    if (one === undefined) return undefined;
    found.push(spellingOf(index.places, town), one);
  }
  return found;
}

/** How often the towns that hold a place are meant, compared with the largest of their names. */
export function townShareOf(
  index: GeocoderIndex,
  place: number,
  towns: readonly Meaning[],
): number {
  const own = index.namedPlaces.municipality[place]!;
  return towns.reduce((share, town) => {
    const largest = index.places.places[town.places[0]!]!;
    const [holder = largest] = placesIn(index, town, own);
    // An area, and what is only near to a town, is asked for by the name of the largest.
    return isArea(holder)
      ? share
      : (share * placeWeight(holder, false)) / placeWeight(largest, false);
  }, 1);
}

/**
 * What lies outside the municipality of its town is only near it, also in the area that has the name
 * of the town. `isAny`: whether any building of its kind is asked for.
 */
export function nearFindings(
  index: GeocoderIndex,
  place: number,
  towns: readonly Meaning[],
  isAny: boolean,
): Finding[] {
  const own = index.namedPlaces.municipality[place]!;
  const isOutside = (town: Meaning) => {
    const isInArea = placesIn(index, town, own).every(isArea);
    return isInArea && (!town.municipalities.has(own) || cityOf(index, town) !== undefined);
  };
  const finding = isAny ? findings.anyPlaceNear : findings.placeNear;
  return towns.filter(isOutside).map(({ places: [largest] }) => {
    const town = index.places.places[largest!]!.name;
    return detailed(finding, index.municipalities[own]!.nominative, town);
  });
}

/** The position of a named place, in degrees. */
export function positionOf({ namedPlaces }: GeocoderIndex, place: number) {
  return { latitude: namedPlaces.latitude[place]!, longitude: namedPlaces.longitude[place]! };
}

/** A named place as something that towns and areas may hold. */
export function placeOf({ namedPlaces, places }: GeocoderIndex, place: number): GazetteerPlace {
  const municipality = namedPlaces.municipality[place]!;
  return {
    kind: 'settlement',
    name: '',
    latitude: namedPlaces.latitude[place]!,
    longitude: namedPlaces.longitude[place]!,
    accuracyMetres: namedPlaces.reachMetres[place]!,
    municipality,
    // Municipalities are the first places, in their own order.
    municipalities: places.places[municipality]!.municipalities,
    postalCodes: [],
    population: 0,
    source: '',
    isImported: true,
  };
}
