import type { DataDrivenPropertyValueSpecification, Map as MapLibreMap } from 'maplibre-gl';
import { mapFont } from '../style/base-labels.ts';
import { tilesUrl } from '../style/base-style.ts';
import { type Look, palettes } from '../style/palette.ts';
import type { ShownZones } from './map-options.ts';
import { isArea, layer } from './overlay-layers.ts';
import { removeSource } from './overlays.ts';
import { drawingOf } from './symbol-images.ts';
import { patternOf, patternSide } from './zone-pattern.ts';

const source = 'zones';
/** Draws the zones of a kind below labels and parcels, in place of those before; undefined removes them. */
export function drawZones(map: MapLibreMap, zones: ShownZones | undefined, look: Look): void {
  removeSource(map, source);
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
  const { halo, parcelLine } = palettes[look];
  const zone = { 'source-layer': 'zones' };
  const tooMany = { 'source-layer': 'too_many' };
  const drawn = [
    layer('zone-areas', source, 'fill', {
      ...zone,
      filter: isArea,
      paint: { 'fill-color': colour, 'fill-opacity': look === 'dark' ? 0.3 : 0.22 },
    }),
    layer('zone-patterns', source, 'fill', {
      ...zone,
      filter: isArea,
      paint: { 'fill-pattern': byClass(zones, addPatterns(map, zones)), 'fill-opacity': 0.6 },
    }),
    // A dark colour would not be seen on the dark map.
    layer('zone-rims', source, 'line', {
      ...zone,
      paint: {
        'line-color': look === 'dark' ? '#ffffff' : 'transparent',
        'line-opacity': 0.45,
        'line-width': ['interpolate', ['linear'], ['zoom'], 6, 1.4, 14, 4],
      },
    }),
    layer('zone-lines', source, 'line', {
      ...zone,
      paint: {
        'line-color': colour,
        'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.6, 14, 2],
      },
    }),
    layer('zone-points', source, 'circle', {
      ...zone,
      filter: ['match', ['geometry-type'], ['Point', 'MultiPoint'], true, false],
      paint: {
        'circle-color': colour,
        'circle-radius': 5,
        'circle-stroke-width': 1,
        'circle-stroke-color': halo,
      },
    }),
    layer('zones-too-many', source, 'fill', {
      ...tooMany,
      paint: { 'fill-color': parcelLine, 'fill-opacity': 0.25 },
    }),
  ];
  for (const one of drawn) map.addLayer(one, below);
  map.addLayer(
    layer('zones-too-many-text', source, 'symbol', {
      ...tooMany,
      layout: { 'text-field': zones.tooMany, 'text-font': mapFont, 'text-size': 12 },
      paint: { 'text-color': parcelLine, 'text-halo-color': halo, 'text-halo-width': 1.2 },
    }),
  );
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
