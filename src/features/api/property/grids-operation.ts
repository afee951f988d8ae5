import Type, { type Static } from 'typebox';
import { gridKindNames } from '#domain/grids/kind.ts';
import {
  number,
  numberOrNull,
  oneOf,
  optional,
  orNull,
  text,
  textOrNull,
  timeOrNull,
  yesNo,
} from '#http/openapi/wire-types.ts';
import { responses, unavailable } from '#http/server/error-answers.ts';
import type { Server } from '#http/server/typed-server.ts';
import { compileValidatorWith, type Wrong } from '#http/server/validation.ts';
import { whileWanted } from '#http/server/while-wanted.ts';
import { invalid } from '#tools/errors.ts';
import {
  type GridAnswer,
  gridResults,
  gridsAtPoint,
  gridsOfParcel,
} from '../../report/grids-section.ts';
import { parcelOfCode } from '../../report/look-up.ts';
import { type ApiParts, dataUntil } from '../api-parts.ts';
import {
  checkCodeOrPoint,
  codeOrPoint,
  coordinates,
  withoutExample,
  wrongWays,
} from '../shared-schemas.ts';
import { KaekCode } from './parcel-operations.ts';

const mostSteps = 20;

/** A number of `steps`. */
const step = String.raw`-?\d{1,15}(?:\.\d{1,15})?`;
const expectedSteps = `at most ${mostSteps} rising numbers with commas between them, such as 0.5,1,2`;

const GridsQuery = Type.Object({
  latitude: Type.Optional(coordinates.latitude),
  longitude: Type.Optional(coordinates.longitude),
  kaek_code: Type.Optional(withoutExample(KaekCode)),
  kinds: optional.text(`Only these kinds, with commas between them: ${gridKindNames.join(', ')}.`, {
    pattern: '^[a-z_]{1,40}(,[a-z_]{1,40}){0,19}$',
    'x-expected': 'names of kinds with commas between them, such as elevation,flood_depth',
    examples: ['elevation'],
  }),
  steps: optional.text(
    'With `kaek_code`: rising numbers with commas between them. For each the response has the ' +
      'share of the parcel above it.',
    { pattern: `^${step}(?:,${step}){0,${mostSteps - 1}}$`, 'x-expected': expectedSteps },
  ),
});

const GridBody = Type.Object(
  {
    kind: oneOf(gridKindNames, 'What was measured.'),
    name_gr: text('In Greek.'),
    name_en: text('In English.'),
    result: oneOf(
      gridResults,
      '`measured`: there are values. `partly_measured`: a part of the parcel has none. `no_data`: ' +
        'the grid has no value here. `outside`: it does not reach here. `not_loaded`: no grid of ' +
        'this kind is loaded.',
    ),
    value: numberOrNull(
      'At a point: between the centres of the cells around it; for classes that of its cell. For a ' +
        'parcel: the mean; null for classes. Null without value, which is not zero.',
    ),
    unit: textOrNull('The unit of the values.'),
    range: orNull(
      Type.Object(
        {
          min: number('The smallest value.'),
          max: number('The largest value.'),
          measured_share: number('The share of the parcel with values, 0 to 1.'),
          above: Type.Array(
            Type.Object(
              {
                step: number('A number of `steps`.'),
                share: number('The share of the values above it, 0 to 1.'),
              },
              { title: 'ShareAbove' },
            ),
            { description: 'One for each step.' },
          ),
        },
        { title: 'GridRange' },
      ),
      'The values in the parcel; null for a point. A cell counts if its centre lies in the parcel.',
    ),
    slope_percent: numberOrNull(
      'Of elevation: the rise in metres for each 100 m on the ground; for a parcel the mean.',
    ),
    aspect_degrees: numberOrNull(
      'Of elevation: where the ground falls to, in degrees from north, clockwise; null if it is level.',
    ),
    resolution_m: numberOrNull('The size of the cells that were read, in metres on the ground.'),
    coarser: yesNo('Whether means of several cells were read, because the parcel is large.'),
    values: Type.Union([Type.Enum(['amounts', 'classes'], { type: 'string' }), Type.Null()], {
      description: 'Whether values are amounts or classes.',
    }),
    date: timeOrNull('date', 'The day of the measurement, if it is known.'),
    source: textOrNull('Name of the source; null if none is loaded.'),
    licence: textOrNull('Licence and attribution.'),
    loaded_at: timeOrNull('date-time', 'When it was loaded, in UTC.'),
  },
  { title: 'GridAnswer' },
);

