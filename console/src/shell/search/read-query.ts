import { parseKaek, parseKaekStart } from '#domain/property/kaek.ts';
import { readGreekGrid } from '../../tools/language/greek-grid.ts';
import { isLink, isShortPlusCode, readLink, readPlusCode } from './read-paste.ts';

/** The parsed text of the search box. */
export type Query =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'kaek'; readonly code: string }
  /** The beginning of a KAEK, and how many of its characters are there. */
  | { readonly kind: 'kaekStart'; readonly text: string; readonly length: number }
  | {
      readonly kind: 'point';
      readonly latitude: number;
      readonly longitude: number;
      /** Whether compass letters mark which number is latitude and which is longitude. */
      readonly hasDirections?: boolean;
    }
  | { readonly kind: 'address'; readonly text: string }
  /** A link that contains no place, or a plus code without its first digits. */
  | { readonly kind: 'unreadable'; readonly why: 'link' | 'shortCode' };

/** The shortest address that the service accepts, in characters. */
const shortestAddress = 3;
/** The longest. */
const longestAddress = 256;

/** Five digits are more often a postal code. */
const shortestKaek = 6;
/** The beginning of a coordinate, and not of a KAEK, whose second part has three digits. */
const decimals = /^\d{1,3}[.,]\d{4}/;

/**
 * Distinguishes a coordinate pair, a KAEK and an address. Coordinates are tried first: without its
 * separators `37.9755 23.7348` would be twelve digits, like a KAEK.
 */
export function readQuery(typed: string): Query {
  if (isLink(typed.trim())) return readPastedLink(typed.trim());
  const text = typed.normalize('NFKC').trim().replace(/\s+/g, ' ').slice(0, longestAddress);
  const plusCode = readPlusCode(text);
  if (plusCode) return { kind: 'point', ...plusCode, hasDirections: true };
  const point = readPoint(text) ?? readGreekGrid(text);
  if (point) return { kind: 'point', ...point };
  const code = text.replace(kaekLabel, '');
  if (parseKaek(code) !== undefined) return { kind: 'kaek', code };
  const { length = 0 } = parseKaekStart(code) ?? '';
  const isKaekStart = length >= shortestKaek || (length > 0 && code !== text);
  if (isKaekStart && !decimals.test(code)) return { kind: 'kaekStart', text: code, length };
  if (isShortPlusCode(text)) return { kind: 'unreadable', why: 'shortCode' };
  return text.length < shortestAddress ? { kind: 'nothing' } : { kind: 'address', text };
}

