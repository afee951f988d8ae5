import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';

/** The source of the base tiles in the style. */
export const baseSource = 'base';

/** The class of a feature within its layer. */
export const kind: ExpressionSpecification = ['get', 'kind'];
/** The population of a place, the square metres of an area, -1 for a line in a tunnel. */
export const rank: ExpressionSpecification = ['coalesce', ['get', 'rank'], 0];

/** The geometry of a feature: the name of an area is a point in the layer of the area. */
export const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
export const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];

type Drawn = Pick<LayerSpecification, 'type'> & {
  readonly minzoom?: number;
  readonly maxzoom?: number;
  readonly filter?: ExpressionSpecification;
  readonly layout?: object;
  readonly paint: object;
};

/** A layer of the style that draws a layer of the base tiles. */
export function baseLayer(id: string, tileLayer: string, drawn: Drawn): LayerSpecification {
  return { ...drawn, id, source: baseSource, 'source-layer': tileLayer } as LayerSpecification;
}

/** A value by the class of a feature. */
export function matchKind(
  values: Readonly<Record<string, unknown>>,
  otherwise: unknown,
): ExpressionSpecification {
  const cases = Object.entries(values).flat();
  return ['match', kind, ...cases, otherwise] as unknown as ExpressionSpecification;
}

/** A value that grows with the zoom, between the given zooms. */
export function byZoom(stops: Readonly<Record<number, unknown>>): ExpressionSpecification {
  const pairs = Object.entries(stops).map(([zoom, value]) => [Number(zoom), value] as const);
  return [
    'interpolate',
    ['exponential', 1.5],
    ['zoom'],
    ...pairs.toSorted(([a], [b]) => a - b).flat(),
  ] as unknown as ExpressionSpecification;
}
