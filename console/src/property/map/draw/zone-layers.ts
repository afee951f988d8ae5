import type { DataDrivenPropertyValueSpecification, Map as MapLibreMap } from 'maplibre-gl';
import { mapFont } from '../style/base-labels.ts';
import { tilesUrl } from '../style/base-style.ts';
import { type Look, palettes } from '../style/palette.ts';
import type { ShownZones } from './map-options.ts';
import { drawingOf } from './symbol-images.ts';
import { patternOf, patternSide } from './zone-pattern.ts';

const source = 'zones';
const layers = [
  'zone-areas',
  'zone-patterns',
  'zone-rims',
  'zone-lines',
  'zone-points',
  'zones-too-many',
  'zones-too-many-text',
] as const;

/** Draws the zones of a kind below labels and parcels, in place of those before; undefined removes them. */
export function drawZones(map: MapLibreMap, zones: ShownZones | undefined, look: Look): void {
  for (const layer of layers) if (map.getLayer(layer)) map.removeLayer(layer);
  if (map.getSource(source)) map.removeSource(source);
  if (!zones) return;
  const tiles = [tilesUrl(`zones/${zones.kind}`)];
  map.addSource(source, { type: 'vector', tiles, minzoom: 4, maxzoom: 16 });
  const below = map.getLayer('parcel-areas')
    ? 'parcel-areas'
    : map.getStyle().layers.find(({ type }) => type === 'symbol')?.id;
  const colour = byClass(
    zones,
    zones.legend.map(one => one.colour),
  );
  const common = { source, 'source-layer': 'zones' } as const;
  map.addLayer(
    {
      id: 'zone-areas',
      type: 'fill',
      ...common,
      filter: ['match', ['geometry-type'], ['Polygon', 'MultiPolygon'], true, false],
      paint: { 'fill-color': colour, 'fill-opacity': look === 'dark' ? 0.3 : 0.22 },
    },
    below,
  );
  map.addLayer(
    {
      id: 'zone-patterns',
      type: 'fill',
      ...common,
      filter: ['match', ['geometry-type'], ['Polygon', 'MultiPolygon'], true, false],
      paint: { 'fill-pattern': byClass(zones, addPatterns(map, zones)), 'fill-opacity': 0.6 },
    },
    below,
  );
  // A dark colour would not be seen on the dark map.
  map.addLayer(
    {
      id: 'zone-rims',
      type: 'line',
      ...common,
      paint: {
        'line-color': look === 'dark' ? '#ffffff' : 'transparent',
        'line-opacity': 0.45,
        'line-width': ['interpolate', ['linear'], ['zoom'], 6, 1.4, 14, 4],
      },
    },
    below,
  );
  map.addLayer(
    {
      id: 'zone-lines',
      type: 'line',
      ...common,
      paint: {
        'line-color': colour,
        'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.6, 14, 2],
      },
    },
    below,
  );
  map.addLayer(
    {
      id: 'zone-points',
      type: 'circle',
      ...common,
      filter: ['match', ['geometry-type'], ['Point', 'MultiPoint'], true, false],
      paint: {
        'circle-color': colour,
        'circle-radius': 5,
        'circle-stroke-width': 1,
        'circle-stroke-color': palettes[look].halo,
      },
    },
    below,
  );
  map.addLayer(
    {
      id: 'zones-too-many',
      type: 'fill',
      source,
      'source-layer': 'too_many',
      paint: { 'fill-color': palettes[look].parcelLine, 'fill-opacity': 0.25 },
    },
    below,
  );
  map.addLayer({
    id: 'zones-too-many-text',
    type: 'symbol',
    source,
    'source-layer': 'too_many',
    layout: { 'text-field': zones.tooMany, 'text-font': mapFont, 'text-size': 12 },
    paint: {
      'text-color': palettes[look].parcelLine,
      'text-halo-color': palettes[look].halo,
      'text-halo-width': 1.2,
    },
  });
}

/** A value for each class. */
function byClass(
  { legend }: ShownZones,
  values: readonly string[],
): DataDrivenPropertyValueSpecification<string> {
  const other = values.at(-1)!;
  if (legend.length < 2) return other;
  const cases = values.flatMap((value, place) => [place, value]);
  return ['match', ['get', 'class'], ...cases, other] as unknown as typeof other;
}

const pixelRatio = 2;

/** Adds the pattern of each class in its colour; returns the names of the images. */
function addPatterns(map: MapLibreMap, { legend }: ShownZones): string[] {
  return legend.map(({ colour }, place) => {
    const id = `zone-${place}`;
    if (map.hasImage(id)) map.removeImage(id);
    const side = patternSide * pixelRatio;
    const context = drawingOf(side);
    context.scale(pixelRatio, pixelRatio);
    context.strokeStyle = colour;
    context.lineWidth = 0.8;
    context.stroke(new Path2D(patternOf(place)));
    map.addImage(id, context.getImageData(0, 0, side, side), { pixelRatio });
    return id;
  });
}
