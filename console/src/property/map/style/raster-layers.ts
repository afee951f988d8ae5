import type { Map as MapLibreMap } from 'maplibre-gl';

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
