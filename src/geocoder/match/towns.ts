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

function placesFit(
  index: GeocoderIndex,
  street: number,
  { places, municipalities }: Meaning,
  asked: Asked,
  faults: Fault[],
): number {
  if (municipalities.has(index.streets.municipality[street]!)) {
    return Math.max(...places.map(place => placeFitOf(index, street, index.places.places[place]!)));
  }
  const own = index.municipalities[index.streets.municipality[street]!];
  const first = index.places.places[places[0]!]!;
  const city = index.municipalities[first.municipality]!;
  if (own?.basin && first.level === 'municipality' && own.basin === city.nominative) {
    faults.push({ field: 'city', problem: `found in ${own.nominative}, near ${city.nominative}` });
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
