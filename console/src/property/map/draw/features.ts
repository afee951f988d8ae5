import type { Position } from '#tools/geo/polygon.ts';
import type { PlaceType, PointOfInterest } from '../../../../../client/src/types.ts';
import type { Outline } from '../../../state/subject/outline.ts';
import { sidesOf } from '../../parcel/sides.ts';
import { circleAround } from './circle.ts';
import { distance, isCrossed } from './measure.ts';

type Properties = Readonly<Record<string, string | number>>;

interface FeatureOf<Kind extends string, Coordinates> {
  readonly type: 'Feature';
  readonly properties: Properties;
  readonly geometry: { readonly type: Kind; readonly coordinates: Coordinates };
}

interface Collection<Feature> {
  readonly type: 'FeatureCollection';
  readonly features: Feature[];
}

/** The circles of the service's search radii, in metres. */
const circleRadiiMetres = [1_000, 2_000, 10_000] as const;

function collection<Feature>(features: Feature[]): Collection<Feature> {
  return { type: 'FeatureCollection', features };
}

function feature<Kind extends string, Coordinates>(
  type: Kind,
  coordinates: Coordinates,
  properties: Properties = {},
): FeatureOf<Kind, Coordinates> {
  return { type: 'Feature', properties, geometry: { type, coordinates } };
}

/** The places that are not hidden and have a position. */
export function placeFeatures(
  places: readonly PointOfInterest[],
  hidden: ReadonlySet<PlaceType>,
): Collection<FeatureOf<'Point', number[]>> {
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
  const rings = center
    ? circleRadiiMetres.map(radius => ({ radius, ring: circleAround(center, radius) }))
    : [];
  return collection<FeatureOf<'LineString', number[][]> | FeatureOf<'Point', number[]>>(
    rings.flatMap(({ radius, ring }) => [
      feature(
        'LineString',
        ring.map(point => [...point]),
      ),
      feature('Point', [...ring[0]!], { label: label(radius) }),
    ]),
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
  if (!center) return collection<never>([]);
  const area = accuracyMetres > 15 ? [circleAround(center, accuracyMetres)] : [];
  const widest = metresPerPixel * Math.cos((center[1] * Math.PI) / 180) * leastPixels;
  const below = isArea ? Math.log2(widest / (2 * accuracyMetres)) : everyZoom;
  return collection<FeatureOf<'Polygon', number[][][]> | FeatureOf<'Point', number[]>>([
    ...area.map(ring =>
      feature('Polygon', [ring.map(point => [...point])], { kind: isArea ? 'area' : 'accuracy' }),
    ),
    feature('Point', [...center], { below }),
  ]);
}

/**
 * A measured line: the enclosed area, the line, the side that would close it, its points, and the
 * length of each part.
 */
export function measureFeatures(points: readonly Position[], label: (metres: number) => string) {
  const line = points.map(point => [...point]);
  const parts = line.slice(1).map((to, index) => [line[index]!, to]);
  return collection<
    | FeatureOf<'Polygon', number[][][]>
    | FeatureOf<'LineString', number[][]>
    | FeatureOf<'Point', number[]>
  >([
    ...(line.length > 2 && !isCrossed(points) ? [feature('Polygon', [[...line, line[0]!]])] : []),
    ...parts.map((part, index) =>
      feature('LineString', part, { label: label(distance(points[index]!, points[index + 1]!)) }),
    ),
    ...(line.length > 2
      ? [
          feature('LineString', [line.at(-1)!, line[0]!], {
            kind: 'closing',
            label: label(distance(points.at(-1)!, points[0]!)),
          }),
        ]
      : []),
    ...line.map(point => feature('Point', point)),
  ]);
}

/** A parcel's outline with the length of each side, and its area as a label inside. */
export function parcelFeatures(
  outline: Outline | undefined,
  inside: Position,
  { area, length }: { area: string; length(metres: number): string },
) {
  if (!outline) return collection<never>([]);
  const coordinates = outline.map(rings => rings.map(ring => ring.map(point => [...point])));
  return collection<
    | FeatureOf<'MultiPolygon', number[][][][]>
    | FeatureOf<'LineString', number[][]>
    | FeatureOf<'Point', number[]>
  >([
    feature('MultiPolygon', coordinates),
    ...sidesOf(outline).map(({ from, to, metres }) =>
      feature('LineString', [[...from], [...to]], { label: length(metres) }),
    ),
    feature('Point', [...inside], { label: area }),
  ]);
}
