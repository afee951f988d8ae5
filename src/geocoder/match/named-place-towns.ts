import type { GeocoderIndex } from '../build.ts';
import { isWithin } from '../central-position.ts';
import type { Meaning } from '../query/towns.ts';
import { type Budget, unlimited } from './budget.ts';
import { cityOf, heldFit, mayHold, placesIn } from './containers.ts';
import { isArea } from './containment.ts';
import { placeOf, positionOf } from './named-place-position.ts';
import { placeWeight } from './rank-places.ts';
import type { Fault } from './street-candidate.ts';

/**
 * What it costs to compare a place with a town, in candidates of the budget; less if it is far, or
 * was compared before.
 */
const heldCost = 0.2;
const knownCost = 0.1;
/** An airport may be this far from its city, in metres. */
const airportMetres = 35_000;

/** How surely a named place lies in a town. */
export type HeldIn = (town: Meaning, place: number) => number;

/** The readings of a text have the same towns and places, and each pair is compared once. */
export function heldFinder(index: GeocoderIndex, budget: Budget): HeldIn {
  const known = new Map<Meaning, Map<number, number>>();
  return (town, place) => {
    budget.spend(knownCost);
    if (!mayHold(index, town, index.namedPlaces.municipality[place]!)) return 0;
    const ofTown = known.get(town) ?? new Map<number, number>();
    known.set(town, ofTown);
    let fit = ofTown.get(place);
    if (fit === undefined) {
      budget.spend(heldCost);
      fit = heldFit(index, town, placeOf(index, place), unlimited);
      ofTown.set(place, fit);
    }
    return fit;
  };
}

/** Whether a place is near enough to a town to be its airport. */
export function isAround(index: GeocoderIndex, town: Meaning, place: number): boolean {
  const city = cityOf(index, town);
  return city !== undefined && isWithin(city, positionOf(index, place), airportMetres);
}

/** How well a place fits all the towns that were typed. */
export function townsFit(place: number, towns: readonly Meaning[], heldIn: HeldIn): number {
  let fit = 1;
  for (const town of towns) {
    fit = fit * town.quality * heldIn(town, place);
    if (fit === 0) return 0;
  }
  return fit;
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
 * of the town.
 */
export function nearFaults(
  index: GeocoderIndex,
  place: number,
  towns: readonly Meaning[],
): Fault[] {
  const own = index.namedPlaces.municipality[place]!;
  const isOutside = (town: Meaning) => {
    const isInArea = placesIn(index, town, own).every(isArea);
    return isInArea && (!town.municipalities.has(own) || cityOf(index, town) !== undefined);
  };
  return towns.filter(isOutside).map(({ places: [largest] }) => {
    const town = index.places.places[largest!]!.name;
    const problem = `found in ${index.municipalities[own]!.nominative}, near ${town}`;
    return { field: 'city', problem };
  });
}
