/** Something to be said about a row. */
export interface Remark {
  /** The same for all rows that have it, for counting. */
  readonly kind: string;
  /** What it is, in words. */
  readonly words: string;
}

/** What is said about a row: what a person must look at, and what is only good to know. */
export interface Remarks {
  readonly problems: Remark[];
  readonly notes: Remark[];
}

/** Nothing to say yet. */
export function newRemarks(): Remarks {
  return { problems: [], notes: [] };
}

/** A remark on a column of the file, a field or a section of the answer; its words are its kind unless told otherwise. */
export function remark(about: string, kind: string, words = kind): Remark {
  return { kind: `${about}: ${kind}`, words: `${about}: ${words}` };
}

/** The cell of such remarks; empty when there are none. */
export function inWords(remarks: readonly Remark[]): string {
  return remarks.map(({ words }) => words).join('; ');
}
