import type { GeoJSONSource, MapLayerMouseEvent, Map as MapLibreMap } from 'maplibre-gl';
import type { MapOptions } from './map-options.ts';

type Listener = Pick<MapOptions, 'onSelect' | 'onHover'> & { isMeasuring(): boolean };

/** Reports the place under the pointer and the place chosen; a click on a cluster zooms into it. */
export function listenToPlaces(
  map: MapLibreMap,
  { onSelect, onHover, isMeasuring }: Listener,
): void {
  map.on('click', 'places', event => {
    if (isMeasuring()) return;
    event.preventDefault();
    onSelect(idOf(event));
  });
  map.on('click', 'clusters', event => {
    if (isMeasuring()) return;
    event.preventDefault();
    void zoomIntoCluster(map, event);
  });
  map.on('mousemove', 'places', event => {
    map.getCanvas().style.cursor = 'pointer';
    onHover(idOf(event));
  });
  map.on('mouseleave', 'places', () => {
    map.getCanvas().style.cursor = '';
    onHover(undefined);
  });
  map.on('mouseenter', 'clusters', () => {
    map.getCanvas().style.cursor = 'pointer';
  });
  map.on('mouseleave', 'clusters', () => {
    map.getCanvas().style.cursor = '';
  });
}

function idOf({ features }: MapLayerMouseEvent): number | undefined {
  const id = features?.[0]?.properties.id;
  return typeof id === 'number' ? id : undefined;
}

async function zoomIntoCluster(map: MapLibreMap, { features, lngLat }: MapLayerMouseEvent) {
  const source = map.getSource('places') as GeoJSONSource | undefined;
  const cluster = features?.[0]?.properties.cluster_id;
  if (!source || typeof cluster !== 'number') return;
  const zoom = await source.getClusterExpansionZoom(cluster);
  map.easeTo({ center: lngLat, zoom });
}
