import type {
  AddLayerObject,
  FilterSpecification,
  GeoJSONSource,
  Map as MapLibreMap,
} from 'maplibre-gl';
import { mapFont } from './base-labels.ts';
import { type Look, palettes } from './palette.ts';
import { addRoadPlate, addSymbolImages } from './symbol-images.ts';

const empty = { type: 'FeatureCollection' as const, features: [] };

/** The overlays over the background; `setOverlayData` sets their data. */
export type OverlaySource =
  | 'circles'
  | 'point'
  | 'parcel'
  | 'places'
  | 'highlight'
  | 'here'
  | 'measure';

/** Adds every overlay, still without data. */
export function addOverlays(map: MapLibreMap, look: Look): void {
  addSymbolImages(map, look);
  addRoadPlate(map, look);
  for (const source of ['circles', 'point', 'parcel', 'highlight', 'here', 'measure'] as const) {
    map.addSource(source, { type: 'geojson', data: empty });
  }
  map.addSource('places', {
    type: 'geojson',
    data: empty,
    cluster: true,
    clusterRadius: 24,
    clusterMaxZoom: 15,
  });
  for (const layer of overlayLayers(look)) map.addLayer(layer);
}

/** Sets the data of an overlay. */
export function setOverlayData(map: MapLibreMap, source: OverlaySource, data: unknown): void {
  const found = map.getSource(source) as GeoJSONSource | undefined;
  found?.setData(data as Parameters<GeoJSONSource['setData']>[0]);
}

const isArea: FilterSpecification = [
  'in',
  ['geometry-type'],
  ['literal', ['Polygon', 'MultiPolygon']],
];

/** The layers, bottom first. */
function overlayLayers(look: Look): AddLayerObject[] {
  const { ink, halo, accent, parcel, sheet, here } = palettes[look];
  const text = { 'text-font': mapFont, 'text-size': 11 };
  const haloed = { 'text-halo-color': halo, 'text-halo-width': 1.4 };
  return [
    {
      id: 'circles',
      type: 'line',
      source: 'circles',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: {
        'line-color': accent,
        'line-width': 1.1,
        'line-dasharray': [4, 3],
        'line-opacity': 0.85,
      },
    },
    {
      id: 'accuracy',
      type: 'fill',
      source: 'point',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': accent, 'fill-opacity': 0.12 },
    },
    {
      id: 'accuracy-rim',
      type: 'line',
      source: 'point',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'line-color': accent, 'line-width': 1, 'line-opacity': 0.6 },
    },
    {
      id: 'parcel',
      type: 'fill',
      source: 'parcel',
      filter: isArea,
      paint: { 'fill-color': parcel, 'fill-opacity': 0.16 },
    },
    {
      id: 'parcel-rim',
      type: 'line',
      source: 'parcel',
      filter: isArea,
      paint: { 'line-color': parcel, 'line-width': 2 },
    },
    {
      id: 'parcel-sides',
      type: 'symbol',
      source: 'parcel',
      filter: ['==', ['geometry-type'], 'LineString'],
      minzoom: 18,
      layout: {
        ...text,
        'text-field': ['get', 'label'],
        'symbol-placement': 'line-center',
        'text-offset': [0, -0.9],
        'text-allow-overlap': true,
      },
      paint: { 'text-color': ink, ...haloed },
    },
    {
      id: 'circle-labels',
      type: 'symbol',
      source: 'circles',
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { ...text, 'text-field': ['get', 'label'], 'text-allow-overlap': true },
      paint: { 'text-color': accent, ...haloed, 'text-halo-width': 3 },
    },
    {
      id: 'clusters',
      type: 'circle',
      source: 'places',
      filter: ['has', 'point_count'],
      paint: {
        'circle-color': sheet,
        'circle-stroke-color': ink,
        'circle-stroke-width': 1.5,
        'circle-radius': ['step', ['get', 'point_count'], 12, 10, 14, 50, 17, 200, 20],
      },
    },
    {
      id: 'cluster-counts',
      type: 'symbol',
      source: 'places',
      filter: ['has', 'point_count'],
      layout: {
        ...text,
        'text-field': ['get', 'point_count_abbreviated'],
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': ink },
    },
    {
      id: 'places',
      type: 'symbol',
      source: 'places',
      filter: ['!', ['has', 'point_count']],
      layout: {
        'icon-image': ['concat', 'kind-', ['get', 'kind']],
        'icon-size': 0.82,
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    },
    {
      id: 'point-halo',
      type: 'circle',
      source: 'point',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 9,
        'circle-color': sheet,
        'circle-stroke-width': 2,
        'circle-stroke-color': parcel,
      },
    },
    {
      id: 'point',
      type: 'circle',
      source: 'point',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: { 'circle-radius': 3.5, 'circle-color': parcel },
    },
    {
      id: 'parcel-label',
      type: 'symbol',
      source: 'parcel',
      filter: ['==', ['geometry-type'], 'Point'],
      minzoom: 16,
      layout: {
        ...text,
        'text-size': 12,
        'text-field': ['get', 'label'],
        'text-offset': [0, 1.6],
        'text-allow-overlap': true,
      },
      paint: { 'text-color': parcel, ...haloed },
    },
    {
      id: 'highlight-ring',
      type: 'circle',
      source: 'highlight',
      paint: {
        'circle-radius': 18,
        'circle-color': sheet,
        'circle-stroke-width': 3,
        'circle-stroke-color': accent,
      },
    },
    {
      id: 'highlight',
      type: 'symbol',
      source: 'highlight',
      layout: {
        'icon-image': ['concat', 'kind-', ['get', 'kind']],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    },
    {
      id: 'here-accuracy',
      type: 'fill',
      source: 'here',
      filter: isArea,
      paint: { 'fill-color': here, 'fill-opacity': 0.15 },
    },
    {
      id: 'here',
      type: 'circle',
      source: 'here',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 7,
        'circle-color': here,
        'circle-stroke-width': 2.5,
        'circle-stroke-color': '#ffffff',
      },
    },
    {
      id: 'measure-area',
      type: 'fill',
      source: 'measure',
      filter: isArea,
      paint: { 'fill-color': accent, 'fill-opacity': 0.14 },
    },
    {
      id: 'measure-line-casing',
      type: 'line',
      source: 'measure',
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-cap': 'round' },
      paint: { 'line-color': sheet, 'line-width': 5 },
    },
    {
      id: 'measure-line',
      type: 'line',
      source: 'measure',
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-cap': 'round' },
      paint: { 'line-color': accent, 'line-width': 2.5 },
    },
    {
      id: 'measure-points',
      type: 'circle',
      source: 'measure',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 4.5,
        'circle-color': sheet,
        'circle-stroke-width': 2,
        'circle-stroke-color': accent,
      },
    },
    {
      id: 'measure-lengths',
      type: 'symbol',
      source: 'measure',
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: {
        ...text,
        'text-field': ['get', 'label'],
        'symbol-placement': 'line-center',
        'text-offset': [0, -0.9],
      },
      paint: { 'text-color': accent, ...haloed, 'text-halo-width': 2 },
    },
  ];
}
