import type { ExpressionSpecification } from 'maplibre-gl';

/** The layers that the style draws, in the tiles of any schema. */
export type StyledLayer =
  | 'sea'
  | 'land'
  | 'green'
  | 'builtUp'
  | 'water'
  | 'waterway'
  | 'building'
  | 'road'
  | 'roadName'
  | 'rail'
  | 'border'
  | 'areaName'
  | 'waterName'
  | 'place';

/** Where the tiles of a schema have a layer. */
export interface TileLayer {
  readonly sourceLayer: string;
  /** The class of a feature in our words. */
  readonly kind: ExpressionSpecification;
  readonly filter?: ExpressionSpecification;
}

/** What the layers of a tile mean. */
export interface TileSchema {
  readonly layers: Readonly<Record<StyledLayer, readonly TileLayer[]>>;
  /** Whether a road or railway is in a tunnel. */
  readonly isTunnel: ExpressionSpecification;
  /** Whether a city is among the few largest of a country. */
  readonly isLargeCity: ExpressionSpecification;
  /** The order in which settlements get their labels, the most important first. */
  readonly placeOrder: ExpressionSpecification;
}

/** An expression by the value of another one. */
export function byValue(
  input: ExpressionSpecification,
  results: Readonly<Record<string, unknown>>,
  otherwise: unknown,
): ExpressionSpecification {
  const cases = Object.entries(results).flat();
  return ['match', input, ...cases, otherwise] as unknown as ExpressionSpecification;
}

/** The values of a property in our words; others stay as they are. */
export function translate(property: string, words: Readonly<Record<string, string>>) {
  const value: ExpressionSpecification = ['coalesce', ['get', property], ''];
  return byValue(value, words, value);
}

/** The geometry of a feature. */
export const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString'];
export const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
export const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];
