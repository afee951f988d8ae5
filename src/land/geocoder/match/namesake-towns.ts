import type { GeocoderIndex } from '../build.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import type { Meaning } from '../query/towns.ts';
import { isArea } from './containment.ts';

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

/** How surely the towns of a name that have a street are meant, and the share of each of them. */
export interface NamesakeDoubt {
  readonly doubt: number;
  /** By municipality, 0 to 1; together 1. */
  readonly shares: ReadonlyMap<number, number>;
}

/**
 * How sure a street is whose town has namesakes without such a street: 25ης Μαρτίου is known in a
 * quarter Άγιος Νικόλαος of Volos, but most people mean the town in Crete, of which no streets are
 * known. Each inhabitant counts as an address. The more towns have such a street, the likelier it is
 * that a namesake has one too. The less well the name of the street fits, the less it counts.
 * Undefined for a town without namesakes; the result is undefined if no town of the name has such a
 * street.
 */
export function doubtOfNamesakes(index: GeocoderIndex, town: Meaning): DoubtOf | undefined {
  const known = doubts.get(town.places);
  if (known !== undefined) return known ?? undefined;
  const doubtOf = compareNamesakes(index, town);
  doubts.set(town.places, doubtOf ?? null);
  return doubtOf;
}

type DoubtOf = (streets: ArrayLike<number>, nameFit: number) => NamesakeDoubt | undefined;

/** The namesakes of a town are the same for all its streets; null where it has none. */
const doubts = new WeakMap<Meaning['places'], DoubtOf | null>();

function compareNamesakes(index: GeocoderIndex, town: Meaning): DoubtOf | undefined {
  const largest = largestByMunicipality(index, town);
  if (largest.size < 2) return undefined;
  const sizes = index.municipalitySizes;
  const isListed = (municipality: number) => (sizes[municipality] ?? 0) >= wholeList;
  const listed = sizes.reduce((sum, size) => sum + Number(size >= wholeList), 0);
  const { unlisted } = streetElsewhere;
  return (streets, nameFit) => {
    const having = new Set(Array.from(streets, street => index.streets.municipality[street]!));
    const common = Math.max(
      streetElsewhere.least,
      [...having].filter(isListed).length / Math.max(1, listed),
    );
    // A street that nearly every town has is likely to be there, though the list lacks it.
    const notListed = (common * unlisted) / (common * unlisted + 1 - common);
    const counts = new Map<number, number>();
    let elsewhere = 0;
    for (const [municipality, { place, people }] of largest) {
      if (!having.has(municipality)) {
        elsewhere += people * (isListed(municipality) ? notListed : common);
      } else {
        const isThere = isInCodesOf(index, place, streets);
        counts.set(municipality, people * (isThere ? 1 : notListed));
      }
    }
    const sum = [...counts.values()].reduce((total, count) => total + count, 0);
    if (sum === 0) return undefined;
    const here = sum * nameFit ** streetElsewhere.namePower;
    const shares = new Map([...counts].map(([number, count]) => [number, count / sum]));
    return { doubt: here / (here + elsewhere), shares };
  };
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
    if (isArea(place)) continue;
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
