import type { ExpressionSpecification } from 'maplibre-gl';
import type { Language } from '../language/format.ts';
import { openmaptiles } from './tile-schemas/openmaptiles.ts';
import { protomaps } from './tile-schemas/protomaps.ts';
import { isArea, isPoint, type TileLayer, type TileSchema } from './tile-schemas/schema.ts';

/** The names of the schemas that have a style. */
export type SchemaName = 'ktima' | 'openmaptiles' | 'protomaps';

const own = (sourceLayer: string): TileLayer[] => [{ sourceLayer, kind: ['get', 'kind'] }];

const rank: ExpressionSpecification = ['coalesce', ['get', 'rank'], 0];
const ownAreas = (sourceLayer: string) => own(sourceLayer).map(one => ({ ...one, filter: isArea }));
const ownPoints = (sourceLayer: string) =>
  own(sourceLayer).map(one => ({ ...one, filter: isPoint }));

const ktima: TileSchema = {
  layers: {
    sea: own('sea'),
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
