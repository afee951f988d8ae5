import type { Parcel } from '#domain/property/parcels.ts';
import { placeTypes } from '#domain/property/place-types.ts';
import type { Place } from '#domain/property/places.ts';
import { seeded } from '../test/seeded.ts';

interface Town {
  readonly latitude: number;
  readonly longitude: number;
  readonly spreadKm: number;
  readonly share: number;
}

const townCount = 200;

/** Towns shaped like Greece's: sizes by Zipf's law, the largest where Athens is. */
function makeTowns(random: () => number): Town[] {
  const weights = Array.from({ length: townCount }, (_, rank) => 1 / (rank + 1));
  const total = weights.reduce((a, b) => a + b);
  return weights.map((weight, rank) => ({
    latitude: rank === 0 ? 37.98 : 35 + random() * 6.5,
    longitude: rank === 0 ? 23.73 : 20 + random() * 8,
    spreadKm: 8 * weight ** 0.35,
    share: weight / total,
  }));
}

/** That many places around 200 towns, dense in the middle and thin outside. */
export function generatePlaces(count: number, seed = 1): Place[] {
  const random = seeded(seed);
  const towns = makeTowns(random);
  const places: Place[] = [];
  for (const town of towns) {
    for (let left = Math.round(town.share * count); left > 0; left--) {
      places.push(placeIn(town, places.length + 1, random));
    }
  }
  return places;
}

function placeIn(town: Town, id: number, random: () => number): Place {
  // Box and Muller's pair of normal deviates.
  const radius = town.spreadKm * Math.sqrt(-2 * Math.log(1 - random()));
  const angle = 2 * Math.PI * random();
  return {
    id,
    external_id: `node/${1_000_000_000 + id}`,
    name_en: random() < 0.4 ? `Place number ${id}` : null,
    name_gr: random() < 0.7 ? `Τοποθεσία υπ’ αριθμόν ${id}` : null,
    place_category: 'amenity=example',
    place_type: placeTypes[1 + Math.floor(random() * (placeTypes.length - 1))]!,
    latitude: round7(town.latitude + (radius * Math.cos(angle)) / 111),
    longitude: round7(town.longitude + (radius * Math.sin(angle)) / 88),
  };
}

/** Parcels of some ten corners each, with the codes 000000000000 and up. */
export function* generateParcels(count: number, seed = 2): Generator<Parcel> {
  const random = seeded(seed);
  for (let i = 0; i < count; i++) {
    const [longitude, latitude] = [20 + random() * 8, 35 + random() * 6];
    const corners = Array.from({ length: 10 }, (_, k): [number, number] => {
      const angle = (2 * Math.PI * k) / 10;
      const radius = 0.0001 + random() * 0.0001;
      return [longitude + radius * Math.cos(angle), latitude + radius * Math.sin(angle)];
    });
    yield {
      kaek: String(i).padStart(12, '0'),
      areaM2: Math.round(random() * 100_000) / 100,
      geometry: { type: 'Polygon', coordinates: [[...corners, corners[0]!]] },
    };
  }
}

function round7(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}
