import type { Box } from '#tools/geo/box.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import {
  type AlsoIn,
  type GeocodeResult,
  inBothScripts,
  type Level,
  townName,
} from './geocode-result.ts';
import { streetId } from './ids.ts';
import type { GeocoderIndex } from './index/build-index.ts';
import type { Answer } from './rank.ts';

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Whether a point lies in the area that was asked for, or so many metres beside it. */
export type Within = (at: Point, metres?: number) => boolean;

/** Without an area, everything lies in it. */
export const everywhere: Within = () => true;

/** No degree is shorter in Greece, in metres. */
const leastDegreeMetres = 80_000;

/** The area of some boxes. */
export function withinBoxes(boxes: readonly Box[]): Within {
  return ({ latitude, longitude }, metres = 0) => {
    const margin = metres / leastDegreeMetres;
    return boxes.some(
      ({ west, south, east, north }) =>
        longitude >= west - margin &&
        longitude <= east + margin &&
        latitude >= south - margin &&
        latitude <= north + margin,
    );
  };
}

/** Which of the answers are wanted, and how many. */
export interface Wanted {
  /** How many results at most; 5 by default. */
  readonly limit?: number;
  /** Results less sure than this are left out; 0 by default. */
  readonly minConfidence?: number;
  /** Where the person looks: what is near is meant more often. */
  readonly near?: Point;
  /** Only what lies here, and only of these levels; everything by default. */
  readonly isWithin?: Within;
  readonly levels?: readonly Level[];
}

/** A result, and what was found out about it. */
interface WrittenAnswer {
  readonly result: GeocodeResult;
  readonly evidence: Answer['evidence'];
  readonly score: number;
}

/** The best of the answers that are wanted; a place without a position is no answer. */
export function writeWanted(
  index: GeocoderIndex,
  answers: readonly Answer[],
  { limit = 5, minConfidence = 0, near, isWithin = everywhere, levels }: Wanted,
): WrittenAnswer[] {
  const inArea = answers.filter(({ at }) => isWithin(at));
  const ordered = (near ? nearFirst(inArea, near) : inArea).toSorted(
    (a, b) => b.confidence - a.confidence,
  );
  return ordered
    .values()
    .filter(({ confidence }) => confidence >= minConfidence)
    .map(answer => ({ answer, found: answer.write(answer.confidence) }))
    .filter(({ found }) => !Number.isNaN(found.latitude))
    .filter(({ found }) => levels === undefined || levels.includes(found.match.level))
    .take(limit)
    .map(({ answer, found }) => {
      const also_in = alsoIn(index, answer, ordered);
      const result = inBothScripts(index, { ...found, match: { ...found.match, also_in } });
      return { result, evidence: answer.evidence, score: answer.score };
    })
    .toArray();
}

/** How much more often than others something is meant where the person looks, and how far that counts. */
const nearGain = 30;
const nearMetres = 20_000;
/** Answers whose texts fit about as well as the best: only between these something else decides. */
const alike = 0.95;

/** Among answers that fit alike, what is near has a larger share of their confidence. */
function nearFirst(answers: readonly Answer[], near: Point): readonly Answer[] {
  const best = Math.max(0, ...answers.map(({ score }) => score));
  const gain = ({ at, score }: Answer) =>
    score < alike * best || Number.isNaN(at.latitude)
      ? 0
      : 1 + nearGain * Math.exp(-metresBetween(near, at) / nearMetres);
  const rivals = answers.filter(answer => gain(answer) > 0);
  const sum = (weight: (answer: Answer) => number) =>
    rivals.reduce((total, answer) => total + answer.confidence * weight(answer), 0);
  const scale = sum(() => 1) / sum(gain);
  const most = Math.max(0, ...answers.map(({ confidence }) => confidence));
  return answers.map(answer => {
    if (gain(answer) === 0) return answer;
    const share = answer.confidence * gain(answer) * scale;
    return {
      ...answer,
      confidence: Math.floor(Math.min(share, Math.max(most, 0.99)) * 1000) / 1000,
    };
  });
}

/** At most this many other towns are named. */
const mostTowns = 5;

/** The other towns where the same street and number fit as well. */
function alsoIn(
  index: GeocoderIndex,
  { street: own, score }: Answer,
  ordered: readonly Answer[],
): AlsoIn[] {
  if (own === undefined) return [];
  const { streets } = index;
  const seen = new Set([streets.municipality[own.street]!]);
  const also: AlsoIn[] = [];
  for (const { street: other, score: otherScore, confidence } of ordered) {
    if (also.length === mostTowns) break;
    if (other === undefined || otherScore < alike * score || other.inRange === false) continue;
    const municipality = streets.municipality[other.street]!;
    if (seen.has(municipality)) continue;
    seen.add(municipality);
    const locality = streets.localities[streets.locality[other.street]!] ?? null;
    const id = streetId(index, other.street, other.number, other.corner);
    also.push({ town: townName(index, municipality, locality), id, confidence });
  }
  return also;
}
