import { parseKaek, parseKaekStart } from '../../../src/property/kaek.ts';
import { readGreekGrid } from '../language/greek-grid.ts';

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
  | { readonly kind: 'address'; readonly text: string };

/** The shortest address that the service accepts, in characters. */
const shortestAddress = 3;

/** Five digits are more often a postal code. */
const shortestKaek = 6;
/** The beginning of a coordinate, and not of a KAEK, whose second part has three digits. */
const decimals = /^\d{1,3}[.,]\d{4}/;

/**
 * Distinguishes a coordinate pair, a KAEK and an address. Coordinates are tried first: without its
 * separators `37.9755 23.7348` would be twelve digits, like a KAEK.
 */
export function readQuery(typed: string): Query {
  const text = typed.normalize('NFKC').trim().replace(/\s+/g, ' ');
  const point = readPoint(text) ?? readGreekGrid(text);
  if (point) return { kind: 'point', ...point };
  if (parseKaek(text) !== undefined) return { kind: 'kaek', code: text };
  const { length = 0 } = parseKaekStart(text) ?? '';
  if (length >= shortestKaek && !decimals.test(text)) return { kind: 'kaekStart', text, length };
  return text.length < shortestAddress ? { kind: 'nothing' } : { kind: 'address', text };
}

type Point = Omit<Query & { kind: 'point' }, 'kind'>;

/** A pair in decimal degrees (point or comma) or degrees, minutes and seconds. */
function readPoint(text: string): Point | undefined {
  const parts = pairOf(text.replace(/^geo:/i, ''));
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