/** The answers on the wire. */
export const GridsBody = Type.Object(
  {
    grids: Type.Array(GridBody, { description: 'One for each loaded source, by kind.' }),
  },
  {
    title: 'Grids',
    description: 'What was measured at the place.',
    examples: [
      {
        grids: [
          {
            kind: 'elevation',
            name_gr: 'Υψόμετρο',
            name_en: 'Elevation',
            result: 'outside',
            value: null,
            unit: 'm',
            range: null,
            slope_percent: null,
            aspect_degrees: null,
            resolution_m: null,
            coarser: false,
            values: 'amounts',
            date: null,
            source: 'sample:volos',
            licence: 'invented: no real height',
            loaded_at: '2026-11-15T09:00:00.000Z',
          },
        ],
      },
    ],
  },
);

/** `GET /api/grids/` */
export function registerGrids(server: Server, parts: ApiParts): void {
  server.get(
    '/api/grids/',
    {
      config: { scope: 'zones' },
      validatorCompiler: compileValidatorWith({}, checkQuery),
      schema: {
        operationId: 'grids',
        summary: 'Find elevation and other values at a place',
        description:
          'The values of loaded grids at a point or in a parcel: elevation with slope and aspect, ' +
          'flood depth, ground acceleration, fire danger, noise. Send `latitude` and `longitude`, or ' +
          '`kaek_code`. Where nothing was measured, the value is null and `result` says why.',
        tags: ['Property'],
        querystring: GridsQuery,
        response: responses(GridsBody, {
          400: 'Both or neither of the coordinates and kaek_code were sent, a kind is unknown, the steps do not rise, or a parameter is not as described.',
          404: 'No parcel with this code is loaded.',
          503: unavailable('The database, or the keys to check tokens,'),
        }),
      },
    },
    async (request, reply) =>
      whileWanted(reply, async signal =>
        toGridsBody(await answersFor(parts, request.query, signal)),
      ),
  );
}

async function answersFor(
  parts: ApiParts,
  query: Static<typeof GridsQuery>,
  signal: AbortSignal,
): Promise<GridAnswer[]> {
  const kinds = query.kinds?.split(',');
  const at = codeOrPoint(query);
  const { store } = dataUntil(signal, parts);
  if (typeof at === 'string') {
    const steps = query.steps === undefined ? [] : readSteps(query.steps);
    return gridsOfParcel(store, await parcelOfCode({ store }, at), kinds, steps);
  }
  return gridsAtPoint(store, at.latitude, at.longitude, kinds);
}

const ways = 'latitude and longitude, or kaek_code, perhaps with steps';

/** Checks what depends on several parameters. */
function checkQuery(query: Partial<Static<typeof GridsQuery>>, wrong: Wrong): void {
  checkCodeOrPoint(query, wrong, ways);
  const isAtPoint = query.latitude !== undefined && query.longitude !== undefined;
  if (isAtPoint && query.steps !== undefined) throw wrongWays(ways, 'coordinates with steps');
}

function readSteps(text: string): number[] {
  const steps = text.split(',').map(Number);
  if (steps.every((one, i) => i === 0 || one > steps[i - 1]!)) return steps;
  throw invalid('steps', expectedSteps);
}

/** Writes the answers. */
export function toGridsBody(answers: readonly GridAnswer[]): Static<typeof GridsBody> {
  return { grids: answers.map(toGridBody) };
}

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

function toGridBody({ kind, result, grid, value, range, slope, ...answer }: GridAnswer) {
  return {
    kind: kind.kind as (typeof gridKindNames)[number],
    name_gr: kind.name.el,
    name_en: kind.name.en,
    result,
    value,
    unit: grid?.unit ?? null,
    range: range && {
      min: range.min,
      max: range.max,
      measured_share: round(range.measuredShare, 6),
      above: range.above.map(({ step, share }) => ({ step, share: round(share, 6) })),
    },
    slope_percent: slope && round(slope.percent, 2),
    aspect_degrees: slope?.aspectDegrees == null ? null : round(slope.aspectDegrees, 1),
    resolution_m: answer.resolutionMetres,
    coarser: answer.isCoarser,
    values: grid?.values ?? null,
    date: grid?.date ?? null,
    source: grid?.source ?? null,
    licence: grid?.licence ?? null,
    loaded_at: grid?.loadedAt ?? null,
  };
}
