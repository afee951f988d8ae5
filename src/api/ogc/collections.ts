import Type from 'typebox';
import type { Server } from '../../http/typed-server.ts';
import { crs84, crsUris } from './crs.ts';
import { geoJson, json, Links, linker } from './links.ts';
import { NoParameters, unknownParameter } from './parameters.ts';

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
} as const;

type CollectionId = keyof typeof collections;

const exampleBody = (id: CollectionId) => ({
  ...collectionBody(id),
  links: [
    { href: `http://localhost:8000/ogc/collections/${id}/items`, rel: 'items', type: geoJson },
  ],
});

const Collection = Type.Object(
  {
    id: Type.String({ description: 'Name in paths.' }),
    title: Type.String({ description: 'Name for people.' }),
    description: Type.String({ description: 'What it holds.' }),
    itemType: Type.String({ description: '`feature`.' }),
    crs: Type.Array(Type.String(), {
      description: 'Coordinate systems that `crs` and `bbox-crs` take, the default first.',
    }),
    storageCrs: Type.String({ description: 'The system in which coordinates are stored.' }),
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
        collections: [exampleBody('parcels'), exampleBody('places')],
      },
    ],
  },
);

function collectionBody(id: CollectionId) {
  const { title, description } = collections[id];
  return { id, title, description, itemType: 'feature', crs: crsUris, storageCrs: crs84 };
}

type MakeLink = ReturnType<typeof linker>;

function describeCollection(id: CollectionId, link: MakeLink) {
  const path = `/ogc/collections/${id}`;
  const { title } = collections[id];
  return {
    ...collectionBody(id),
    links: [link('self', path, json, title), link('items', `${path}/items`, geoJson, title)],
  };
}

/** `GET /ogc/collections` and `GET /ogc/collections/{parcels|places}` */
export function registerCollections(server: Server): void {
  const ids = Object.keys(collections) as CollectionId[];
  server.get(
    '/ogc/collections',
    {
      schema: {
        operationId: 'ogcCollections',
        summary: 'List the collections',
        description: 'All collections, also those whose items need a token.',
        tags: ['GIS'],
        security: [],
        querystring: NoParameters,
        response: { 200: Collections, ...unknownParameter },
      },
    },
    async request => {
      const link = linker(request);
      return {
        links: [link('self', '/ogc/collections')],
        collections: ids.map(id => describeCollection(id, link)),
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
          querystring: NoParameters,
          response: { 200: Collection, ...unknownParameter },
        },
      },
      async request => describeCollection(id, linker(request)),
    );
  }
}
