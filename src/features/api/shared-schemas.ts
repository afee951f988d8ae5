import Type, { type TSchema } from 'typebox';
import { number, text, time } from '#http/openapi/wire-types.ts';
import type { Wrong } from '#http/server/validation.ts';
import type { LoadedSource } from '#storage/store/store.ts';
import { layers } from '#storage/store/store.ts';
import { invalid, invalidInput, type KtimaError } from '#tools/errors.ts';

/** A position on the wire, as fields of a body or a query. */
export const coordinates = {
  latitude: number('Degrees north, WGS84.', { minimum: -90, maximum: 90, examples: [37.98692] }),
  longitude: number('Degrees east, WGS84.', { minimum: -180, maximum: 180, examples: [23.73623] }),
};

/** A position. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A point from two coordinates. Throws INVALID_INPUT if one is missing. */
export function bothCoordinates(
  latitude: number | undefined,
  longitude: number | undefined,
): Point {
  if (latitude === undefined) throw invalid('latitude', 'together with longitude', 'missing');
  if (longitude === undefined) throw invalid('longitude', 'together with latitude', 'missing');
  return { latitude, longitude };
}

interface PointOrCode {
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  readonly kaek_code?: string | undefined;
}

/**
 * Checks that a KAEK or a point was sent, also if it is `wrong` itself, and not both. Throws
 * INVALID_INPUT; `ways` says how a place is given.
 */
export function checkCodeOrPoint(query: PointOrCode, wrong: Wrong, ways: string): void {
  const isSent = (name: keyof PointOrCode) => query[name] !== undefined || wrong.has(name);
  const [latitude, longitude] = [isSent('latitude'), isSent('longitude')];
  const byPoint = latitude || longitude;
  if (byPoint === isSent('kaek_code')) throw wrongWays(ways, byPoint ? 'both' : 'neither');
  if (byPoint && !latitude) throw invalid('latitude', 'together with longitude', 'missing');
  if (byPoint && !longitude) throw invalid('longitude', 'together with latitude', 'missing');
}

/** The KAEK or the point of a query that `checkCodeOrPoint` has checked. */
export function codeOrPoint({ kaek_code, latitude, longitude }: PointOrCode): string | Point {
  return kaek_code ?? bothCoordinates(latitude, longitude);
}

/** A combination of parameters that an operation does not take. */
export function wrongWays(ways: string, got: string): KtimaError {
  return invalidInput([{ field: '', code: 'conflict', message: `expected ${ways}; got ${got}` }]);
}

/** The whole postal code of an address, on the wire. */
export const wholePostalCode = { pattern: '^[0-9]{3} ?[0-9]{2}$', 'x-expected': 'five digits' };

/** A postal code for the cost, which depends on its first two digits only, on the wire. */
export const costPostalCode = {
  pattern: '^[0-9]{2,}$',
  'x-expected': 'digits only, at least two',
};

/** A day from 1900 on, on the wire. */
export const dayFrom1900 = {
  format: 'date',
  pattern: '^(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$',
  'x-expected': 'a day as YYYY-MM-DD',
};

/** Loaded sources on the wire. */
export const loadedSources = (title: string, description: string) =>
  Type.Array(
    Type.Object(
      {
        source: text('Name of the import.'),
        loaded_at: time('date-time', 'When it was loaded, in UTC.'),
        licence: text('Licence and attribution.'),
      },
      { title },
    ),
    { description },
  );

/** The sources of a layer, as they are on the wire. */
export function toLoadedSources(sources: readonly LoadedSource[], layer: LoadedSource['layer']) {
  return sources
    .filter(source => source.layer === layer)
    .map(({ source, loadedAt, licence }) => ({ source, loaded_at: loadedAt, licence }));
}

/** Media types of responses. */
export const json = 'application/json';
export const geoJson = 'application/geo+json';

/** Removes the example: with examples of every way to ask, the reference would show an invalid request. */
export function withoutExample<Schema extends TSchema>(schema: Schema): Schema {
  const { examples: _, ...rest } = schema as Schema & { examples?: unknown };
  return rest as unknown as Schema;
}

/** A kind of data on the wire. */
export const LayerName = Type.Enum([...layers], {
  title: 'Layer',
  type: 'string',
  description: 'Kind of data.',
});
