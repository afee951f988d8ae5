import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { signAccessToken } from '#features/auth/tokens/access-tokens.ts';
import type { OpenApi } from '#http/openapi/document.ts';
import { scopes } from '#http/scopes.ts';
import type { RouteScope } from '#http/tokens/require-scopes.ts';
import { replaceRows } from '#storage/store/store.ts';
import { building, openTestService, provenance } from '../service.ts';
import { someZones } from '../zones/generated.ts';

/** Every operation with the scope that its token needs, and a request that is served. */
type Method = 'GET' | 'POST' | 'DELETE' | 'PATCH';
type Row = readonly [RouteScope, string, (object | undefined)?, Method?, number?];
const operations: Readonly<Record<string, Row>> = {
  reconstructionCost: [
    'open',
    '/api/reconstruction-cost/?postal_code=10563&property_type=house&build_area=1',
  ],
  pointsOfInterest: ['places', '/api/points-of-interest/', { latitude: 38, longitude: 23 }],
  reconstructionCostTerms: ['open', '/api/reconstruction-cost/terms/?property_type=house'],
  pointOfInterestTypes: ['open', '/api/points-of-interest/types/'],
  reconstructionCostBatch: [
    'open',
    '/api/reconstruction-cost/batch/',
    { requests: [{ postal_code: '10563', property_type: 'house', build_area: 1 }] },
  ],
  propertyReport: ['report', '/api/property-report/?kaek_code=050681726003'],
  grids: ['zones', '/api/grids/?latitude=37.9&longitude=23.7'],
  zones: ['zones', '/api/zones/?latitude=37.9&longitude=23.7&kinds=flood'],
  buildings: ['zones', '/api/buildings/?kaek_code=050681726003'],
  walk: ['places', '/api/walk/?latitude=38&longitude=23&minutes=5'],
  comparables: ['report', '/api/comparables/?kaek_code=050681726003&property_type=house'],
  propertyReportBatch: [
    'report',
    '/api/property-report/batch/',
    { requests: [{ kaek_code: '050681726003' }] },
  ],
  // Past its scope: the console is not built here.
  propertyReportDocument: [
    'report',
    '/api/property-report/document/',
    { property: { kaek_code: '050681726003' }, fields: {} },
    'POST',
    406,
  ],
  portfolios: ['portfolio', '/api/portfolios/'],
  // Past its scope, an empty file is refused, and so is an unknown id.
  sendPortfolio: ['portfolio', '/api/portfolios/', {}, 'POST', 415],
  portfolio: ['portfolio', '/api/portfolios/0/', undefined, 'GET', 404],
  portfolioResult: ['portfolio', '/api/portfolios/0/result/', undefined, 'GET', 404],
  portfolioSummary: ['portfolio', '/api/portfolios/0/summary/', undefined, 'GET', 404],
  portfolioRows: ['portfolio', '/api/portfolios/0/rows/', undefined, 'GET', 404],
  correctPortfolioRows: [
    'portfolio',
    '/api/portfolios/0/rows/',
    { rows: [{ line: 2, cells: {} }] },
    'PATCH',
    404,
  ],
  runPortfolioAgain: ['portfolio', '/api/portfolios/0/run/', {}, 'POST', 404],
  deletePortfolio: ['portfolio', '/api/portfolios/0/', undefined, 'DELETE', 404],
  kaekSearch: ['open', '/api/geocoding/kaek-search/?kaek_code=050681726003'],
  parcelAt: ['open', '/api/geocoding/parcel-at/?latitude=37.90005&longitude=23.7001'],
  addressSearch: ['open', '/api/geocoding/address-search/?address=99101'],
  addressBatch: ['open', '/api/geocoding/batch/', { requests: [{ address: '9' }] }],
  reverse: ['open', '/api/geocoding/reverse/?latitude=38&longitude=23'],
  suggest: ['open', '/api/geocoding/suggest/?text=me'],
  ogcLandingPage: ['open', '/ogc/'],
  ogcConformance: ['open', '/ogc/conformance'],
  ogcCollections: ['open', '/ogc/collections'],
  ogcParcelCollection: ['open', '/ogc/collections/parcels'],
  ogcPlaceCollection: ['open', '/ogc/collections/places'],
  ogcParcels: ['open', '/ogc/collections/parcels/items'],
  ogcParcel: ['open', '/ogc/collections/parcels/items/050681726003'],
  ogcPlaces: ['places', '/ogc/collections/places/items'],
  ogcPlace: ['places', '/ogc/collections/places/items/1'],
  ogcZoneCollection: ['open', '/ogc/collections/zones-flood'],
  ogcZones: ['zones', '/ogc/collections/zones-flood/items'],
  ogcZone: ['zones', '/ogc/collections/zones-flood/items/4-1'],
  ogcBuildingCollection: ['open', '/ogc/collections/buildings'],
  ogcBuildings: ['zones', '/ogc/collections/buildings/items'],
  ogcBuilding: ['zones', '/ogc/collections/buildings/items/1'],
  baseTileJson: ['open', '/tiles/base.json'],
  baseTile: ['open', '/tiles/base/0/0/0.mvt'],
  parcelsTileJson: ['open', '/tiles/parcels.json'],
  parcelTile: ['open', '/tiles/parcels/0/0/0.mvt'],
  usage: ['any', '/api/usage/'],
  zonesTileJson: ['open', '/tiles/zones/flood.json'],
  reliefTile: ['zones', '/tiles/relief/0/0/0.png'],
  zoneTile: ['zones', '/tiles/zones/flood/0/0/0.mvt'],
  health: ['none', '/healthz'],
  readiness: ['none', '/readyz'],
  consoleSettings: ['none', '/console.json'],
  reportKeys: ['none', '/.well-known/ktima-report-keys.json'],
};

