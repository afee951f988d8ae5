import Type, { type Static } from 'typebox';
import type { ZoneField } from '#domain/zones/kind.ts';
import type { PieceText } from '#domain/zones/zone.ts';
import { type KindAnswer, mostListed, zoneResults } from '#domain/zones/zone-answer.ts';
import {
  number,
  numberOrNull,
  oneOf,
  optional,
  orNull,
  text,
  textOrNull,
  time,
  whole,
  yesNo,
} from '#http/openapi/wire-types.ts';
import { responses, unavailable } from '#http/server/error-answers.ts';
import type { Server } from '#http/server/typed-server.ts';
import { compileValidatorWith, type Wrong } from '#http/server/validation.ts';
import { whileWanted } from '#http/server/while-wanted.ts';
import { parcelOfCode } from '../../report/look-up.ts';
import {
  mostAccuracyMetres,
  type SeaAnswer,
  type ZoneAnswers,
  zonesAtPoint,
  zonesOfParcel,
} from '../../report/zones-section.ts';
import { type ApiParts, dataUntil } from '../api-parts.ts';
import {
  checkCodeOrPoint,
  codeOrPoint,
  coordinates,
  withoutExample,
  wrongWays,
} from '../shared-schemas.ts';
import { KaekCode } from './parcel-operations.ts';

const ZonesQuery = Type.Object({
  latitude: Type.Optional(coordinates.latitude),
  longitude: Type.Optional(coordinates.longitude),
  kaek_code: Type.Optional(withoutExample(KaekCode)),
  accuracy_m: optional.number(
    'How far the point may be wrong, in metres. The response then has all zones that may apply ' +
      'within it, and `certain` for each.',
    { minimum: 0, maximum: mostAccuracyMetres, examples: [0] },
  ),
  kinds: optional.text('Only these kinds of zones, with commas between them.', {
    pattern: '^[a-z0-9-]{1,40}(,[a-z0-9-]{1,40}){0,49}$',
    'x-expected': 'names of kinds with commas between them, such as flood,earthquake',
    examples: ['flood,earthquake'],
  }),
});

const attributes = {
  label: textOrNull('What its source calls it.'),
  attributes: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: 'Its values, by the names of `fields`.',
  }),
  source: text('The source that has it.'),
};

const ZoneFieldBody = Type.Object(
  {
    field: text('Its name in `attributes`.'),
    name_gr: text('Its name in Greek.'),
    name_en: text('Its name in English.'),
    unit: textOrNull('The unit of its numbers.'),
  },
  { title: 'ZoneField' },
);

const KindBody = Type.Object(
  {
    kind: text('The name of the kind.'),
    name_gr: text('In Greek.'),
    name_en: text('In English.'),
    result: oneOf(
      zoneResults,
      'Of the most certain zone; `certain` has what is known of each. ' +
        '`inside`: a zone contains the point, everything within its accuracy, or the whole parcel. ' +
        '`possibly_inside`: a zone may contain a doubtful point, or one near a doubtful border. `partly_inside`: a zone has a part ' +
        'of the parcel. `outside`: a source looked here and has no zone. `partly_covered`: none, ' +
        'and no source covers all of the parcel or circle. `not_covered`: no source looked here. ' +
        '`coverage_unknown`: no zone here, and a source does not say where it looked. `not_loaded`: ' +
        'no source of this kind is loaded.',
    ),
    zones: Type.Array(
      Type.Object(
        {
          ...attributes,
          certain: yesNo(
            'Whether it contains everything within the accuracy, or the whole parcel; of a zone drawn by ' +
              'municipality, whether all that may apply has its values.',
          ),
          share: numberOrNull(
            'The share of the parcel’s area in the zone, 0 to 1, on the plane of the Greek Grid; ' +
              'null for a point, and for a zone without area.',
          ),
        },
        { title: 'ZoneHere' },
      ),
      {
        description:
          'The zones that apply or may apply, the severest first, of the same class the certain ' +
          `ones first; at most ${mostListed}, with a certain one if there is one.`,
      },
    ),
    zones_total: whole('How many apply.'),
    nearest: orNull(
      Type.Object(
        {
          ...attributes,
          distance_m: number('Metres to its edge on the WGS84 geodesic, with two decimals.'),
        },
        { title: 'NearestZone' },
      ),
      'The nearest zone if none applies; null if none lies within `distance_limit_m`, and for parcels.',
    ),
    distance_limit_m: number('How far the nearest zone is searched, in metres; 0: it is not.'),
    fields: Type.Array(ZoneFieldBody, { description: 'What `attributes` may have.' }),
    sources: Type.Array(
      Type.Object(
        {
          source: text('Name of the source.'),
          loaded_at: time('date-time', 'When it was loaded, in UTC.'),
          licence: text('Licence and attribution.'),
          covers: textOrNull('The area where it looked for zones; null if that is unknown.'),
        },
        { title: 'ZoneSource' },
      ),
      { description: 'The loaded sources of this kind.' },
    ),
  },
  { title: 'ZoneKindAnswer' },
);

