import { assembleApi } from '#app/services/api-service.ts';
import { openTiles } from '#app/services/artefacts/open-tiles.ts';
import { assembleAuth } from '#app/services/auth-service.ts';
import { openPortfolioRuns } from '#app/services/portfolios/open-runs.ts';
import { openReportPages } from '#app/services/report-pages/open-report-pages.ts';
import { buildGeocoder, type GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import type { Boundary, NamedPlace, Settlement } from '#domain/geocoder/rows/country-rows.ts';
import type { MapRow } from '#domain/map/map-feature.ts';
import type { Comparable } from '#domain/property/comparables.ts';
import type { CostRate } from '#domain/property/cost/cost-table.ts';
import type { Parcel } from '#domain/property/parcels.ts';
import type { WalkGraph } from '#domain/walking/graph.ts';
import type { Building } from '#domain/zones/buildings.ts';
import type { ConsoleParts } from '#features/api/api-parts.ts';
import { openAuthStore } from '#features/auth/open-auth-store.ts';
import { openPasswords, type Passwords } from '#features/auth/protection/passwords.ts';
import { signAccessToken } from '#features/auth/tokens/access-tokens.ts';
import type { Scope } from '#http/scopes.ts';
import type { Timeouts } from '#http/server/slow-clients.ts';
import type { TrustedIssuer } from '#http/tokens/bearer.ts';
import type { RequireToken } from '#http/tokens/require-scopes.ts';
import { openUsage, type Usage, type UsageOptions } from '#http/usage/count-usage.ts';
import { openUsageStore } from '#http/usage/open-usage-store.ts';
import { openShippedCoast, readShippedKinds } from '#importing/shipped/shipped-zones.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import {
  type Address,
  type LayerRows,
  type NewPlace,
  type Provenance,
  replaceRows,
  type Store,
} from '#storage/store/store.ts';
import type { Polygon, Position } from '#tools/geo/polygon.ts';
import { editionOf } from './edition.ts';
import { square } from './geo/square.ts';
import { patient } from './postgres/database.ts';
import { watchedLog } from './secrets.ts';

/** Close to the least that Argon2 allows: most tests are not about the cost of a hash. */
const littleWork = { memoryCost: 16, timeCost: 1 };

export const issuer = 'urn:test:auth';
export const audience = 'urn:test:api';
/** Whose pages may log in. */
export const consoleOrigin = 'https://console.example';
export const now = new Date('2026-06-15T09:00:00Z');

export const provenance: Provenance = {
  source: 'test',
  origin: 'test.csv',
  checksum: '00',
  licence: 'none',
};

export const rates: CostRate[] = (['apartment', 'house'] as const).map(propertyType => ({
  postalPrefix: '10',
  propertyType,
  rateEurM2: propertyType === 'house' ? 1700.5 : 1500,
  validFrom: '2026-01-01',
  source: 'test table',
}));

const place = (name: string, type: NewPlace['place_type'], dLatitude: number): NewPlace => ({
  ...{ external_id: `node/${name}`, name_en: name, name_gr: null, place_category: null },
  ...{ place_type: type, latitude: 38 + dLatitude, longitude: 23 },
});

/** Along the meridian north of 38, 23: a thousandth of a degree is 111 m. */
export const places: NewPlace[] = [
  place('far bank', 'bank', 0.02),
  place('metro', 'metro_station', 0.015),
  place('bank', 'bank', 0.001),
  place('airport', 'airport', 0.08),
];

export const parcels: Parcel[] = [
  {
    kaek: '050681726003',
    areaM2: 412.5,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [23.7, 37.9],
          [23.7002, 37.9],
          [23.7002, 37.9002],
          [23.7, 37.9],
        ],
      ],
    },
  },
];

/** A house in Athens. */
export const house: Address = {
  ...{ externalId: 'node/1', street: 'Ερμού', houseNumber: '5', postalCode: '10563' },
  ...{ city: 'Αθήνα', municipality: 'Αθηναίων', latitude: 37.976, longitude: 23.73 },
  reachMetres: 0,
};

/** A flat that was sold, 111 m north of the first parcel. */
export const comparable: Comparable = {
  ...{ externalId: 'a-1', propertyType: 'apartment', areaM2: 80, constructionYear: 1985 },
  ...{ priceEur: 160_000, date: '2026-03-01', kind: 'sold', priceSource: 'a register' },
  ...{ address: 'Ερμού 5, Αθήνα', latitude: 37.901, longitude: 23.7001, accuracyMetres: 0 },
};

/** The area between two corners. */
function box([west, south]: Position, [east, north]: Position): Polygon {
  return [square(0, 0, 1).map(([x, y]) => [x === 0 ? west : east, y === 0 ? south : north])];
}

/** A house of 10 by 10 m or so in the first parcel, with three levels. */
export const building: Building = {
  ...{ externalId: 'way/7', name: 'Σπίτι', use: 'house', levels: 3, heightMetres: 9.5 },
  ...{ constructionYear: 1985, material: null },
  geometry: { type: 'Polygon', coordinates: box([23.70002, 37.90002], [23.70012, 37.90011]) },
};

