import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import type { Look } from '../style/palette.ts';
import { overlayLayers } from './overlay-layers.ts';
import { addRoadPlate, addSymbolImages } from './symbol-images.ts';

const empty = { type: 'FeatureCollection' as const, features: [] };

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
export function setOverlayData(map: MapLibreMap, source: OverlaySource, data: unknown): void {
  const found = map.getSource(source) as GeoJSONSource | undefined;
  found?.setData(data as Parameters<GeoJSONSource['setData']>[0]);
}
