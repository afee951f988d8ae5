import type { StyleSpecification } from 'maplibre-gl';
import type { Language } from '#tools/notation/languages.ts';
import { baseLayers } from './base-layers.ts';
import type { MapSettings } from './map-look.ts';
import { type Look, palettes } from './palette.ts';
import { baseSource } from './style-parts.ts';
import type { BaseTiles } from './tile-description.ts';

/** The map's background: the style or tiles of the settings, or the service's own tiles. */
export function baseStyle(
  settings: MapSettings,
  tiles: BaseTiles | undefined,
  look: Look,
  language: Language,
): StyleSpecification | string {
  if (settings.style_url) return settings.style_url;
  if (settings.tiles_url) return rasterStyle(settings.tiles_url, look);
  return tiles ? vectorStyle(tiles, look, language) : emptyStyle(look);
}

function vectorStyle(tiles: BaseTiles, look: Look, language: Language): StyleSpecification {
  const { minzoom, maxzoom, bounds } = tiles;
  return {
    version: 8,
    sources: {
      // Our own address instead of the one in the TileJSON: the page's policy allows only it.
      [baseSource]: { type: 'vector', tiles: [tilesUrl('base')], minzoom, maxzoom, bounds },
    },
    layers: baseLayers(palettes[look], language),
  };
}

/** The address of the service's tiles. */
export function tilesUrl(name: 'base' | 'parcels' | `zones/${string}`): string {
  return `${location.origin}/tiles/${name}/{z}/{x}/{y}.mvt`;
}

function rasterStyle(url: string, look: Look): StyleSpecification {
  const { layers } = emptyStyle(look);
  return {
    version: 8,
    sources: { tiles: { type: 'raster', tiles: [url], tileSize: 256, maxzoom: 19 } },
    layers: [...layers, { id: 'tiles', type: 'raster', source: 'tiles' }],
  };
}

function emptyStyle(look: Look): StyleSpecification {
  const background = { 'background-color': palettes[look].unmapped };
  return {
    version: 8,
    sources: {},
    layers: [{ id: 'unmapped', type: 'background', paint: background }],
  };
}
