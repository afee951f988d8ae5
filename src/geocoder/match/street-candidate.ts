import type { HouseNumber } from '../query/house-number.ts';

/** Something about a result that is not as it was asked. */
export interface Fault {
  readonly field:
    | 'street'
    | 'house_number'
    | 'postal_code'
    | 'city'
    | 'locality'
    | 'corner'
    | 'address';
  readonly problem: string;
}

/** A street that may be the one meant. */
export interface StreetCandidate {
  readonly kind: 'street';
  readonly street: number;
  /** The name by which it was found. */
  readonly name: number;
  readonly number: HouseNumber | null;
  /** Whether the number lies within what is recorded; null when nothing is. */
  readonly inRange: boolean | null;
  /** The other street of the corner, when known. */
  readonly corner: number | null;
  readonly score: number;
  /** How surely what was typed is a street at all and no village that is not known. */
  readonly streetTrust: number;
  readonly faults: readonly Fault[];
}
