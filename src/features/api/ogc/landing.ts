import Type from 'typebox';
import { text } from '#http/openapi/wire-types.ts';
import type { Server } from '#http/server/typed-server.ts';
import { json } from '../shared-schemas.ts';
import { PageQuery, unknownParameter } from './item-parameters.ts';
import { Links, linker } from './links.ts';

const LandingPage = Type.Object(
  {
    title: text('Name of the service.'),
    description: text('What it serves.'),
    links: Links,
  },
  {
    title: 'OgcLandingPage',
    description: 'The landing page.',
    examples: [
      {
        title: 'Ktima',
        description: 'Parcels and places of Greece, by OGC API Features.',
        links: [
          {
            href: 'http://localhost:8000/ogc/collections',
            rel: 'data',
            type: json,
            title: 'Collections',
          },
        ],
      },
    ],
  },
);

const standard = 'http://www.opengis.net/spec/ogcapi-features';

/** What of the standards is implemented. */
const conformsTo = [
  `${standard}-1/1.0/conf/core`,
  `${standard}-1/1.0/conf/geojson`,
  `${standard}-2/1.0/conf/crs`,
];

const Conformance = Type.Object(
  { conformsTo: Type.Array(Type.String(), { description: 'URIs of conformance classes.' }) },
  {
    title: 'OgcConformance',
    description: 'The conformance classes.',
    examples: [{ conformsTo }],
  },
);

/** `GET /ogc/` and `GET /ogc/conformance` */
export function registerLanding(server: Server): void {
  server.get(
    '/ogc/',
    {
      schema: {
        operationId: 'ogcLandingPage',
        summary: 'Landing page for GIS programs',
        description:
          'The address to give to QGIS, GDAL and other programs that know OGC API Features. ' +
          'It links to everything else.',
        tags: ['GIS'],
        security: [],
        querystring: PageQuery,
        response: { 200: LandingPage, ...unknownParameter },
      },
    },
    async request => {
      const link = linker(request);
      return {
        title: 'Ktima',
        description: 'Parcels and places of Greece, by OGC API Features.',
        links: [
          link('self', '/ogc/', json, 'This page'),
          link('service-desc', '/openapi.json', openApi, 'OpenAPI description'),
          link('service-doc', '/docs/', 'text/html', 'Reference of the API'),
          link('conformance', '/ogc/conformance', json, 'Conformance classes'),
          link('data', '/ogc/collections', json, 'Collections'),
        ],
      };
    },
  );
  server.get(
    '/ogc/conformance',
    {
      schema: {
        operationId: 'ogcConformance',
        summary: 'List the implemented parts of OGC API Features',
        description: 'Part 1 (Core, GeoJSON) and Part 2 (other coordinate systems).',
        tags: ['GIS'],
        security: [],
        querystring: PageQuery,
        response: { 200: Conformance, ...unknownParameter },
      },
    },
    async () => ({ conformsTo }),
  );
}

const openApi = 'application/vnd.oai.openapi+json;version=3.1';
