import type { FastifyBaseLogger } from 'fastify';
import { openClients } from '#features/auth/accounts/clients.ts';
import { prepareDemoUser } from '#features/auth/accounts/demo-user.ts';
import { codeChecker } from '#features/auth/accounts/second-factor.ts';
import { openUsers } from '#features/auth/accounts/users.ts';
import { createAuth } from '#features/auth/auth.ts';
import type { AuthParts } from '#features/auth/auth-parts.ts';
import type { AuthStore } from '#features/auth/auth-store.ts';
import { openAuthStore } from '#features/auth/open-auth-store.ts';
import { openAudit } from '#features/auth/protection/audit.ts';
import { openPasswords } from '#features/auth/protection/passwords.ts';
import { openSeal } from '#features/auth/protection/seal.ts';
import { openThrottle } from '#features/auth/protection/throttle.ts';
import type { SignOn } from '#features/auth/sign-on/provider.ts';
import { deleteExpired, openSessions } from '#features/auth/tokens/sessions.ts';
import { openKeys } from '#features/auth/tokens/signing-keys.ts';
import type { ServerOptions } from '#http/server/server.ts';
import { scopesOf } from '#http/tokens/bearer.ts';
import { renewedEndedSessions } from '#http/tokens/ended-sessions.ts';
import { derivedValue } from '#http/tokens/renewed-value.ts';
import { badSetting } from '#tools/errors.ts';
import type { Settings } from '../settings/config.ts';
import { authDatabaseOptions } from './databases.ts';
import { consoleOrigins, firstConsoleOrigin } from './open-console.ts';
import { namedClaim, type TokenSource } from './remote-tokens.ts';
import { keepChecking, type Service, type ServiceOptions, serverOptions } from './service.ts';
import { instrumentsOf, reportDatabase, reportTokenList, type Telemetry } from './telemetry.ts';
import { openWhenReachable, waitingFor } from './wait-for-database.ts';

const clock = () => new Date();

/** One core hashes about 60 passwords a second; more logins at once than may wait get 503. */
const hashLimits = { slots: 1, queue: 20 };

/** What the authentication service is opened with. */
export interface AuthOptions extends ServiceOptions {
  /** The port of the API, by default that of the settings; the system may choose it later. */
  readonly apiPort?: () => number;
}

/** Opens the authentication service; `source` is for a verifier in the same process. */
export async function openAuthService({
  settings,
  log,
  demo,
  apiPort = () => settings.apiPort,
  telemetry = {},
  beginWaiting,
}: AuthOptions): Promise<Service & { source: TokenSource; hasDemoLogin: boolean }> {
  const url = settings.authDatabaseUrl;
  const reports = reportDatabase(log, 'authentication', telemetry);
  const options = { ...authDatabaseOptions(settings), ...reports };
  const store = await openWhenReachable(
    () => openAuthStore(url, options),
    waitingFor(url, reports, beginWaiting),
  );
  const passwords = await openPasswords(hashLimits);
  telemetry.metrics?.auth.watchHashing(passwords.load);
  const { server, source, users } = await assembleAuth({
    store,
    passwords,
    settings,
    allowDemo: demo,
    isConsoleOrigin: consoleOrigins(settings, apiPort),
    consoleOrigin: () => firstConsoleOrigin(settings, apiPort),
    from: 'serve --demo',
    options: serverOptions(settings, log),
    telemetry,
    clock,
  });
  const hasDemoLogin = await prepareDemoUser({ store, users, clock }, demo);
  const stopDeleting = await keepDeleting(store, settings.auditDays, log);
  const stopChecking = keepChecking(store);
  const close = async () => {
    stopDeleting();
    stopChecking();
    await store.close();
  };
  return { server, source, hasDemoLogin, close };
}

/** Deletes expired sessions and audit entries now and every hour; returns how to stop that. */
async function keepDeleting(store: AuthStore, auditDays: number, log: FastifyBaseLogger) {
  await deleteExpired(store, auditDays, clock());
  const timer = setInterval(() => {
    deleteExpired(store, auditDays, clock()).catch(err =>
      log.error({ err }, 'deleting expired sessions and audit entries failed'),
    );
  }, 3_600_000).unref();
  return () => clearInterval(timer);
}

