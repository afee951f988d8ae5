import type { GeocoderIndex } from '../index/build-index.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import { isArea } from './containment.ts';
import type { Meaning } from './town-names.ts';

/** How often a town has a street that is not known there. */
const streetElsewhere = {
  /** Of the streets of a town, how many its list lacks. */
  unlisted: 0.3,
  /** As often as others have one, and at least this often. */
  least: 0.05,
  /** How much less often a street is meant whose name fits less well, beside a larger namesake. */
  namePower: 8,
} as const;

/** The streets of a municipality with this number of streets are known. */
const wholeList = 100;

/** How often each town of a name is meant that has a street, by municipality; together 1 at most. */
export type TownShares = ReadonlyMap<number, number>;

/** The streets of a name that fits what was typed, and how well, 0 to 1. */
interface NamedStreets {
  readonly streets: ArrayLike<number>;
  readonly fit: number;
}

/**
 * How sure a street is whose town has namesakes without such a street: 25ης Μαρτίου is known in a
 * quarter Άγιος Νικόλαος of Volos, but most people mean the town in Crete, of which no streets are
 * known. Each inhabitant counts as an address. The more towns have such a street, the likelier it is
 * that a namesake has one too. The less well the name of the street fits, the less it counts; a town
 * has the best of the given names. Undefined for a town without namesakes; the result is undefined if
 * no town of the name has such a street.
 */
export function namesakeShares(index: GeocoderIndex, town: Meaning): SharesOf | undefined {
  const known = comparisons.get(town.places);
  if (known !== undefined) return known ?? undefined;
  const sharesOf = compareNamesakes(index, town);
  comparisons.set(town.places, sharesOf ?? null);
  return sharesOf;
}

type SharesOf = (names: readonly NamedStreets[]) => TownShares | undefined;

/** The namesakes of a town are the same for all its streets; null where it has none. */
const comparisons = new WeakMap<Meaning['places'], SharesOf | null>();

function compareNamesakes(index: GeocoderIndex, town: Meaning): SharesOf | undefined {
  const largest = largestByMunicipality(index, town);
  if (largest.size < 2) return undefined;
  const sizes = index.municipalitySizes;
  const isListed = (municipality: number) => (sizes[municipality] ?? 0) >= wholeList;
  const listed = sizes.reduce((sum, size) => sum + Number(size >= wholeList), 0);
  const { unlisted } = streetElsewhere;
  return names => {
    const having = new Map<number, NamedStreets>();
    for (const named of names) {
      for (let i = 0; i < named.streets.length; i++) {
        const municipality = index.streets.municipality[named.streets[i]!]!;
        if (largest.has(municipality) && !having.has(municipality)) having.set(municipality, named);
      }
    }
    if (having.size === 0) return undefined;
    const common = Math.max(
      streetElsewhere.least,
      municipalitiesWith(index, names).filter(isListed).length / Math.max(1, listed),
    );
    // A street that nearly every town has is likely to be there, though the list lacks it.
    const notListed = (common * unlisted) / (common * unlisted + 1 - common);
    const counts = new Map<number, number>();
    let all = 0;
    for (const [municipality, { place, people }] of largest) {
      const named = having.get(municipality);
      if (named === undefined) {
        all += people * (isListed(municipality) ? notListed : common);
        continue;
      }
      const isThere = isInCodesOf(index, place, named.streets);
      const count = people * (isThere ? 1 : notListed) * named.fit ** streetElsewhere.namePower;
      counts.set(municipality, count);
      all += count;
    }
    return new Map([...counts].map(([number, count]) => [number, count / all]));
  };
}

/** The municipalities that have a street of one of the names. */
function municipalitiesWith(
  { streets: { municipality } }: GeocoderIndex,
  names: readonly NamedStreets[],
): number[] {
  const all = names.flatMap(({ streets }) => Array.from(streets, street => municipality[street]!));
  return [...new Set(all)];
}

/** Whether one of the streets is in the postal codes of a quarter; true for other places. */
function isInCodesOf(
  { streets: { postalCode }, postalCodes }: GeocoderIndex,
  { kind, postalCodes: own }: GazetteerPlace,
  streets: ArrayLike<number>,
): boolean {
  if (kind !== 'quarter' || own.length === 0) return true;
  return Array.from(streets).some(street => {
    const code = postalCodes[postalCode[street]!]?.postalCode;
    return code !== undefined && own.includes(code);
  });
}

interface Inhabited {
  readonly place: GazetteerPlace;
  /** Inhabitants with an address. */
  readonly people: number;
}

/** The largest place in each municipality that a name may mean. */
function largestByMunicipality(
  index: GeocoderIndex,
  { places }: Meaning,
): ReadonlyMap<number, Inhabited> {
  const largest = new Map<number, Inhabited>();
  for (const number of places) {
    const place = index.places.places[number]!;
    // An island or another area is no namesake of the town in it.
    if (isArea(place) || place.municipality < 0) continue;
    const people = peopleWithAddress(peopleOf(index, place));
    const known = largest.get(place.municipality);
    if (known === undefined || known.people < people) {
      largest.set(place.municipality, { place, people });
    }
  }
  return largest;
}

/** The inhabitants of a quarter are not known; those of a large city are large towns. */
function peopleOf({ places }: GeocoderIndex, { kind, municipality, population }: GazetteerPlace) {
  if (kind !== 'quarter') return population;
  return Math.max(population, (places.places[municipality]?.population ?? 0) * quarterShare);
}

const quarterShare = 0.05;

/** Each inhabitant has an address, but hamlets have no streets. */
export function peopleWithAddress(population: number): number {
  return population ** 2 / (population + hamlet);
}

/** Half of the settlements with this number of inhabitants have streets. */
const hamlet = 1_000;
