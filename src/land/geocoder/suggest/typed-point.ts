import type { GeocoderIndex } from '../build.ts';
import { sevenDecimals, unknownParts } from '../geocode-result.ts';
import type { NearbyLookup } from '../geocoder-rows.ts';
import { pointId } from '../ids.ts';
import type { TypedPoint } from '../query/typed-coordinates.ts';
import { reverse } from '../reverse.ts';
import type { Suggestion } from './suggestion.ts';

/** A typed point, with the parts of the address that is nearest to it. */
export async function suggestedPoint(
  index: GeocoderIndex,
  point: TypedPoint,
  nearby?: NearbyLookup,
): Promise<Suggestion> {
  const latitude = sevenDecimals(point.latitude);
  const longitude = sevenDecimals(point.longitude);
  const near = await reverse(index, latitude, longitude, nearby);
  const text = `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
  const components = { ...unknownParts, ...near?.components };
  return {
    id: pointId(latitude, longitude),
    kind: 'coordinates',
    level: near?.match.level ?? null,
    text,
    text_en: text,
    also: null,
    latitude,
    longitude,
    components,
  };
}
