import { describeRoutes } from '../http/openapi/describe.ts';
import { createServer, type ServerOptions } from '../http/server.ts';
import type { Server } from '../http/typed-server.ts';
import { requireScopes } from '../tokens/require-scopes.ts';
import { countRequests } from '../usage/count-requests.ts';
import { registerAddressBatch } from './addresses/address-batch.ts';
import { registerAddressSearch } from './addresses/address-search.ts';
import { registerReverse } from './addresses/reverse.ts';
import { registerSuggest } from './addresses/suggest.ts';
import { registerConsole } from './console.ts';
import { registerCollections } from './ogc/collections.ts';
import { registerLanding } from './ogc/landing.ts';
import { registerParcelItems } from './ogc/parcel-items.ts';
import { registerPlaceItems } from './ogc/place-items.ts';
import { registerKaekSearch, registerParcelAt } from './parcels.ts';
import type { ApiParts } from './parts.ts';
import { registerPlaceTypes, registerPointsOfInterest } from './points-of-interest.ts';
import { registerPropertyReport } from './property-report.ts';
import { registerReadiness } from './readiness.ts';
import { registerReconstructionCost } from './reconstruction-cost.ts';
import { registerTiles } from './tiles.ts';
import { registerUsage } from './usage.ts';

/** The main API, ready to listen or to be called by `inject`. */
export async function createApi(parts: ApiParts, options: ServerOptions): Promise<Server> {
  const server = createServer(options);
  requireScopes(server, parts.verifyBearer, parts.requireToken);
  countRequests(server, parts.usage, parts.requireToken, parts.clock);
  await describeRoutes(server, {
    title: 'Ktima',
    summary: 'Property data for Greece',
    text:
      'Reconstruction cost, points of interest, parcels and addresses. Every error has the same ' +
      'body, `{"error": <status>, "message": "…"}`, and every response has an `X-Request-Id`. ' +
      'Tokens come from the authentication service.\n\n' +
      '`/readyz` lists the sources of the data and their licences. Places and addresses from ' +
      'OpenStreetMap are © OpenStreetMap contributors, ODbL.',
    tags: [
      {
        name: 'Property',
        description:
          'Reconstruction cost, points of interest, and the report that combines all data of a property.',
      },
      {
        name: 'Geocoding',
        description: 'Parcels by code or point; addresses by text, point or first letters.',
      },
      {
        name: 'GIS',
        description: 'Parcels and places by box for GIS programs: OGC API Features.',
      },
      { name: 'Map', description: 'Vector tiles of the base map and of parcels.' },
      { name: 'Account', description: 'What the caller has used.' },
      { name: 'Service', description: 'For operators.' },
    ],
  });
  registerReconstructionCost(server, parts);
  registerPointsOfInterest(server, parts);
  registerPlaceTypes(server);
  registerPropertyReport(server, parts);
  registerKaekSearch(server, parts);
  registerParcelAt(server, parts);
  registerAddressSearch(server, parts);
  registerAddressBatch(server, parts);
  registerReverse(server, parts);
  registerSuggest(server, parts);
  registerLanding(server);
  registerCollections(server, parts);
  registerParcelItems(server, parts);
  registerPlaceItems(server, parts);
  registerTiles(server, parts);
  registerUsage(server, parts);
  registerReadiness(server, parts);
  registerConsole(server, parts);
  await server.ready();
  return server;
}
