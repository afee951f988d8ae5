import { metresBetween } from '../../geo/earth.ts';
import type { GeocoderIndex } from '../build.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import type { QueryReading } from '../query/readings.ts';
import type { Meaning } from '../query/towns.ts';
import { cityOf, placesIn } from './containers.ts';
import { isArea } from './containment.ts';
import { positionOf } from './houses.ts';
import { placeFit } from './score-factors.ts';
import type { Fault } from './street-candidate.ts';

/** The postal code and the town that narrow a search. */
export interface Hints {
  readonly postalCode: string | null;
  /** The places that the hint `city` may mean; null without a hint, or for an unknown one. */
  readonly city: Meaning | null;
}

/** How far a street may be from its postal code or its own position, in metres. */
const streetSlackMetres = 1_000;
const distancePower = 1.5;
/**
 * A village with a larger accuracy than this, in metres, has only the position of its postal code.
 */
const placedMetres = 1_500;

interface Fit {
  readonly fit: number;
  readonly fault?: Fault;
}

/** The towns of a reading, and that of the hint. */
export function townsOf({ towns }: QueryReading, { city }: Hints): readonly Meaning[] {
  return city === null ? towns : [...towns, city];
}

/** How well a street's place fits the towns of the address and the hint; 0 when it cannot be. */
export function townFit(
  index: GeocoderIndex,
  street: number,
  towns: readonly Meaning[],
  hints: Hints,
  faults: Fault[],
): number {
  let fit = 1;
  for (const town of towns) {
    const best: Fit = isWithOwn(index, street, town, towns)
      ? { fit: 1 }
      : bestFit(index, street, town, hints);
    if (best.fault) faults.push(best.fault);
    // The hint's own spelling is no doubt about the street.
    fit *= best.fit * (town === hints.city ? 1 : town.quality);
    if (fit === 0) return 0;
  }
  return fit;
}

/** `Καλαμαριά, Θεσσαλονίκη`: the city or region of the town that has the street is no fault. */
function isWithOwn(
  index: GeocoderIndex,
  street: number,
  town: Meaning,
  towns: readonly Meaning[],
): boolean {
  const own = index.streets.municipality[street]!;
  if (towns.length < 2) return false;
  // The region beside the city does not make its suburbs as likely: `Αθήνα, Αττική`.
  const isOwn = (one: Meaning) => placesIn(index, one, own).some(place => !isArea(place));
  const isAround = town.municipalities.has(own) || isNeighbour(index, own, town);
  return !isOwn(town) && isAround && towns.some(isOwn);
}

/**
 * The municipalities whose streets can fit all towns; undefined if any can, also by the postal code
 * that was asked for. Two towns that have nothing to do with each other have none.
 */
export function municipalitiesOf(
  index: GeocoderIndex,
  towns: readonly Meaning[],
  { postalCode }: Hints,
): ReadonlySet<number> | undefined {
  if (postalCode !== null || towns.length === 0) return undefined;
  return towns
    .map(town => withNeighbours(index, town))
    .reduce((both, others) => both.intersection(others));
}

/** The municipalities of a town, and those in the basin of the city that it is. */
function withNeighbours(index: GeocoderIndex, { places, municipalities }: Meaning) {
  const first = index.places.places[places[0]!]!;
  const basin = first.kind === 'municipality' ? basinsOf(index).get(first.name) : undefined;
  return basin === undefined ? municipalities : municipalities.union(basin);
}

type Basins = ReadonlyMap<string, ReadonlySet<number>>;
const basins = new WeakMap<GeocoderIndex['municipalities'], Basins>();

/** The municipalities of each basin, by the name of its city. */
function basinsOf({ municipalities }: GeocoderIndex): Basins {
  const known = basins.get(municipalities);
  if (known) return known;
  const found = new Map<string, Set<number>>();
  municipalities.forEach(({ basin }, number) => {
    if (!basin) return;
    const members = found.get(basin) ?? new Set();
    found.set(basin, members.add(number));
  });
  basins.set(municipalities, found);
  return found;
}

/** Whether a municipality belongs to the basin of the city that is meant. */
function isNeighbour(index: GeocoderIndex, municipality: number, { places }: Meaning): boolean {
  const basin = index.municipalities[municipality]?.basin;
  const first = index.places.places[places[0]!]!;
  return Boolean(basin) && first.kind === 'municipality' && basin === first.name;
}

