import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Look } from './palette.ts';

const imageryId = 'imagery';

/** Adds the aerial images, hidden, below the first label of the background. */
export function addImagery(map: MapLibreMap, url: string): void {
  map.addSource(imageryId, { type: 'raster', tiles: [url], tileSize: 256, maxzoom: 20 });
  const label = map.getStyle().layers.find(({ type }) => type === 'symbol');
  map.addLayer(
    { id: imageryId, type: 'raster', source: imageryId, layout: { visibility: 'none' } },
    label?.id,
  );
}

/** Shows or hides the aerial images; while they are hidden nothing of them is loaded. */
export function showImagery(map: MapLibreMap, isShown: boolean): void {
  if (map.getLayer(imageryId))
    map.setLayoutProperty(imageryId, 'visibility', isShown ? 'visible' : 'none');
}

/** Whether an error of the map is about an aerial image. */
export function isOfImagery(event: object): boolean {
  return 'sourceId' in event && event.sourceId === imageryId;
}

const reliefId = 'relief';

/** Shows or hides the relief below the labels; while it is hidden nothing of it is loaded. */
export function showRelief(map: MapLibreMap, isShown: boolean, look: Look): void {
  if (map.getLayer(reliefId)) map.removeLayer(reliefId);
  if (!isShown) return;
  if (!map.getSource(reliefId)) {
    const tiles = [`${location.origin}/tiles/relief/{z}/{x}/{y}.png`];
    const zooms = { minzoom: 6, maxzoom: 15 };
    map.addSource(reliefId, {
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
  map.addLayer({ id: reliefId, type: 'hillshade', source: reliefId, paint }, label?.id);
}
