import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Look } from './palette.ts';

const id = 'relief';

/** Shows or hides the relief below the labels; while it is hidden nothing of it is loaded. */
export function showRelief(map: MapLibreMap, isShown: boolean, look: Look): void {
  if (map.getLayer(id)) map.removeLayer(id);
  if (!isShown) return;
  if (!map.getSource(id)) {
    const tiles = [`${location.origin}/tiles/relief/{z}/{x}/{y}.png`];
    const zooms = { minzoom: 6, maxzoom: 15 };
    map.addSource(id, {
      type: 'raster-dem',
      encoding: 'terrarium',
      tileSize: 256,
      tiles,
      ...zooms,
    });
  }
  const label = map.getStyle().layers.find(({ type }) => type === 'symbol');
  const strength = look === 'dark' ? 0.6 : 0.4;
  const paint = { 'hillshade-exaggeration': strength, 'hillshade-shadow-color': '#2b2b33' };
  map.addLayer({ id, type: 'hillshade', source: id, paint }, label?.id);
}
