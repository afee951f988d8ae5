import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Palette } from './palette.ts';
import { baseLayer, byZoom, kind, matchKind, rank } from './style-parts.ts';

/** The classes of roads, most important first, with their width in pixels by zoom. */
const roadWidths = {
  motorway: { 5: 0.7, 9: 1.6, 12: 3, 15: 7, 18: 24 },
  trunk: { 5: 0.5, 9: 1.3, 12: 2.6, 15: 6.5, 18: 22 },
  primary: { 5: 0.4, 9: 1.1, 12: 2.4, 15: 6, 18: 21 },
  secondary: { 5: 0.3, 9: 0.7, 12: 1.8, 15: 5, 18: 18 },
  tertiary: { 5: 0.3, 9: 0.5, 12: 1.3, 15: 4.4, 18: 16 },
  minor: { 5: 0.2, 9: 0.4, 12: 0.6, 15: 3, 18: 13 },
  service: { 5: 0.2, 9: 0.3, 12: 0.4, 15: 1.4, 18: 6 },
  pedestrian: { 5: 0.2, 9: 0.3, 12: 0.5, 15: 2.2, 18: 9 },
  pier: { 5: 0.2, 9: 0.3, 12: 0.6, 15: 2, 18: 8 },
  runway: { 5: 0.2, 9: 1, 12: 3, 15: 14, 18: 70 },
  taxiway: { 5: 0.2, 9: 0.3, 12: 0.8, 15: 4, 18: 24 },
} as const;

const classes = Object.keys(roadWidths) as (keyof typeof roadWidths)[];
const zooms = [5, 9, 12, 15, 18] as const;

/** How much wider a road is with its rim, in pixels by zoom. */
const rimPixels = { 5: 0, 9: 0.5, 12: 1, 15: 1.6, 18: 2.4 } as const;
const noRim = { 5: 0, 9: 0, 12: 0, 15: 0, 18: 0 } as const;

/** Below this zoom a rim would be wider than the road. */
const rimZoom = 11;

const isTunnel: ExpressionSpecification = ['<', rank, 0];

/** Roads with rims, paths and railways. */
export function roadLayers(palette: Palette): LayerSpecification[] {
  const { road, roadRim, path, rail, land, coast } = palette;
  const { runway } = road;
  const rims = {
    motorway: roadRim.motorway,
    trunk: roadRim.main,
    primary: roadRim.main,
    pier: coast,
  };
  const surfaces = {
    motorway: road.motorway,
    trunk: road.main,
    primary: road.main,
    secondary: road.secondary,
    tertiary: road.secondary,
    pedestrian: road.pedestrian,
    pier: land,
    runway,
    taxiway: runway,
  };
  // Important roads are drawn last, over the others.
  const order = Object.fromEntries(classes.toReversed().map((name, index) => [name, index]));
  const layout = {
    'line-cap': 'round',
    'line-join': 'round',
    'line-sort-key': ['-', matchKind(order, 0), ['case', isTunnel, classes.length, 0]],
  };
  const inTunnels = (opacity: number) => ['case', isTunnel, opacity, 1];
  return [
    baseLayer('path', 'road', {
      type: 'line',
      minzoom: 14,
      filter: ['==', kind, 'path'],
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': path,
        'line-width': byZoom({ 14: 0.7, 18: 2 }),
        'line-dasharray': [2.5, 1.5],
      },
    }),
    baseLayer('road-rim', 'road', {
      type: 'line',
      minzoom: rimZoom,
      filter: ['in', kind, ['literal', classes]],
      layout,
      paint: {
        'line-color': matchKind(rims, roadRim.minor),
        'line-width': roadWidth(rimPixels),
        'line-opacity': inTunnels(0.4),
      },
    }),
    baseLayer('road', 'road', {
      type: 'line',
      filter: ['in', kind, ['literal', classes]],
      layout,
      paint: {
        'line-color': matchKind(surfaces, road.minor),
        'line-width': roadWidth(noRim),
        'line-opacity': inTunnels(0.5),
      },
    }),
    baseLayer('rail', 'rail', {
      type: 'line',
      filter: ['!=', kind, 'subway'],
      paint: {
        'line-color': rail,
        'line-width': byZoom({ 8: 0.5, 14: 1.2, 18: 3 }),
        'line-opacity': inTunnels(0.35),
      },
    }),
    baseLayer('rail-ties', 'rail', {
      type: 'line',
      minzoom: 13,
      filter: ['all', ['==', kind, 'rail'], ['!', isTunnel]],
      paint: {
        'line-color': rail,
        'line-width': byZoom({ 13: 3, 18: 9 }),
        'line-dasharray': [0.4, 3],
      },
    }),
  ];
}

function roadWidth(rim: Readonly<Record<(typeof zooms)[number], number>>) {
  return byZoom(
    Object.fromEntries(
      zooms.map(zoom => {
        const sizes = classes.map(name => [name, roadWidths[name][zoom] + rim[zoom]]);
        return [zoom, matchKind(Object.fromEntries(sizes), 0)];
      }),
    ),
  );
}
