import type { MapGeoJSONFeature, Map as MapLibreMap, PointLike } from 'maplibre-gl';
import { mapFont } from '../style/base-labels.ts';
import { tilesUrl } from '../style/base-style.ts';
import { type Look, palettes } from '../style/palette.ts';
import { layer } from './overlay-layers.ts';

const source = 'parcels';
const sourceLayer = 'parcels';
const area = 'parcel-areas';

/** Adds the parcels of the service: outlines below the first label, their codes over everything. */
export function addParcels(map: MapLibreMap, look: Look): void {
  const { parcelLine, parcel, halo } = palettes[look];
  const tiles = [tilesUrl('parcels')];
  map.addSource(source, { type: 'vector', tiles, minzoom: 14, maxzoom: 16, promoteId: 'kaek' });
  const label = map.getStyle().layers.find(({ type }) => type === 'symbol')?.id;
  const common = { 'source-layer': sourceLayer, minzoom: 15 };
  const isHovered = ['boolean', ['feature-state', 'isHovered'], false];
  map.addLayer(
    layer(area, source, 'fill', {
      ...common,
      paint: { 'fill-color': parcel, 'fill-opacity': ['case', isHovered, 0.16, 0] },
    }),
    label,
  );
  map.addLayer(
    layer('parcel-lines', source, 'line', {
      ...common,
      paint: {
        'line-color': ['case', isHovered, parcel, parcelLine],
        'line-width': ['interpolate', ['linear'], ['zoom'], 15, 0.5, 18, 1.2],
      },
    }),
    label,
  );
  // The first nine characters are the same for the whole quarter.
  const [quarter, rest] = [
    ['slice', ['get', 'kaek'], 0, 9],
    ['slice', ['get', 'kaek'], 9],
  ];
  map.addLayer(
    layer('parcel-codes', source, 'symbol', {
      ...common,
      minzoom: 17,
      layout: {
        'text-field': ['concat', quarter, '\n', rest],
        'text-font': mapFont,
        'text-size': 10,
        'text-padding': 4,
      },
      paint: { 'text-color': parcelLine, 'text-halo-color': halo, 'text-halo-width': 1.2 },
    }),
  );
}

/** Shows or hides the parcels. */
export function showParcels(map: MapLibreMap, isShown: boolean): void {
  for (const layer of [area, 'parcel-lines', 'parcel-codes']) {
    if (map.getLayer(layer)) {
      map.setLayoutProperty(layer, 'visibility', isShown ? 'visible' : 'none');
    }
  }
}

/** The code of the parcel at a pixel: of several, the smallest, as the service decides. */
export function parcelAtPixel(map: MapLibreMap, pixel: PointLike): string | undefined {
  if (!map.getLayer(area)) return undefined;
  const [smallest] = map
    .queryRenderedFeatures(pixel, { layers: [area] })
    .toSorted((a, b) => areaOf(a) - areaOf(b));
  const kaek: unknown = smallest?.properties.kaek;
  return typeof kaek === 'string' ? kaek : undefined;
}

function areaOf({ properties }: MapGeoJSONFeature): number {
  return Number(properties.area_m2);
}

/** Highlights the parcel under the pointer. */
export function highlightParcels(map: MapLibreMap, isMeasuring: () => boolean): void {
  let hovered: string | undefined;
  const highlight = (kaek: string | undefined) => {
    if (kaek === hovered || !map.getSource(source)) return;
    for (const [id, isHovered] of [
      [hovered, false],
      [kaek, true],
    ] as const) {
      if (id !== undefined) map.setFeatureState({ source, sourceLayer, id }, { isHovered });
    }
    hovered = kaek;
    map.getCanvas().style.cursor = kaek === undefined ? '' : 'pointer';
  };
  map.on('mousemove', ({ point }) =>
    highlight(isMeasuring() ? undefined : parcelAtPixel(map, point)),
  );
  map.on('mouseout', () => highlight(undefined));
}
