import type { ConsoleSettingsAnswer } from '../../../../../client/src/types.ts';

/** The settings of the map; all are optional. */
export interface MapSettings {
  /** The address of a MapLibre style. */
  readonly styleUrl?: string;
  /** Raster tiles, with `{z}`, `{x}` and `{y}`. */
  readonly tilesUrl?: string;
  /** The attribution of the style or tiles. */
  readonly attribution?: string;
  /** Aerial images, with `{z}`, `{x}` and `{y}` or `{bbox-epsg-3857}`. */
  readonly imageryUrl?: string;
  readonly imageryAttribution?: string;
}

/** The map's part of the settings from the service. */
export function mapSettings({ map }: ConsoleSettingsAnswer): MapSettings {
  return {
    ...(map.style_url && { styleUrl: map.style_url }),
    ...(map.tiles_url && { tilesUrl: map.tiles_url }),
    ...(map.attribution && { attribution: map.attribution }),
    ...(map.imagery_url && { imageryUrl: map.imagery_url }),
    ...(map.imagery_attribution && { imageryAttribution: map.imagery_attribution }),
  };
}
