import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  Map as MapLibreMap,
} from 'maplibre-gl';
import type { WalkAnswer } from '../../../../../client/src/types.ts';
import { type Look, palettes } from '../style/palette.ts';
import { layer } from './overlay-layers.ts';
import { removeSource } from './overlays.ts';

const id = 'walk';

/** The opacity of one area. They lie in each other, so the nearest is the darkest. */
export const areaOpacity = 0.13;

/** Where single parcels are seen, all is within the first minutes. */
const fading: ExpressionSpecification = [
  'interpolate',
  ['linear'],
  ['zoom'],
  15.5,
  areaOpacity,
  17.5,
  0,
];

/** Draws the areas that are reached on foot below streets and labels, in place of those before. */
export function drawWalkAreas(
  map: MapLibreMap,
  areas: WalkAnswer | undefined,
  look: Look,
  hasImagery: boolean,
): void {
  removeSource(map, id);
  const features = areas?.features.filter(({ geometry }) => geometry) ?? [];
  if (features.length === 0) return;
  const data = { ...areas, features } as unknown as GeoJSONSourceSpecification['data'];
  map.addSource(id, { type: 'geojson', data });
  // Images cover the streets. A style of others has no borders by this name.
  const below = !hasImagery && map.getLayer('border') ? 'border' : 'parcel-areas';
  const colour = palettes[look].walk;
  map.addLayer(
    layer(id, id, 'fill', { paint: { 'fill-color': colour, 'fill-opacity': fading } }),
    below,
  );
  map.addLayer(
    layer('walk-rims', id, 'line', { paint: { 'line-color': colour, 'line-opacity': 0.35 } }),
    below,
  );
}