/** A village with all its names, a border around Athens and a museum. */
export const settlement: Settlement = {
  ...{ externalId: 'node/2', kind: 'village', name: 'Μηλιές', population: 900 },
  ...{ otherNames: ['Milies', 'Μηλεαί "παλαιό"'], latitude: 39.3278, longitude: 23.1495 },
  reachMetres: 0,
};
export const boundary: Boundary = {
  externalId: 'relation/3',
  kind: 'municipality',
  name: 'Δήμος Αθηναίων',
  otherNames: [],
  latitude: 37.98,
  longitude: 23.73,
  geometry: { type: 'Polygon', coordinates: box([23.69, 37.95], [23.78, 38.03]) },
};
export const museum: NamedPlace = {
  ...{ externalId: 'way/4', category: 'tourism=museum', name: 'Μουσείο Ακρόπολης' },
  ...{ otherNames: ['Acropolis Museum'], latitude: 37.9685, longitude: 23.7285 },
  reachMetres: 80,
};

/** A street of Athens. */
export const road: MapRow = {
  ...{ externalId: 'way/5', layer: 'road', kind: 'primary', ref: 'ΕΟ1', minZoom: 13 },
  ...{ name: 'Πανεπιστημίου', nameEn: 'Panepistimiou', rank: 0, detail: 3 },
  geometry: {
    type: 'LineString',
    coordinates: [
      [23.7275, 37.9842],
      [23.7355, 37.9762],
    ],
  },
};

/** Where people sign in, and what they may do. */
export interface TestSignOn {
  readonly discoveryUrl: URL;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly scopeClaim?: string;
  readonly defaultScopes?: readonly Scope[];
}

export interface TestOptions {
  /** The authentication database; by default SQLite in memory. */
  readonly authUrl?: string;
  readonly passwords?: Passwords;
  readonly keySecret?: string;
  readonly oldKeySecret?: string;
  readonly trustedProxies?: readonly string[];
  /** The places; by default a few along a meridian. */
  readonly places?: readonly NewPlace[];
  /** The parcels; by default one. */
  readonly parcels?: readonly Parcel[];
  /** Whether the demo user may log in; by default not. */
  readonly allowDemo?: boolean;
  /** The cost table; by default `rates`. */
  readonly rates?: readonly LayerRows['costs'][];
  /** Lifetime of access tokens; by default an hour. */
  readonly accessTokenSeconds?: number;
  /** Limits for slow clients; by default those of a real service. */
  readonly timeouts?: Partial<Timeouts>;
  /** An empty store for the property data; by default SQLite in memory. */
  readonly store?: Store;
  /** What the console is served with; by default it is not built. */
  readonly console?: ConsoleParts;
  /** Whose pages may log in; by default `consoleOrigin`. */
  readonly isConsoleOrigin?: (origin: string) => boolean;
  /** The public address of the main API; by default that of the request. */
  readonly publicUrl?: URL;
  /** The public address of the authentication service; by default none. */
  readonly publicAuthUrl?: URL;
  /** The provider of single sign-on; by default none. */
  readonly signOn?: TestSignOn;
  /** Other issuers whose tokens are trusted; by default none. */
  readonly others?: readonly TrustedIssuer[];
  /** Which operations need a token; by default `some`. */
  readonly requireToken?: RequireToken;
  /** What prints PDF, empty for HTML only; by default reports are JSON only. */
  readonly chromium?: string;
  /** Origins whose pages may call the main API; by default none. */
  readonly origins?: readonly string[];
  /** How usage is counted; by default in memory, without quotas for requests without a token. */
  readonly usage?: Partial<UsageOptions>;
  /** Of one small town by default. */
  readonly geocoder?: GeocoderIndex;
  /** A hash of the program; by default always the same. */
  readonly program?: string;
  /** The version of the data; by default that of the rows. */
  readonly dataVersion?: () => string;
  /** The ways to walk on; by default those of the store. */
  readonly walk?: () => WalkGraph;
}

/** A geocoder of one town with one street. */
export const smallTown = buildGeocoder({
  municipalities: [
    {
      ...{ id: 'Μικρής Πόλης', nominative: 'Μικρή Πόλη', english: 'Small Town', otherNames: [] },
      ...{ basin: null, seat: null, regionalUnit: 'Δοκιμής', region: 'Δοκιμών' },
    },
  ],
  postalCodes: [
    {
      ...{ postalCode: '99101', municipality: 'Μικρής Πόλης', locality: null },
      ...{ latitude: 38, longitude: 23, accuracyMetres: 600, source: 'test' },
    },
  ],
  localities: [],
  areas: [],
  streets: [
    {
      ...{ name: 'Μεγάλης Οδού', otherNames: [], municipality: 'Μικρής Πόλης', locality: null },
      ...{ postalCode: '99101', ranges: [{ from: 1, to: 20, side: 'both' }], position: null },
      ...{ hasHouses: true, source: 'test' },
    },
  ],
});

