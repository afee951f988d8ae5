import type { Position } from '../geo/earth.ts';
import { contradictionMetres, inKilometres } from './contradiction-distance.ts';

/** A postal code that was sent for a property, and what is known about both. */
export interface PostalCodeClaim {
  /** Two or more digits. */
  readonly sent: string;
  /** The position of the code that was sent; undefined if it is not a known postal code. */
  readonly sentPosition: Position | undefined;
  /** The position of the property. */
  readonly position: Position;
  /** The postal code of the property by its position; null where none is known. */
  readonly located: string | null;
  /** Known postal codes with the same first two digits, the nearest at least; used if `located` is null. */
  readonly alike: readonly Position[];
}

/** Why a postal code cannot be that of a property, as it continues a sentence; undefined if it can. */
export function postalCodeContradiction(claim: PostalCodeClaim): string | undefined {
  const { sent, sentPosition, position, located } = claim;
  if (sent === located) return undefined;
  if (sentPosition) {
    const metres = contradictionMetres(position, { positions: [sentPosition] });
    return metres === undefined ? undefined : `lies ${inKilometres(metres)} from`;
  }
  return isSamePrefix(claim) ? undefined : 'is not a known postal code near';
}

/** The rate depends on the first two digits, so another prefix means another price. */
function isSamePrefix({ sent, position, located, alike }: PostalCodeClaim): boolean {
  if (located !== null) return prefixOf(located) === prefixOf(sent);
  return alike.length > 0 && contradictionMetres(position, { positions: alike }) === undefined;
}

/** The digits of a postal code on which its rate depends. */
export function prefixOf(postalCode: string): string {
  return postalCode.slice(0, 2);
}
