import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  Map as MapLibreMap,
} from 'maplibre-gl';
import type { WalkAnswer } from '../../../../../client/src/types.ts';
import { type Look, palettes } from '../style/palette.ts';

const id = 'walk';
const rims = 'walk-rims';

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
  for (const layer of [id, rims]) if (map.getLayer(layer)) map.removeLayer(layer);
  if (map.getSource(id)) map.removeSource(id);
  const features = areas?.features.filter(({ geometry }) => geometry) ?? [];
  if (features.length === 0) return;
  const data = { ...areas, features } as unknown as GeoJSONSourceSpecification['data'];
  map.addSource(id, { type: 'geojson', data });
  // Images cover the streets. A style of others has no borders by this name.
  const below = !hasImagery && map.getLayer('border') ? 'border' : 'parcel-areas';
  const colour = palettes[look].walk;
  map.addLayer(
    { id, type: 'fill', source: id, paint: { 'fill-color': colour, 'fill-opacity': fading } },
    below,
  );
  map.addLayer(
    { id: rims, type: 'line', source: id, paint: { 'line-color': colour, 'line-opacity': 0.35 } },
    below,
  );
}
