import { explain, type GeocodeQuery } from '#domain/geocoder/geocode.ts';
import type { GeocodeResult } from '#domain/geocoder/geocode-result.ts';
import type { GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import type { Finding } from '#domain/geocoder/score/evidence.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { calibrationError } from './calibration.ts';

/** The largest distance, in metres, at which an answer counts as right. */
export const rightMetres = 5_000;

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A question, the first answer, what speaks for and against it, and whether it is right. */
export interface Judged {
  readonly query: string;
  readonly first: GeocodeResult | undefined;
  readonly evidence?: readonly Finding[];
  readonly isRight: boolean;
}

/** The percentage to reach with the data that ship and with OpenStreetMap imported; null for none. */
export interface Aims {
  readonly shipped: number | null;
  readonly osm: number | null;
}

/** Questions of one kind. */
export interface MeasuredSet {
  readonly title: string;
  readonly aims: Aims;
  /** Whether the stated confidence is the share that is right by the rule of this set. */
  readonly isCalibrated: boolean;
  /**
   * The percentage that can be right at most, where the same text asks for several places: only one
   * of them can be first. Null where every question has its own text.
   */
  readonly ceiling?: number | null;
  /** Asks the questions, or some of them, evenly chosen. */
  readonly judge: (index: GeocoderIndex, most?: number) => Promise<readonly Judged[]>;
}

/** A query and the rule for right results; the best result is first. */
export interface Question {
  readonly query: string;
  /** What is given beside the text. */
  readonly hints?: Pick<GeocodeQuery, 'city' | 'postalCode'>;
  readonly isRight: (results: readonly GeocodeResult[]) => boolean;
  /** Where the answer is, if only its position counts. */
  readonly at?: Point;
}

/** A set of questions to the geocoder. */
export function questionSet(
  title: string,
  aims: Aims,
  questions: readonly Question[],
  isCalibrated = true,
): MeasuredSet {
  const judge = async (index: GeocoderIndex, most = questions.length) => {
    const step = Math.max(1, Math.ceil(questions.length / most));
    const judged: Judged[] = [];
    for (const { query, hints, isRight } of questions.filter((_, i) => i % step === 0)) {
      const { results, evidence } = await explain(index, { address: query, ...hints });
      judged.push({ query, first: results[0], evidence, isRight: isRight(results) });
    }
    return judged;
  };
  return { title, aims, isCalibrated, judge, ceiling: ceilingOf(questions) };
}

/** Questions of one text have one first answer: the point that is right for most of them. */
function ceilingOf(questions: readonly Question[]): number | null {
  const texts = Map.groupBy(questions, ({ query }) => fold(query));
  if (texts.size === questions.length || questions.some(({ at }) => at === undefined)) return null;
  const most = [...texts.values()].map(same =>
    Math.max(...same.map(a => same.filter(b => metresBetween(a.at!, b.at!) <= rightMetres).length)),
  );
  return (100 * most.reduce((sum, count) => sum + count, 0)) / questions.length;
}

/** The first result is within a distance of the point, in metres. */
export function firstWithin(at: Point, metres: number): Question['isRight'] {
  return ([first]) => first !== undefined && metresBetween(first, at) <= metres;
}

/** The first result is a street or a house, within 500 m or its own accuracy of the point. */
export function streetAt(at: Point): Question['isRight'] {
  return ([first]) =>
    first !== undefined &&
    ['house_number', 'interpolated', 'street'].includes(first.match.level) &&
    metresBetween(first, at) <= Math.max(500, first.match.accuracy_m);
}

/** One of the results is. */
export function oneWithin(at: Point, metres: number): Question['isRight'] {
  return results => results.some(result => metresBetween(result, at) <= metres);
}

/** The share that is right, in percent, and the mean calibration error; null where it does not apply. */
export function figures(set: MeasuredSet, judged: readonly Judged[]) {
  const right = judged.filter(({ isRight }) => isRight).length;
  const answers = judged.flatMap(({ first, isRight }) =>
    first ? [{ confidence: first.match.confidence, isRight }] : [],
  );
  return {
    size: judged.length,
    percent: (100 * right) / Math.max(1, judged.length),
    calibration: set.isCalibrated ? calibrationError(answers) : null,
  };
}

/** Streets are judged by their own position, towns by 5 km: each answer counts once. */
export function isJudgedBy({ title }: MeasuredSet, { first }: Judged): boolean {
  if (first === undefined || title.endsWith(': an answer')) return false;
  const isStreet = ['house_number', 'interpolated', 'street'].includes(first.match.level);
  if (title.endsWith(': the street')) return isStreet;
  return title.startsWith('shops') || title.startsWith('street number') ? !isStreet : true;
}
