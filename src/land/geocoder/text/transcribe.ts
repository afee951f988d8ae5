/** What each letter or group of letters becomes; several values are several readings. */
export type Table = ReadonlyMap<string, readonly string[]>;

/** At most this many readings of one word: a doubling for each doubtful letter must end somewhere. */
const mostReadings = 8;

/** Builds a table from `letters: reading` or `letters: reading|other reading` lines. */
export function table(lines: string): Table {
  const entries = lines
    .trim()
    .split(/\s+/)
    .map(entry => entry.split('='));
  return new Map(entries.map(([from, to]) => [from!, (to ?? '').split('|')]));
}

/**
 * Every reading of a word by the table: from left to right, the longest known group of up to three
 * letters first. Unknown letters stay. Doubled letters become one.
 */
export function transcribe(word: string, rules: Table): string[] {
  let readings = [''];
  for (let at = 0; at < word.length; ) {
    const group = groupAt(word, at, rules);
    const values = rules.get(group) ?? [group];
    readings =
      values.length === 1 || readings.length * values.length > mostReadings
        ? readings.map(reading => join(reading, values[0]!))
        : values.flatMap(value => readings.map(reading => join(reading, value)));
    at += group.length;
  }
  return readings;
}

function groupAt(word: string, at: number, rules: Table): string {
  const three = word.slice(at, at + 3);
  if (rules.has(three)) return three;
  const two = three.slice(0, 2);
  return rules.has(two) ? two : three.slice(0, 1);
}

function join(reading: string, value: string): string {
  return value !== '' && reading.endsWith(value[0]!) ? reading + value.slice(1) : reading + value;
}
