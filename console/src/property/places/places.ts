import type { Language } from '#tools/notation/languages.ts';
import { type Client, KtimaApiError } from '../../../../client/src/client.ts';
import type { PlaceType, PointOfInterest } from '../../../../client/src/types.ts';

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** The places around a point with the ways on foot; without them while the service has none to give. */
export async function askPlaces(
  client: Pick<Client, 'pointsOfInterest'>,
  point: Point,
  signal: AbortSignal,
): Promise<readonly PointOfInterest[]> {
  try {
    return await client.pointsOfInterest({ ...point, walk: true }, { signal, retries: 0 });
  } catch (failure) {
    if (!(failure instanceof KtimaApiError) || failure.status !== 503) throw failure;
    return client.pointsOfInterest(point, { signal });
  }
}

/** The places of one kind, nearest first. */
export interface KindOfPlaces {
  readonly kind: PlaceType;
  readonly places: readonly PointOfInterest[];
  /** The distance to the nearest of them. */
  readonly nearestMetres: number;
}

/** Groups places by kind: the kind with the nearest place first, places in their given order. */
export function byKind(places: readonly PointOfInterest[]): KindOfPlaces[] {
  // A Map keeps the order of insertion, and the places are sorted by distance.
  const found = Map.groupBy(places, place => place.place_type);
  return [...found].map(([kind, own]) => ({
    kind,
    places: own,
    nearestMetres: own[0]!.distance ?? 0,
  }));
}

/** The names of a place in the page's language and in the other. */
interface PlaceNames {
  readonly name: string | undefined;
  readonly nameLanguage: Language;
  /** The name in the other language, if it differs. */
  readonly otherName: string | undefined;
  readonly otherLanguage: Language;
}

/** The names of a place for a language; either may be missing. */
export function placeNames(
  { name_gr, name_en }: Pick<PointOfInterest, 'name_gr' | 'name_en'>,
  language: Language,
): PlaceNames {
  const own = language === 'el' ? name_gr : name_en;
  const other = language === 'el' ? name_en : name_gr;
  const otherLanguage = language === 'el' ? 'en' : 'el';
  return {
    name: own ?? other ?? undefined,
    nameLanguage: own ? language : otherLanguage,
    otherName: own && other && other !== own ? other : undefined,
    otherLanguage,
  };
}
