/**
 * A value read out of a cell, perhaps with a note on how; or, in words, what was expected there and
 * what may have been meant.
 */
export type Reading<T> =
  | { readonly value: T; readonly note?: string | undefined }
  | { readonly expected: string; readonly hint?: string | undefined };

/** The least and the most that a value may be, both included. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}
