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
  const text = folded.replace(initials, letters => `${letters.replaceAll('.', '')} `);
  let isHyphened = false;
  const found = [...text.matchAll(piece)].flatMap(([, range, word, dot, and, comma, hyphen]) => {
    const isJoined = isHyphened;
    isHyphened = hyphen !== undefined;
    if (isHyphened) return [];
    if (range !== undefined) return [token(range, 'number')];
    if (and !== undefined) return [token('&', 'and')];
    if (comma !== undefined) return [token(',', 'comma')];
    const [first, ...others] = wordTokens(word!, dot === '.');
    return [isJoined ? { ...first!, isHyphened: true } : first!, ...others];
  });
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

function wordTokens(word: string, dotted: boolean): Token[] {
  if (ands.has(word)) return [token('&', 'and')];
  if (/^\d{1,5}[a-zα-ω]?$/.test(word)) return [token(word, 'number')];
  const [left, right] = word.split('/');
  // Κων/νου is one word cut short, Σκουφά/Λυκαβηττού is a corner.
  if (right !== undefined && left!.length >= 5 && right.length >= 5) {
    return [token(left!, 'word'), token('&', 'and'), { text: right, kind: 'word', dotted }];
  }
  return [{ text: word, kind: 'word', dotted }];
}

function token(text: string, kind: Token['kind']): Token {
  return { text, kind, dotted: false };
}
