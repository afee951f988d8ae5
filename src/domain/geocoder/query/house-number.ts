/** A house number as asked: 24, 24Α, 24-26. */
export interface HouseNumber {
  readonly first: number;
  /** The last of a range, else the same as the first. */
  readonly last: number;
  /** In Greek, folded; empty without. */
  readonly letter: string;
}

/** Latin letters that stand for a house's Greek one: 24A is 24Α. */
const greekLetter: Readonly<Record<string, string>> = {
  a: 'α',
  b: 'β',
  g: 'γ',
  c: 'γ',
  d: 'δ',
  e: 'ε',
  z: 'ζ',
  h: 'η',
  i: 'ι',
  k: 'κ',
};

/** Reads `24`, `24α`, `24a`, `24-26`, `24/26`; undefined when it is none. */
export function readHouseNumber(folded: string): HouseNumber | undefined {
  const match = /^(\d{1,4})([a-zα-ω]?)(?:[-–/&](\d{1,4})[a-zα-ω]?)?$/.exec(
    folded.replace(/\s/g, ''),
  );
  if (!match) return undefined;
  const first = Number(match[1]);
  const last = Number(match[3] ?? match[1]);
  if (first === 0) return undefined;
  // 24-6 is not a range of houses: the second number is a flat or a floor.
  return { first, last: last < first ? first : last, letter: greekLetter[match[2]!] ?? match[2]! };
}

/** As written on a letter: `24`, `24Α`, `24-26`. */
export function writeHouseNumber({ first, last, letter }: HouseNumber): string {
  return `${first}${letter.toUpperCase()}${last > first ? `-${last}` : ''}`;
}
