import type { GeocoderIndex } from '../index/build-index.ts';
import { detailed, type Finding, findings, leastShareOfBest } from '../score/evidence.ts';
import type { StreetCandidate } from './candidates.ts';
import { likenesses } from './name-fit.ts';

/**
 * The best candidate of each street, best first; ties by the size of the town (its inhabitants, then
 * its streets), then stretches that are known to lie somewhere, then by code.
 */
export function sortStreets(
  index: GeocoderIndex,
  found: readonly StreetCandidate[],
): StreetCandidate[] {
  const best = new Map<number, StreetCandidate>();
  for (const candidate of found) {
    const known = best.get(candidate.street);
    if (known === undefined || known.score < candidate.score) best.set(candidate.street, candidate);
  }
  const { municipality, postalCode, latitude } = index.streets;
  const ranks = index.municipalityRanks;
  const rank = (street: number) => ranks[municipality[street]!] ?? ranks.length;
  // If all else is equal, a street comes before the avenue or square of the same name.
  const type = ({ name }: StreetCandidate) => index.names.types[name]!;
  const unplaced = (street: number) => Number(Number.isNaN(latitude[street]!));
  return [...best.values()].sort(
    (a, b) =>
      b.score - a.score ||
      rank(a.street) - rank(b.street) ||
      type(a) - type(b) ||
      unplaced(a.street) - unplaced(b.street) ||
      postalCode[a.street]! - postalCode[b.street]! ||
      a.street - b.street,
  );
}

/** The inhabitants of a municipality's main town. Municipalities are the first places. */
export function inhabitantsOf({ places }: GeocoderIndex, municipality: number): number {
  return places.places[municipality]?.population ?? 0;
}

/**
 * Drops the stretches of a street without the requested number, or without a recorded range, if
 * another stretch has the number. The requested postal code stays.
 */
export function dropOtherStretches(
  index: GeocoderIndex,
  sorted: readonly StreetCandidate[],
  askedCode: string | null,
): StreetCandidate[] {
  const isAsked = ({ street }: StreetCandidate) =>
    askedCode !== null &&
    index.postalCodes[index.streets.postalCode[street]!]?.postalCode === askedCode;
  const key = (candidate: StreetCandidate) => identityOf(index, candidate);
  const certainly = new Set(sorted.filter(c => c.inRange === true).map(key));
  const perhaps = new Set(sorted.filter(c => c.inRange === null).map(key));
  if (certainly.size === 0 && perhaps.size === 0) return [...sorted];
  return sorted.filter(
    c =>
      c.inRange === true ||
      isAsked(c) ||
      !(certainly.has(key(c)) || (c.inRange === false && perhaps.has(key(c)))),
  );
}

/** Streets of neighbouring towns are results for a city only if the city has no such street. */
export function withoutNeighbours(sorted: readonly StreetCandidate[]) {
  const best = sorted[0];
  const isFaulty = best === undefined || best.evidence.some(isOtherPlaceOrName);
  const { own = [], neighbours = [] } = Object.groupBy(sorted, candidate =>
    isFaulty || !isElsewhere(candidate) ? 'own' : 'neighbours',
  );
  return { own, neighbours };
}

function isOtherPlaceOrName({ name, fault }: Finding): boolean {
  return (
    !isSpelling(name) &&
    fault !== null &&
    fault.field !== 'locality' &&
    fault.field !== 'house_number'
  );
}

/** Whether a street is not in the town that was asked for. */
export function isElsewhere({ evidence }: StreetCandidate): boolean {
  return evidence.some(({ name, fault }) => fault?.field === 'city' && !isSpelling(name));
}

function isSpelling(name: string): boolean {
  return name === findings.townSlip.name || name === findings.townUnfinished.name;
}

/** What is worth showing: not noise beside the best. */
export function worthShowing(sorted: readonly StreetCandidate[]): StreetCandidate[] {
  const best = sorted[0]?.score ?? 0;
  return sorted.filter(({ score }) => score >= best * leastShareOfBest);
}

/** The same number for the stretches of a street: its town and its name. */
export function identityOf(
  { streets: { municipality, ofName } }: GeocoderIndex,
  { street, name }: StreetCandidate,
): number {
  return municipality[street]! * ofName.starts.length + name;
}

/** A number, which one of two streets has, never decides between them. */
const leastShare = 0.95;

/**
 * Beside a street that is called just as typed, those of its town that only share the stem are other
 * streets; those that sound alike have a fault.
 */
export function withoutOtherNames(
  index: GeocoderIndex,
  sorted: readonly StreetCandidate[],
): StreetCandidate[] {
  const { municipality } = index.streets;
  const [first] = sorted;
  const isSure = first?.isInAskedTown && first.isWhole && !isElsewhere(first);
  const towns = Map.groupBy(sorted, ({ street }) => municipality[street]!);
  return sorted.flatMap(candidate => {
    const isBetter = (one: StreetCandidate) =>
      one.score >= candidate.score * leastShare && isLessAlike(candidate, one);
    const rivals = [...(isSure ? [first] : []), ...towns.get(municipality[candidate.street]!)!];
    if (!rivals.some(isBetter)) return candidate;
    if (candidate.likeness === 'form') return [];
    const called = detailed(findings.calledOtherwise, index.names.texts[candidate.name]!);
    return { ...candidate, evidence: [called, ...candidate.evidence] };
  });
}

/** Whether the name of a street is less like the typed one than that of another. */
export function isLessAlike(one: StreetCandidate, other: StreetCandidate): boolean {
  return likenesses.indexOf(one.likeness) < likenesses.indexOf(other.likeness);
}
