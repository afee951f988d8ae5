import type { GeocoderIndex } from '../build.ts';
import { asideFactor, type Reading } from '../query/readings.ts';
import type { Fault } from './candidates.ts';
import { fallback, leastFallbackQuality, placeFit, villageOfSameName } from './scale.ts';
import type { Asked } from './towns.ts';

/** A town, village or postal code that is all that was asked, or all that was found. */
export interface PlaceCandidate {
  readonly kind: 'place';
  /** Position in the list of places, or null for a postal code. */
  readonly place: number | null;
  readonly postalCode: number | null;
  readonly score: number;
  readonly faults: readonly Fault[];
}

const streetFault: Fault = { field: 'street', problem: 'not found' };

/** The places a reading names: full marks without a street, a fallback with one. */
export function findPlaces(index: GeocoderIndex, reading: Reading, asked: Asked): PlaceCandidate[] {
  const hasStreet = reading.street !== null || reading.asides.length > 0;
  const faults = hasStreet ? [streetFault] : [];
  const code = index.postalCodeNumbers.get(asked.postalCode ?? '');
  const towns = namedTowns(index, reading, asked);
  // Two towns that have nothing to do with each other are no reading at all.
  if (towns.length === 0 && reading.towns.length > 0) return [];
  if (hasStreet && reading.towns.some(town => town.quality < leastFallbackQuality)) return [];
  const missed = asideFactor({ ...reading, asides: [] });
  const places = towns.map(({ place, score }): PlaceCandidate => {
    const agrees = code === undefined || isIn(index, code, place);
    const fault: Fault = { field: 'postal_code', problem: `${asked.postalCode} is not there` };
    return {
      kind: 'place',
      place,
      postalCode: null,
      score: score * missed * (hasStreet ? fallback.town : 1) * (agrees ? 1 : placeFit.otherTown),
      faults: agrees ? faults : [...faults, fault],
    };
  });
  return code === undefined
    ? places
    : [...places, codeCandidate(index, code, towns, hasStreet, missed, faults)];
}

interface NamedTown {
  readonly place: number;
  readonly score: number;
}

/** The towns that the reading or the hint names; a quarter beside its town must lie in it. */
function namedTowns({ places }: GeocoderIndex, { towns }: Reading, { city }: Asked): NamedTown[] {
  const [first, second] = towns;
  if (first === undefined) return (city?.places ?? []).map(place => ({ place, score: 1 }));
  const within = second && new Set(second.places.map(place => places.places[place]!.municipality));
  const hasMunicipality = first.places.some(
    place => places.places[place]!.level === 'municipality',
  );
  return first.places
    .filter(place => !within || within.has(places.places[place]!.municipality))
    .map(place => {
      const isVillage = hasMunicipality && places.places[place]!.level === 'locality';
      const score = first.quality * (second?.quality ?? 1) * (isVillage ? villageOfSameName : 1);
      return { place, score };
    });
}

/** A code says more than the municipality it lies in, and less than a village. */
function codeCandidate(
  index: GeocoderIndex,
  code: number,
  towns: readonly NamedTown[],
  hasStreet: boolean,
  missed: number,
  faults: readonly Fault[],
): PlaceCandidate {
  const agreeing = towns.filter(({ place }) => isIn(index, code, place));
  const agrees = towns.length === 0 || agreeing.length > 0;
  const fault: Fault = { field: 'city', problem: 'the postal code is in another town' };
  const named = Math.max(0, ...agreeing.map(({ score }) => score));
  const fit = towns.length === 0 ? 1 : agrees ? named : placeFit.otherTown;
  return {
    kind: 'place',
    place: null,
    postalCode: code,
    score: (hasStreet ? fallback.postalCode : 1) * fit * missed,
    faults: agrees ? faults : [...faults, fault],
  };
}

function isIn(index: GeocoderIndex, code: number, place: number): boolean {
  const { municipality, postalCodes } = index.places.places[place]!;
  const row = index.postalCodes[code]!;
  return (
    row.municipality === index.municipalities[municipality]!.id &&
    (postalCodes.length === 0 || postalCodes.includes(row.postalCode))
  );
}
