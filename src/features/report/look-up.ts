import { geocodeId } from '#domain/geocoder/by-id.ts';
import { type GeocodeQuery, geocode } from '#domain/geocoder/geocode.ts';
import type { GeocodeResult } from '#domain/geocoder/geocode-result.ts';
import { idFormat } from '#domain/geocoder/ids.ts';
import { typedCoordinates } from '#domain/geocoder/query/typed-coordinates.ts';
import { type ReverseResult, reverse } from '#domain/geocoder/reverse.ts';
import type { NearbyLookup } from '#domain/geocoder/rows/geocoder-rows.ts';
import { addressBudget, type Budget, TooManyCandidates } from '#domain/geocoder/score/budget.ts';
import { suggest } from '#domain/geocoder/suggest.ts';
import { suggestedParcel } from '#domain/geocoder/suggested-places.ts';
import {
  type Suggestion,
  type SuggestQuery,
  usualSuggestions,
} from '#domain/geocoder/suggestion.ts';
import { everywhere, type Wanted } from '#domain/geocoder/wanted.ts';
import { streetLinesAround } from '#domain/map/street-lines-around.ts';
import {
  type ComparableLimits,
  type FoundComparable,
  selectComparables,
} from '#domain/property/comparables.ts';
import { kaekFormat, parseKaek, parseKaekStart } from '#domain/property/kaek.ts';
import { type Parcel, parcelAt } from '#domain/property/parcels.ts';
import type { Edition, StoreReader } from '#storage/store/store.ts';
import { invalid, type KtimaError, notFound } from '#tools/errors.ts';
import { boxAround } from '#tools/geo/point-tiles.ts';

/** The data for lookups. */
export interface Data {
  readonly store: StoreReader;
  /** What is in memory: of the same rows for all of a request. */
  readonly edition: Edition;
  /** The candidates that all searches together may look at; without it, each has its own limit only. */
  readonly budget?: Budget;
}

/**
 * The matches of an address, best first; of coordinates what is there. Throws `TooManyCandidates`
 * for too many matches.
 */
export async function searchAddress(
  data: Data,
  query: GeocodeQuery,
): Promise<readonly (GeocodeResult | ReverseResult)[]> {
  const point = query.isStreet ? undefined : typedCoordinates(query.address);
  if (point) return wantedAt(query, await addressAt(data, point.latitude, point.longitude));
  const budget = addressBudget(data.budget);
  return geocode(data.edition.addresses, query, data.store.findHouses, budget);
}

function wantedAt(
  { minConfidence = 0, isWithin = everywhere, levels }: Wanted,
  found: ReverseResult | null,
): readonly ReverseResult[] {
  if (found === null || found.match.confidence < minConfidence || !isWithin(found)) return [];
  return levels === undefined || levels.includes(found.match.level) ? [found] : [];
}

/** The result of an id; null if the data do not have it. Throws INVALID_INPUT if it is none. */
export async function addressOfIdOrNull(
  { edition, store }: Data,
  id: string,
): Promise<GeocodeResult | ReverseResult | null> {
  const found = await geocodeId(edition.addresses, id, store.findHouses, nearbyIn(store));
  if (found === undefined) throw invalid('result_id', idFormat);
  return found;
}

/** The same; throws NOT_FOUND if the data do not have it. */
export async function addressOfId(data: Data, id: string): Promise<GeocodeResult | ReverseResult> {
  const found = await addressOfIdOrNull(data, id);
  if (found === null) throw unknownResult();
  return found;
}

/** The error for the id of a result that the data no longer have. */
export function unknownResult(): KtimaError {
  return notFound('result_id', 'the data do not have what it means');
}

/** What was found for a text, or why it was not looked up. */
interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  readonly problem: string | null;
}

/** Suggestions for a partly typed text; parcels come last, because they are many. */
export async function suggestAddresses(data: Data, query: SuggestQuery): Promise<Suggestions> {
  const limit = query.limit ?? usualSuggestions;
  const [{ suggestions, problem }, parcels] = await Promise.all([
    suggestInGeocoder(data, { ...query, limit }),
    suggestParcels(data, query.text, limit),
  ]);
  return { suggestions: [...suggestions, ...parcels].slice(0, limit), problem };
}

async function suggestInGeocoder(
  { edition, store }: Data,
  query: SuggestQuery,
): Promise<Suggestions> {
  try {
    const found = await suggest(edition.addresses, query, store.findHouses, nearbyIn(store));
    return { suggestions: found, problem: null };
  } catch (error) {
    if (!(error instanceof TooManyCandidates)) throw error;
    return { suggestions: [], problem: error.message.replace(/^address:/, 'text:') };
  }
}

/** The parcels whose code begins with the text. */
async function suggestParcels(
  { store }: Pick<Data, 'store'>,
  text: string,
  most: number,
): Promise<Suggestion[]> {
  const start = parseKaekStart(text);
  const parcels = start === undefined ? [] : await store.parcelsBeginning(start, most);
  return parcels.map(({ kaek, geometry }) => suggestedParcel(kaek, geometry));
}

/** The address at a point; null outside Greece. */
export async function addressAt(
  { edition, store }: Data,
  latitude: number,
  longitude: number,
): Promise<ReverseResult | null> {
  return reverse(edition.addresses, latitude, longitude, nearbyIn(store));
}

function nearbyIn(store: StoreReader): NearbyLookup {
  return {
    housesAround: store.housesAround,
    streetLinesAround: (latitude, longitude, metres) =>
      streetLinesAround(store, latitude, longitude, metres),
  };
}

/** The loaded parcel that contains a point. */
export async function parcelUnder(
  { store }: Pick<Data, 'store'>,
  latitude: number,
  longitude: number,
): Promise<Parcel | undefined> {
  return parcelAt(await store.parcelsAround(latitude, longitude), latitude, longitude);
}

/** The KAEK of a typed one. Throws INVALID_INPUT if it is none. */
export function kaekOf(typed: string): string {
  const kaek = parseKaek(typed);
  if (kaek === undefined) throw invalid('kaek_code', kaekFormat);
  return kaek;
}

/** The parcel of a typed KAEK. Throws INVALID_INPUT if it is no KAEK, NOT_FOUND if it is not loaded. */
export async function parcelOfCode({ store }: Pick<Data, 'store'>, typed: string): Promise<Parcel> {
  const kaek = kaekOf(typed);
  const parcel = await store.findParcel(kaek);
  if (!parcel) throw notFound('kaek_code', `no parcel ${kaek} is loaded`);
  return parcel;
}

/** The most comparables of a type that a search looks at. */
const mostComparables = 20_000;

/** The loaded comparables around a point, nearest first. Throws INVALID_INPUT for too many. */
export async function comparablesAround(
  { store }: Pick<Data, 'store'>,
  point: { readonly latitude: number; readonly longitude: number },
  limits: ComparableLimits,
): Promise<FoundComparable[]> {
  const { high, wide } = boxAround(point.latitude, limits.maxDistanceMetres);
  const box = {
    west: point.longitude - wide,
    east: point.longitude + wide,
    south: point.latitude - high,
    north: point.latitude + high,
  };
  const rows = await store.comparablesIn(box, limits.propertyType, mostComparables + 1);
  if (rows.length <= mostComparables) return selectComparables(rows, point, limits);
  const most = mostComparables.toLocaleString('en');
  throw invalid('max_distance_m', `a distance with at most ${most} properties of this type`);
}
