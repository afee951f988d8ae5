import type { ExpressionSpecification } from 'maplibre-gl';
import type { Language } from '../language/format.ts';

/** The layers that the style draws, in the tiles of any schema. */
export type StyledLayer =
  | 'land'
  | 'green'
  | 'builtUp'
  | 'water'
  | 'waterway'
  | 'building'
  | 'road'
  | 'roadName'
  | 'rail'
  | 'border'
  | 'areaName'
  | 'waterName'
  | 'place';

/** Where the tiles of a schema have a layer. */
export interface TileLayer {
  readonly sourceLayer: string;
  /** The class of a feature in our words. */
  readonly kind: ExpressionSpecification;
  readonly filter?: ExpressionSpecification;
}

/** What the layers of a tile mean. */
export interface TileSchema {
  readonly layers: Readonly<Record<StyledLayer, readonly TileLayer[]>>;
  /** Whether a road or railway is in a tunnel. */
  readonly isTunnel: ExpressionSpecification;
  /** Whether a city is among the few largest of a country. */
  readonly isLargeCity: ExpressionSpecification;
  /** The order in which settlements get their labels, the most important first. */
  readonly placeOrder: ExpressionSpecification;
}

/** The names of the schemas that have a style. */
export type SchemaName = 'ktima' | 'openmaptiles' | 'protomaps';

/** An expression by the value of another one. */
export function byValue(
  input: ExpressionSpecification,
  results: Readonly<Record<string, unknown>>,
  otherwise: unknown,
): ExpressionSpecification {
  const cases = Object.entries(results).flat();
  return ['match', input, ...cases, otherwise] as unknown as ExpressionSpecification;
}

/** The values of a property in our words; others stay as they are. */
function translate(property: string, words: Readonly<Record<string, string>>) {
  const value: ExpressionSpecification = ['coalesce', ['get', property], ''];
  return byValue(value, words, value);
}

const own = (sourceLayer: string): TileLayer[] => [{ sourceLayer, kind: ['get', 'kind'] }];

const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString'];
const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];
const rank: ExpressionSpecification = ['coalesce', ['get', 'rank'], 0];
const ownAreas = (sourceLayer: string) => own(sourceLayer).map(one => ({ ...one, filter: isArea }));
const ownPoints = (sourceLayer: string) =>
  own(sourceLayer).map(one => ({ ...one, filter: isPoint }));

const ktima: TileSchema = {
  layers: {
    land: own('land'),
    green: ownAreas('green'),
    builtUp: ownAreas('built_up'),
    water: ownAreas('water'),
    waterway: own('waterway'),
    building: own('building'),
    road: own('road'),
    roadName: own('road'),
    rail: own('rail'),
    border: own('border'),
    areaName: [...ownPoints('green'), ...ownPoints('built_up')],
    waterName: ownPoints('water'),
    place: own('place'),
  },
  isTunnel: ['<', rank, 0],
  isLargeCity: ['>', rank, 300_000],
  placeOrder: ['-', 0, rank],
};

const omtRoad = byValue(
  ['coalesce', ['get', 'subclass'], ''],
  { pedestrian: 'pedestrian' },
  translate('class', { track: 'path', busway: 'minor', raceway: 'service' }),
);
const omtRails = ['rail', 'transit'];

/** https://openmaptiles.org/schema/ */
const openmaptiles: TileSchema = {
  layers: {
    land: [],
    green: [
      { sourceLayer: 'landcover', kind: translate('class', { sand: 'beach' }) },
      { sourceLayer: 'park', kind: ['literal', 'park'] as unknown as ExpressionSpecification },
      {
        sourceLayer: 'landuse',
        kind: ['get', 'class'],
        filter: ['in', ['get', 'class'], ['literal', ['cemetery', 'pitch', 'stadium']]],
      },
    ],
    builtUp: [
      {
        sourceLayer: 'landuse',
        kind: translate('class', {
          suburb: 'residential',
          quarter: 'residential',
          neighbourhood: 'residential',
          retail: 'commercial',
        }),
      },
    ],
    water: [{ sourceLayer: 'water', kind: ['get', 'class'] }],
    waterway: [{ sourceLayer: 'waterway', kind: ['get', 'class'] }],
    building: [{ sourceLayer: 'building', kind: ['get', 'class'] }],
    road: [
      {
        sourceLayer: 'transportation',
        kind: omtRoad,
        filter: ['all', isLine, ['!', ['in', ['get', 'class'], ['literal', omtRails]]]],
      },
    ],
    roadName: [{ sourceLayer: 'transportation_name', kind: omtRoad }],
    rail: [
      {
        sourceLayer: 'transportation',
        kind: translate('class', { transit: 'subway' }),
        filter: ['in', ['get', 'class'], ['literal', omtRails]],
      },
    ],
    border: [
      {
        sourceLayer: 'boundary',
        kind: byValue(['to-string', ['get', 'admin_level']], { 2: 'country' }, 'region'),
        filter: ['!=', ['get', 'maritime'], 1],
      },
    ],
    areaName: [
      {
        sourceLayer: 'park',
        kind: ['literal', 'park'] as unknown as ExpressionSpecification,
        filter: isPoint,
      },
    ],
    waterName: [{ sourceLayer: 'water_name', kind: ['get', 'class'], filter: isPoint }],
    place: [{ sourceLayer: 'place', kind: ['get', 'class'] }],
  },
  isTunnel: ['==', ['get', 'brunnel'], 'tunnel'],
  isLargeCity: ['<=', ['coalesce', ['get', 'rank'], 99], 3],
  placeOrder: ['coalesce', ['get', 'rank'], 99],
};

