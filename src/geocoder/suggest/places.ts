import { answerPlace, type GeocodeResult } from '../answer.ts';
import type { GeocoderIndex } from '../build.ts';
import type { RankedPlace } from '../match/rank-places.ts';
import { draftOf, type Weighed } from './suggestion.ts';
import { type Point, weigh } from './weigh.ts';

/** A name without a number is more often that of a town than of one of the streets called so. */
const settlementGain = 1.6;

/** A settlement or a postal code, with its weight. */
export function weighPlace(
  index: GeocoderIndex,
  candidate: RankedPlace,
  near: Point | undefined,
): Weighed {
  const place = candidate.place === null ? undefined : index.places.places[candidate.place]!;
  const at = place ?? index.postalCodes[candidate.postalCode!]!;
  const size = Math.log10(Math.max(10, place?.population ?? 1_000)) / 6;
  return {
    weight: settlementGain * weigh(at, candidate.score, size, near),
    toDraft: () => {
      const found = answerPlace(index, candidate, 1, []);
      return place === undefined
        ? draftOf(found, 'postal_code', found.formatted_address)
        : draftOf(found, 'settlement', settlementText(found, place.name));
    },
  };
}

/** A settlement with its municipality, which distinguishes it from its namesakes. */
function settlementText({ components, match }: GeocodeResult, name: string): string {
  const { municipality, postal_code } = components;
  if (match.level === 'municipality' || municipality === null) return name;
  const code = postal_code === null ? '' : `${postal_code.slice(0, 3)} ${postal_code.slice(3)} `;
  return `${name}, ${code}${municipality}`;
}
