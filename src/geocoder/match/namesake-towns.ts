import type { GeocoderIndex } from '../build.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import type { Meaning } from '../query/towns.ts';
import { isArea } from './containment.ts';
import { streetElsewhere } from './score-factors.ts';

/**
 * How sure a street is whose town has namesakes without such a street: 25ης Μαρτίου is known in a
 * quarter Άγιος Νικόλαος of Volos, but most people mean the town in Crete, of which no streets are
 * known. Each inhabitant counts as an address. The more towns have such a street, the likelier it is
 * that a namesake has one too. The less well the name of the street fits, the less it counts.
 * Undefined for a town without namesakes; the result is undefined if no town of the name has such a
 * street.
 */
export function doubtOfNamesakes(
  index: GeocoderIndex,
  town: Meaning,
): ((streets: ArrayLike<number>, nameFit: number) => number | undefined) | undefined {
  const people = peopleByMunicipality(index, town);
  if (people.size < 2) return undefined;
  const sizes = index.municipalitySizes;
  const listed = sizes.reduce((sum, size) => sum + Number(size > 0), 0);
  return (streets, nameFit) => {
    const having = new Set(Array.from(streets, street => index.streets.municipality[street]!));
    const common = Math.max(streetElsewhere.least, having.size / listed);
    let here = 0;
    let elsewhere = 0;
    for (const [municipality, count] of people) {
      const isListed = (sizes[municipality] ?? 0) > 0;
      if (having.has(municipality)) here += count;
      else elsewhere += count * (isListed ? streetElsewhere.notListed : common);
    }
    here *= nameFit ** streetElsewhere.namePower;
    return here === 0 ? undefined : here / (here + elsewhere);
  };
}

/** The inhabitants of the largest place in each municipality that a name may mean. */
function peopleByMunicipality(index: GeocoderIndex, { places }: Meaning): Map<number, number> {
  const people = new Map<number, number>();
  for (const number of places) {
    const place = index.places.places[number]!;
    if (isArea(place)) continue;
    const known = people.get(place.municipality) ?? 0;
    people.set(place.municipality, Math.max(known, peopleWithAddress(peopleOf(index, place))));
  }
  return people;
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
