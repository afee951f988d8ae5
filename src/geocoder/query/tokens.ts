/** A piece of a folded address. */
export interface Token {
  readonly text: string;
  readonly kind: 'word' | 'number' | 'comma' | 'and';
  /** Whether a full stop follows: an abbreviation. */
  readonly dotted: boolean;
}

const ands = new Set(['και', 'kai', 'and', 'γωνια', 'γων', 'gonia', 'gwnia', 'corner']);

/** E.Λ.A.Σ., T.K.: letters with full stops are one word. */
const initials = /(?<![a-zα-ω0-9])(?:[a-zα-ω]\.){2,}(?![a-zα-ω]{2})/g;
/** A number with its letter and perhaps a second number; a word, perhaps with a slash inside. */
const piece =
  /(\d{1,4}[a-zα-ω]?\s?[-–/]\s?\d{1,4}[a-zα-ω]?(?![a-zα-ω0-9]))|([a-zα-ω0-9]+(?:\/[a-zα-ω]+)?)(\.?)|([&+])|([,;()\n\t|:])/g;

/** Cuts a folded address into pieces; what is neither letter, digit nor a known mark is a gap. */
export function tokens(folded: string): Token[] {
  const text = folded.replace(initials, letters => `${letters.replaceAll('.', '')} `);
  // Γωνιά is a village where it stands alone.
  if (ands.has(text.trim())) return [token(text.trim(), 'word')];
  return [...text.matchAll(piece)].flatMap(([, range, word, dot, and, comma]) => {
    if (range !== undefined) return [token(range, 'number')];
    if (and !== undefined) return [token('&', 'and')];
    if (comma !== undefined) return [token(',', 'comma')];
    return wordTokens(word!, dot === '.');
  });
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
