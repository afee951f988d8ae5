import { land } from 'virtual:land';
import type { StyleSpecification } from 'maplibre-gl';
import type { Language } from '../language/format.ts';
import type { MapSettings } from '../shell/settings.ts';
import { type Look, palettes } from './palette.ts';
import { towns } from './towns.ts';

/** Fonts of the user's device: the map downloads none. */
export const mapFont = ['Noto Sans', 'Segoe UI', 'Helvetica Neue', 'sans-serif'];

/** Above this zoom the coast has no more detail: its tiles are scaled instead of made again. */
const landZoom = 8;

/** The map's background: the style or tiles of the settings, or the shipped land and coast. */
export function baseStyle(settings: MapSettings, look: Look, language: Language) {
  if (settings.styleUrl) return settings.styleUrl;
  return settings.tilesUrl ? tilesStyle(settings.tilesUrl, look) : shippedStyle(look, language);
}

function tilesStyle(tilesUrl: string, look: Look): StyleSpecification {
  return {
    version: 8,
    sources: { tiles: { type: 'raster', tiles: [tilesUrl], tileSize: 256, maxzoom: 19 } },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': palettes[look].sea } },
      { id: 'tiles', type: 'raster', source: 'tiles' },
    ],
  };
}

function shippedStyle(look: Look, language: Language): StyleSpecification {
  const { sea, land: landColour, abroad, coast, border, ink, halo } = palettes[look];
  // The coastline covers the edge of the land, so the edge needs no antialiasing.
  const unrimmed = { 'fill-antialias': false };
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: land.land, maxzoom: landZoom },
      greece: { type: 'geojson', data: land.greece, maxzoom: landZoom },
      borders: { type: 'geojson', data: land.borders, maxzoom: landZoom },
      towns: { type: 'geojson', data: townFeatures(language) },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': sea } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': abroad, ...unrimmed } },
      {
        id: 'greece',
        type: 'fill',
        source: 'greece',
        paint: { 'fill-color': landColour, ...unrimmed },
      },
      {
        id: 'coast',
        type: 'line',
        source: 'land',
        paint: {
          'line-color': coast,
          'line-width': ['interpolate', ['linear'], ['zoom'], 5, 0.6, 12, 1.4],
        },
      },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: { 'line-color': border, 'line-width': 0.8, 'line-dasharray': [5, 2, 1, 2] },
      },
      {
        id: 'town-dots',
        type: 'circle',
        source: 'towns',
        filter: ['>=', ['zoom'], ['get', 'fromZoom']],
        maxzoom: 11,
        paint: { 'circle-radius': 2.2, 'circle-color': ink, 'circle-opacity': 0.7 },
      },
      {
        id: 'towns',
        type: 'symbol',
        source: 'towns',
        filter: ['>=', ['zoom'], ['get', 'fromZoom']],
        maxzoom: 13,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': mapFont,
          'text-size': 12,
          'text-letter-spacing': 0.04,
          'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
          'text-radial-offset': 0.6,
          'text-justify': 'auto',
        },
        paint: {
          'text-color': ink,
          'text-opacity': 0.75,
          'text-halo-color': halo,
          'text-halo-width': 1.2,
        },
      },
    ],
  };
}

function townFeatures(language: Language) {
  return {
    type: 'FeatureCollection' as const,
    features: towns.map(({ at, fromZoom, ...names }) => ({
      type: 'Feature' as const,
      properties: { name: names[language], fromZoom },
      geometry: { type: 'Point' as const, coordinates: [...at] },
    })),
  };
}
