import type { GeocoderIndex } from '../index/build-index.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import { buildingAsked } from '../names/place-kinds.ts';
import type { Budget } from '../score/budget.ts';
import { detailed, type Finding, findings, scaled, scoreOf } from '../score/evidence.ts';
import { heldIn, isArea } from '../towns/containment.ts';
import type { Town } from '../towns/find-towns.ts';
import { type Hints, townsOf } from '../towns/street-in-towns.ts';
import { isSlip, isSure, type Meaning, spellingOf } from '../towns/town-names.ts';
import type { QueryReading } from './readings.ts';

/** A town, village or postal code that is all that was asked, or all that was found. */
export interface PlaceCandidate {
  /** Position in the list of places, or null for a postal code. */
  readonly place: number | null;
  readonly postalCode: number | null;
  readonly evidence: readonly Finding[];
  /** By the evidence. */
  readonly score: number;
  /** The reading whose street is not known, if the place is returned for it; else null. */
  readonly inPlaceOf: QueryReading | null;
}

/** A place in the address, before street and postal code are compared. */
interface TypedPlace {
  readonly place: number;
  readonly evidence: readonly Finding[];
}

/** Whether a place of a reading would stand in for a street or words that are not known. */
export function standsInFor({ street, ignoredWords }: QueryReading): boolean {
  return street !== null || ignoredWords.length > 0;
}

/** The places a reading names: full marks without a street, less with one. */
export function findPlaces(
  index: GeocoderIndex,
  reading: QueryReading,
  hints: Hints,
  budget: Budget,
): PlaceCandidate[] {
  const hasStreet = standsInFor(reading);
  if (hasStreet && !reading.towns.every(town => isSure(town) || isSlip(town))) return [];
  // `Αγίου Νικολάου 7, Κιάτο`: the number belongs to a street, so that Άγιος Νικόλαος is no town.
  if (hasStreet && reading.numberAtTown) return [];
  const code = index.postalCodeNumbers.get(hints.postalCode ?? '');
  const named = namedPlaces(index, reading.towns, hints.city, budget);
  budget.spend(1 + named.length);
  const isLike = reading.towns.some(({ spelled }) => spelled === findings.townLikeForm);
  const isAlone = !hasStreet && reading.towns.length === 1 && hints.city === null;
  const isLikeName = isLike && isAlone && code === undefined;
  const inPlaceOf = hasStreet ? reading : null;
  const missed = missedBy(reading);
  const places = named.map(({ place: number, evidence }): PlaceCandidate => {
    const place = index.places.places[number]!;
    const agrees = code === undefined || isIn(index, code, place);
    const all = [
      ...(hasStreet ? [findings.standIn, notThere(index, reading, number)] : []),
      ...(isLikeName ? [detailed(findings.likeName, place.name)] : []),
      ...evidence,
      ...missed,
      ...(agrees ? [] : [detailed(findings.codeNotThere, hints.postalCode!)]),
    ];
    return { place: number, postalCode: null, inPlaceOf, evidence: all, score: scoreOf(all) };
  });
  if (code === undefined || (named.length === 0 && reading.towns.length > 0)) return places;
  return [...places, codeCandidate(index, code, named, inPlaceOf, missed)];
}

/** What a reading leaves out besides words that are not known. */
function missedBy(reading: QueryReading): Finding[] {
  const missed = [...reading.missed, ...(reading.numberAtTown ? [findings.numberAtTown] : [])];
  // Of two towns without a street the later one contains the other, so that it is the fallback.
  const isFirst = reading.isBareName && reading.streetIsLaterTown && !isBuilding(reading);
  return isFirst ? [...missed, findings.firstOfTwo] : missed;
}

function isBuilding({ isBareName, street }: QueryReading): boolean {
  return isBareName && buildingAsked(street!.words) !== undefined;
}

function notThere(index: GeocoderIndex, reading: QueryReading, place: number): Finding {
  if (isBehindVillage(index, reading, place)) return findings.partUnknown;
  const ofStreet = hasStreets(index, { place, postalCode: null })
    ? findings.streetNotThere
    : findings.streetsNotThere;
  const finding = isBuilding(reading) ? findings.buildingNotThere : ofStreet;
  return detailed(finding, index.places.places[place]!.name);
}

