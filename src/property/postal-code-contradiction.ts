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
}

/** Why a postal code cannot be that of a property, as it continues a sentence; undefined if it can. */
export function postalCodeContradiction(claim: PostalCodeClaim): string | undefined {
  const { sent, sentPosition, position, located } = claim;
  if (sent === located) return undefined;
  if (sentPosition) {
    const metres = contradictionMetres(position, { positions: [sentPosition] });
    return metres === undefined ? undefined : `lies ${inKilometres(metres)} from`;
  }
  // The rate depends on the first two digits, so another prefix means another price.
  const isSamePrefix = located === null || located.slice(0, 2) === sent.slice(0, 2);
  return isSamePrefix ? undefined : 'is not a known postal code near';
}
