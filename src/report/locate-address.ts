import type { GeocodeResult } from '../geocoder/answer.ts';
import { type Data, searchAddress } from './lookups.ts';

/** A search finds no more streets than this. */
const allNamesakes = 200;

/**
 * Finds the property at an address. The postal code chooses among namesakes (`Ερμού 15` of many
 * towns); it does not move an address to another street or town.
 */
export async function locateAddress(
  data: Data,
  address: string,
  postalCode: string | undefined,
): Promise<GeocodeResult | undefined> {
  // As in `address-search`, where a hint has five digits.
  if (postalCode?.length !== 5) return (await searchAddress(data, { address, limit: 1 }))[0];
  const namesakes = await searchAddress(data, { address, limit: allNamesakes });
  const [hinted] = await searchAddress(data, { address, postalCode, limit: 1 });
  return hinted && isChoice(hinted, namesakes) ? hinted : namesakes[0];
}

function isChoice(hinted: GeocodeResult, namesakes: readonly GeocodeResult[]): boolean {
  if (namesakes.length === 0) return true;
  const isContradicted = hinted.match.faults.some(
    ({ field }) => field === 'postal_code' || field === 'city',
  );
  return !isContradicted && namesakes.some(namesake => isSamePlace(hinted, namesake));
}

function isSamePlace({ components: a }: GeocodeResult, { components: b }: GeocodeResult): boolean {
  return a.street === b.street && a.municipality === b.municipality;
}
