import type { ExpressionSpecification } from 'maplibre-gl';
import { byValue, isLine, isPoint, type TileSchema, translate } from './schema.ts';

const omtRoad = byValue(
  ['coalesce', ['get', 'subclass'], ''],
  { pedestrian: 'pedestrian' },
  translate('class', { track: 'path', busway: 'minor', raceway: 'service' }),
);
const omtRails = ['rail', 'transit'];

/** https://openmaptiles.org/schema/ */
export const openmaptiles: TileSchema = {
  layers: {
    // The sea is water there.
    sea: [],
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
