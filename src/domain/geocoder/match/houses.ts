import { metresBetween } from '#tools/geo/earth.ts';
import type { GeocoderIndex } from '../index/build-index.ts';
import { positionOfStreet } from '../index/indexed-streets.ts';
import { listOf } from '../index/postings.ts';
import type { House, HouseLookup } from '../rows/geocoder-rows.ts';
import { findings } from '../score/evidence.ts';
import { streetKey } from '../text/fold.ts';
import { numberFinding, type StreetCandidate, withEvidence } from './candidates.ts';
import { between, cornerOf, exactly, middle } from './house-positions.ts';
import { sortStreets } from './rank-streets.ts';

/** Only the best few candidates are looked up, because each needs a query to the store. */
const mostLookups = 8;

/**
 * Looks up the houses of the best candidates (given best first) and puts each on its spot. Of several
 * stretches of a street on which the same house is found, the one that lies nearest to it is left.
 */
export async function locateHouses(
  index: GeocoderIndex,
  candidates: readonly StreetCandidate[],
  lookup: HouseLookup,
): Promise<StreetCandidate[]> {
  const asked = new Map<string, ReturnType<HouseLookup>>();
  const ask = (key: string) => {
    const answer = asked.get(key) ?? lookup(key);
    asked.set(key, answer);
    return answer;
  };
  const isOfOther = stretchesOf(index, candidates);
  const located = await Promise.all(
    candidates.slice(0, mostLookups).map(async candidate => {
      const housesOf = async (street: number) => {
        if (index.streets.hasHouses[street] === 0) return [];
        const answers = await Promise.all(keysOf(index, street).map(ask));
        return answers
          .flat()
          .filter(house => isOfStreet(index, street, house) && !isOfOther(candidate, house));
      };
      const hasPosition = !Number.isNaN(index.streets.latitude[candidate.street]!);
      if (hasPosition && candidate.number === null && candidate.corner === null) return candidate;
      const alone = placed(candidate, await housesOf(candidate.street), hasPosition);
      // The number of a known house is more exact than the corner where it is.
      if (candidate.corner === null || alone.spot?.level === 'house_number') return alone;
      const [first, second] = [candidate.street, candidate.corner];
      const spot = cornerOf(await housesOf(first), await housesOf(second));
      return { ...alone, spot: spot ?? alone.spot };
    }),
  );
  const sorted = sortStreets(index, [...located, ...candidates.slice(mostLookups)]);
  return onceEachSpot(index, sorted);
}

/** Whether a house, by its postal code, belongs to another stretch of a candidate's street. */
function stretchesOf(
  { streets, postalCodes }: GeocoderIndex,
  candidates: readonly StreetCandidate[],
) {
  const codeOf = (street: number) => postalCodes[streets.postalCode[street]!]?.postalCode;
  const key = ({ street, name }: StreetCandidate, code: string | undefined) =>
    `${streets.municipality[street]}/${name}/${code}`;
  let known: Set<string> | undefined;
  return (candidate: StreetCandidate, { postalCode }: House) => {
    if (postalCode === null || postalCode === codeOf(candidate.street)) return false;
    known ??= new Set(candidates.map(one => key(one, codeOf(one.street))));
    return known.has(key(candidate, postalCode));
  };
}

/** Every key of a street: one for each of its names. */
export function keysOf(
  { names, streets, municipalities }: GeocoderIndex,
  street: number,
): string[] {
  const municipality = municipalities[streets.municipality[street]!]?.id ?? '';
  const keys = Array.from(listOf(streets.namesOf, street), name =>
    streetKey(names.texts[name]!, municipality),
  );
  return [...new Set(keys)];
}

/** A town may have two streets of one name: only the houses close to this one belong to it. */
export function isOfStreet(index: GeocoderIndex, street: number, house: House): boolean {
  const at = positionOfStreet(index, street);
  return Number.isNaN(at.latitude) || metresBetween(house, at) <= 2 * at.accuracyMetres + 1_000;
}

/** A street has its own position; without one, the middle of its houses. */
function placed(
  candidate: StreetCandidate,
  houses: readonly House[],
  hasPosition: boolean,
): StreetCandidate {
  if (houses.length === 0) return candidate;
  const { number } = candidate;
  const spot = number && (exactly(houses, number) ?? between(houses, number));
  if (!spot || !number) return { ...candidate, spot: hasPosition ? null : middle(houses) };
  const before = numberFinding(candidate.inRange);
  const others = candidate.evidence.filter(finding => finding !== before);
  const isKnown = spot.level === 'house_number';
  const evidence = isKnown ? others : [...others, findings.numberBetween];
  return withEvidence({ ...candidate, inRange: true, spot }, evidence);
}

function onceEachSpot(index: GeocoderIndex, sorted: readonly StreetCandidate[]): StreetCandidate[] {
  const metres = ({ street, spot }: StreetCandidate) =>
    metresBetween(positionOfStreet(index, street), spot!);
  const nearest = new Map<string, StreetCandidate>();
  const keyOf = ({ street, name, spot }: StreetCandidate) =>
    spot === null || spot.level === 'street'
      ? null
      : `${index.streets.municipality[street]}/${name}/${spot.latitude}/${spot.longitude}`;
  for (const candidate of sorted) {
    const key = keyOf(candidate);
    if (key === null) continue;
    const known = nearest.get(key);
    if (known === undefined || metres(candidate) < metres(known)) nearest.set(key, candidate);
  }
  return sorted.filter(candidate => {
    const key = keyOf(candidate);
    return key === null || nearest.get(key) === candidate;
  });
}
