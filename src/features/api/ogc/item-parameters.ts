import Type from 'typebox';
import { bboxFormat } from '#domain/property/search-area.ts';
import { optional } from '#http/openapi/wire-types.ts';
import { errorResponses } from '#http/server/error-answers.ts';
import { invalid } from '#tools/errors.ts';
import { isDay } from '#tools/notation/days.ts';
import { crsParameter } from './crs-parameter.ts';

/** The standard demands 400 for parameters that are not described. */
const strict = { additionalProperties: false } as const;

/** Programs may ask for a format; there is one for each page. */
const f = optional.oneOf(['json'], 'Format of the answer: JSON or GeoJSON.');

/** The query of a page that is always the same. */
export const PageQuery = Type.Object({ f }, strict);

/** The errors of such a page. */
export const unknownParameter = errorResponses({
  400: 'A parameter is not as described or is unknown.',
});

const Crs = crsParameter('Coordinate system of the answer.');

/** The query of a single feature. */
export const ItemQuery = Type.Object({ crs: Crs, f }, strict);

/** The number of features of a page without `limit`, and at most. */
export const [usualLimit, mostFeatures] = [10, 10_000];

/** What `datetime` expects, in words. */
const datetimeFormat =
  'a date or time such as 2026-06-15T09:00:00Z, or two with / between, of which one may be ..';

const itemsParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: mostFeatures,
      'x-clamped': true,
      default: usualLimit,
      examples: [1],
      description:
        `Number of features. More than ${mostFeatures} is read as ${mostFeatures}. A page may have fewer features if outlines are very long, or if many features ` +
        'around the box had to be read. The link `next` leads to the rest.',
    }),
  ),
  bbox: Type.Optional(
    Type.Array(Type.Number(), {
      oneOf: [4, 6].map(count => ({ minItems: count, maxItems: count })),
      'x-expected': bboxFormat,
      description:
        'Box in which features lie at least in part: west, south, east, north with commas ' +
        'between. With six numbers, the third and sixth are heights, which are not used. If west ' +
        'is greater than east, the box crosses the antimeridian.',
      examples: [[23.73, 37.98, 23.74, 37.99]],
    }),
  ),
  'bbox-crs': crsParameter('Coordinate system of `bbox`.'),
  crs: Crs,
  datetime: optional.text(
    'Time or interval. Features have no time, so all match, as the standard says.',
    { minLength: 1, maxLength: 100, 'x-expected': datetimeFormat },
  ),
  f,
};

/** How the standard writes parameters, which matters for `bbox`: numbers with commas between. */
const written = { style: 'form', explode: false } as const;

/** The query of a list of features; `after` is where the page before ended. */
export function itemsQuery<After extends Type.TSchema>(after: After) {
  return Type.Object(
    { ...itemsParameters, after: Type.Optional(after) },
    { ...strict, ...written },
  );
}

export type ItemsQuery = Type.Static<typeof commonQuery>;
const commonQuery = Type.Object(itemsParameters);

const day = String.raw`\d{4}-\d{2}-\d{2}`;
const moment = new RegExp(
  String.raw`^${day}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$`,
  'i',
);

/**
 * Checks the parameter `datetime`. It changes no answer: the standard lets it match all features
 * that have no time (17-069r4, fc-time-response), and ours have none.
 */
export function checkDatetime(text: string | undefined): void {
  if (text === undefined) return;
  const ends = text.split('/');
  const isInterval = ends.length === 2 && ends.some(isMoment);
  const isKnown = isInterval ? ends.every(end => isMoment(end) || isOpen(end)) : isMoment(text);
  if (!isKnown) throw invalid('datetime', datetimeFormat);
  const [start = '', end = ''] = ends;
  if (Date.parse(start) > Date.parse(end)) throw invalid('datetime', 'a start before the end');
}

function isMoment(text: string): boolean {
  return moment.test(text) && !Number.isNaN(Date.parse(text)) && isDay(text.slice(0, 10));
}

function isOpen(text: string): boolean {
  return text === '' || text === '..';
}
