import type { GeocoderIndex } from '../build.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import { buildingAsked } from '../names/place-kinds.ts';
import { ignoredWordsFactor, type QueryReading } from '../query/readings.ts';
import type { Meaning, Town } from '../query/towns.ts';
import type { Budget } from './budget.ts';
import { heldFit } from './containers.ts';
import { isArea } from './containment.ts';
import { fallback, leastFallbackQuality, placeFit, quality } from './score-factors.ts';
import { type Fault, unknownPart } from './street-candidate.ts';
import type { Hints } from './towns.ts';

/** A town, village or postal code that is all that was asked, or all that was found. */
export interface PlaceCandidate {
  /** Position in the list of places, or null for a postal code. */
  readonly place: number | null;
  readonly postalCode: number | null;
  readonly score: number;
  /** The reading whose street is not known, if the place is returned for it; else null. */
  readonly inPlaceOf: QueryReading | null;
  /** Whether only the stem of its name was typed, with the ending of another word, and no more. */
  readonly isLikeName?: boolean;
  /** Of a town that stands for an area, the share of the area's inhabitants. */
  readonly shareOfArea?: number;
  readonly faults: readonly Fault[];
}

/** A place in the address, before street and postal code are compared. */
interface NamedPlace {
  readonly place: number;
  readonly score: number;
  readonly faults: readonly Fault[];
}

/** The places a reading names: full marks without a street, a fallback with one. */
export function findPlaces(
  index: GeocoderIndex,
  reading: QueryReading,
  hints: Hints,
  budget: Budget,
): PlaceCandidate[] {
  const hasStreet = reading.street !== null || reading.ignoredWords.length > 0;
  if (hasStreet && reading.towns.some(town => town.quality < leastFallbackQuality)) return [];
  // `Αγίου Νικολάου 7, Κιάτο`: the number belongs to a street, so that Άγιος Νικόλαος is no town.
  if (hasStreet && reading.numberAtTown) return [];
  const code = index.postalCodeNumbers.get(hints.postalCode ?? '');
  const named = namedPlaces(index, reading.towns, hints.city, budget);
  budget.spend(1 + named.length);
  const isBuilding = reading.isBareName && buildingAsked(reading.street!.words) !== undefined;
  const order = isBuilding ? 1 : orderFit(reading);
  const missed = ignoredWordsFactor({ ...reading, ignoredWords: [] }) * order;
  const field = isBuilding ? 'address' : 'street';
  const isLike = reading.towns.some(town => town.quality === quality.likeForm);
  const isAlone = !hasStreet && reading.towns.length === 1 && hints.city === null;
  const places = named.map((candidate): PlaceCandidate => {
    const place = index.places.places[candidate.place]!;
    const agrees = code === undefined || isIn(index, code, place);
    const street: Fault = isBehindVillage(index, reading, candidate.place)
      ? unknownPart
      : { field, problem: `not known in ${place.name}` };
    const postal: Fault = { field: 'postal_code', problem: `${hints.postalCode} is not there` };
    const isLikeName = isLike && isAlone && code === undefined;
    const called: Fault = { field: 'locality', problem: `the name is ${place.name}` };
    return {
      place: candidate.place,
      postalCode: null,
      isLikeName,
      inPlaceOf: hasStreet ? reading : null,
      score:
        candidate.score *
        missed *
        (hasStreet ? fallback.town : 1) *
        (agrees ? 1 : placeFit.otherTown),
      faults: [
        ...(hasStreet ? [street] : []),
        ...(isLikeName ? [called] : []),
        ...candidate.faults,
        ...(agrees ? [] : [postal]),
      ],
    };
  });
  if (code === undefined || (named.length === 0 && reading.towns.length > 0)) return places;
  return [...places, codeCandidate(index, code, named, hasStreet ? reading : null, missed, field)];
}

/** Whether unknown words are behind a village: `Τσαγκαράδα, Ανατολικό Πήλιο`. */
export function isBehindVillage(
  { places }: GeocoderIndex,
  { isBareName, streetIsLast, streetIsLaterTown }: QueryReading,
  place: number | null,
): boolean {
  const isBehind = isBareName && streetIsLast && !streetIsLaterTown;
  return isBehind && place !== null && places.places[place]!.kind === 'settlement';
}

