import type { GeocoderIndex } from '../build.ts';
import { likenesses } from './name-fit.ts';
import { isElsewhere } from './rank.ts';
import { otherStreet } from './score-factors.ts';
import { calledSo, type Fault, type StreetCandidate } from './street-candidate.ts';

/** A number, which one of two streets has, never decides between them. */
const leastShare = 0.95;

/**
 * Where a street is called just as typed, the streets of its town that only share the stem are
 * other streets, and are dropped. Those that sound alike or have more words are hardly meant, and
 * come last.
 */
export function otherNamesLast<C extends StreetCandidate>(
  index: GeocoderIndex,
  sorted: readonly C[],
): C[] {
  const { municipality } = index.streets;
  const towns = Map.groupBy(sorted, ({ street }) => municipality[street]!);
  const [first] = sorted;
  const isSure = first?.isInAskedTown && first.isWhole && !isElsewhere(first);
  const judged = sorted.flatMap(candidate => {
    const inTown = towns.get(municipality[candidate.street]!)!;
    const rivals = isSure ? [first, ...inTown] : inTown;
    const better = rivals.filter(({ score }) => score >= candidate.score * leastShare);
    return beside(index, candidate, better);
  });
  return judged.sort((a, b) => Number(a.isOtherName) - Number(b.isOtherName));
}

/** What a candidate is worth beside better ones. */
function beside<C extends StreetCandidate>(
  index: GeocoderIndex,
  candidate: C,
  better: readonly StreetCandidate[],
): C[] {
  const rank = ({ likeness }: StreetCandidate) => likenesses.indexOf(likeness);
  const isLess = better.some(one => rank(one) > rank(candidate));
  if (isLess && candidate.likeness === 'form') return [];
  if (isLess) return [lessSure(candidate, otherStreet.sound, [calledSo(index, candidate.name)])];
  const isLonger = !candidate.isWhole && better.some(({ isWhole }) => isWhole);
  return [isLonger ? lessSure(candidate, otherStreet.longerName) : candidate];
}

function lessSure<C extends StreetCandidate>(
  candidate: C,
  share: number,
  faults: readonly Fault[] = [],
): C {
  return {
    ...candidate,
    isOtherName: true,
    streetTrust: candidate.streetTrust * share,
    faults: [...candidate.faults, ...faults],
  };
}
