import { createApi } from '../src/api/api.ts';
import type { ConsoleParts } from '../src/api/parts.ts';
import { openAudit } from '../src/auth/audit.ts';
import { createAuth } from '../src/auth/auth.ts';
import { openKeys } from '../src/auth/keys.ts';
import { openAuthStore } from '../src/auth/open-store.ts';
import { openPasswords, type Passwords } from '../src/auth/passwords.ts';
import { openSeal } from '../src/auth/seal.ts';
import { codeChecker } from '../src/auth/second-factor.ts';
import { openSessions } from '../src/auth/sessions.ts';
import { openThrottle } from '../src/auth/throttle.ts';
import { signAccessToken } from '../src/auth/tokens.ts';
import { openUsers } from '../src/auth/users.ts';
import { buildGeocoder, type GeocoderIndex } from '../src/geocoder/build.ts';
import type { Timeouts } from '../src/http/timeouts.ts';
import type { CostRate } from '../src/property/cost.ts';
import type { Parcel } from '../src/property/parcels.ts';
import { loadSnapshot } from '../src/services/snapshot.ts';
import { openSqliteStore } from '../src/store/sqlite.ts';
import { type Address, type NewPlace, type Provenance, replaceRows } from '../src/store/store.ts';
import { bearerVerifier } from '../src/tokens/bearer.ts';
import { renewedEndedSessions } from '../src/tokens/ended-sessions.ts';
import { derivedValue } from '../src/tokens/renewed-value.ts';
import { patient } from './postgres/database.ts';
import { watchedLog } from './secrets.ts';

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
  external_id: `node/${name}`,
  name_en: name,
  name_gr: null,
  place_category: null,
  place_type: type,
  latitude: 38 + dLatitude,
  longitude: 23,
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
  externalId: 'node/1',
  street: 'Ερμού',
  houseNumber: '5',
  postalCode: '10563',
  city: 'Αθήνα',
  municipality: 'Αθηναίων',
  latitude: 37.976,
  longitude: 23.73,
  reachMetres: 0,
};

export interface TestOptions {
  /** The authentication database; SQLite in memory unless told. */
  readonly authUrl?: string;
  readonly passwords?: Passwords;
  readonly keySecret?: string;
  readonly oldKeySecret?: string;
  readonly trustedProxies?: readonly string[];
  /** The places; a few along a meridian unless told. */
  readonly places?: readonly NewPlace[];
  /** Whether the demo user may log in; not unless told. */
  readonly allowDemo?: boolean;
  /** The cost table; `rates` unless told. */
  readonly rates?: readonly CostRate[];
  /** Lifetime of access tokens; an hour unless told. */
  readonly accessTokenSeconds?: number;
  /** Limits for slow clients; those of a real service unless told. */
  readonly timeouts?: Timeouts;
  /** What the console is served with; it is not built unless told. */
  readonly console?: ConsoleParts;
  /** Whose pages may log in; `consoleOrigin` unless told. */
  readonly isConsoleOrigin?: (origin: string) => boolean;
  /** Of one small town by default. */
  readonly geocoder?: GeocoderIndex;
}

/** A geocoder of one town with one street. */
export const smallTown = buildGeocoder({
  municipalities: [
    {
      id: 'Μικρής Πόλης',
      nominative: 'Μικρή Πόλη',
      english: 'Small Town',
      otherNames: [],
      basin: null,
      seat: null,
      regionalUnit: 'Δοκιμής',
      region: 'Δοκιμών',
    },
  ],
  postalCodes: [
    {
      postalCode: '99101',
      municipality: 'Μικρής Πόλης',
      locality: null,
      latitude: 38,
      longitude: 23,
      accuracyMetres: 600,
      source: 'test',
    },
  ],
  localities: [],
  areas: [],
  streets: [
    {
      name: 'Μεγάλης Οδού',
      otherNames: [],
      municipality: 'Μικρής Πόλης',
      locality: null,
      postalCode: '99101',
      ranges: [{ from: 1, to: 20, side: 'both' }],
      position: null,
      hasHouses: true,
      source: 'test',
    },
  ],
});

/** Both services over real stores, empty to start and in memory, with a clock of their own. */
export async function openTestService(test: TestOptions = {}) {
  const clock = { now: new Date(now) };
  const tellTime = () => new Date(clock.now);
  // Patient: a test may ask much at once, on a machine with much to do.
  const { timeouts = {} } = test;
  const options = { log: watchedLog(), accessLog: true, patienceMs: 60_000, timeouts };

  const authStore = await openAuthStore(test.authUrl ?? 'sqlite::memory:', patient);
  const seal = openSeal(test.keySecret, test.oldKeySecret);
  const audit = openAudit(authStore, tellTime);
  const keys = await openKeys(authStore, {
    seal,
    leadSeconds: 600,
    rotateDays: 90,
    clock: tellTime,
  });
  const passwords = test.passwords ?? (await openPasswords({ slots: 2, queue: 20 }));
  const users = openUsers({
    store: authStore,
    passwords,
    seal,
    audit,
    from: 'test',
    clock: tellTime,
  });
  const { accessTokenSeconds = 3600, allowDemo = false } = test;
  const tokens = { issuer, audience, lifetimeSeconds: accessTokenSeconds };
  const sessions = openSessions(authStore, {
    lifetimeSeconds: 30 * 86_400,
    accessTokenSeconds,
    allowDemo,
    onReuse: ({ userId }, address) =>
      audit('spent refresh token came again: session ended', userId, address),
    clock: tellTime,
  });
  const throttle = openThrottle(authStore, { addressFailures: 100, clock: tellTime });
  const checkCode = codeChecker(authStore, seal, throttle, tellTime);
  const auth = await createAuth(
    {
      store: authStore,
      keys,
      passwords,
      sessions,
      throttle,
      checkCode,
      audit,
      tokens,
      allowDemo,
      isConsoleOrigin: test.isConsoleOrigin ?? (origin => origin === consoleOrigin),
      clock: tellTime,
    },
    { ...options, trustedProxies: test.trustedProxies ?? [] },
  );

  const store = openSqliteStore(':memory:', tellTime);
  await replaceRows(store, 'costs', provenance, test.rates ?? rates);
  await replaceRows(store, 'places', provenance, test.places ?? places);
  await replaceRows(store, 'parcels', provenance, parcels);
  const snapshot = await loadSnapshot(store);
  const verifyBearer = bearerVerifier({
    issuer,
    audience,
    keys: derivedValue(keys.current, ring => ring.publicKeys),
    endedSessions: renewedEndedSessions(sessions.ended, tellTime),
    clock: tellTime,
  });
  const api = await createApi(
    {
      store,
      snapshot: () => snapshot,
      geocoder: async () => test.geocoder ?? smallTown,
      verifyBearer,
      console: test.console ?? { files: [], authUrl: () => undefined, map: {} },
      clock: tellTime,
    },
    options,
  );

  const somebody = { id: 'session', userId: 'somebody' };
  const token = await signAccessToken(await keys.current(), tokens, somebody, clock.now);
  return {
    api,
    auth,
    authStore,
    users,
    keys,
    seal,
    passwords,
    sessions,
    tokens,
    clock,
    token,
    verifyBearer,
    store,
  };
}

export type TestService = Awaited<ReturnType<typeof openTestService>>;
