/** Something about a row that could not be answered, or not as it stands. */
export interface Problem {
  /** The same for all rows that have it, for counting. */
  readonly kind: string;
  /** What is wrong, in words. */
  readonly words: string;
}

/** A problem with a column of the file, a field or a section of the answer; its words are its kind unless told otherwise. */
export function problem(about: string, kind: string, words = kind): Problem {
  return { kind: `${about}: ${kind}`, words: `${about}: ${words}` };
}

/** The cell of a row's problems; empty when there are none. */
export function inWords(problems: readonly Problem[]): string {
  return problems.map(({ words }) => words).join('; ');
}
