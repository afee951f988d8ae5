import type { LayerSpecification } from 'maplibre-gl';
import type { Language } from '#tools/notation/languages.ts';
import { labelLayers } from './base-labels.ts';
import type { Palette } from './palette.ts';
import { roadLayers } from './road-layers.ts';
import { baseLayer, byZoom, isArea, kind, matchKind } from './style-parts.ts';

/** The base map, bottom first: land, water, streets, names. */
export function baseLayers(palette: Palette, language: Language): LayerSpecification[] {
  return [
    // Below tiles that have not come yet.
    { id: 'unmapped', type: 'background', paint: { 'background-color': palette.unmapped } },
    ...areaLayers(palette),
    ...roadLayers(palette),
    ...labelLayers(palette, language),
  ];
}

function areaLayers(palette: Palette): LayerSpecification[] {
  const { sea, land, coast, green, builtUp, industrial, building, buildingRim, border } = palette;
  const { publicGround: open, square } = palette;
  // The line over the edge is sharper than a smoothed edge, and quicker.
  const unrimmed = { 'fill-antialias': false };
  return [
    baseLayer('sea', 'sea', { type: 'fill', paint: { 'fill-color': sea, ...unrimmed } }),
    baseLayer('land', 'land', {
      type: 'fill',
      paint: { 'fill-color': land, ...unrimmed },
    }),
    baseLayer('built-up', 'built_up', {
      type: 'fill',
      layout: { 'fill-sort-key': matchKind({ public: 1, square: 2 }, 0) },
      filter: isArea,
      paint: {
        'fill-color': matchKind({ industrial, airport: industrial, public: open, square }, builtUp),
        ...unrimmed,
      },
    }),
    baseLayer('green', 'green', {
      type: 'fill',
      filter: isArea,
      paint: { 'fill-color': greenColour(green), 'fill-antialias': false },
    }),
    // From zoom 11 on our own land may be cut into squares, and its coast is one of the waterways.
    baseLayer('far-coast', 'land', {
      type: 'line',
      maxzoom: 11,
      filter: ['==', kind, 'land'],
      paint: { 'line-color': coast, 'line-width': byZoom({ 5: 0.5, 12: 1.2 }) },
    }),
    baseLayer('coast', 'land', {
      type: 'line',
      filter: ['!=', kind, 'land'],
      paint: { 'line-color': coast, 'line-width': byZoom({ 5: 0.5, 12: 1.2 }) },
    }),
    baseLayer('water', 'water', { type: 'fill', filter: isArea, paint: { 'fill-color': sea } }),
    baseLayer('waterway', 'waterway', {
      type: 'line',
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': matchKind({ coastline: coast }, sea),
        'line-width': byZoom({
          8: matchKind({ river: 1 }, 0.4),
          11: matchKind({ river: 1.8, coastline: 1.1 }, 0.7),
          13: matchKind({ river: 2.5, coastline: 1.2 }, 1),
          17: matchKind({ river: 7, coastline: 1.6 }, 2.5),
        }),
      },
    }),
    baseLayer('building', 'building', {
      type: 'fill',
      minzoom: 13,
      paint: {
        'fill-color': building,
        'fill-opacity': byZoom({ 13: 0, 14.5: 1 }),
        'fill-outline-color': buildingRim,
      },
    }),
    baseLayer('border', 'border', {
      type: 'line',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': border,
        'line-width': matchKind({ country: 1.4, region: 0.9 }, 0.6),
        'line-dasharray': [5, 2, 1, 2],
        'line-opacity': 0.8,
      },
    }),
  ];
}

function greenColour(green: Palette['green']) {
  const { wood, park, scrub, farmland, beach, other } = green;
  const colours = { wood, park, scrub, orchard: scrub, farmland, beach, rock: farmland };
  return matchKind({ ...colours, wetland: scrub }, other);
}
