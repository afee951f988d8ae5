import type { GeocoderIndex } from '../build.ts';
import { answerPlace, type GreekResult } from '../geocode-result.ts';
import type { Position } from '../geocoder-rows.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import { findings } from '../match/evidence.ts';
import type { RankedPlace } from '../match/rank-places.ts';
import { codeDraft } from './postal-codes.ts';
import { draftOf, type Weighed } from './suggestion.ts';
import { weigh } from './weigh.ts';

/** A name without a number is more often that of a town than of one of the streets called so. */
const settlementGain = 0.6;
/**
 * If this many towns have a street of the typed name, an unfinished small town has half the gain;
 * for a town of `largeTown` inhabitants it takes twice as many.
 */
const commonStreet = 3;
const largeTown = 20_000;
/** The inhabitants of a settlement that has half the gain while its name is unfinished. */
const village = 500;

/**
 * A settlement or a postal code, with its weight. Someone who types the whole name of a common
 * street means the street, and not a town that begins so: `Ερμού` is not Ερμούπολη.
 */
export function weighPlace(
  index: GeocoderIndex,
  candidate: RankedPlace,
  townsWithStreet: number,
): Weighed {
  const place = candidate.place === null ? undefined : index.places.places[candidate.place]!;
  const at = positionOfPlace(index, candidate);
  const size = Math.log10(Math.max(10, place?.population ?? 1_000)) / 6;
  const rivals = candidate.score <= findings.wordUnfinished.fit ? townsWithStreet : 0;
  const common = commonStreet * (1 + (place?.population ?? 0) / largeTown);
  const gain = 1 + (settlementGain * shareMeant(candidate, place)) / (1 + rivals / common);
  return {
    weight: gain * weigh(candidate.score, size),
    at,
    key: place === undefined ? null : `settlement ${candidate.place}`,
    also: () => null,
    toDraft: () => {
      const found = answerPlace(index, candidate, 1, []);
      return place === undefined
        ? codeDraft(found)
        : draftOf(found, 'settlement', settlementText(found, place.name));
    },
  };
}

/** Where a settlement or a postal code is. */
export function positionOfPlace(
  { places, postalCodes }: GeocoderIndex,
  { place, postalCode }: RankedPlace,
): Position {
  return place === null ? postalCodes[postalCode!]! : places.places[place]!;
}

/** Of the beginnings of its name, how many are typed for a place: few for a hamlet. */
function shareMeant({ score }: RankedPlace, place: GazetteerPlace | undefined): number {
  if (place === undefined || score > findings.wordUnfinished.fit) return 1;
  return place.population / (place.population + village);
}

/** A settlement with its municipality, which distinguishes it from its namesakes. */
export function settlementText({ components, match }: GreekResult, name: string): string {
  const { municipality, postal_code } = components;
  // An island of several municipalities, one of which may have its name.
  if (municipality === null) return `Νήσος ${name}`;
  if (match.level === 'municipality') return name;
  const code = postal_code === null ? '' : `${postal_code.slice(0, 3)} ${postal_code.slice(3)} `;
  return `${name}, ${code}${municipality}`;
}
