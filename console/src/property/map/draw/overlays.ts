import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import type { Look } from '../style/palette.ts';
import { type Collection, collection } from './features.ts';
import { overlayLayers } from './overlay-layers.ts';
import { addRoadPlate, addSymbolImages } from './symbol-images.ts';

const empty = collection([]);

/** The overlays over the background; `setOverlayData` sets their data. */
type OverlaySource = 'circles' | 'point' | 'parcel' | 'places' | 'highlight' | 'here' | 'measure';

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
export function setOverlayData(map: MapLibreMap, source: OverlaySource, data: Collection): void {
  (map.getSource(source) as GeoJSONSource | undefined)?.setData(data);
}

/** Removes a source with the layers that draw it, if the map has it. */
export function removeSource(map: MapLibreMap, source: string): void {
  if (!map.getSource(source)) return;
  for (const layer of map.getStyle().layers) {
    if ('source' in layer && layer.source === source) map.removeLayer(layer.id);
  }
  map.removeSource(source);
}
