import { dateInAthens } from '#domain/property/athens-time.ts';
import { describeRoutes } from '#http/openapi/describe-routes.ts';
import type { CrossOrigin } from '#http/server/admission.ts';
import { revalidateResponses, type Versions } from '#http/server/revalidation.ts';
import { compressText } from '#http/server/send-json.ts';
import { createServer, type ServerOptions } from '#http/server/server.ts';
import type { Server } from '#http/server/typed-server.ts';
import { requireScopes } from '#http/tokens/require-scopes.ts';
import { countRequests } from '#http/usage/count-requests.ts';
import { registerAddressBatch } from './addresses/address-batch.ts';
import { registerAddressSearch } from './addresses/address-search.ts';
import { registerReverse } from './addresses/reverse-operation.ts';
import { registerSuggest } from './addresses/suggest-operation.ts';
import type { ApiParts } from './api-parts.ts';
import { registerConsole } from './console-pages.ts';
import { registerLoadedTerms } from './cost/loaded-terms.ts';
import { registerCostBatch, registerReconstructionCost } from './cost/reconstruction-cost.ts';
import { registerBuildingItems } from './ogc/building-items.ts';
import { registerCollections } from './ogc/collections.ts';
import { registerLanding } from './ogc/landing.ts';
import { registerParcelItems } from './ogc/parcel-items.ts';
import { registerPlaceItems } from './ogc/place-items.ts';
import { registerZoneItems } from './ogc/zone-items.ts';
import { registerPortfolioRows } from './portfolios/portfolio-rows.ts';
import { openQuerySlots, registerPortfolios } from './portfolios/portfolios.ts';
import { registerBuildings } from './property/buildings-operation.ts';
import { registerComparables } from './property/comparables-operation.ts';
import { registerGrids } from './property/grids-operation.ts';
import { registerKaekSearch, registerParcelAt } from './property/parcel-operations.ts';
import { registerPlaceTypes, registerPointsOfInterest } from './property/points-of-interest.ts';
import { registerWalk } from './property/walk-operation.ts';
import { registerZones } from './property/zones-operation.ts';
import { registerReadiness } from './readiness.ts';
import { registerReportDocument } from './report/document-operation.ts';
import { registerPropertyReport } from './report/property-report.ts';
import { registerReportBatch } from './report/report-batch.ts';
import { openDocumentSlots } from './report/report-pages.ts';
import { registerTiles } from './tiles/tiles.ts';
import { registerUsage } from './usage-operation.ts';

/** What pages of other origins may call, with a token and without cookies. */
function crossOrigin(origins: readonly string[]): CrossOrigin {
  return {
    isAllowed: origin => origins.includes(origin),
    isOpen: isAnswer,
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    requestHeaders:
      'accept authorization content-type idempotency-key if-none-match x-request-id'.split(' '),
    responseHeaders: `content-crs content-disposition deprecation etag ktima-ignored link location
      ratelimit ratelimit-policy retry-after sunset www-authenticate x-request-id`.split(/\s+/),
  };
}

/** Whether a path is one of data: an operation, a tile or the description. */
function isAnswer(path: string): boolean {
  return /^\/(api|ogc|tiles)\/|^\/openapi[^/]*\.json$/.test(path);
}

/** What answers depend on besides their request. A cost depends on the day in Athens. */
function versionsOf(parts: ApiParts): Versions {
  const { program, dataVersion, requireToken, reportPages, clock } = parts;
  let [lastDay, lastData, version] = ['', '', ''];
  /** The same text while nothing changes, which is quick to compare. */
  const onDay = (data: string) => {
    const day = dateInAthens(clock());
    if (day !== lastDay || data !== lastData) version = `${day} ${data}`;
    [lastDay, lastData] = [day, data];
    return version;
  };
  return {
    program: () => `${program()} ${requireToken} ${reportPages?.pdf ? 'pdf' : ''}`,
    answers: () => {
      const data = dataVersion();
      return typeof data === 'string' ? onDay(data) : data.then(onDay);
    },
    hasLinks: path => /^\/ogc\/|^\/tiles\/[\w/-]+\.json$|^\/api\/property-report\/$/.test(path),
    // An operation that needs no token answers alike with one.
    callerOf: ({ caller, routeOptions: { config } }) =>
      config.scope && caller && [...caller.scopes].toSorted().join(' '),
  };
}

/** The main API, ready to listen or to be called by `inject`. */
export async function createApi(parts: ApiParts, options: ServerOptions): Promise<Server> {
  const { origins = [] } = parts;
  const server = createServer(
    origins.length > 0 ? { ...options, crossOrigin: crossOrigin(origins) } : options,
  );
  compressText(server);
  requireScopes(server, parts.verifyBearer, parts.requireToken);
  countRequests(server, parts.usage, parts.requireToken, parts.clock);
  revalidateResponses(server, isAnswer, versionsOf(parts));
  const tokenUrl = () => {
    const auth = parts.console.authUrl(undefined);
    return auth && new URL('/auth/token', auth);
  };
  await describeRoutes(server, {
    tokenUrl,
    title: 'Ktima',
    summary: 'Property data for Greece',
    text:
      'Reconstruction cost, points of interest, parcels and addresses. Every error has the same ' +
      'body, `{"error": <status>, "message": "…"}`, and every response has an `X-Request-Id`. ' +
      'Tokens come from the authentication service. A `message` names all faults of the parameters, ' +
      'with `; ` between. A GET under `/api/`, `/ogc/` and `/tiles/` has an `ETag`, unless it is ' +
      'about the caller (`/api/portfolios/`, `/api/usage/`): send it in `If-None-Match` to get 304 ' +
      'while nothing has changed.\n\n' +
      '`/readyz` lists the sources of the data and their licences. Places and addresses from ' +
      'OpenStreetMap are © OpenStreetMap contributors, ODbL.',
    tags: [
      {
        name: 'Property',
        description:
          'Reconstruction cost, points of interest, zones, grids, buildings, comparable prices, and the report that combines all data of a property.',
      },
      { name: 'Portfolios', description: 'Files of many properties, which run in the background.' },
      {
        name: 'Geocoding',
        description: 'Parcels by code or point; addresses by text, point or first letters.',
      },
      {
        name: 'GIS',
        description: 'Parcels, places and zones by box for GIS programs: OGC API Features.',
      },
      {
        name: 'Map',
        description: 'Vector tiles of the base map, of parcels and of zones.',
      },
      { name: 'Account', description: 'What the caller has used.' },
      { name: 'Service', description: 'For operators.' },
    ],
  });
  registerReconstructionCost(server, parts);
  registerCostBatch(server, parts);
  registerLoadedTerms(server, parts);
  registerPointsOfInterest(server, parts);
  registerPlaceTypes(server);
  registerWalk(server, parts);
  const documents = openDocumentSlots();
  registerPropertyReport(server, parts, documents);
  registerReportDocument(server, parts, documents);
  registerZones(server, parts);
  registerGrids(server, parts);
  registerComparables(server, parts);
  registerBuildings(server, parts);
  registerReportBatch(server, parts);
  const slots = openQuerySlots();
  registerPortfolios(server, parts, slots);
  registerPortfolioRows(server, parts, slots);
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
  registerZoneItems(server, parts);
  registerBuildingItems(server, parts);
  registerTiles(server, parts);
  registerUsage(server, parts);
  registerReadiness(server, parts);
  registerConsole(server, parts);
  await server.ready();
  return server;
}
