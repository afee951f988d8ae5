import Type from 'typebox';
import { type KindSource, toKindSources } from '#domain/zones/zone-answer.ts';
import { text } from '#http/openapi/wire-types.ts';
import { errorResponses, unavailable } from '#http/server/error-answers.ts';
import type { Server } from '#http/server/typed-server.ts';
import type { ApiParts } from '../api-parts.ts';
import { geoJson, json } from '../shared-schemas.ts';
import { ZoneKindName } from '../tiles/tile-json.ts';
import { crs84, crsUris } from './crs-parameter.ts';
import { PageQuery } from './item-parameters.ts';
import { Links, linker } from './links.ts';
import { zoneSourcesOf } from './zone-items.ts';

const collections = {
  parcels: {
    operationId: 'ogcParcelCollection',
    title: 'Parcels',
    description: 'Cadastral parcels with code and area. No token is needed.',
  },
  places: {
    operationId: 'ogcPlaceCollection',
    title: 'Places',
    description: 'Points of interest. Their items need a Bearer token.',
  },
  buildings: {
    operationId: 'ogcBuildingCollection',
    title: 'Buildings',
    description: 'Buildings with levels, height and use. Their items need a Bearer token.',
  },
} as const;

type CollectionId = keyof typeof collections;

/** The box around the sample. */
const exampleExtents = {
  parcels: { west: 21.7377281, south: 35.3372, east: 25.1349797, north: 40.6306232 },
  places: { west: 19.9117, south: 35.2161, east: 29.5764, north: 41.50298 },
  buildings: { west: 22.9453779, south: 37.9868, east: 23.7363579, north: 39.3704209 },
};

const exampleBody = (id: CollectionId) => ({
  ...collectionBody(id),
  extent: extentOfBox(exampleExtents[id]),
  links: [
    {
      href: `http://localhost:8000/ogc/collections/${id}/items`,
      rel: 'items',
      type: geoJson,
      title: collections[id].title,
    },
  ],
});

const Collection = Type.Object(
  {
    id: text('Name in paths.'),
    title: text('Title of the collection.'),
    description: text('Description of the collection.'),
    itemType: text('`feature`.'),
    crs: Type.Array(Type.String(), {
      description: 'Coordinate systems that `crs` and `bbox-crs` take, the default first.',
    }),
    storageCrs: text('The system in which coordinates are stored.'),
    extent: Type.Optional(
      Type.Object(
        {
          spatial: Type.Object({
            bbox: Type.Array(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }), {
              description: 'One box: west, south, east and north.',
            }),
            crs: text('The coordinate system of the box.'),
          }),
        },
        { title: 'OgcExtent', description: 'Where its features are; missing if there are none.' },
      ),
    ),
    links: Links,
  },
  {
    title: 'OgcCollection',
    description: 'A collection of features.',
    examples: [exampleBody('parcels')],
  },
);

const Collections = Type.Object(
  {
    links: Links,
    collections: Type.Array(Collection, { description: 'All collections.' }),
  },
  {
    title: 'OgcCollections',
    description: 'The collections.',
    examples: [
      {
        links: [{ href: 'http://localhost:8000/ogc/collections', rel: 'self', type: json }],
        collections: [exampleBody('parcels'), exampleBody('places'), exampleBody('buildings')],
      },
    ],
  },
);

function collectionBody(id: CollectionId) {
  const { title, description } = collections[id];
  return { id, title, description, itemType: 'feature', crs: crsUris, storageCrs: crs84 };
}

/** The box around the features of a collection. */
type Extent = NonNullable<Awaited<ReturnType<ApiParts['store']['extentOf']>>>;

function extentOfBox({ west, south, east, north }: Extent) {
  return { spatial: { bbox: [[west, south, east, north]], crs: crs84 } };
}

const collectionErrors = errorResponses({
  400: 'A parameter is not as described or is unknown.',
  503: unavailable('The database'),
});

type MakeLink = ReturnType<typeof linker>;

function describeCollection(id: CollectionId, link: MakeLink, box: Extent | undefined) {
  const path = `/ogc/collections/${id}`;
  const { title } = collections[id];
  return {
    ...collectionBody(id),
    ...(box && { extent: extentOfBox(box) }),
    links: [link('self', path, json, title), link('items', `${path}/items`, geoJson, title)],
  };
}

