import { openBytes } from '#tools/files/bytes.ts';

/** The names of the header, and their number. */
const header = /^\s*((ncols|nrows|[xy]ll(corner|center)|cellsize|d[xy]|nodata_value)\s+(\S+)\s+)+/i;
const number = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$|^[-+]?nan$/i;
const blanks = ' \t\r\n';
const [longestHeader, longestWord] = [2_048, 64];

/**
 * Throws a RangeError for an ASCII grid with a word that is no number, or with another number of
 * values than its header says. GDAL reads such words as zero.
 */
export async function checkAsciiGrid(path: string): Promise<void> {
  let [text, expected, found] = ['', -1, 0];
  for await (const chunk of (await openBytes(path)).chunks()) {
    text += chunk.toString('latin1');
    if (expected < 0) {
      if (text.length < longestHeader) continue;
      [expected, text] = takeHeader(text);
    }
    let end = text.length;
    while (end > 0 && !blanks.includes(text[end - 1]!)) end--;
    found += countWords(text.slice(0, end), found);
    text = text.slice(end);
    if (text.length > longestWord) throw wrongWord(found, text);
  }
  if (expected < 0) [expected, text] = takeHeader(text);
  found += countWords(text, found);
  if (found !== expected) throw new RangeError(`has ${found} values, expected ${expected}`);
}

/** The number of values that a header says, and the text after it. */
function takeHeader(text: string): [expected: number, rest: string] {
  const [all = ''] = header.exec(text) ?? [];
  const words = all.trim().toLowerCase().split(/\s+/);
  const numberOf = (name: string) => words[words.indexOf(name) + 1] ?? '';
  for (let i = 0; i < words.length; i += 2) {
    if (number.test(words[i + 1] ?? '')) continue;
    throw new RangeError(`${words[i]}: expected a number in the header, got ${words[i + 1]}`);
  }
  const [columns, rows] = [Number(numberOf('ncols')), Number(numberOf('nrows'))];
  if (columns > 0 && rows > 0) return [columns * rows, text.slice(all.length)];
  throw new RangeError('ncols and nrows: expected numbers above zero');
}

function countWords(text: string, before: number): number {
  const words = text.split(/\s+/).filter(word => word !== '');
  const wrong = words.findIndex(word => !number.test(word));
  if (wrong >= 0) throw wrongWord(before + wrong, words[wrong]!);
  return words.length;
}

function wrongWord(before: number, word: string): RangeError {
  return new RangeError(`value ${before + 1}: expected a number, got ${word.slice(0, 40)}`);
}