const SeaBody = Type.Object(
  {
    distance_m: number('Metres to the sea; 0 in the sea.'),
    accuracy_m: numberOrNull('How far the coast may be wrong; null if its source does not say.'),
    source: textOrNull('The source of coast lines; null for the coast that ships.'),
  },
  { title: 'SeaDistance' },
);

/** The answers on the wire. */
export const ZonesBody = Type.Object(
  {
    kinds: Type.Array(KindBody, { description: 'Each kind that is known or was asked for.' }),
    sea: orNull(SeaBody, 'The distance to the sea; null far from Greece.'),
  },
  {
    title: 'Zones',
    description: 'What applies at the place.',
    examples: [
      {
        kinds: [
          {
            kind: 'flood',
            name_gr: 'Ζώνες κατάκλυσης',
            name_en: 'Flood zones',
            result: 'not_loaded',
            zones: [],
            zones_total: 0,
            nearest: null,
            distance_limit_m: 2000,
            fields: [],
            sources: [],
          },
        ],
        sea: { distance_m: 6771, accuracy_m: 100, source: null },
      },
    ],
  },
);

/** `GET /api/zones/` */
export function registerZones(server: Server, parts: ApiParts): void {
  server.get(
    '/api/zones/',
    {
      config: { scope: 'zones' },
      validatorCompiler: compileValidatorWith({}, checkQuery),
      schema: {
        operationId: 'zones',
        summary: 'Find the zones at a place',
        description:
          'What applies at a point or to a parcel: flood, earthquake, planning and other zones that ' +
          'were imported, and the distance to the sea. Send `latitude` and `longitude`, or ' +
          '`kaek_code`. The edge of a zone belongs to it, also that of a hole. `outside` and ' +
          '`not_covered` are different: in the latter case nobody has looked here.',
        tags: ['Property'],
        querystring: ZonesQuery,
        response: responses(ZonesBody, {
          400: 'Both or neither of the coordinates and kaek_code were sent, a kind is unknown, or a parameter is not as described.',
          404: 'No parcel with this code is loaded.',
          503: unavailable('The database, or the keys to check tokens,'),
        }),
      },
    },
    async (request, reply) =>
      whileWanted(reply, async signal =>
        toZonesBody(await answersFor(parts, request.query, signal)),
      ),
  );
}

async function answersFor(
  parts: ApiParts,
  query: Static<typeof ZonesQuery>,
  signal: AbortSignal,
): Promise<ZoneAnswers> {
  const kinds = query.kinds?.split(',');
  const at = codeOrPoint(query);
  const { zoneKinds, coast } = parts;
  const zoneData = { store: dataUntil(signal, parts).store, zoneKinds, coast };
  if (typeof at !== 'string') {
    return zonesAtPoint(zoneData, at.latitude, at.longitude, kinds, query.accuracy_m);
  }
  return zonesOfParcel(zoneData, await parcelOfCode(zoneData, at), kinds);
}

const ways = 'latitude and longitude, perhaps with accuracy_m, or kaek_code';

/** Checks what depends on several parameters. */
function checkQuery(query: Partial<Static<typeof ZonesQuery>>, wrong: Wrong): void {
  checkCodeOrPoint(query, wrong, ways);
  if (query.kaek_code !== undefined && query.accuracy_m !== undefined) {
    throw wrongWays(ways, 'kaek_code with accuracy_m');
  }
}

/** Writes the answers. */
export function toZonesBody({ kinds, sea }: ZoneAnswers): Static<typeof ZonesBody> {
  return { kinds: kinds.map(toKindBody), sea: sea && toSeaBody(sea) };
}

function toKindBody(answer: KindAnswer): Static<typeof KindBody> {
  const { kind, result, zones, zonesTotal, nearest, sources } = answer;
  return {
    kind: kind.kind,
    name_gr: kind.name.el,
    name_en: kind.name.en,
    result,
    zones: zones.map(({ source, result, share, ...text }) => ({
      ...toTextBody(text),
      source,
      certain: result === 'inside',
      share,
    })),
    zones_total: zonesTotal,
    nearest: nearest && {
      ...toTextBody(nearest),
      source: nearest.source,
      distance_m: nearest.metres,
    },
    distance_limit_m: kind.distanceLimitMetres,
    fields: sources.length === 0 ? [] : kind.fields.map(toFieldBody),
    sources: sources.map(({ source, loadedAt, licence, covers }) => ({
      source,
      loaded_at: loadedAt,
      licence,
      covers,
    })),
  };
}

function toTextBody({ label, attributes }: PieceText) {
  return { label, attributes: { ...attributes } };
}

function toFieldBody({ field, name, unit }: ZoneField) {
  return { field, name_gr: name.el, name_en: name.en, unit };
}

function toSeaBody({ metres, accuracyMetres, source }: SeaAnswer) {
  return { distance_m: metres, accuracy_m: accuracyMetres, source };
}
