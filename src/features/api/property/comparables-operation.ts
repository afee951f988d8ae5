import Type, { type Static } from 'typebox';
import {
  type ComparableLimits,
  comparableTypes,
  type FoundComparable,
  type PriceKind,
  priceKinds,
  priceStatistics,
} from '#domain/property/comparables.ts';
import { toCents } from '#domain/property/cost/cost.ts';
import { parcelPoint } from '#domain/property/parcels.ts';
import {
  integerOrNull,
  number,
  numberOrNull,
  oneOf,
  optional,
  orNull,
  text,
  textOrNull,
  time,
  whole,
} from '#http/openapi/wire-types.ts';
import { responses, unavailable } from '#http/server/error-answers.ts';
import type { Server } from '#http/server/typed-server.ts';
import { compileValidatorWith, type Wrong } from '#http/server/validation.ts';
import { whileWanted } from '#http/server/while-wanted.ts';
import type { LoadedSource } from '#storage/store/store.ts';
import { collectFaults, invalid } from '#tools/errors.ts';
import { comparablesAround, kaekOf, parcelOfCode } from '../../report/look-up.ts';
import { type ApiParts, dataUntil } from '../api-parts.ts';
import {
  checkCodeOrPoint,
  coordinates,
  dayFrom1900,
  loadedSources,
  toLoadedSources,
  withoutExample,
} from '../shared-schemas.ts';
import { KaekCode } from './parcel-operations.ts';

const limit = (minimum: number, maximum: number, description: string) =>
  optional.number(description, { minimum, maximum });
const year = (description: string) =>
  optional.whole(description, { minimum: 1_000, maximum: 2_100 });
const day = (description: string) => optional.text(description, dayFrom1900);

const ComparablesQuery = Type.Object({
  latitude: Type.Optional(coordinates.latitude),
  longitude: Type.Optional(coordinates.longitude),
  kaek_code: Type.Optional(withoutExample(KaekCode)),
  property_type: oneOf(comparableTypes, 'The type of the properties.', { examples: ['apartment'] }),
  max_distance_m: optional.number('Metres from the place.', {
    minimum: 1,
    maximum: 20_000,
    default: 1_000,
  }),
  min_area_m2: limit(0, 1e8, 'The least area in m².'),
  max_area_m2: limit(0, 1e8, 'The largest area in m².'),
  min_year: year('The earliest year of construction. Leaves out what has no year.'),
  max_year: year('The latest year of construction. Leaves out what has no year.'),
  from: day('The earliest day of a price.'),
  until: day('The latest day of a price.'),
  kind: optional.oneOf(priceKinds, 'Only prices of this kind.'),
  limit: optional.whole('The most comparables in the list. The statistics are of all.', {
    minimum: 1,
    maximum: 200,
    default: 50,
  }),
});
type Query = Static<typeof ComparablesQuery>;

const euroPerM2 = (what: string) => number(`${what}, in €/m².`);

const PriceStatisticsBody = Type.Object(
  {
    count: whole('How many prices.'),
    least: euroPerM2('The lowest'),
    lower_quartile: euroPerM2('A quarter of the prices are at most this'),
    median: euroPerM2('Half of the prices are at most this'),
    upper_quartile: euroPerM2('Three quarters of the prices are at most this'),
    most: euroPerM2('The highest'),
  },
  { title: 'PriceStatistics' },
);

const ComparableBody = Type.Object(
  {
    external_id: textOrNull('Its id in the file.'),
    property_type: text('Its type.'),
    kind: oneOf(priceKinds, 'Whether the price is asked for or was paid.'),
    date: time('date', 'The day of the price.'),
    price_eur: number('The price in euro.'),
    area_m2: number('Its area.'),
    eur_per_m2: number('The price for each m², rounded to cents.'),
    construction_year: integerOrNull('Its year of construction.'),
    address: textOrNull('Its address, as the file has it.'),
    latitude: coordinates.latitude,
    longitude: coordinates.longitude,
    accuracy_m: numberOrNull(
      'How far the position may be wrong; null if the file has the position.',
    ),
    distance_m: number('Metres from the place, with two decimals.'),
    source: text('Where the price comes from.'),
  },
  { title: 'Comparable' },
);

const ComparablesBody = Type.Object(
  {
    count: whole('How many were found, also those that are not listed.'),
    asking: orNull(PriceStatisticsBody, 'Of the prices that are asked for; null without any.'),
    sold: orNull(PriceStatisticsBody, 'Of the prices that were paid; null without any.'),
    comparables: Type.Array(ComparableBody, { description: 'Nearest first.' }),
    sources: loadedSources('ComparableSource', 'The loaded files.'),
  },
  {
    title: 'Comparables',
    description: 'The comparables around the place.',
    examples: [
      {
        count: 0,
        asking: null,
        sold: null,
        comparables: [],
        sources: [
          {
            source: 'sample:volos',
            loaded_at: '2026-11-15T09:00:00.000Z',
            licence: 'invented: no real price',
          },
        ],
      },
    ],
  },
);

