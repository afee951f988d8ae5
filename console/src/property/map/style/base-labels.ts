import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Language } from '#tools/notation/languages.ts';
import type { Palette } from './palette.ts';
import { baseLayer, byZoom, isPoint, kind, matchKind, rank } from './style-parts.ts';

/** Fonts of the user's device: the map downloads none. */
export const mapFont = ['Noto Sans', 'Segoe UI', 'Helvetica Neue', 'sans-serif'];
// MapLibre reads style and weight from the first name; the others are the fonts to draw with.
const italicFont = ['Noto Sans Italic', ...mapFont];
const boldFont = ['Noto Sans Bold', ...mapFont];

/**
 * Countries, seas, regions and settlements by importance, with the size of their labels at zoom 6 and
 * 14, and the zoom from which on they are not written: there one fills the screen.
 */
const places = {
  country: [15, 20, 8],
  city: [13, 19, 14],
  town: [11, 16, 15],
  island: [11, 14, 14],
  sea: [12, 15, 12],
  region: [11, 14, 10],
  suburb: [10, 14, 16],
  village: [10, 14, 16],
  quarter: [10, 13, 17],
  neighbourhood: [10, 12, 18],
  hamlet: [9, 12, 17],
} as const;
/** How much larger the names of the largest cities are, and their population. */
const [largeCity, largeCityPeople] = [1.25, 300_000] as const;
const settlements = Object.keys(places) as (keyof typeof places)[];

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

/** The more important a place or area, the earlier it gets its label. */
const importance: ExpressionSpecification = ['-', 0, rank];

/** The name of a feature in a language, or the name that it has. */
export function mapName(language: Language): ExpressionSpecification {
  const names = language === 'el' ? ['name', 'name_en'] : ['name_en', 'name'];
  return ['coalesce', ['get', names[0]!], ['get', names[1]!], ''];
}

/** Names of waters, streets and settlements, and the numbers of roads. */
export function labelLayers(palette: Palette, language: Language): LayerSpecification[] {
  const { ink, quietInk, waterInk, greenInk, halo } = palette;
  const name = mapName(language);
  const haloed = { 'text-halo-color': halo, 'text-halo-width': 1.3 };
  const alongLine = {
    'symbol-placement': 'line',
    'text-field': name,
    'text-max-angle': 30,
    'symbol-spacing': 320,
    'text-padding': 4,
  };
  const inArea = {
    'text-field': name,
    'text-font': mapFont,
    'text-size': byZoom({ 10: 10, 16: 12 }),
    'text-max-width': 7,
    'text-padding': 6,
    'symbol-sort-key': importance,
  };
  const paved = { square: quietInk, public: quietInk, industrial: quietInk, airport: quietInk };
  return [
    // The first layer gets its place last: a number never takes that of a name.
    baseLayer('house-numbers', 'house_number', {
      type: 'symbol',
      minzoom: 17,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': mapFont,
        'text-size': byZoom({ 17: 9, 19: 12 }),
        'text-padding': 1,
      },
      paint: { 'text-color': quietInk, ...haloed },
    }),
    baseLayer('waterway-names', 'waterway', {
      type: 'symbol',
      minzoom: 12,
      layout: { ...alongLine, 'text-font': italicFont, 'text-size': 11 },
      paint: { 'text-color': waterInk, ...haloed },
    }),
    baseLayer('road-names', 'road', {
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
    }),
    baseLayer('road-refs', 'road', {
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
    }),
    ...['green', 'built_up'].map(areas =>
      baseLayer(`${areas}-names`, areas, {
        type: 'symbol',
        filter: isPoint,
        layout: inArea,
        paint: { 'text-color': matchKind(paved, greenInk), ...haloed },
      }),
    ),
    baseLayer('water-names', 'water', {
      type: 'symbol',
      filter: isPoint,
      layout: { ...inArea, 'text-font': italicFont },
      paint: { 'text-color': waterInk, ...haloed },
    }),
    baseLayer('place-names', 'place', {
      type: 'symbol',
      filter: ['<', ['zoom'], placeValue(2, 0)],
      layout: {
        'text-field': name,
        'text-font': matchKind({ city: ['literal', boldFont], sea: ['literal', italicFont] }, [
          'literal',
          mapFont,
        ]),
        'text-size': placeSize(),
        'text-letter-spacing': 0.03,
        'text-max-width': 8,
        'symbol-sort-key': [
          '+',
          ['*', 1e8, matchKind(Object.fromEntries(settlements.map((one, i) => [one, i])), 9)],
          importance,
        ],
        'text-padding': 4,
      },
      paint: {
        'text-color': matchKind({ city: ink, town: ink, island: ink, sea: waterInk }, quietInk),
        ...haloed,
      },
    }),
  ];
}

function placeSize() {
  const isLarge = ['all', ['==', kind, 'city'], ['>', rank, largeCityPeople]];
  const at = (index: 0 | 1) => ['*', placeValue(index, 10), ['case', isLarge, largeCity, 1]];
  return byZoom({ 6: at(0), 14: at(1) });
}

function placeValue(index: 0 | 1 | 2, otherwise: number) {
  const values = settlements.map(name => [name, places[name][index]]);
  return matchKind(Object.fromEntries(values), otherwise);
}