/** Of two towns without a street the later one contains the other, so that it is the fallback. */
function orderFit({ isBareName, streetIsLaterTown }: QueryReading): number {
  return isBareName && streetIsLaterTown ? placeFit.firstOfTwo : 1;
}

/**
 * The places that towns beside each other mean: the one that all others hold. Where none holds
 * another, the first as typed, with a fault.
 */
function namedPlaces(
  index: GeocoderIndex,
  towns: readonly Town[],
  city: Meaning | null,
  budget: Budget,
): NamedPlace[] {
  const typed: readonly Meaning[] = [
    ...towns.toSorted((a, b) => a.group - b.group || a.from - b.from),
    ...(city === null ? [] : [city]),
  ];
  const [first] = typed;
  if (first === undefined) return [];
  const held: NamedPlace[] = [];
  // `Μακεδονίας, Καβάλα` is the street if Καβάλα has one.
  const isAreaFirst = first.places.every(place => isArea(index.places.places[place]!));
  const areaFirst = isAreaFirst ? placeFit.areaFirst : 1;
  for (const town of typed) {
    // Two villages of one name may hold each other's neighbours: the first as typed is meant.
    const share = held.length > 0 ? placeFit.laterTown : town === first ? 1 : areaFirst;
    for (const found of heldBy(index, town, typed, budget)) {
      held.push({ ...found, score: found.score * share });
    }
  }
  if (held.length > 0 || typed.length === 1) return held;
  return answerable(index, first).map(place => ({
    place,
    score: first.quality * placeFit.otherContainer,
    faults: typed.slice(1).map(other => notThere(index, other)),
  }));
}

function heldBy(
  index: GeocoderIndex,
  town: Meaning,
  typed: readonly Meaning[],
  budget: Budget,
): NamedPlace[] {
  const others = typed.filter(other => other !== town);
  // Names in Latin letters each fit a little less well: the worst counts, so that two of them do
  // not make a street of a village with its container.
  const worst = Math.min(...typed.map(one => one.quality));
  budget.spend(town.places.length);
  return answerable(index, town).flatMap(place => {
    const fits = others.map(other => heldFit(index, other, index.places.places[place]!, budget));
    const score = fits.reduce((product, fit) => product * fit, worst);
    return score > 0 ? [{ place, score, faults: [] }] : [];
  });
}

/** Regional units and regions hold places, and are no answer themselves. */
function answerable({ places }: GeocoderIndex, { places: meant }: Meaning): number[] {
  return meant.filter(place => !Number.isNaN(places.places[place]!.latitude));
}

function notThere({ places }: GeocoderIndex, other: Meaning): Fault {
  return { field: 'city', problem: `not in ${places.places[other.places[0]!]!.name}` };
}

/** A code is more exact than its municipality, and less exact than a village. */
function codeCandidate(
  index: GeocoderIndex,
  code: number,
  named: readonly NamedPlace[],
  inPlaceOf: QueryReading | null,
  missed: number,
  field: Fault['field'],
): PlaceCandidate {
  const hasStreet = inPlaceOf !== null;
  const agreeing = named.filter(({ place }) => isIn(index, code, index.places.places[place]!));
  const agrees = named.length === 0 || agreeing.length > 0;
  const best = Math.max(0, ...agreeing.map(({ score }) => score));
  // Towns of which none holds another are no address, with or without the code.
  const isApart = named.some(({ faults }) => faults.length > 0);
  const other = placeFit.otherTown * (isApart ? placeFit.otherContainer : 1);
  const fit = named.length === 0 ? 1 : agrees ? best : other;
  const street: Fault = { field, problem: 'not found' };
  const city: Fault = { field: 'city', problem: 'the postal code is in another town' };
  return {
    place: null,
    postalCode: code,
    inPlaceOf,
    score: (hasStreet ? fallback.postalCode : 1) * fit * missed,
    faults: [...(hasStreet ? [street] : []), ...(agrees ? [] : [city])],
  };
}

function isIn(
  index: GeocoderIndex,
  code: number,
  { municipalities, postalCodes }: GazetteerPlace,
): boolean {
  const row = index.postalCodes[code]!;
  if (postalCodes.length > 0) return postalCodes.includes(row.postalCode);
  return [...municipalities].some(number => index.municipalities[number]!.id === row.municipality);
}
