import type { HouseNumber } from '../query/house-number.ts';

/** A part of a result that differs from the query. */
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
  /** Whether the number is in a recorded range; null when none is recorded. */
  readonly inRange: boolean | null;
  /** The other street of the corner, when known. */
  readonly corner: number | null;
  readonly score: number;
  /** The confidence that the typed words are a street and not an unknown village. */
  readonly streetTrust: number;
  readonly faults: readonly Fault[];
}