/** Portfolios in memory, for tests that send none. */
export function openTestPortfolios() {
  const clock = () => new Date();
  return openPortfolioRuns({
    settings: {
      ...{ portfolioMB: 1, portfolioRows: 1, portfolioDiskMB: 1 },
      ...{ portfolioHours: 1, portfolioRuns: 1 },
      portfolioMemoryMB: 1_000,
    },
    database: { url: 'sqlite::memory:' },
    runsDatabase: { url: 'sqlite::memory:' },
    usage: openTestUsage(clock),
    log: watchedLog(),
    clock,
  });
}

/** Usage in memory; it is written only when `exchange` is called. */
export function openTestUsage(clock: () => Date, options: Partial<UsageOptions> = {}): Usage {
  return openUsage({
    open: () => openUsageStore({ url: 'sqlite::memory:' }),
    anonymous: { minute: null, day: null },
    logsLookups: false,
    lookupDays: 90,
    clock,
    ...options,
  });
}

/** Both services over real stores, empty to start and in memory, with a clock of their own. */
export async function openTestService(test: TestOptions = {}) {
  const clock = { now: new Date(now) };
  const tellTime = () => new Date(clock.now);
  // A long wait: a test may send many requests at once, on a busy machine.
  const { timeouts = {} } = test;
  const { trustedProxies = [], publicUrl } = test;
  const log = watchedLog();
  const limits = { patienceMs: 60_000, timeouts, trustedProxies };
  const options = { log, accessLog: true, ...limits, publicUrl };
  const settings = {
    issuer,
    audience,
    accessTokenSeconds: test.accessTokenSeconds ?? 3600,
    sessionSeconds: 30 * 86_400,
    keySecret: test.keySecret,
    oldKeySecret: test.oldKeySecret,
    publicAuthUrl: test.publicAuthUrl,
    oidcDiscoveryUrl: test.signOn?.discoveryUrl,
    oidcClientId: test.signOn?.clientId ?? '',
    oidcClientSecret: test.signOn?.clientSecret,
    scopeClaim: test.signOn?.scopeClaim ?? 'scope',
    defaultScopes: test.signOn?.defaultScopes ?? [],
  };
  const authStore = await openAuthStore(test.authUrl ?? 'sqlite::memory:', patient);
  const passwords = test.passwords ?? (await openPasswords({ slots: 2, queue: 500 }, littleWork));
  const { server: auth, ...authParts } = await assembleAuth({
    store: authStore,
    passwords,
    settings,
    allowDemo: test.allowDemo ?? false,
    isConsoleOrigin: test.isConsoleOrigin ?? (origin => origin === consoleOrigin),
    consoleOrigin: () => consoleOrigin,
    from: 'test',
    options,
    clock: tellTime,
  });

  const store = test.store ?? openSqliteStore(':memory:', tellTime);
  await replaceRows(store, 'costs', provenance, test.rates ?? rates);
  await replaceRows(store, 'places', provenance, test.places ?? places);
  await replaceRows(store, 'parcels', provenance, test.parcels ?? parcels);
  const own = await editionOf(store, test.geocoder ?? smallTown);
  const edition = () => (test.walk ? { ...own, ways: test.walk() } : own);
  const usage = openTestUsage(tellTime, test.usage);
  const tiles = openTiles(store, store.loadedSources, 1_000_000);
  const { server: api, verifyBearer } = await assembleApi({
    store,
    edition,
    isBehind: () => false,
    checkFiles: async () => {},
    program: () => test.program ?? 'test',
    dataVersion: test.dataVersion ?? (async () => JSON.stringify(await store.loadedSources())),
    zoneKinds: readShippedKinds(),
    coast: openShippedCoast(),
    tiles,
    reportPages: test.chromium === undefined ? undefined : openReportPages(tiles, test.chromium),
    portfolios: openTestPortfolios(),
    console: test.console ?? { files: [], authUrl: () => undefined, map: {} },
    settings,
    source: authParts.source,
    ...(test.others && { others: test.others }),
    requireToken: test.requireToken ?? 'some',
    origins: test.origins ?? [],
    usage,
    options,
    clock: tellTime,
  });

  const { keys, tokens } = authParts;
  const somebody = { id: 'session', userId: 'somebody', scopes: null };
  const token = await signAccessToken(await keys.current(), tokens, somebody, clock.now);
  /** What the main API answers to a request with a token: a GET, or a POST of a body. */
  const ask = async (url: string, payload?: object, bearer = token) => {
    const headers = { authorization: `Bearer ${bearer}` };
    const reply = await api.inject(
      payload === undefined ? { url, headers } : { method: 'POST', url, headers, payload },
    );
    return { status: reply.statusCode, body: reply.json() };
  };
  const parts = { ...authParts, passwords, clock, token, verifyBearer };
  return { ask, api, auth, authStore, ...parts, store, usage };
}

export type TestService = Awaited<ReturnType<typeof openTestService>>;
