import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import {
  type Parcel,
  type ParcelSrid,
  parcelFeature,
  parcelSrids,
  parcelWkt,
  wireAttributes,
} from '#domain/property/parcels.ts';
import { number, optional, text } from '#http/openapi/wire-types.ts';
import { preferredType } from '#http/server/accept.ts';
import { invalid } from '#tools/errors.ts';
import { geoJson, json } from '../shared-schemas.ts';

/** The parameter for the coordinate system of an outline. */
export const Srid = Type.Optional(
  Type.Enum([...parcelSrids], {
    type: 'integer',
    description: 'Coordinates of `geometry`: 4326 (WGS84) or 2100 (Greek Grid).',
    default: 4326,
  }),
);

/** A parcel of the sample data, for descriptions. */
export const exampleParcel = {
  kaek: '050099901001',
  area: 324.18,
  geometry:
    'POLYGON ((23.7362000 37.9868000, 23.7363579 37.9868561, 23.7362585 37.9870315, ' +
    '23.7361006 37.9869754, 23.7362000 37.9868000))',
};

/** What the sample records of it. */
export const exampleAttributes = {
  address: 'Οδός Δείγματος 2',
  main_use: 'Κατοικία',
  description: 'Πολυκατοικία τεσσάρων ορόφων',
  vertical_property: '0',
  horizontal_property: '1',
  perimeter_m: 73.06,
};

/** What the source recorded of a parcel, on the wire. */
const attributeFields = {
  address: optional.text('Address, as the source records it.'),
  main_use: optional.text('Main use: a code or a word of the source.'),
  description: optional.text('Description of the source.'),
  vertical_property: optional.text('Vertical property, as the source records it.'),
  horizontal_property: optional.text('Horizontal property, as the source records it.'),
  perimeter_m: optional.number('Perimeter in metres, as recorded.'),
  link: optional.text(
    'Address of a web page, http or https. It is not checked: a person may open it.',
  ),
  kind: optional.text('Kind of the parcel, as the source records it.'),
  town_plan: optional.text('Whether it is within a town plan, as the source records it.'),
};

/** A parcel on the wire. */
export const ParcelBody = Type.Object(
  {
    kaek: text("The parcel's 12 characters."),
    area: number('Square metres, as registered.'),
    geometry: text('Well-known text, longitude before latitude.'),
    attributes: Type.Optional(
      Type.Object(attributeFields, {
        title: 'ParcelAttributes',
        description:
          'What the source recorded besides; only with `attributes=true`, and in reports if there ' +
          'is something.',
      }),
    ),
    source: optional.text('The name of its source, one of `sources`; only in reports.'),
  },
  {
    title: 'Parcel',
    description: 'The parcel.',
    examples: [exampleParcel],
  },
);

const point = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 });
const rings = Type.Array(Type.Array(point), { description: 'Rings, longitude before latitude.' });

/** A parcel as a GeoJSON Feature, for descriptions. */
export const exampleFeature = {
  type: 'Feature',
  id: '050099901001',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [23.7362, 37.9868],
        [23.7363579, 37.9868561],
        [23.7362585, 37.9870315],
        [23.7361006, 37.9869754],
        [23.7362, 37.9868],
      ],
    ],
  },
  properties: { kaek: '050099901001', area_m2: 324.18 },
};

/** A parcel as a GeoJSON Feature on the wire. */
export const ParcelFeature = Type.Object(
  {
    type: Type.Literal('Feature'),
    id: text("The parcel's 12 characters."),
    geometry: Type.Union([
      Type.Object({ type: Type.Literal('Polygon'), coordinates: rings }, { title: 'Polygon' }),
      Type.Object(
        { type: Type.Literal('MultiPolygon'), coordinates: Type.Array(rings) },
        { title: 'MultiPolygon' },
      ),
    ]),
    properties: Type.Object(
      {
        kaek: text('The same.'),
        area_m2: number('Square metres, as registered.'),
        ...attributeFields,
      },
      {
        title: 'ParcelProperties',
        description:
          'Of what the source recorded besides, that which there is; for the operations under ' +
          '`/api/` only with `attributes=true`.',
      },
    ),
  },
  {
    title: 'ParcelFeature',
    description: 'The same as a GeoJSON Feature (RFC 7946), in WGS84.',
    examples: [exampleFeature],
  },
);

/** The OpenAPI response with a parcel, in both formats. */
export const ParcelResponse = {
  description: 'The parcel; with `Accept: application/geo+json` as a GeoJSON Feature.',
  content: { [json]: { schema: ParcelBody }, [geoJson]: { schema: ParcelFeature } },
};

/** The parameter for what the source recorded besides. */
export const WithAttributes = Type.Optional(
  Type.Boolean({
    description: 'Whether to add `attributes`: what the source recorded of the parcel besides.',
    default: false,
  }),
);

/** The requested format of a parcel. */
export interface ParcelFormat {
  readonly srid: ParcelSrid;
  readonly asFeature: boolean;
  readonly withAttributes: boolean;
}

/** Reads the requested format: JSON in either coordinate system, or GeoJSON if preferred. */
export function parcelFormat(
  accept: string | undefined,
  { srid = 4326, attributes = false }: { srid?: ParcelSrid; attributes?: boolean },
): ParcelFormat {
  const asFeature = preferredType(accept, [json, geoJson]) === geoJson;
  // RFC 7946 §4: GeoJSON is always WGS84.
  if (asFeature && srid !== 4326) throw invalid('srid', `4326 with Accept: ${geoJson}`);
  return { srid, asFeature, withAttributes: attributes };
}

/** A parcel in the format of the wire, with its attributes if it has any. */
export function toParcelBody(parcel: Parcel, srid: ParcelSrid = 4326) {
  const { kaek, areaM2: area, attributes } = parcel;
  return {
    kaek,
    area,
    geometry: parcelWkt(parcel, srid),
    ...(attributes && { attributes: wireAttributes(attributes) }),
  };
}

/** The parcel in the requested format; sets the headers. */
export function renderParcel(
  reply: FastifyReply,
  parcel: Parcel,
  { srid, asFeature, withAttributes }: ParcelFormat,
) {
  reply.type(asFeature ? geoJson : json);
  const { kaek, areaM2, geometry, attributes = {} } = parcel;
  const shown = { kaek, areaM2, geometry, ...(withAttributes && { attributes }) };
  return JSON.stringify(asFeature ? parcelFeature(shown) : toParcelBody(shown, srid));
}
