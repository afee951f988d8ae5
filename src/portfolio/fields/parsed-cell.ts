/**
 * The value of a cell, with a note if it was repaired. If it cannot be read: what was expected, and
 * a hint at what may have been meant.
 */
export type ParsedCell<T> =
  | { readonly value: T; readonly note?: string | undefined }
  | { readonly expected: string; readonly hint?: string | undefined };