/** What belongs to no operation and never needs a token. */
const alwaysOpen = ['/openapi.json', '/docs/'];

for (const requireToken of ['some', 'all'] as const) {
  suite(`KTIMA_REQUIRE_TOKEN=${requireToken}`, async () => {
    const { api, store, keys, tokens, clock, usage } = await openTestService({ requireToken });
    // Opens the store of the usage.
    await usage.exchange();
    await replaceRows(store, 'zones', provenance, someZones);
    await replaceRows(store, 'buildings', provenance, [building]);
    const ring = await keys.current();
    const tokenWith = (scope: string) =>
      signAccessToken(ring, tokens, { id: 's', userId: 'u', scopes: scope }, clock.now);
    const ask = ([, url, payload, method]: Row, token?: string, head = false) =>
      api.inject({
        method: payload
          ? (method ?? 'POST')
          : (method ?? 'GET') !== 'GET'
            ? method!
            : head
              ? 'HEAD'
              : 'GET',
        url,
        ...(payload && { payload }),
        ...(token && { headers: { authorization: `Bearer ${token}` } }),
      });
    const isClosed = (scope: string) =>
      scope !== 'none' && (scope !== 'open' || requireToken === 'all');

    test('the table has every operation, and the description what each needs', async () => {
      const { paths, security } = (await api.inject('/openapi.json')).json() as OpenApi;
      const described = Object.values(paths).flatMap(methods => Object.values(methods));
      const names = described.map(({ operationId }) => operationId!);
      assert.deepEqual(names.sort(), Object.keys(operations).sort());
      for (const { operationId, responses, description, security: own = security } of described) {
        const [scope] = operations[operationId!]!;
        const needsToken = isClosed(scope);
        assert.equal(own!.length > 0, needsToken, operationId);
        const needsScope = needsToken && scope !== 'any';
        assert.equal('401' in responses, needsToken, operationId);
        const isCounted = scope !== 'none' && operationId !== 'usage';
        assert.equal('429' in responses, isCounted, operationId);
        assert.equal('403' in responses, needsScope, operationId);
        assert.equal(description!.includes(`the scope \`${scope}\``), needsScope, operationId);
      }
    });

    test('every operation needs its scope, and no other', async () => {
      for (const [name, operation] of Object.entries(operations)) {
        const [needed, , , , status = 200] = operation;
        for (const scope of [...scopes, '', 'unknown']) {
          const { statusCode, headers, body } = await ask(operation, await tokenWith(scope));
          const where = `${name} with ${scope}: ${statusCode}`;
          if (!isClosed(needed) || needed === 'any' || scope === needed) {
            assert.ok([status, 204].includes(statusCode), `${where} ${body}`);
            continue;
          }
          assert.equal(statusCode, 403, where);
          const challenge = `Bearer error="insufficient_scope", scope="${needed}"`;
          assert.equal(headers['www-authenticate'], challenge, where);
          const message = `the token does not have the scope ${needed}`;
          assert.deepEqual(JSON.parse(body), { error: 403, message }, where);
        }
        const without = await ask(operation);
        assert.equal(without.statusCode === 401, isClosed(needed), name);
        const bad = await ask(operation, 'e30.e30.e30A');
        assert.equal(bad.statusCode === 401, isClosed(needed), name);
        if (isClosed(needed)) {
          assert.equal(without.headers['www-authenticate'], 'Bearer', name);
          assert.equal(bad.headers['www-authenticate'], 'Bearer error="invalid_token"', name);
        }
        const head = await ask(operation, undefined, true);
        assert.equal(head.statusCode, without.statusCode, `HEAD ${name}`);
      }
    });

    test('descriptions and their pages need no token', async () => {
      for (const url of alwaysOpen) assert.equal((await api.inject(url)).statusCode, 200, url);
    });

    test('a report without the scope places has no neighbourhood, and says why', async () => {
      for (const name of ['propertyReport', 'propertyReportBatch']) {
        const report = async (scope: string) => {
          const answer = (await ask(operations[name]!, await tokenWith(scope))).json();
          return answer.answers?.[0].report ?? answer;
        };
        const { neighbourhood, missing } = await report('report');
        assert.equal(neighbourhood, null);
        const [places] = missing.filter(
          ({ section }: { section: string }) => section === 'neighbourhood',
        );
        assert.equal(places.reason, 'the token does not have the scope places');
        const whole = await report('report places');
        assert.ok(Array.isArray(whole.neighbourhood));
        const names = whole.missing.map((one: { section: string }) => one.section);
        assert.ok(!names.includes('neighbourhood'));
      }
    });
  });
}