function bestFit(index: GeocoderIndex, street: number, town: Meaning, hints: Hints): Fit {
  const own = index.streets.municipality[street]!;
  if (!town.municipalities.has(own)) return elsewhere(index, street, town, hints);
  const city = cityOf(index, town);
  let best: Fit = { fit: 0 };
  for (const place of placesIn(index, town, own)) {
    const found = isArea(place) ? fitInArea(index, street, city) : fitIn(index, street, place);
    if (found.fit > best.fit) best = found;
  }
  return best;
}

/**
 * The name of a city that is also the name of an area means the city; its surroundings are a guess.
 */
function fitInArea(index: GeocoderIndex, street: number, city: GazetteerPlace | undefined): Fit {
  if (city === undefined) return { fit: placeFit.area };
  const own = index.municipalities[index.streets.municipality[street]!]!;
  const isInBasin = own.basin !== null && own.basin === city.name;
  const problem = `found in ${own.nominative}, near ${city.name}`;
  return {
    fit: isInBasin ? placeFit.basin : placeFit.aroundCity,
    fault: { field: 'city', problem },
  };
}

/** A street of a municipality that the town is not in: a neighbour in the basin, or by its code. */
function elsewhere(index: GeocoderIndex, street: number, town: Meaning, hints: Hints): Fit {
  const municipality = index.streets.municipality[street]!;
  const own = index.municipalities[municipality];
  if (own && isNeighbour(index, municipality, town)) {
    const problem = `found in ${own.nominative}, near ${own.basin}`;
    const metres = metresBetween(positionOf(index, street), index.places.places[town.places[0]!]!);
    return { fit: placeFit.basin * nearerFirst(metres), fault: { field: 'city', problem } };
  }
  const code = index.postalCodes[index.streets.postalCode[street]!]?.postalCode;
  if (hints.postalCode === null || code !== hints.postalCode) return { fit: 0 };
  const problem = `${code} is in ${own?.nominative ?? 'another town'}`;
  return { fit: placeFit.otherTown, fault: { field: 'city', problem } };
}

/** Of several neighbours with the street, the one nearest to the city is meant most often. */
function nearerFirst(metres: number): number {
  return Number.isNaN(metres) ? 1 : 1 - Math.min(0.04, metres / 500_000);
}

function fitIn(index: GeocoderIndex, street: number, place: GazetteerPlace): Fit {
  if (place.kind === 'municipality') return { fit: 1 };
  if (place.kind === 'island') return fitByDistance(index, street, place);
  const { streets, postalCodes } = index;
  const code = postalCodes[streets.postalCode[street]!]?.postalCode;
  if (code !== undefined && place.postalCodes.includes(code)) return { fit: 1 };
  if (streets.localities[streets.locality[street]!] === place.name) return { fit: 1 };
  if (place.kind === 'quarter') return fitByDistance(index, street, place);
  // A village at the point of its postal code: only its codes locate it.
  return isPlaced(place) ? fitByDistance(index, street, place) : otherPart(index, street, place);
}

function isPlaced({ postalCodes, accuracyMetres }: GazetteerPlace): boolean {
  return postalCodes.length === 0 || accuracyMetres <= placedMetres;
}

/** The right municipality, another part of it: the less likely, the further away. */
function fitByDistance(index: GeocoderIndex, street: number, place: GazetteerPlace): Fit {
  const metres = metresBetween(positionOf(index, street), place);
  const slack = place.accuracyMetres + streetSlackMetres;
  return metres <= slack
    ? { fit: placeFit.otherQuarter, ...notInCodes(index, street, place, metres) }
    : otherPart(index, street, place, (slack / metres) ** distancePower, metres);
}

/** A quarter whose postal codes are known has no street of another code. */
function notInCodes(
  index: GeocoderIndex,
  street: number,
  place: GazetteerPlace,
  metres: number,
): Pick<Fit, 'fault'> {
  const isSure = place.kind === 'quarter' && place.postalCodes.length > 0;
  return isSure ? { fault: outside(index, street, place, metres) } : {};
}

function otherPart(
  index: GeocoderIndex,
  street: number,
  place: GazetteerPlace,
  share: number = placeFit.otherVillage,
  metres?: number,
): Fit {
  const fault = outside(index, street, place, metres);
  return { fit: placeFit.otherQuarter * share, fault };
}

function outside(
  index: GeocoderIndex,
  street: number,
  place: GazetteerPlace,
  metres: number | undefined,
): Fault {
  const town = index.municipalities[index.streets.municipality[street]!]!.nominative;
  const from = metres === undefined ? 'not in' : `${(metres / 1_000).toFixed(1)} km from`;
  return { field: 'city', problem: `found in ${town}, ${from} ${place.name}` };
}
