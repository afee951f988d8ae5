import type { GeocoderIndex } from '../build.ts';
import type { HouseNumber } from '../query/house-number.ts';
import type { NameMatch } from './name-fit.ts';

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

/** The fault of words that are neither the street nor a known town. */
export const unknownPart: Fault = {
  field: 'locality',
  problem: 'part of the address is not known',
};

/** The fault of a street whose name differs from the typed one. */
export function calledSo({ names }: GeocoderIndex, name: number): Fault {
  return { field: 'street', problem: `the name is ${names.texts[name]}` };
}

/** A street that may be the one meant. */
export interface StreetCandidate extends Pick<NameMatch, 'likeness' | 'isWhole'> {
  readonly street: number;
  /** The name by which it was found. */
  readonly name: number;
  /** Whether another street is called just as typed, and this one is not. */
  readonly isOtherName: boolean;
  /** Whether it was found in a town or postal code that was asked for, or near it. */
  readonly isInAskedTown: boolean;
  readonly number: HouseNumber | null;
  /** Whether the number is in a recorded range; null when none is recorded. */
  readonly inRange: boolean | null;
  /** The other street of the corner, when known. */
  readonly corner: number | null;
  readonly score: number;
  /** The confidence that the typed words are a street and not an unknown village. */
  readonly streetTrust: number;
  /** How often its town is meant among the namesakes that have such a street. */
  readonly townShare: number;
  readonly faults: readonly Fault[];
}
