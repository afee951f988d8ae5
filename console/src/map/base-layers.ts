import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Language } from '../language/format.ts';
import { labelLayers } from './base-labels.ts';
import type { Palette } from './palette.ts';
import { roadLayers } from './road-layers.ts';
import { byZoom, type DrawLayer } from './style-parts.ts';
import { byValue } from './tile-schemas/schema.ts';
import { type SchemaName, tileSchemas } from './tile-schemas.ts';

/** The source of the base tiles in the style. */
export const baseSource = 'base';

/** The base map, bottom first: land, water, streets, names. */
export function baseLayers(
  schema: SchemaName,
  palette: Palette,
  language: Language,
): LayerSpecification[] {
  const { layers } = tileSchemas[schema];
  const draw: DrawLayer = (id, layer, drawKind) =>
    layers[layer].map(({ sourceLayer, kind, filter }, index) => {
      const drawn = drawKind(kind);
      const filters = [filter, drawn.filter].filter(one => one !== undefined);
      return {
        ...drawn,
        id: index === 0 ? id : `${id}-${index + 1}`,
        source: baseSource,
        'source-layer': sourceLayer,
        ...(filters.length > 0 && { filter: ['all', ...filters] }),
      } as LayerSpecification;
    });
  const { land, unmapped } = palette;
  const hasLand = layers.land.length > 0;
  return [
    // Below tiles that have not come yet. In a schema without land, it is the land below its water.
    {
      id: 'unmapped',
      type: 'background',
      paint: { 'background-color': hasLand ? unmapped : land },
    },
    ...areaLayers(draw, palette),
    ...roadLayers(draw, palette, tileSchemas[schema]),
    ...labelLayers(draw, palette, language, tileSchemas[schema]),
  ];
}

function areaLayers(draw: DrawLayer, palette: Palette): LayerSpecification[] {
  const { sea, land, coast, green, builtUp, industrial, building, buildingRim, border } = palette;
  const { publicGround: open, square } = palette;
  // The line over the edge is sharper than a smoothed edge, and quicker.
  const unrimmed = { 'fill-antialias': false };
  return [
    ...draw('sea', 'sea', () => ({ type: 'fill', paint: { 'fill-color': sea, ...unrimmed } })),
    ...draw('land', 'land', () => ({
      type: 'fill',
      paint: { 'fill-color': land, ...unrimmed },
    })),
    ...draw('built-up', 'builtUp', kind => ({
      type: 'fill',
      layout: { 'fill-sort-key': byValue(kind, { public: 1, square: 2 }, 0) },
      filter: ['in', kind, ['literal', builtUpKinds]],
      paint: {
        'fill-color': byValue(
          kind,
          { industrial, airport: industrial, public: open, square },
          builtUp,
        ),
        ...unrimmed,
      },
    })),
    ...draw('green', 'green', kind => ({
      type: 'fill',
      filter: ['in', kind, ['literal', greenKinds]],
      paint: { 'fill-color': greenColour(kind, green), 'fill-antialias': false },
    })),
    // From zoom 11 on our own land may be cut into squares, and its coast is one of the waterways.
    ...draw('far-coast', 'land', kind => ({
      type: 'line',
      maxzoom: 11,
      filter: ['==', kind, 'land'],
      paint: { 'line-color': coast, 'line-width': byZoom({ 5: 0.5, 12: 1.2 }) },
    })),
    ...draw('coast', 'land', kind => ({
      type: 'line',
      filter: ['!=', kind, 'land'],
      paint: { 'line-color': coast, 'line-width': byZoom({ 5: 0.5, 12: 1.2 }) },
    })),
    ...draw('water', 'water', () => ({ type: 'fill', paint: { 'fill-color': sea } })),
    ...draw('waterway', 'waterway', kind => ({
      type: 'line',
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': byValue(kind, { coastline: coast }, sea),
        'line-width': byZoom({
          8: byValue(kind, { river: 1 }, 0.4),
          11: byValue(kind, { river: 1.8, coastline: 1.1 }, 0.7),
          13: byValue(kind, { river: 2.5, coastline: 1.2 }, 1),
          17: byValue(kind, { river: 7, coastline: 1.6 }, 2.5),
        }),
      },
    })),
    ...draw('building', 'building', () => ({
      type: 'fill',
      minzoom: 13,
      paint: {
        'fill-color': building,
        'fill-opacity': byZoom({ 13: 0, 14.5: 1 }),
        'fill-outline-color': buildingRim,
      },
    })),
    ...draw('border', 'border', kind => ({
      type: 'line',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': border,
        'line-width': byValue(kind, { country: 1.4, region: 0.9 }, 0.6),
        'line-dasharray': [5, 2, 1, 2],
        'line-opacity': 0.8,
      },
    })),
  ];
}

const builtUpKinds = ['residential', 'industrial', 'commercial', 'airport', 'public', 'square'];

/** Schemas of others also have kinds that are no open land, such as schools. */
const greenKinds = [
  'wood',
  'park',
  'grass',
  'farmland',
  'orchard',
  'scrub',
  'beach',
  'pitch',
  'stadium',
  'cemetery',
  'wetland',
  'rock',
];

function greenColour(kind: ExpressionSpecification, green: Palette['green']) {
  const { wood, park, scrub, farmland, beach, other } = green;
  const colours = { wood, park, scrub, orchard: scrub, farmland, beach, rock: farmland };
  return byValue(kind, { ...colours, wetland: scrub }, other);
}
