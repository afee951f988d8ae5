import type { Position } from '#tools/geo/polygon.ts';
import type { PlaceType, PointOfInterest } from '../../../../../client/src/types.ts';
import type { Outline } from '../../../state/subject/outline.ts';
import { sidesOf } from '../../parcel/sides.ts';
import { circleAround } from './circle.ts';
import { distance, isCrossed } from './measure.ts';

type Properties = Readonly<Record<string, string | number>>;
type Feature = GeoJSON.Feature<GeoJSON.Geometry, Properties>;
/** Features that an overlay draws. */
export type Collection = GeoJSON.FeatureCollection<GeoJSON.Geometry, Properties>;

/** A position, or positions in each other as deep as a geometry has them. */
type Coordinates = Position | readonly Coordinates[];

export function collection(features: Feature[]): Collection {
  return { type: 'FeatureCollection', features };
}

export function feature(
  type: Exclude<GeoJSON.Geometry['type'], 'GeometryCollection'>,
  coordinates: Coordinates,
  properties: Properties = {},
): Feature {
  // The types of GeoJSON have no positions that are only read.
  const geometry = { type, coordinates } as unknown as GeoJSON.Geometry;
  return { type: 'Feature', properties, geometry };
}

/** The circles of the service's search radii, in metres. */
const circleRadiiMetres = [1_000, 2_000, 10_000] as const;

/** The places that are not hidden and have a position. */
export function placeFeatures(
  places: readonly PointOfInterest[],
  hidden: ReadonlySet<PlaceType>,
): Collection {
  return collection(
    places.flatMap(({ id, place_type, latitude, longitude }) =>
      latitude === null || longitude === null || hidden.has(place_type)
        ? []
        : [feature('Point', [longitude, latitude], { id, kind: place_type })],
    ),
  );
}

/** The rings of the search radii around a point, each with a label at its top. */
export function radiusFeatures(center: Position | undefined, label: (metres: number) => string) {
  if (!center) return collection([]);
  return collection(
    circleRadiiMetres.flatMap(radius => {
      const ring = circleAround(center, radius);
      return [feature('LineString', ring), feature('Point', ring[0]!, { label: label(radius) })];
    }),
  );
}

/** Up to this width in pixels, an area is too small to be seen. */
const leastPixels = 24;
/** Metres that a pixel is at the equator, at zoom 0. */
const metresPerPixel = 40_075_017 / 512;
const everyZoom = 99;

/**
 * The found point and its accuracy. In place of a point that is an area, the point is drawn only
 * below the zoom that shows the area.
 */
export function pointFeatures(
  center: Position | undefined,
  accuracyMetres: number,
  isArea = false,
) {
  if (!center) return collection([]);
  const area = accuracyMetres > 15 ? [circleAround(center, accuracyMetres)] : [];
  const widest = metresPerPixel * Math.cos((center[1] * Math.PI) / 180) * leastPixels;
  const below = isArea ? Math.log2(widest / (2 * accuracyMetres)) : everyZoom;
  return collection([
    ...area.map(ring => feature('Polygon', [ring], { kind: isArea ? 'area' : 'accuracy' })),
    feature('Point', center, { below }),
  ]);
}

/**
 * A measured line: the enclosed area, the line, the side that would close it, its points, and the
 * length of each part.
 */
export function measureFeatures(points: readonly Position[], label: (metres: number) => string) {
  const side = (from: Position, to: Position, properties: Properties = {}) =>
    feature('LineString', [from, to], { ...properties, label: label(distance(from, to)) });
  const isClosed = points.length > 2;
  return collection([
    ...(isClosed && !isCrossed(points) ? [feature('Polygon', [[...points, points[0]!]])] : []),
    ...points.slice(1).map((to, index) => side(points[index]!, to)),
    ...(isClosed ? [side(points.at(-1)!, points[0]!, { kind: 'closing' })] : []),
    ...points.map(point => feature('Point', point)),
  ]);
}

/** A parcel's outline with the length of each side, and its area as a label inside. */
export function parcelFeatures(
  outline: Outline | undefined,
  inside: Position,
  { area, length }: { area: string; length(metres: number): string },
) {
  if (!outline) return collection([]);
  return collection([
    feature('MultiPolygon', outline),
    ...sidesOf(outline).map(({ from, to, metres }) =>
      feature('LineString', [from, to], { label: length(metres) }),
    ),
    feature('Point', inside, { label: area }),
  ]);
}
