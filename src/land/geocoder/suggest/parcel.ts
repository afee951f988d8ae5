import { pointInside } from '../../../tools/geo/inside.ts';
import type { PolygonGeometry } from '../../../tools/geo/polygon.ts';
import { sevenDecimals, unknownParts } from '../geocode-result.ts';
import { pointId } from '../ids.ts';
import { elot743 } from '../text/elot.ts';
import type { Suggestion } from './suggestion.ts';

/** The suggestion of a parcel by its code; its address is not looked up. */
export function suggestedParcel(kaek: string, outline: PolygonGeometry): Suggestion {
  const [longitude, latitude] = pointInside(outline);
  const position = { latitude: sevenDecimals(latitude), longitude: sevenDecimals(longitude) };
  return {
    id: pointId(position.latitude, position.longitude),
    kind: 'parcel',
    level: null,
    text: kaek,
    text_en: elot743(kaek),
    also: null,
    ...position,
    components: unknownParts,
  };
}
