import type { GeocoderIndex } from '../build.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import type { QueryReading } from '../query/readings.ts';
import { isArea } from './containment.ts';
import type { PlaceCandidate } from './places.ts';
import { leastFallbackQuality } from './score-factors.ts';
import { type Hints, townsOf } from './towns.ts';

const wordFor: Readonly<Record<string, string>> = {
  regional_unit: 'regional unit',
  region: 'region',
  landscape: 'area',
};
/** How often a town of a landscape is meant, compared with the main town of a regional unit. */
const landscapeTrust = 0.3;

/** A landscape is meant before a village of its name with fewer inhabitants: Μάνη. */
const hamletPeople = 500;

function isHamlet({ kind, population }: GazetteerPlace): boolean {
  return kind === 'settlement' && population < hamletPeople;
}

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
  const area = meant.find(({ kind }) => kind in wordFor);
  if (area === undefined || !meant.every(one => isArea(one) || isHamlet(one))) return [];
  // Municipalities are the first places, in their own order.
  const towns = [...area.municipalities].map(number => ({
    number,
    people: places[number]!.population,
  }));
  const [seat] = towns.toSorted((a, b) => b.people - a.people);
  if (seat === undefined || seat.people === 0) return [];
  const share = seat.people / towns.reduce((sum, { people }) => sum + people, 0);
  const problem = `the ${wordFor[area.kind]} ${area.name} was asked for; this is its largest town`;
  return [
    {
      place: seat.number,
      postalCode: null,
      score: meaning.quality,
      inPlaceOf: null,
      shareOfArea: area.kind === 'landscape' ? share * landscapeTrust : share,
      faults: [{ field: 'address', problem }],
    },
  ];
}
