import type { GeocoderIndex } from '../build.ts';
import type { Place } from '../index/places.ts';
import type { Reading } from '../query/readings.ts';
import type { Meaning } from '../query/towns.ts';
import type { Fault } from './candidates.ts';
import { placeFit } from './scale.ts';

/** What was asked besides the address itself. */
export interface Asked {
  readonly postalCode: string | null;
  /** The places that the hint `city` may mean; null without a hint or when nobody knows it. */
  readonly city: Meaning | null;
}

/** How well a street's place fits the towns of the address and the hint; 0 when it cannot be. */
export function townFit(
  index: GeocoderIndex,
  street: number,
  reading: Reading,
  asked: Asked,
  faults: Fault[],
): number {
  let fit = 1;
  for (const town of reading.towns) {
    fit *= town.quality * placesFit(index, street, town, asked, faults);
    if (fit === 0) return 0;
  }
  return asked.city === null ? fit : fit * placesFit(index, street, asked.city, asked, faults);
}

/**
 * Whether a street anywhere can fit all towns of a reading and the hint. Two towns that have
 * nothing to do with each other have none, unless a street has the postal code that was asked for.
 */
export function canHaveStreets(index: GeocoderIndex, { towns }: Reading, asked: Asked): boolean {
  const all: readonly Meaning[] = asked.city === null ? towns : [...towns, asked.city];
  if (asked.postalCode !== null || all.length < 2) return true;
  return index.municipalities.some((_, own) =>
    all.every(town => town.municipalities.has(own) || isNeighbour(index, own, town)),
  );
}

/** Whether a municipality belongs to the basin of the city that is meant. */
function isNeighbour(index: GeocoderIndex, municipality: number, { places }: Meaning): boolean {
  const basin = index.municipalities[municipality]?.basin;
  const first = index.places.places[places[0]!]!;
  return (
    Boolean(basin) &&
    first.level === 'municipality' &&
    basin === index.municipalities[first.municipality]!.nominative
  );
}

function placesFit(
  index: GeocoderIndex,
  street: number,
  town: Meaning,
  asked: Asked,
  faults: Fault[],
): number {
  const municipality = index.streets.municipality[street]!;
  if (town.municipalities.has(municipality)) {
    return Math.max(
      ...town.places.map(place => placeFitOf(index, street, index.places.places[place]!)),
    );
  }
  const own = index.municipalities[municipality];
  if (own && isNeighbour(index, municipality, town)) {
    faults.push({ field: 'city', problem: `found in ${own.nominative}, near ${own.basin}` });
    return placeFit.basin;
  }
  const code = index.postalCodes[index.streets.postalCode[street]!]?.postalCode;
  if (asked.postalCode === null || code !== asked.postalCode) return 0;
  faults.push({ field: 'city', problem: `${code} is in ${own?.nominative ?? 'another town'}` });
  return placeFit.otherTown;
}

function placeFitOf({ streets, postalCodes }: GeocoderIndex, street: number, place: Place): number {
  if (streets.municipality[street] !== place.municipality) return 0;
  if (place.level === 'municipality') return 1;
  const code = postalCodes[streets.postalCode[street]!]?.postalCode;
  if (code !== undefined && place.postalCodes.includes(code)) return 1;
  return streets.localities[streets.locality[street]!] === place.name ? 1 : placeFit.otherQuarter;
}
