import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { StyledLayer } from './tile-schemas/schema.ts';

/** A layer of the style without what the schema decides: id, source and filter. */
type Drawn = Pick<LayerSpecification, 'type'> & {
  readonly minzoom?: number;
  readonly filter?: ExpressionSpecification;
  readonly layout?: object;
  readonly paint: object;
};

/** Makes layers of the style for one layer of the tiles, wherever the schema has it. */
export type DrawLayer = (
  id: string,
  layer: StyledLayer,
  draw: (kind: ExpressionSpecification) => Drawn,
) => LayerSpecification[];

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
