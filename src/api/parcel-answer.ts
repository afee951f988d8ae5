import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { invalid } from '../errors.ts';
import { preferredType } from '../http/accept.ts';
import {
  type Parcel,
  type ParcelSrid,
  parcelFeature,
  parcelSrids,
  parcelWkt,
} from '../property/parcels.ts';
import { geoJson, json } from './shared-schemas.ts';

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

/** A parcel on the wire. */
export const ParcelBody = Type.Object(
  {
    kaek: Type.String({ description: "The parcel's 12 characters." }),
    area: Type.Number({ description: 'Square metres, as registered.' }),
    geometry: Type.String({ description: 'Well-known text, longitude before latitude.' }),
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
  properties: { kaek: '050099901001', area: 324.18 },
};

/** A parcel as a GeoJSON Feature on the wire. */
export const ParcelFeature = Type.Object(
  {
    type: Type.Literal('Feature'),
    id: Type.String({ description: "The parcel's 12 characters." }),
    geometry: Type.Union([
      Type.Object({ type: Type.Literal('Polygon'), coordinates: rings }, { title: 'Polygon' }),
      Type.Object(
        { type: Type.Literal('MultiPolygon'), coordinates: Type.Array(rings) },
        { title: 'MultiPolygon' },
      ),
    ]),
    properties: Type.Object(
      {
        kaek: Type.String({ description: 'The same.' }),
        area: Type.Number({ description: 'Square metres, as registered.' }),
      },
      { title: 'ParcelProperties' },
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
  headers: { Vary: { type: 'string', description: '`accept`: the format depends on it.' } },
  content: { [json]: { schema: ParcelBody }, [geoJson]: { schema: ParcelFeature } },
};

/** The requested format of a parcel. */
export interface ParcelFormat {
  readonly srid: ParcelSrid;
  readonly asFeature: boolean;
}

/** Reads the requested format: JSON in either coordinate system, or GeoJSON if preferred. */
export function parcelFormat(accept: string | undefined, srid: ParcelSrid = 4326): ParcelFormat {
  const asFeature = preferredType(accept, [json, geoJson]) === geoJson;
  // RFC 7946 §4: GeoJSON is always WGS84.
  if (asFeature && srid !== 4326) throw invalid('srid', `4326 with Accept: ${geoJson}`);
  return { srid, asFeature };
}

/** A parcel in the format of the wire. */
export function toParcelBody(parcel: Parcel, srid: ParcelSrid = 4326) {
  return { kaek: parcel.kaek, area: parcel.areaM2, geometry: parcelWkt(parcel, srid) };
}

/** The parcel in the requested format; sets the headers. */
export function renderParcel(
  reply: FastifyReply,
  parcel: Parcel,
  { srid, asFeature }: ParcelFormat,
) {
  reply.header('vary', 'accept').type(asFeature ? geoJson : json);
  return JSON.stringify(asFeature ? parcelFeature(parcel) : toParcelBody(parcel, srid));
}
