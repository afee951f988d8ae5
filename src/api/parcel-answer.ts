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

const json = 'application/json';
const geoJson = 'application/geo+json';

/** The parameter that chooses the coordinates of an outline. */
export const Srid = Type.Optional(
  Type.Enum([...parcelSrids], {
    type: 'integer',
    description: 'Coordinates of `geometry`: 4326 (WGS84) or 2100 (Greek Grid).',
    default: 4326,
  }),
);

/** A parcel on the wire. */
export const ParcelAnswer = Type.Object(
  {
    kaek: Type.String({ description: "The parcel's 12 characters." }),
    area: Type.Number({ description: 'Square metres, as registered.' }),
    geometry: Type.String({ description: 'Well-known text, longitude before latitude.' }),
  },
  {
    title: 'Parcel',
    description: 'The parcel; with `Accept: application/geo+json` as a GeoJSON Feature.',
    examples: [
      {
        kaek: '050099901001',
        area: 324.18,
        geometry:
          'POLYGON ((23.7362000 37.9868000, 23.7363579 37.9868561, 23.7362585 37.9870315, ' +
          '23.7361006 37.9869754, 23.7362000 37.9868000))',
      },
    ],
  },
);

/** How a caller wants a parcel. */
export interface ParcelForm {
  readonly srid: ParcelSrid;
  readonly asFeature: boolean;
}

/** What the request asks for: JSON in either coordinates, or GeoJSON if that is preferred. */
export function parcelForm(accept: string | undefined, srid: ParcelSrid = 4326): ParcelForm {
  const asFeature = preferredType(accept, [json, geoJson]) === geoJson;
  // RFC 7946 §4: GeoJSON is WGS84 and nothing else.
  if (asFeature && srid !== 4326) throw invalid('srid', `4326 with Accept: ${geoJson}`);
  return { srid, asFeature };
}

/** A parcel as the wire shows it. */
export function parcelBody(parcel: Parcel, srid: ParcelSrid = 4326) {
  return { kaek: parcel.kaek, area: parcel.areaM2, geometry: parcelWkt(parcel, srid) };
}

/** The parcel in that form. */
export function parcelAnswer(reply: FastifyReply, parcel: Parcel, { srid, asFeature }: ParcelForm) {
  reply.header('vary', 'accept').type(asFeature ? geoJson : json);
  return JSON.stringify(asFeature ? parcelFeature(parcel) : parcelBody(parcel, srid));
}
