import Type from 'typebox';
import { orNull, text, textOrNull, time, whole } from '#http/openapi/wire-types.ts';
import { buildingFields, exampleBuilding } from '../property/buildings-operation.ts';
import { exampleAttributes, exampleFeature, ParcelFeature } from '../property/parcel-answer.ts';
import { PlaceTypeName } from '../property/points-of-interest.ts';
import { geoJson } from '../shared-schemas.ts';
import { crsUris } from './crs-parameter.ts';
import { Links } from './links.ts';

const PlaceFeature = Type.Object(
  {
    type: Type.Literal('Feature'),
    id: whole('Identifier; it stays the same after a new import.'),
    geometry: orNull(
      Type.Object(
        {
          type: Type.Literal('Point'),
          coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
        },
        { title: 'Point' },
      ),
      'The position; null if `crs` has no coordinates for it.',
    ),
    properties: Type.Object(
      {
        external_id: textOrNull('Identifier in the source dataset.'),
        name_en: textOrNull('English name.'),
        name_gr: textOrNull('Greek name.'),
        place_category: textOrNull('Category label as supplied by the source.'),
        place_type: PlaceTypeName,
      },
      { title: 'PlaceProperties' },
    ),
  },
  { title: 'PlaceFeature', description: 'A place as a GeoJSON Feature.' },
);

const examplePlace = {
  type: 'Feature',
  id: 70,
  geometry: { type: 'Point', coordinates: [23.73302, 37.98036] },
  properties: {
    external_id: 'sample/metro-panepistimio',
    name_en: 'Panepistimio',
    name_gr: 'Πανεπιστήμιο',
    place_category: 'railway=station',
    place_type: 'metro_station',
  },
};
const ZoneFeature = Type.Object(
  {
    type: Type.Literal('Feature'),
    id: text('Source and number; it changes with each import.'),
    geometry: Type.Object(
      {
        type: text('Point, LineString, Polygon and those with Multi.'),
        coordinates: Type.Array(Type.Unknown(), { description: 'As in GeoJSON.' }),
      },
      { title: 'ZoneGeometry' },
    ),
    properties: Type.Record(
      Type.String(),
      Type.Union([Type.String(), Type.Number(), Type.Null()]),
      { description: '`label`, `source`, and the attributes of the kind.' },
    ),
  },
  { title: 'ZoneFeature', description: 'A zone as a GeoJSON Feature.' },
);

const BuildingFeature = Type.Object(
  {
    ...ZoneFeature.properties,
    id: whole('Identifier; it changes with each import.'),
    properties: Type.Object(buildingFields, { title: 'BuildingProperties' }),
  },
  { title: 'BuildingFeature', description: 'A building as a GeoJSON Feature.' },
);

const exampleZone = {
  type: 'Feature',
  id: '1-1',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [23.73, 37.98],
        [23.74, 37.98],
        [23.74, 37.99],
        [23.73, 37.99],
        [23.73, 37.98],
      ],
    ],
  },
  properties: { label: null, source: 'fires', risk: 'high' },
};
const exampleBuildingFeature = { ...exampleFeature, id: 1, properties: exampleBuilding };
const exampleParcel = {
  ...exampleFeature,
  properties: { ...exampleFeature.properties, ...exampleAttributes },
};
const exampleLinks = (path: string) => [
  { href: `http://localhost:8000/ogc/collections/${path}`, rel: 'self', type: geoJson },
];

const pageWords = 'A page of features; the link `next` leads to more.';

function featureCollection(title: string, feature: Type.TSchema, example: object, path: string) {
  return Type.Object(
    {
      type: Type.Literal('FeatureCollection'),
      timeStamp: time('date-time', 'When this was made.'),
      numberReturned: whole('Number of features in this page.'),
      links: Links,
      features: Type.Array(feature, { description: 'The features, in the order of their ids.' }),
    },
    {
      title,
      description: pageWords,
      examples: [
        {
          type: 'FeatureCollection',
          timeStamp: '2026-06-15T09:00:00.000Z',
          numberReturned: 1,
          links: exampleLinks(`${path}/items?limit=1&bbox=23.73%2C37.98%2C23.74%2C37.99`),
          features: [example],
        },
      ],
    },
  );
}

/** A single feature with links. */
function item(
  title: string,
  feature: Type.TObject,
  example: { readonly id: unknown },
  path: string,
) {
  return Type.Object(
    { ...feature.properties, links: Links },
    {
      title,
      description: 'The feature.',
      examples: [{ ...example, links: exampleLinks(`${path}/items/${example.id}`) }],
    },
  );
}

const headers = {
  'Content-Crs': {
    type: 'string',
    description: `Coordinate system of the answer, in angle brackets: one of ${crsUris.join(', ')}.`,
  },
};

/** An answer in GeoJSON. */
function geoJsonResponse(description: string, schema: Type.TSchema) {
  return { description, headers, content: { [geoJson]: { schema } } };
}

export const ParcelItems = geoJsonResponse(
  pageWords,
  featureCollection('OgcParcels', ParcelFeature, exampleParcel, 'parcels'),
);
export const PlaceItems = geoJsonResponse(
  pageWords,
  featureCollection('OgcPlaces', PlaceFeature, examplePlace, 'places'),
);
export const ZoneItems = geoJsonResponse(
  pageWords,
  featureCollection('OgcZones', ZoneFeature, exampleZone, 'zones-wildfire'),
);
export const ZoneItem = geoJsonResponse(
  'The feature.',
  item('OgcZone', ZoneFeature, exampleZone, 'zones-wildfire'),
);
export const BuildingItems = geoJsonResponse(
  pageWords,
  featureCollection('OgcBuildings', BuildingFeature, exampleBuildingFeature, 'buildings'),
);
export const BuildingItem = geoJsonResponse(
  'The feature.',
  item('OgcBuilding', BuildingFeature, exampleBuildingFeature, 'buildings'),
);
export const ParcelItem = geoJsonResponse(
  'The feature.',
  item('OgcParcel', ParcelFeature, exampleParcel, 'parcels'),
);
export const PlaceItem = geoJsonResponse(
  'The feature.',
  item('OgcPlace', PlaceFeature, examplePlace, 'places'),
);
