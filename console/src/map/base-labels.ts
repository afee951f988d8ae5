import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Language } from '../language/format.ts';
import type { Palette } from './palette.ts';
import { byZoom, type DrawLayer } from './style-parts.ts';
import { byValue, nameIn } from './tile-schemas.ts';

/** Fonts of the user's device: the map downloads none. */
export const mapFont = ['Noto Sans', 'Segoe UI', 'Helvetica Neue', 'sans-serif'];
// MapLibre reads style and weight from the first name; the others are the fonts to draw with.
const italicFont = ['Noto Sans Italic', ...mapFont];
const boldFont = ['Noto Sans Bold', ...mapFont];

/** The settlements by importance, with the size of their labels at zoom 6 and 14. */
const places = {
  country: [13, 16],
  city: [14, 21],
  town: [11, 16],
  island: [11, 14],
  suburb: [10, 14],
  village: [10, 14],
  quarter: [10, 13],
  neighbourhood: [10, 12],
  hamlet: [9, 12],
} as const;
const placeNames = Object.keys(places) as (keyof typeof places)[];

/** The first of several road numbers: `A1;E75` is shown as `A1`. */
const firstRef: ExpressionSpecification = [
  'let',
  'ref',
  ['coalesce', ['get', 'ref'], ''],
  [
    'case',
    ['in', ';', ['var', 'ref']],
    ['slice', ['var', 'ref'], 0, ['index-of', ';', ['var', 'ref']]],
    ['var', 'ref'],
  ],
];

/** Names of waters, streets and settlements, and the numbers of roads. */
export function labelLayers(
  draw: DrawLayer,
  palette: Palette,
  language: Language,
  placeOrder: ExpressionSpecification,
): LayerSpecification[] {
  const { ink, quietInk, waterInk, halo } = palette;
  const name = nameIn(language);
  const haloed = { 'text-halo-color': halo, 'text-halo-width': 1.3 };
  const alongLine = {
    'symbol-placement': 'line',
    'text-field': name,
    'text-max-angle': 30,
    'symbol-spacing': 320,
    'text-padding': 4,
  };
  return [
    ...draw('waterway-names', 'waterway', () => ({
      type: 'symbol',
      minzoom: 12,
      layout: { ...alongLine, 'text-font': italicFont, 'text-size': 11 },
      paint: { 'text-color': waterInk, ...haloed },
    })),
    ...draw('road-names', 'roadName', kind => ({
      type: 'symbol',
      minzoom: 13,
      filter: [
        'any',
        ['>=', ['zoom'], 15],
        ['in', kind, ['literal', ['motorway', 'trunk', 'primary', 'secondary', 'tertiary']]],
      ],
      layout: {
        ...alongLine,
        'text-font': mapFont,
        'text-size': byZoom({ 13: 10, 15: 11, 18: 14 }),
      },
      paint: { 'text-color': quietInk, ...haloed },
    })),
    ...draw('road-refs', 'roadName', kind => ({
      type: 'symbol',
      minzoom: 8,
      filter: [
        'all',
        ['has', 'ref'],
        ['in', kind, ['literal', ['motorway', 'trunk', 'primary', 'secondary']]],
      ],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 420,
        'text-rotation-alignment': 'viewport',
        'icon-rotation-alignment': 'viewport',
        'text-field': firstRef,
        'text-font': boldFont,
        'text-size': 10,
        'icon-image': 'road-ref',
        'icon-text-fit': 'both',
        'icon-text-fit-padding': [2, 4, 1, 4],
        'text-padding': 12,
      },
      paint: { 'text-color': ink },
    })),
    ...draw('place-names', 'place', kind => ({
      type: 'symbol',
      filter: ['in', kind, ['literal', placeNames]],
      layout: {
        'text-field': name,
        'text-font': byValue(kind, { city: ['literal', boldFont] }, ['literal', mapFont]),
        'text-size': placeSize(kind),
        'text-letter-spacing': 0.03,
        'text-max-width': 8,
        'symbol-sort-key': [
          '+',
          ['*', 1e8, byValue(kind, Object.fromEntries(placeNames.map((one, i) => [one, i])), 9)],
          placeOrder,
        ],
        'text-padding': 4,
      },
      paint: {
        'text-color': byValue(kind, { hamlet: quietInk, neighbourhood: quietInk }, ink),
        'text-opacity': byZoom({ 15: 1, 17: 0.6 }),
        ...haloed,
      },
    })),
  ];
}

function placeSize(kind: ExpressionSpecification): ExpressionSpecification {
  const at = (index: 0 | 1) =>
    byValue(kind, Object.fromEntries(placeNames.map(name => [name, places[name][index]])), 10);
  return byZoom({ 6: at(0), 14: at(1) });
}
