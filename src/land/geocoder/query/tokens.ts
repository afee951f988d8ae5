/** A piece of a folded address. */
export interface Token {
  readonly text: string;
  readonly kind: 'word' | 'number' | 'comma' | 'and';
  /** Whether a full stop follows: an abbreviation. */
  readonly dotted: boolean;
  /** Whether a hyphen joins it to the word before it. */
  readonly isHyphened?: boolean;
}

const ands = new Set(['και', 'kai', 'and', 'γων', 'corner']);
/** The same between two names: Τσιμισκή με Αριστοτέλους. */
const between = new Set(['με', 'me']);
/** The same, if they are no village's name. */
const corners = new Set(['γωνια', 'gonia', 'gwnia']);

/** E.Λ.A.Σ., T.K.: letters with full stops are one word. */
const initials = /(?<![a-zα-ω0-9])(?:[a-zα-ω]\.){2,}(?![a-zα-ω]{2})/g;
/**
 * A number with its letter and perhaps a second number; a word, perhaps with a slash inside. Words of
 * other scripts are words too, so that they are not dropped without a fault.
 */
const piece =
  /(\d{1,4}[a-zα-ω]?\s?[-–/]\s?\d{1,4}[a-zα-ω]?(?![a-zα-ω0-9]))|([\p{L}0-9]+(?:\/[a-zα-ω]+)?)(\.?)|([&+])|([,;()\n\t|:])|(?<=\p{L}\.?\s*)([-–—])(?=\s*\p{L})/gu;

/** Cuts a folded address into pieces; what is neither letter, digit nor a known mark is a gap. */
export function tokens(folded: string): Token[] {
  const text = folded.includes('.')
    ? folded.replace(initials, letters => `${letters.replaceAll('.', '')} `)
    : folded;
  const found: Token[] = [];
  let isHyphened = false;
  piece.lastIndex = 0;
  for (let match = piece.exec(text); match !== null; match = piece.exec(text)) {
    const [, range, word, dot, and, comma, hyphen] = match;
    if (range !== undefined) found.push(token(range, 'number'));
    else if (and !== undefined) found.push(token('&', 'and'));
    else if (comma !== undefined) found.push(token(',', 'comma'));
    else if (word !== undefined) addWord(found, word, dot === '.', isHyphened);
    isHyphened = hyphen !== undefined;
  }
  const joined = found.map((one, i) => (isBetween(found, i) ? token('&', 'and') : one));
  return isCorner(joined) ? joined.map(asAnd) : joined;
}

function isBetween(found: readonly Token[], i: number): boolean {
  const [last, next] = [found[i - 1], found[i + 1]];
  const isAfterStreet = last?.kind === 'word' || last?.kind === 'number';
  return between.has(found[i]!.text) && isAfterStreet && next?.kind === 'word';
}

/** Γωνιά and Ασή Γωνιά are villages: a corner has a second street, a number or another `and`. */
function isCorner(found: readonly Token[]): boolean {
  const at = found.findIndex(({ text, kind }) => kind === 'word' && corners.has(text));
  const next = found[at + 1];
  return (
    at >= 0 &&
    ((next !== undefined && next.kind !== 'comma') ||
      found.some(({ kind }) => kind === 'number' || kind === 'and'))
  );
}

function asAnd(one: Token): Token {
  return one.kind === 'word' && corners.has(one.text) ? token('&', 'and') : one;
}

function addWord(found: Token[], word: string, dotted: boolean, isHyphened: boolean): void {
  const add = (text: string, isDotted: boolean, isJoined: boolean) =>
    found.push({ text, kind: 'word', dotted: isDotted, ...(isJoined && { isHyphened: true }) });
  const [left, right] = word.split('/');
  if (ands.has(word)) found.push(token('&', 'and'));
  else if (/^\d{1,5}[a-zα-ω]?$/.test(word)) found.push(token(word, 'number'));
  // Κων/νου is one word cut short, Σκουφά/Λυκαβηττού is a corner.
  else if (right !== undefined && left!.length >= 5 && right.length >= 5) {
    add(left!, false, isHyphened);
    found.push(token('&', 'and'));
    add(right, dotted, false);
  } else add(word, dotted, isHyphened);
}

function token(text: string, kind: Token['kind']): Token {
  return { text, kind, dotted: false };
}