/** Whether streets of a place are known: in its postal codes or, without one, its municipality. */
export function hasStreets(
  index: GeocoderIndex,
  { place, postalCode }: Pick<PlaceCandidate, 'place' | 'postalCode'>,
): boolean {
  if (place === null) return index.postalCodeSizes[postalCode!]! > 0;
  const { postalCodes, municipalities } = index.places.places[place]!;
  const numbers = postalCodes.flatMap(code => index.postalCodeNumbers.get(code) ?? []);
  return numbers.length > 0
    ? numbers.some(number => index.postalCodeSizes[number]! > 0)
    : [...municipalities].some(number => index.municipalitySizes[number]! > 0);
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

/**
 * The places that towns beside each other mean: the one that all others hold. Where none holds
 * another, the first as typed, with a fault.
 */
function namedPlaces(
  index: GeocoderIndex,
  towns: readonly Town[],
  city: Meaning | null,
  budget: Budget,
): TypedPlace[] {
  const typed: readonly Meaning[] = [
    ...towns.toSorted((a, b) => a.group - b.group || a.from - b.from),
    ...(city === null ? [] : [city]),
  ];
  const [first, ...others] = typed;
  if (first === undefined) return [];
  const held: TypedPlace[] = [];
  // `Μακεδονίας, Καβάλα` is the street if Καβάλα has one.
  const isAreaFirst = first.places.every(place => isArea(index.places.places[place]!));
  for (const town of typed) {
    // Two villages of one name may hold each other's neighbours: the first as typed is meant.
    const isLater = held.length > 0 ? [findings.laterTown] : [];
    const isBehindArea = isAreaFirst && town !== first ? [findings.areaFirst] : [];
    const order = isLater.length > 0 ? isLater : isBehindArea;
    for (const { place, evidence } of placesHeld(index, town, typed, budget)) {
      held.push({ place, evidence: [...evidence, ...order] });
    }
  }
  if (held.length > 0 || typed.length === 1) return held;
  const nameOf = ({ places: [largest] }: Meaning) => index.places.places[largest!]!.name;
  const [apart, ...further] = others.map(other => detailed(findings.notHeld, nameOf(other)));
  const evidence = [
    spellingOf(index.places, first),
    apart!,
    ...further.map(one => ({ ...one, fit: 1, trust: 1 })),
  ];
  return answerable(index, first).map(place => ({ place, evidence }));
}

function placesHeld(
  index: GeocoderIndex,
  town: Meaning,
  typed: readonly Meaning[],
  budget: Budget,
): TypedPlace[] {
  const others = typed.filter(other => other !== town);
  // Names in Latin letters each fit a little less well: the worst counts, so that two of them do
  // not make a street of a village with its container.
  const worst = typed.reduce((least, one) => (one.spelled.fit < least.spelled.fit ? one : least));
  budget.spend(town.places.length);
  return answerable(index, town).flatMap(place => {
    const holds = others.map(other => heldIn(index, other, index.places.places[place]!, budget));
    const found = holds.filter(one => one !== undefined);
    const spelled = spellingOf(index.places, worst, worst === town ? place : undefined);
    return found.length < holds.length ? [] : [{ place, evidence: [spelled, ...found] }];
  });
}

/** Regional units and regions hold places, and are no answer themselves. */
function answerable({ places }: GeocoderIndex, { places: meant }: Meaning): number[] {
  return meant.filter(place => !Number.isNaN(places.places[place]!.latitude));
}

/** A code is more exact than its municipality, and less exact than a village. */
function codeCandidate(
  index: GeocoderIndex,
  code: number,
  named: readonly TypedPlace[],
  inPlaceOf: QueryReading | null,
  missed: readonly Finding[],
): PlaceCandidate {
  const isUnknown = inPlaceOf !== null && isBuilding(inPlaceOf);
  const ofStreet = hasStreets(index, { place: null, postalCode: code })
    ? findings.streetNotFound
    : findings.streetsNotFound;
  const notFound = isUnknown ? findings.buildingNotFound : ofStreet;
  const evidence = [
    ...(inPlaceOf === null ? [] : [findings.standIn, notFound]),
    ...besideCode(index, code, named),
    ...missed,
  ];
  return { place: null, postalCode: code, inPlaceOf, evidence, score: scoreOf(evidence) };
}

/** What the places beside a postal code say of it. */
function besideCode(
  index: GeocoderIndex,
  code: number,
  named: readonly TypedPlace[],
): readonly Finding[] {
  if (named.length === 0) return [];
  const [best] = named
    .filter(({ place }) => isIn(index, code, index.places.places[place]!))
    .map(({ evidence }) => evidence.map(finding => ({ ...finding, fault: null })))
    .toSorted((a, b) => scoreOf(b) - scoreOf(a));
  if (best !== undefined) return best;
  // Towns of which none holds another are no address, with or without the code.
  const isApart = named.some(({ evidence }) => evidence.some(({ fault }) => fault !== null));
  return [scaled(findings.codeInOtherTown, isApart ? findings.notHeld.fit : 1)];
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

const wordFor: Readonly<Record<string, string>> = {
  regional_unit: 'regional unit',
  region: 'region',
  landscape: 'area',
  municipal_unit: 'municipal unit',
};
/** How often a town of these is meant, compared with the main town of a regional unit. */
const seatTrust: Readonly<Record<string, number>> = { landscape: 0.3, municipal_unit: 0.5 };

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
  if (meaning === undefined || !isAlone || !isSure(meaning)) return [];
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
  const sum = towns.reduce((all, { people }) => all + people, 0);
  const share = (seat.people / sum) * (seatTrust[area.kind] ?? 1);
  const seatOf = area.kind === 'municipal_unit' ? 'municipality' : 'largest town';
  const asked = detailed(findings.areaSeat, wordFor[area.kind]!, area.name, seatOf);
  const evidence = [meaning.spelled, scaled(asked, 1, share)];
  return [
    { place: seat.number, postalCode: null, evidence, score: scoreOf(evidence), inPlaceOf: null },
  ];
}

/** What is known if nothing is found: the postal code, else the town, also with a slip. */
export function findLastResort(
  index: GeocoderIndex,
  { postalCode, city }: Hints,
  towns: readonly Town[],
): PlaceCandidate | undefined {
  const code = index.postalCodeNumbers.get(postalCode ?? '');
  const [largest] = towns.filter(isSure).toSorted((a, b) => b.largest - a.largest);
  const town = city ?? largest ?? towns.find(isSlip);
  const [place] = town ? answerable(index, town) : [];
  if (code === undefined && place === undefined) return undefined;
  const isElsewhere =
    code !== undefined && place !== undefined && !isIn(index, code, index.places.places[place]!);
  const evidence = [
    detailed(findings.lastResort, code === undefined ? 'town' : 'postal code'),
    ...(isElsewhere ? [findings.codeInOtherTown] : []),
  ];
  const found =
    code === undefined ? { place: place!, postalCode: null } : { place: null, postalCode: code };
  return { ...found, evidence, score: scoreOf(evidence), inPlaceOf: null };
}
