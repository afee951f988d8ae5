import type { Components } from '../answer.ts';
import type { GeocoderIndex } from '../build.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import { listOf, under } from '../index/postings.ts';
import { unlimited } from '../match/budget.ts';
import { heldIn, holds } from '../match/containment.ts';
import { findings } from '../match/evidence.ts';
import type { NameMatch } from '../match/name-fit.ts';
import { nameFinder } from '../match/names.ts';
import { strict } from '../match/words.ts';
import { streetTypeOf } from '../names/street-type.ts';
import { parse } from '../query/parse.ts';
import { findTown, findTowns } from '../query/towns.ts';
import { phoneticKeys } from '../text/phonetic.ts';
import { stem } from '../text/stem.ts';
import { cacheByIndex } from './cache-by-index.ts';

/** What of a suggestion its text depends on. */
interface Suggested {
  readonly kind: string;
  readonly text: string;
  readonly also: string | null;
  readonly components: Components;
}

/** Whether the text of a suggestion also fits another place or street. */
export function isAmbiguous({ kind, also, components }: Suggested, typed: string): boolean {
  const { street, house_number, locality } = components;
  if (kind === 'settlement') return locality !== null && isStreetLike(locality);
  // `ΔΕ 14 4` may be number 14 of ΔΕ 4. The name that was typed decides: `Πατησίων 76` is clear.
  const numbers = typed.match(/\d+/g)?.length ?? 0;
  return house_number !== null && /\d/.test(also ?? street ?? '') && numbers < 2;
}

/** A square or a corner that the gazetteer lists among villages is searched as what it is. */
function isStreetLike(locality: string): boolean {
  const [first, ...more] = groupsOf(locality);
  return first?.type !== undefined || more.length > 0;
}

/** The text by which `geocode` finds a suggestion, and not another place or street of that name. */
export function unmistakableText(
  index: GeocoderIndex,
  { kind, text, components }: Suggested,
): string {
  const { street, locality, municipality, regional_unit } = components;
  const isStreetAmongTowns = kind === 'street' && isTownNear(index, street!, components);
  if (isStreetAmongTowns) return `Οδός ${text}`;
  if (kind !== 'settlement') return text;
  // An island of several municipalities, one of which may have its name.
  if (municipality === null) return `Νήσος ${text}`;
  const isSmaller = locality === null && !isLargest(index, municipality);
  return isSmaller ? `${text}, ${regional_unit}` : text;
}

/**
 * Whether a street's name, without a word such as `οδός`, is read as a place that its town holds,
 * that lies in the regional unit, which may have the name of the town, or that holds a namesake of the
 * town: Kilkis has a village Περιστέρι.
 */
function isTownNear(
  index: GeocoderIndex,
  street: string,
  { municipality, regional_unit }: Components,
): boolean {
  const { places } = index.places;
  const meant = placesCalled(index, street);
  if (meant.length === 0) return false;
  const town = places.find(({ kind, name }) => kind === 'municipality' && name === municipality);
  const isHeld = (number: number) => {
    const place = places[number]!;
    const unit = index.municipalities[place.municipality]?.regionalUnit;
    return (
      unit === regional_unit || (town !== undefined && holds(index, town, place) !== undefined)
    );
  };
  const namesakes = namesakesOf(index, municipality!);
  const holdsNamesake = (number: number) =>
    namesakes.some(namesake => holds(index, places[number]!, namesake) !== undefined);
  return meant.some(number => isHeld(number) || holdsNamesake(number));
}

/**
 * Whether a place or a street of a municipality has the name of a named place, so that `geocode` finds
 * that first.
 */
export function isNameOfOther(index: GeocoderIndex, name: string, municipality: number): boolean {
  const groups = groupsOf(name);
  const [only] = groups;
  if (groups.length !== 1) return false;
  const town = index.municipalities[municipality]!.nominative;
  const container = findTown(
    index.places,
    groupsOf(town).flatMap(({ words }) => words),
  );
  const isHeld = (number: number) => {
    const place = index.places.places[number]!;
    return container !== undefined && heldIn(index, container, place, unlimited) !== undefined;
  };
  const isStreet = ({ name: found, score }: NameMatch) =>
    score >= findings.wordSound.fit &&
    listOf(index.streets.ofName, found).some(
      street => index.streets.municipality[street] === municipality,
    );
  return (
    placesCalled(index, name).some(isHeld) ||
    nameFinder(index.names, strict, unlimited)(only!).some(isStreet)
  );
}

/** What names of streets mean as names of places: many towns have a street of one name. */
const meanings = cacheByIndex<readonly number[]>(5_000);

/** The places that a street's name, without a word such as `οδός`, may mean. */
function placesCalled(index: GeocoderIndex, street: string): readonly number[] {
  const cache = meanings(index);
  const places = cache.get(street) ?? findPlacesCalled(index, street);
  cache.set(street, places);
  return places;
}

function findPlacesCalled(index: GeocoderIndex, street: string): readonly number[] {
  const groups = groupsOf(street);
  const [only] = groups;
  if (groups.length !== 1 || only!.type !== undefined) return [];
  // `Πάροδος` as a name would become a kind of way behind `Οδός`.
  if (only!.words.some(({ text }) => streetTypeOf(text) !== undefined)) return [];
  return findTowns(index.places, groups)
    .filter(({ from, to }) => from === 0 && to === only!.words.length)
    .flatMap(found => found.places);
}

/** Whether a municipality is the largest of all places of its name. */
function isLargest(index: GeocoderIndex, name: string): boolean {
  const [largest] = namesakesOf(index, name).sort((a, b) => b.population - a.population);
  return largest === undefined || (largest.kind === 'municipality' && largest.name === name);
}

/** All places of a name. */
function namesakesOf({ places }: GeocoderIndex, name: string): GazetteerPlace[] {
  const words = groupsOf(name).flatMap(group => group.words);
  const stems = words.map(({ text }) => stem(phoneticKeys(text)[0]!)).join(' ');
  const entries = under(places.byStems, stems);
  return Array.from(entries, entry => places.places[places.placeOfName[entry]!]!);
}

function groupsOf(name: string) {
  return parse(name, () => false).groups;
}
