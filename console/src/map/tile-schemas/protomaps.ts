import {
  byValue,
  isArea,
  isLine,
  isPoint,
  type TileLayer,
  type TileSchema,
  translate,
} from './schema.ts';

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
export const protomaps: TileSchema = {
  layers: {
    // The sea is water there.
    sea: [],
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
