import type { GeocoderIndex } from '../build.ts';
import type { QueryReading } from '../query/readings.ts';
import type { PlaceCandidate } from './places.ts';
import { leastFallbackQuality } from './score-factors.ts';
import { type Hints, townsOf } from './towns.ts';

/**
 * `Νομός Αχαΐας` alone: an area has no position, so the result is its largest town. The larger the
 * town's share of the inhabitants, the more often it is what was meant.
 */
export function findAreaSeat(
  { places: { places } }: GeocoderIndex,
  reading: QueryReading,
  hints: Hints,
): PlaceCandidate[] {
  const [meaning, ...others] = townsOf(reading, hints);
  const isAlone = reading.street === null && others.length === 0 && hints.postalCode === null;
  if (meaning === undefined || !isAlone || meaning.quality < leastFallbackQuality) return [];
  const meant = meaning.places.map(place => places[place]!);
  const area = meant[0]!;
  if (!meant.every(({ kind }) => kind === 'regional_unit' || kind === 'region')) return [];
  // Municipalities are the first places, in their own order.
  const towns = [...area.municipalities].map(number => ({
    number,
    people: places[number]!.population,
  }));
  const [seat] = towns.toSorted((a, b) => b.people - a.people);
  if (seat === undefined || seat.people === 0) return [];
  const kind = area.kind === 'region' ? 'region' : 'regional unit';
  const problem = `the ${kind} ${area.name} was asked for; this is its largest town`;
  return [
    {
      kind: 'place',
      place: seat.number,
      postalCode: null,
      score: meaning.quality,
      inPlaceOf: null,
      shareOfArea: seat.people / towns.reduce((sum, { people }) => sum + people, 0),
      faults: [{ field: 'address', problem }],
    },
  ];
}
