import { metresBetween, type Position } from '#tools/geo/earth.ts';
import type { Sentence } from '#tools/notation/sentences.ts';

/**
 * How many times the accuracy of the less exact of two positions they may be apart: four times
 * covers 98 of 100 streets of Athens. What lies in different towns is compared more strictly.
 */
const sameTown = 4;
const otherTown = 1;
/** Two blocks, which are added, in metres. */
const slackMetres = 200;

/** The distance of a claim that contradicts a position; undefined when both may be the same place. */
export function contradictionMetres(
  position: Position,
  positions: readonly Position[],
  isOtherTown = false,
): number | undefined {
  const times = isOtherTown ? otherTown : sameTown;
  let nearest = Infinity;
  for (const claimed of positions) {
    const metres = metresBetween(position, claimed);
    const accuracyMetres = Math.max(position.accuracyMetres, claimed.accuracyMetres);
    if (metres <= times * accuracyMetres + slackMetres) return undefined;
    nearest = Math.min(nearest, metres);
  }
  return Number.isFinite(nearest) ? nearest : undefined;
}

/** A distance as text: `350 m`, `2.3 km`, `302 km`. */
export function inKilometres(metres: number): string {
  if (metres < 995) return `${Math.round(metres / 10) * 10} m`;
  const kilometres = metres / 1_000;
  return `${kilometres < 9.95 ? kilometres.toFixed(1) : Math.round(kilometres)} km`;
}

/** A postal code that was sent for a property, and what is known about both. */
export interface PostalCodeClaim {
  /** Two or more digits. */
  readonly sent: string;
  /** The position of the code that was sent; undefined if it is not a known postal code. */
  readonly sentPosition: Position | undefined;
  readonly position: Position;
  /** Whether the property was found in another municipality than that of the code. */
  readonly isOtherTown: boolean;
  /** The postal code of the property by its position; null where none is known. */
  readonly located: string | null;
  /** Known postal codes with the same first two digits, the nearest at least; used if `located` is null. */
  readonly alike: readonly Position[];
}

/** Why a postal code cannot be that of a property; undefined if it can. */
export function postalCodeContradiction(claim: PostalCodeClaim): Sentence | undefined {
  const { sent, sentPosition, position, located, isOtherTown } = claim;
  if (sent === located) return undefined;
  if (sentPosition) {
    const metres = contradictionMetres(position, [sentPosition], isOtherTown);
    if (metres === undefined) return undefined;
    return { code: 'postal_code_far', values: { distance: inKilometres(metres) } };
  }
  return isSamePrefix(claim) ? undefined : { code: 'postal_code_not_near' };
}

/** The rate depends on the first two digits, so another prefix means another price. */
function isSamePrefix({ sent, position, located, alike }: PostalCodeClaim): boolean {
  if (located !== null) return prefixOf(located) === prefixOf(sent);
  return alike.length > 0 && contradictionMetres(position, alike) === undefined;
}

/** The digits of a postal code on which its rate depends. */
export function prefixOf(postalCode: string): string {
  return postalCode.slice(0, 2);
}
