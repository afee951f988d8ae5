import type { ConsoleSettingsAnswer } from '../../../client/src/client.ts';

/** What the map's background is made of; all of it may be missing. */
export interface MapSettings {
  /** A MapLibre style, for those who are online. */
  readonly styleUrl?: string;
  /** Raster tiles, with `{z}`, `{x}` and `{y}`. */
  readonly tilesUrl?: string;
  /** To whom style or tiles are owed. */
  readonly attribution?: string;
}

/** The map's part of what the service tells the console. */
export function mapSettings({ map }: ConsoleSettingsAnswer): MapSettings {
  return {
    ...(map.style_url && { styleUrl: map.style_url }),
    ...(map.tiles_url && { tilesUrl: map.tiles_url }),
    ...(map.attribution && { attribution: map.attribution }),
  };
}