/** What the authentication service is assembled from. */
export interface AuthInputs
  extends Pick<
    AuthParts,
    'store' | 'passwords' | 'allowDemo' | 'isConsoleOrigin' | 'consoleOrigin' | 'clock'
  > {
  readonly settings: Pick<
    Settings,
    | 'issuer'
    | 'audience'
    | 'accessTokenSeconds'
    | 'sessionSeconds'
    | 'keySecret'
    | 'oldKeySecret'
    | 'publicAuthUrl'
  > &
    SignOnSettings;
  /** Where changes of users come from, for the audit trail. */
  readonly from: string;
  readonly options: ServerOptions;
  readonly telemetry?: Telemetry;
}

/** The longest session after a sign-on: the provider does not report that a person has left. */
const signOnSessionSeconds = 43_200;

type SignOnSettings = Pick<
  Settings,
  'oidcDiscoveryUrl' | 'oidcClientId' | 'oidcClientSecret' | 'scopeClaim' | 'defaultScopes'
>;

/** Single sign-on, if it is configured. */
async function openSignOn(
  settings: AuthInputs['settings'],
  seal: SignOn['seal'],
  clock: () => Date,
): Promise<SignOn | undefined> {
  const { oidcClientId, oidcDiscoveryUrl, keySecret, scopeClaim, defaultScopes } = settings;
  if (!oidcClientId || !oidcDiscoveryUrl) return undefined;
  if (keySecret === undefined) {
    throw badSetting('KTIMA_OIDC_CLIENT_ID: expected with KTIMA_KEY_SECRET, which seals a sign-on');
  }
  // Most installations do not need the library.
  const { openProvider } = await import('#features/auth/sign-on/provider.ts');
  const provider = openProvider({
    discoveryUrl: oidcDiscoveryUrl,
    clientId: oidcClientId,
    clientSecret: settings.oidcClientSecret,
    clock,
  });
  if (provider.issuer === settings.issuer) {
    throw badSetting('KTIMA_ISSUER: expected a name of this service, got that of the provider');
  }
  const granting = { scopeClaim: namedClaim(scopeClaim), defaultScopes };
  return {
    provider,
    seal,
    scopesOf: claims => scopesOf(claims, granting),
    sessionSeconds: signOnSessionSeconds,
  };
}

/**
 * Puts the authentication service together, for `serve` and for tests: the caller opens the database
 * and decides what is measured and closed. `source` is for an API in the same process.
 */
export async function assembleAuth(inputs: AuthInputs) {
  const { store, passwords, allowDemo, isConsoleOrigin, clock, settings, options } = inputs;
  const { consoleOrigin } = inputs;
  const { telemetry = {}, from } = inputs;
  const { issuer, audience, accessTokenSeconds } = settings;
  const counted = telemetry.metrics?.auth;
  const trail = openAudit(store, clock);
  const audit = counted ? counted.countLogins(trail) : trail;
  const seal = openSeal(settings.keySecret, settings.oldKeySecret);
  const keys = await openKeys(store, { seal, clock });
  const sessions = openSessions(store, {
    lifetimeSeconds: settings.sessionSeconds,
    accessTokenSeconds,
    allowDemo,
    onReuse: ({ userId }, address) =>
      audit('spent refresh token sent again: session ended', userId, address),
    onRefresh: counted?.countRefresh,
    clock,
  });
  const tokens = { issuer, audience, lifetimeSeconds: accessTokenSeconds };
  const throttle = openThrottle(store, clock);
  const checkCode = codeChecker(store, seal, throttle, clock);
  const publicUrl = settings.publicAuthUrl;
  const publicPath = publicUrl?.pathname.replace(/(?<!\/)\/+$/, '') ?? '';
  const parts = { store, keys, passwords, sessions, throttle, checkCode, audit, tokens };
  const signOn = await openSignOn(settings, seal, clock);
  const console = { isConsoleOrigin, consoleOrigin, signOn };
  const server = await createAuth(
    { ...parts, ...console, allowDemo, publicPath, clock },
    { ...options, publicUrl, instruments: instrumentsOf(telemetry, 'auth') },
  );
  const onFetch = reportTokenList(options.log, 'ended_sessions', telemetry);
  const source: TokenSource = {
    keys: derivedValue(keys.current, ring => ring.publicKeys),
    endedSessions: renewedEndedSessions(sessions.ended, clock, onFetch),
  };
  const users = openUsers({ store, passwords, seal, audit, from, clock });
  const clients = openClients({ store, audit, from, clock });
  return { server, source, keys, seal, sessions, tokens, users, clients };
}