/** `GET /api/comparables/` */
export function registerComparables(server: Server, parts: ApiParts): void {
  server.get(
    '/api/comparables/',
    {
      config: { scope: 'report' },
      validatorCompiler: compileValidatorWith({}, checkQuery),
      schema: {
        operationId: 'comparables',
        summary: 'Find comparable properties with their prices',
        description:
          'Imported prices of one type of property around a place, as evidence of the market. Send ' +
          '`latitude` and `longitude`, or `kaek_code`. Prices that are asked for and prices that ' +
          'were paid have statistics of their own. A quartile between two prices is interpolated, ' +
          'as by QUARTILE.INC of spreadsheets. Ktima makes no estimate of a value.',
        tags: ['Property'],
        querystring: ComparablesQuery,
        response: responses(ComparablesBody, {
          400: 'Both or neither of the coordinates and kaek_code were sent, a limit contradicts another, too many properties are near, or a parameter is not as described.',
          404: 'No parcel with this code is loaded.',
          503: unavailable('The database, or the keys to check tokens,'),
        }),
      },
    },
    async (request, reply) =>
      whileWanted(reply, async signal => {
        const data = dataUntil(signal, parts);
        const { query } = request;
        const point =
          query.kaek_code === undefined
            ? { latitude: query.latitude!, longitude: query.longitude! }
            : parcelPoint(await parcelOfCode(data, query.kaek_code));
        const found = await comparablesAround(data, point, limitsOf(query));
        return toBody(found, await data.store.loadedSources(), query.limit ?? 50);
      }),
  );
}

/** Checks what depends on several parameters. */
function checkQuery(query: Partial<Query>, wrong: Wrong): void {
  collectFaults(
    () => checkCodeOrPoint(query, wrong, 'latitude and longitude, or kaek_code'),
    () => query.kaek_code === undefined || kaekOf(query.kaek_code),
    () => checkOrder(query, 'min_area_m2', 'max_area_m2'),
    () => checkOrder(query, 'min_year', 'max_year'),
    () => checkOrder(query, 'from', 'until'),
  );
}

function checkOrder(query: Partial<Query>, least: keyof Query, most: keyof Query): void {
  if (query[least] === undefined || query[most] === undefined) return;
  if (query[least] > query[most])
    throw invalid(most, `at least ${least}, which is ${query[least]}`);
}

function limitsOf(query: Query): ComparableLimits {
  return {
    propertyType: query.property_type,
    maxDistanceMetres: query.max_distance_m ?? 1_000,
    minAreaM2: query.min_area_m2,
    maxAreaM2: query.max_area_m2,
    minYear: query.min_year,
    maxYear: query.max_year,
    from: query.from,
    until: query.until,
    kind: query.kind,
  };
}

function toBody(
  found: readonly FoundComparable[],
  sources: readonly LoadedSource[],
  most: number,
): Static<typeof ComparablesBody> {
  return {
    count: found.length,
    asking: statisticsOf(found, 'asking'),
    sold: statisticsOf(found, 'sold'),
    comparables: found.slice(0, most).map(toComparableBody),
    sources: toLoadedSources(sources, 'comparables'),
  };
}

function statisticsOf(found: readonly FoundComparable[], kind: PriceKind) {
  const own = found.filter(({ comparable }) => comparable.kind === kind);
  const statistics = priceStatistics(own.map(({ eurPerM2 }) => eurPerM2));
  if (!statistics) return null;
  const { count, least, lowerQuartile, median, upperQuartile, most } = statistics;
  return {
    count,
    least: toCents(least),
    lower_quartile: toCents(lowerQuartile),
    median: toCents(median),
    upper_quartile: toCents(upperQuartile),
    most: toCents(most),
  };
}

function toComparableBody({ comparable, metres, eurPerM2 }: FoundComparable) {
  const { accuracyMetres, priceSource, source } = comparable;
  return {
    external_id: comparable.externalId,
    property_type: comparable.propertyType,
    kind: comparable.kind,
    date: comparable.date,
    price_eur: comparable.priceEur,
    area_m2: comparable.areaM2,
    eur_per_m2: toCents(eurPerM2),
    construction_year: comparable.constructionYear,
    address: comparable.address,
    latitude: comparable.latitude,
    longitude: comparable.longitude,
    accuracy_m: accuracyMetres === 0 ? null : accuracyMetres,
    distance_m: Math.round(metres * 100) / 100,
    source: priceSource ?? source,
  };
}
