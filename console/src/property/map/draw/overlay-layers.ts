import type { AddLayerObject, ExpressionSpecification, FilterSpecification } from 'maplibre-gl';
import { mapFont } from '../style/base-labels.ts';
import { type Look, palettes } from '../style/palette.ts';
import { matchKind } from '../style/style-parts.ts';

/** Whether a feature is an area. */
export const isArea: FilterSpecification = [
  'in',
  ['geometry-type'],
  ['literal', ['Polygon', 'MultiPolygon']],
];
const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString'];
const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];
/** The point of an area gives way to the area. */
const isShownPoint: ExpressionSpecification = ['all', isPoint, ['<', ['zoom'], ['get', 'below']]];
const isClosing: ExpressionSpecification = ['==', ['get', 'kind'], 'closing'];
const isCluster: FilterSpecification = ['has', 'point_count'];

const text = { 'text-font': mapFont, 'text-size': 11 };

const haloIn = (look: Look) => ({
  'text-halo-color': palettes[look].halo,
  'text-halo-width': 1.4,
});

interface Drawn {
  /** Of vector tiles. */
  readonly 'source-layer'?: string;
  readonly minzoom?: number;
  readonly filter?: FilterSpecification;
  readonly layout?: object;
  readonly paint?: object;
}

/** A layer that draws a source of the map. */
export function layer(id: string, source: string, type: AddLayerObject['type'], drawn: Drawn) {
  return { ...drawn, id, source, type } as AddLayerObject;
}

/** The layers of the overlays, bottom first. */
export function overlayLayers(look: Look): AddLayerObject[] {
  const { ink, accent, parcel, sheet, here } = palettes[look];
  const haloed = haloIn(look);
  return [
    layer('circles', 'circles', 'line', {
      filter: isLine,
      paint: {
        'line-color': accent,
        'line-width': 1.1,
        'line-dasharray': [4, 3],
        'line-opacity': 0.85,
      },
    }),
    layer('accuracy', 'point', 'fill', {
      filter: isArea,
      paint: {
        'fill-color': matchKind({ area: parcel }, accent),
        'fill-opacity': matchKind({ area: 0.15 }, 0.12),
      },
    }),
    layer('accuracy-rim', 'point', 'line', {
      filter: isArea,
      paint: {
        'line-color': matchKind({ area: parcel }, accent),
        'line-width': matchKind({ area: 2 }, 1),
        'line-opacity': matchKind({ area: 1 }, 0.6),
      },
    }),
    layer('parcel', 'parcel', 'fill', {
      filter: isArea,
      paint: { 'fill-color': parcel, 'fill-opacity': 0.16 },
    }),
    layer('parcel-rim', 'parcel', 'line', {
      filter: isArea,
      paint: { 'line-color': parcel, 'line-width': 2 },
    }),
    layer('circle-labels', 'circles', 'symbol', {
      filter: isPoint,
      layout: { ...text, 'text-field': ['get', 'label'], 'text-allow-overlap': true },
      paint: { 'text-color': accent, ...haloed, 'text-halo-width': 3 },
    }),
    ...placeLayers(look),
    layer('point-halo', 'point', 'circle', {
      filter: isShownPoint,
      paint: {
        'circle-radius': 9,
        'circle-color': sheet,
        'circle-stroke-width': 2,
        'circle-stroke-color': parcel,
      },
    }),
    layer('point', 'point', 'circle', {
      filter: isShownPoint,
      paint: { 'circle-radius': 3.5, 'circle-color': parcel },
    }),
    layer('parcel-label', 'parcel', 'symbol', {
      filter: isPoint,
      minzoom: 16,
      layout: {
        ...text,
        'text-size': 12,
        'text-field': ['get', 'label'],
        // Beside the point, where it covers no length: those are placed before it.
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
        'text-radial-offset': 1.2,
      },
      paint: { 'text-color': parcel, ...haloed },
    }),
    layer('parcel-sides', 'parcel', 'symbol', {
      filter: isLine,
      minzoom: 18,
      layout: {
        ...text,
        'text-field': ['get', 'label'],
        'symbol-placement': 'line-center',
        'text-offset': [0, -0.9],
        'text-allow-overlap': true,
      },
      paint: { 'text-color': ink, ...haloed },
    }),
    layer('highlight-ring', 'highlight', 'circle', {
      paint: {
        'circle-radius': 18,
        'circle-color': sheet,
        'circle-stroke-width': 3,
        'circle-stroke-color': accent,
      },
    }),
    layer('highlight', 'highlight', 'symbol', {
      layout: {
        'icon-image': ['concat', 'kind-', ['get', 'kind']],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    }),
    layer('here-accuracy', 'here', 'fill', {
      filter: isArea,
      paint: { 'fill-color': here, 'fill-opacity': 0.15 },
    }),
    layer('here', 'here', 'circle', {
      filter: isPoint,
      paint: {
        'circle-radius': 7,
        'circle-color': here,
        'circle-stroke-width': 2.5,
        'circle-stroke-color': '#ffffff',
      },
    }),
    ...measureLayers(look),
  ];
}

/** Places, and circles with the number of those that are too close together. */
function placeLayers(look: Look): AddLayerObject[] {
  const { ink, sheet } = palettes[look];
  return [
    layer('clusters', 'places', 'circle', {
      filter: isCluster,
      paint: {
        'circle-color': sheet,
        'circle-stroke-color': ink,
        'circle-stroke-width': 1.5,
        'circle-radius': ['step', ['get', 'point_count'], 12, 10, 14, 50, 17, 200, 20],
      },
    }),
    layer('cluster-counts', 'places', 'symbol', {
      filter: isCluster,
      layout: {
        ...text,
        'text-field': ['get', 'point_count_abbreviated'],
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': ink },
    }),
    layer('places', 'places', 'symbol', {
      filter: ['!', ['has', 'point_count']],
      layout: {
        'icon-image': ['concat', 'kind-', ['get', 'kind']],
        'icon-size': 0.82,
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    }),
  ];
}

/** A measured line or area with the lengths of its sides. */
function measureLayers(look: Look): AddLayerObject[] {
  const { accent, sheet } = palettes[look];
  return [
    layer('measure-area', 'measure', 'fill', {
      filter: isArea,
      paint: { 'fill-color': accent, 'fill-opacity': 0.14 },
    }),
    layer('measure-line-casing', 'measure', 'line', {
      filter: isLine,
      layout: { 'line-cap': 'round' },
      paint: { 'line-color': sheet, 'line-width': 5 },
    }),
    layer('measure-line', 'measure', 'line', {
      filter: ['all', isLine, ['!', isClosing]],
      layout: { 'line-cap': 'round' },
      paint: { 'line-color': accent, 'line-width': 2.5 },
    }),
    layer('measure-closing', 'measure', 'line', {
      filter: ['all', isLine, isClosing],
      paint: { 'line-color': accent, 'line-width': 2.5, 'line-dasharray': [2, 1.5] },
    }),
    layer('measure-points', 'measure', 'circle', {
      filter: isPoint,
      paint: {
        'circle-radius': 4.5,
        'circle-color': sheet,
        'circle-stroke-width': 2,
        'circle-stroke-color': accent,
      },
    }),
    layer('measure-lengths', 'measure', 'symbol', {
      filter: isLine,
      layout: {
        ...text,
        'text-field': ['get', 'label'],
        'symbol-placement': 'line-center',
        'text-offset': [0, -0.9],
      },
      paint: { 'text-color': accent, ...haloIn(look), 'text-halo-width': 2 },
    }),
  ];
}
