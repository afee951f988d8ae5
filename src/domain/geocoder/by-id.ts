import {
  answerNamed,
  answerPlace,
  answerStreet,
  type GeocodeResult,
  inBothScripts,
} from './geocode-result.ts';
import { readId } from './ids.ts';
import type { GeocoderIndex } from './index/build-index.ts';
import { exactStreet } from './match/candidates.ts';
import { locateHouses } from './match/houses.ts';
import { type ReverseResult, reverse } from './reverse.ts';
import type { HouseLookup, NearbyLookup } from './rows/geocoder-rows.ts';

/** The confidence of a house that is not known itself, though its street is the one asked for. */
const unknownHouse = 0.9;

/**
 * The result of an id; null if the data no longer have it, undefined if the text is no id. The id of
 * a point gives what is known there.
 */
export async function geocodeId(
  index: GeocoderIndex,
  id: string,
  houses?: HouseLookup,
  nearby?: NearbyLookup,
): Promise<GeocodeResult | ReverseResult | null | undefined> {
  const meant = readId(index, id);
  if (!meant) return meant;
  if (meant.kind === 'point') return reverse(index, meant.latitude, meant.longitude, nearby);
  if (meant.kind === 'street') {
    const candidate = exactStreet(index, meant.street, meant.number, meant.corner);
    const [found] = houses ? await locateHouses(index, [candidate], houses) : [candidate];
    const sure = answerStreet(index, found!, 1, []);
    const isSure = sure.match.faults.length === 0;
    return inBothScripts(index, isSure ? sure : answerStreet(index, found!, unknownHouse, []));
  }
  const { kind, row } = meant;
  const place =
    kind === 'place' ? { place: row, postalCode: null } : { place: null, postalCode: row };
  const found =
    kind === 'named'
      ? answerNamed(index, { place: row, evidence: [] }, 1, [])
      : answerPlace(index, { ...place, evidence: [] }, 1, []);
  return Number.isNaN(found.latitude) ? null : inBothScripts(index, found);
}
