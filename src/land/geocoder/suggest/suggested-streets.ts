import type { GeocoderIndex } from '../build.ts';
import { answerStreet } from '../geocode-result.ts';
import { listOf } from '../index/postings.ts';
import type { StreetCandidate } from '../match/candidates.ts';
import { findings } from '../match/evidence.ts';
import { positionOf } from '../match/house-positions.ts';
import { identityOf, inhabitantsOf } from '../match/rank-streets.ts';
import { draftOf, type Weighed } from './suggestion.ts';
import { weigh } from './weigh.ts';

/** One row for each street and town. */
export function onceEachStreet(
  index: GeocoderIndex,
  sorted: readonly StreetCandidate[],
): StreetCandidate[] {
  const seen = new Set<number>();
  return sorted.filter(candidate => {
    const key = identityOf(index, candidate);
    return !seen.has(key) && seen.add(key);
  });
}

/** In how many towns a street has just the typed name, and not one that begins so. */
export function townsWithName(
  { streets }: GeocoderIndex,
  candidates: readonly StreetCandidate[],
): number {
  const whole = candidates.filter(({ score }) => score >= findings.wordSound.fit);
  return new Set(whole.map(({ street }) => streets.municipality[street]!)).size;
}

/** A street or house, with its weight. */
export function weighStreet(index: GeocoderIndex, candidate: StreetCandidate): Weighed {
  const { street, spot, score } = candidate;
  const people = inhabitantsOf(index, index.streets.municipality[street]!);
  const isExact = spot?.level === 'house_number';
  return {
    weight:
      weigh(score, Math.log10(1 + people) / 6) * (lacksWord(candidate) ? otherName : 1) +
      (isExact ? 1 : 0),
    at: spot ?? positionOf(index, street),
    key: isWholeStreet(candidate) ? `street ${street}` : null,
    toDraft: () => streetDraft(index, candidate),
    also: () => typedName(index, candidate),
  };
}

/** How often a street is meant whose name does not have a typed word. */
const otherName = 0.35;

/** Whether a typed word is not in the name. */
export function lacksWord({ evidence }: Pick<StreetCandidate, 'evidence'>): boolean {
  return evidence.some(({ name }) => name === findings.notInName.name);
}

function isWholeStreet({ number, corner, spot }: StreetCandidate): boolean {
  return number === null && corner === null && spot === null;
}

function streetDraft(index: GeocoderIndex, candidate: StreetCandidate) {
  const found = answerStreet(index, candidate, 1, []);
  const { house_number, street } = found.components;
  const isAddress = house_number !== null;
  const town = found.formatted_address.replace(/^.*, (?:\d{3} \d{2} )?/, '');
  const text = isAddress ? found.formatted_address : `${street}, ${town}`;
  return draftOf(found, isAddress ? 'address' : 'street', text);
}

/** The name by which a street was found, where it is not the one that is shown. */
function typedName(index: GeocoderIndex, { street, name }: StreetCandidate): string | null {
  const [shown] = listOf(index.streets.namesOf, street);
  return shown === name ? null : index.names.texts[name]!;
}
