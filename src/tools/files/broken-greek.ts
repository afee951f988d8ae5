import { isUtf8 } from 'node:buffer';
import { withoutCutLetter } from './chunk-decoder.ts';

/** What happened to a Greek text before it was written into the file. */
export type BrokenGreek =
  /** windows-1253 was read as Latin letters: `Åõêáñðßáò`. */
  | { readonly kind: 'greek as latin'; readonly mended: string }
  /** UTF-8 was read as single bytes, of windows-1252 or windows-1253: `Î‘Î¸Î®Î½Î±`, `Ξ‘ΞΈΞ®Ξ½Ξ±`. */
  | { readonly kind: 'utf-8 as bytes'; readonly mended: string }
  /** A few Latin letters that would be Greek in windows-1253, too few to be sure: `12Á`. */
  | { readonly kind: 'few letters' }
  /** A program wrote ? or U+FFFD for letters that it could not write: `?.?. ?????????`. */
  | { readonly kind: 'lost' };

/** The bytes of the letters from 128 on; programs also write the undefined ones as control characters. */
function bytesOfLetters(encoding: string): ReadonlyMap<string, number> {
  const decoder = new TextDecoder(encoding);
  const bytes = Array.from({ length: 128 }, (_, i) => i + 128);
  const controls = bytes.slice(0, 32).map(byte => [String.fromCharCode(byte), byte] as const);
  const letters = bytes.map(byte => [decoder.decode(Uint8Array.of(byte)), byte] as const);
  return new Map([...controls, ...letters]);
}

const latin = bytesOfLetters('windows-1252');
// The byte 0xAA, half of Ϊ in UTF-8, is undefined in windows-1253; programs write one of these.
const greek = new Map([...bytesOfLetters('windows-1253'), ['ª', 0xaa], ['ͺ', 0xaa]]);
const greekDecoder = new TextDecoder('windows-1253');

/** The first byte of a Greek letter in UTF-8, in the two encodings, and a second one. */
const utf8AsLatin = /[ÎÏ][^\0-\x7f\u00c0-\u00ff]/;
const utf8AsGreek = /[ΞΟ][^\0-\x7f\u0390-\u03ce]/;
/** Letters of windows-1252 whose bytes are Greek letters in windows-1253. */
const latinLetters = /[¢¸¹º¼¾¿À-ÿ]/g;
const mixedWord = /[A-Za-z][¢¸¹º¼¾¿À-ÿ]|[¢¸¹º¼¾¿À-ÿ][A-Za-z]/;
/** No language has a text with this many such letters and no others. */
const leastLetters = 4;
/** Names and addresses are shorter; a cell may have millions of characters. */
const longestText = 10_000;

/** Recognises Greek that was damaged before it came into the file; undefined for valid text. */
export function brokenGreek(text: string): BrokenGreek | undefined {
  if (text.length > longestText) return undefined;
  if (isLost(text)) return { kind: 'lost' };
  if (utf8AsLatin.test(text)) {
    const mended = asUtf8(text, latin, 1);
    if (mended !== undefined) return { kind: 'utf-8 as bytes', mended };
  }
  if (utf8AsGreek.test(text)) {
    const mended = asUtf8(text, greek, 2);
    if (mended !== undefined) return { kind: 'utf-8 as bytes', mended };
  }
  const letters = text.match(latinLetters)?.length ?? 0;
  return letters === 0 ? undefined : latinAsGreek(text, letters);
}

function isLost(text: string): boolean {
  if (text.includes('\ufffd')) return true;
  if (!text.includes('??')) return false;
  const marks = text.match(/\?/g)!.length;
  return marks >= 3 && marks > (text.match(/\p{L}/gu)?.length ?? 0);
}

function latinAsGreek(text: string, letters: number): BrokenGreek | undefined {
  const bytes = mixedWord.test(text) ? undefined : bytesIn(text, latin);
  if (!bytes) return undefined;
  if (letters < leastLetters) return { kind: 'few letters' };
  const mended = greekDecoder.decode(bytes);
  const isGreek = !mended.includes('\ufffd') && hasGreekWords(mended);
  return isGreek ? { kind: 'greek as latin', mended } : undefined;
}

/** Whether most words have a vowel, and none has a capital after a small letter. */
function hasGreekWords(text: string): boolean {
  const words = text.match(/\p{Script=Greek}{3,}/gu) ?? [];
  const spoken = words.filter(word => /[αεηιουω]/i.test(word.normalize('NFD')));
  return spoken.length * 2 >= words.length && !/\p{Ll}\p{Lu}/u.test(text);
}

/** The text as UTF-8, if its bytes are that and it is Greek; a half letter at the end is dropped. */
function asUtf8(
  text: string,
  letters: ReadonlyMap<string, number>,
  leastGreek: number,
): string | undefined {
  const bytes = bytesIn(text, letters);
  const whole = bytes && withoutCutLetter(bytes);
  if (!whole || !isUtf8(whole)) return undefined;
  const mended = whole.toString();
  const isGreek = (mended.match(/[\u0370-\u03ff\u1f00-\u1fff]/g)?.length ?? 0) >= leastGreek;
  return isGreek ? mended : undefined;
}

function bytesIn(text: string, letters: ReadonlyMap<string, number>): Buffer | undefined {
  const bytes: number[] = [];
  for (const letter of text) {
    const byte = letter < '\x80' ? letter.charCodeAt(0) : letters.get(letter);
    if (byte === undefined) return undefined;
    bytes.push(byte);
  }
  return Buffer.from(bytes);
}
