import type { GeocoderIndex } from '../build.ts';
import type { GazetteerPlace } from '../index/place-index.ts';

/** The position of a named place, in degrees. */
export function positionOf({ namedPlaces }: GeocoderIndex, place: number) {
  return { latitude: namedPlaces.latitude[place]!, longitude: namedPlaces.longitude[place]! };
}

/** A named place as something that towns and areas may hold. */
export function placeOf({ namedPlaces, places }: GeocoderIndex, place: number): GazetteerPlace {
  const municipality = namedPlaces.municipality[place]!;
  return {
    kind: 'settlement',
    name: '',
    latitude: namedPlaces.latitude[place]!,
    longitude: namedPlaces.longitude[place]!,
    accuracyMetres: namedPlaces.reachMetres[place]!,
    municipality,
    // Municipalities are the first places, in their own order.
    municipalities: places.places[municipality]!.municipalities,
    postalCodes: [],
    population: 0,
    source: '',
    isImported: true,
  };
}