const protomapsRoad = translate('kind_detail', {
  motorway_link: 'motorway',
  trunk_link: 'trunk',
  primary_link: 'primary',
  secondary_link: 'secondary',
  tertiary_link: 'tertiary',
  residential: 'minor',
  unclassified: 'minor',
  living_street: 'minor',
  road: 'minor',
  footway: 'path',
  cycleway: 'path',
  track: 'path',
  steps: 'path',
  bridleway: 'path',
});
const protomapsGreen = {
  forest: 'wood',
  meadow: 'grass',
  grassland: 'grass',
  nature_reserve: 'park',
  national_park: 'park',
  sand: 'beach',
  playground: 'park',
  golf_course: 'park',
};
const protomapsNamed = ['park', 'forest', 'wood', 'cemetery', 'beach', 'nature_reserve'];
const protomapsBuiltUp = ['residential', 'industrial', 'commercial', 'railway'];
const protomapsRoads: TileLayer = {
  sourceLayer: 'roads',
  kind: protomapsRoad,
  filter: ['!', ['in', ['get', 'kind'], ['literal', ['rail', 'ferry', 'aerialway']]]],
};

/** https://docs.protomaps.com/basemaps/layers */
const protomaps: TileSchema = {
  layers: {
    land: [{ sourceLayer: 'earth', kind: ['get', 'kind'], filter: isArea }],
    green: [
      {
        sourceLayer: 'landuse',
        kind: translate('kind', protomapsGreen),
        filter: ['!', ['in', ['get', 'kind'], ['literal', protomapsBuiltUp]]],
      },
    ],
    builtUp: [
      {
        sourceLayer: 'landuse',
        kind: translate('kind', { railway: 'industrial' }),
        filter: ['in', ['get', 'kind'], ['literal', protomapsBuiltUp]],
      },
    ],
    water: [{ sourceLayer: 'water', kind: ['get', 'kind'], filter: isArea }],
    waterway: [{ sourceLayer: 'water', kind: ['get', 'kind'], filter: isLine }],
    building: [{ sourceLayer: 'buildings', kind: ['get', 'kind'], filter: isArea }],
    road: [protomapsRoads],
    roadName: [protomapsRoads],
    rail: [
      {
        sourceLayer: 'roads',
        kind: translate('kind_detail', { light_rail: 'tram' }),
        filter: ['==', ['get', 'kind'], 'rail'],
      },
    ],
    border: [
      {
        sourceLayer: 'boundaries',
        kind: translate('kind', { county: 'region', locality: 'municipality' }),
      },
    ],
    areaName: [
      {
        sourceLayer: 'pois',
        kind: translate('kind', protomapsGreen),
        filter: ['in', ['get', 'kind'], ['literal', protomapsNamed]],
      },
    ],
    waterName: [{ sourceLayer: 'water', kind: ['get', 'kind'], filter: isPoint }],
    place: [
      {
        sourceLayer: 'places',
        kind: byValue(
          ['coalesce', ['get', 'kind'], ''],
          { neighbourhood: 'neighbourhood', macrohood: 'suburb', country: 'country' },
          ['coalesce', ['get', 'kind_detail'], ''],
        ),
      },
    ],
  },
  isTunnel: ['==', ['get', 'is_tunnel'], true],
  isLargeCity: ['>=', ['coalesce', ['get', 'population_rank'], 0], 12],
  placeOrder: ['-', 0, ['coalesce', ['get', 'population_rank'], 0]],
};

/** The schemas that have a style. */
export const tileSchemas: Readonly<Record<SchemaName, TileSchema>> = {
  ktima,
  openmaptiles,
  protomaps,
};

/** The name of a feature in a language, in the properties that any of the schemas has. */
export function nameIn(language: Language): ExpressionSpecification {
  const names =
    language === 'el'
      ? ['name:el', 'name', 'name:latin', 'name_en']
      : ['name_en', 'name:en', 'name:latin', 'name'];
  return [
    'coalesce',
    ...names.map(name => ['get', name] as ExpressionSpecification),
    '',
  ] as unknown as ExpressionSpecification;
}