/** `ΚΑΕΚ:`, `K.A.E.K.` before a code, in either alphabet. */
const kaekLabel = /^[KΚ]\.?[AΑ]\.?[EΕ]\.?[KΚ]\.? ?[:=#-]? ?/i;

/** A link is text to read; it is never opened and never sent to the service. */
function readPastedLink(link: string): Query {
  const pasted = readLink(link);
  if (!pasted) return { kind: 'unreadable', why: 'link' };
  if (!('text' in pasted)) return { kind: 'point', ...pasted, hasDirections: true };
  return isLink(pasted.text) ? { kind: 'unreadable', why: 'link' } : readQuery(pasted.text);
}

type Point = Omit<Query & { kind: 'point' }, 'kind'>;

/** A pair in decimal degrees (point or comma) or degrees, minutes and seconds. */
function readPoint(text: string): Point | undefined {
  const plain = text.replace(/^geo:/i, '');
  const parts = pairOf(plain) ?? barePairOf(plain);
  if (!parts) return undefined;
  const [first, second] = parts.map(readAngle);
  if (!first || !second) return undefined;
  const isTurned = first.axis === 'longitude' || second.axis === 'latitude';
  const [latitude, longitude] = isTurned ? [second, first] : [first, second];
  if (latitude.axis === 'longitude' || longitude.axis === 'latitude') return undefined;
  if (Math.abs(latitude.degrees) > 90 || Math.abs(longitude.degrees) > 180) return undefined;
  return {
    latitude: latitude.degrees,
    longitude: longitude.degrees,
    ...((latitude.axis || longitude.axis) && { hasDirections: true }),
  };
}

// After normalisation a double prime is two primes.
const number = String.raw`[+-]?\d{1,3}(?:[.,]\d+)?`;
const angle = String.raw`[NSEWΒΝΑΔ]? ?${number} ?(?:° ?(?:\d{1,2}(?:[.,]\d+)? ?['′] ?)?(?:\d{1,2}(?:[.,]\d+)? ?(?:"|''|′′) ?)?)?[NSEWΒΝΑΔ]?`;
const pair = new RegExp(`^(${angle})(?: ?[,;/] ?| )(${angle})$`, 'i');

/** Degrees, minutes and seconds without their signs: `37 58 31.8 N 23 44 5.3 E`. */
const bareAngle = String.raw`[NSEWΒΝΑΔ]? ?\d{1,3}[ :]\d{1,2}(?:[.,]\d+)?(?:[ :]\d{1,2}(?:[.,]\d+)?)? ?[NSEWΒΝΑΔ]?`;
const barePair = new RegExp(`^(${bareAngle})[ ,;]{1,3}(${bareAngle})$`, 'i');

/** Without letters both parts need seconds, and one of them decimals, to be more than some numbers. */
function barePairOf(text: string): [string, string] | undefined {
  const [, first, second] = barePair.exec(text) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const halves: [string, string] = [first.trim(), second.trim()];
  const haveLetters = halves.every(half => /[NSEWΒΝΑΔ]/i.test(half));
  const haveSeconds = halves.every(half => half.split(/[ :]/).length === 3);
  return haveLetters || (haveSeconds && /[.,]\d/.test(text)) ? halves : undefined;
}

/** The two parts of a likely pair; integers also need a degree sign, direction, comma or semicolon. */
function pairOf(text: string): [string, string] | undefined {
  const found = pair.exec(text);
  if (!found) return undefined;
  const [, first, second] = found as unknown as [string, string, string];
  const looksLikeOne = [first, second].some(half => /[.,°NSEWΒΝΑΔ]/i.test(half));
  const isListed = /^[+-]?\d{1,3} ?[,;] ?[+-]?\d{1,3}$/.test(text) && !/^\d+,\d+$/.test(text);
  return looksLikeOne || isListed ? [first, second] : undefined;
}

interface Angle {
  readonly degrees: number;
  readonly axis: 'latitude' | 'longitude' | undefined;
}

/** Latin and Greek letters of the directions: βόρεια, νότια, ανατολικά, δυτικά. */
const directions: Readonly<Record<string, { axis: 'latitude' | 'longitude'; sign: 1 | -1 }>> = {
  N: { axis: 'latitude', sign: 1 },
  S: { axis: 'latitude', sign: -1 },
  E: { axis: 'longitude', sign: 1 },
  W: { axis: 'longitude', sign: -1 },
  Β: { axis: 'latitude', sign: 1 },
  Ν: { axis: 'latitude', sign: -1 },
  Α: { axis: 'longitude', sign: 1 },
  Δ: { axis: 'longitude', sign: -1 },
};

function readAngle(half: string): Angle | undefined {
  const letters = half.toUpperCase().match(/[NSEWΒΝΑΔ]/g) ?? [];
  if (letters.length > 1) return undefined;
  const direction = directions[letters[0] ?? ''];
  const [whole = 0, minutes = 0, seconds = 0] = (half.match(/\d+(?:[.,]\d+)?/g) ?? []).map(part =>
    Number(part.replace(',', '.')),
  );
  if (minutes >= 60 || seconds >= 60) return undefined;
  const size = whole + minutes / 60 + seconds / 3600;
  const sign = (half.includes('-') ? -1 : 1) * (direction?.sign ?? 1);
  return { degrees: sign * size, axis: direction?.axis };
}