/** `GET /ogc/collections` and `GET /ogc/collections/{parcels|places|zones-{kind}}` */
export function registerCollections(server: Server, { store }: ApiParts): void {
  const ids = Object.keys(collections) as CollectionId[];
  server.get(
    '/ogc/collections',
    {
      schema: {
        operationId: 'ogcCollections',
        summary: 'List the collections',
        description:
          'All collections, also those whose items need a token; zones and buildings if some are loaded.',
        tags: ['GIS'],
        security: [],
        querystring: PageQuery,
        response: { 200: Collections, ...collectionErrors },
      },
    },
    async request => {
      const link = linker(request);
      return {
        links: [link('self', '/ogc/collections')],
        collections: [
          ...(
            await Promise.all(
              ids.map(async id => describeCollection(id, link, await store.extentOf(id))),
            )
          ).filter(one => one.id !== 'buildings' || one.extent),
          ...(await zoneCollections(store, link)),
        ],
      };
    },
  );
  for (const id of ids) {
    const { operationId, title, description } = collections[id];
    server.get(
      `/ogc/collections/${id}`,
      {
        schema: {
          operationId,
          summary: `Collection: ${title}`,
          description,
          tags: ['GIS'],
          security: [],
          querystring: PageQuery,
          response: {
            200: { ...Collection, examples: [exampleBody(id)] },
            ...collectionErrors,
          },
        },
      },
      async request => describeCollection(id, linker(request), await store.extentOf(id)),
    );
  }
  registerZoneCollection(server, store);
}

function registerZoneCollection(server: Server, store: ApiParts['store']): void {
  server.get(
    '/ogc/collections/zones-:kind',
    {
      schema: {
        operationId: 'ogcZoneCollection',
        summary: 'Collection: a kind of zones',
        description: 'The zones of a kind. Their items need a Bearer token.',
        tags: ['GIS'],
        security: [],
        params: Type.Object({ kind: ZoneKindName }),
        querystring: PageQuery,
        response: {
          200: { ...Collection, examples: [zoneExample] },
          ...collectionErrors,
          ...errorResponses({ 404: 'No zones of this kind are loaded.' }),
        },
      },
    },
    async request => {
      const sources = await zoneSourcesOf(store, request.params.kind);
      return describeZones(store, sources, linker(request));
    },
  );
}

/** One collection for each kind that is loaded; the description of its last import counts. */
async function zoneCollections(store: ApiParts['store'], link: MakeLink) {
  const sources = toKindSources(await store.zoneSources());
  const kinds = Map.groupBy(sources.toReversed(), ({ kind }) => kind.kind);
  const sorted = [...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(sorted.map(([, own]) => describeZones(store, own, link)));
}

/** Describes the collection of a kind by its sources, the one loaded last at the end. */
async function describeZones(
  store: ApiParts['store'],
  sources: readonly KindSource[],
  link: MakeLink,
) {
  const { kind, name, meaning } = sources.at(-1)!.kind;
  const ids = sources.map(({ id }) => id);
  const box = await store.extentOf('zones', ids);
  const path = `/ogc/collections/zones-${kind}`;
  return {
    id: `zones-${kind}`,
    title: name.en,
    description: `${meaning.en.replace(/\.?$/, '.')} Items need a Bearer token with the scope zones.`,
    itemType: 'feature',
    crs: crsUris,
    storageCrs: crs84,
    ...(box && { extent: extentOfBox(box) }),
    links: [link('self', path, json, name.en), link('items', `${path}/items`, geoJson, name.en)],
  };
}

const zoneExample = {
  id: 'zones-wildfire',
  title: 'Wildfire risk',
  description:
    'Areas with their class of wildfire risk. Items need a Bearer token with the scope zones.',
  itemType: 'feature',
  crs: crsUris,
  storageCrs: crs84,
  extent: extentOfBox({ west: 23.73, south: 37.98, east: 23.74, north: 37.99 }),
  links: [
    {
      href: 'http://localhost:8000/ogc/collections/zones-wildfire/items',
      rel: 'items',
      type: geoJson,
      title: 'Wildfire risk',
    },
  ],
};
