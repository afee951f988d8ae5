import { createApi } from '../api/api.ts';
import type { ApiParts } from '../api/parts.ts';
import { openAudit } from '../auth/audit.ts';
import { createAuth } from '../auth/auth.ts';
import { openKeys } from '../auth/keys.ts';
import type { AuthParts } from '../auth/parts.ts';
import { openSeal } from '../auth/seal.ts';
import { codeChecker } from '../auth/second-factor.ts';
import { openSessions } from '../auth/sessions.ts';
import { openThrottle } from '../auth/throttle.ts';
import { openUsers } from '../auth/users.ts';
import type { Settings } from '../config.ts';
import type { ServerOptions } from '../http/server.ts';
import { type BearerOptions, bearerVerifier } from '../tokens/bearer.ts';
import { renewedEndedSessions } from '../tokens/ended-sessions.ts';
import { derivedValue } from '../tokens/renewed-value.ts';
import { instrumentsOf, reportTokenList, type Telemetry } from './telemetry.ts';

/*
 * Both services, put together the same way for `serve` and for tests: the caller opens the
 * databases and decides what is measured, renewed and closed.
 */

/** What an API needs to check tokens. */
export type TokenSource = Omit<BearerOptions, 'issuer' | 'audience' | 'clock'>;

/** What the authentication service is assembled from. */
export interface AuthInputs
  extends Pick<AuthParts, 'store' | 'passwords' | 'allowDemo' | 'isConsoleOrigin' | 'clock'> {
  readonly settings: Pick<
    Settings,
    | 'issuer'
    | 'audience'
    | 'accessTokenSeconds'
    | 'sessionSeconds'
    | 'keyLeadSeconds'
    | 'keyRotateDays'
    | 'keySecret'
    | 'oldKeySecret'
    | 'addressFailures'
    | 'publicAuthUrl'
  >;
  /** Where changes of users come from, for the audit trail. */
  readonly from: string;
  readonly options: ServerOptions;
  readonly telemetry?: Telemetry;
}

/** Puts the authentication service together; `source` is for an API in the same process. */
export async function assembleAuth(inputs: AuthInputs) {
  const { store, passwords, allowDemo, isConsoleOrigin, clock, settings, options } = inputs;
  const { telemetry = {}, from } = inputs;
  const { issuer, audience, accessTokenSeconds } = settings;
  const counted = telemetry.metrics?.auth;
  const trail = openAudit(store, clock);
  const audit = counted ? counted.countLogins(trail) : trail;
  const seal = openSeal(settings.keySecret, settings.oldKeySecret);
  const keys = await openKeys(store, {
    seal,
    leadSeconds: settings.keyLeadSeconds,
    rotateDays: settings.keyRotateDays,
    clock,
  });
  const sessions = openSessions(store, {
    lifetimeSeconds: settings.sessionSeconds,
    accessTokenSeconds,
    allowDemo,
    onReuse: ({ userId }, address) =>
      audit('spent refresh token came again: session ended', userId, address),
    onRefresh: counted?.countRefresh,
    clock,
  });
  const tokens = { issuer, audience, lifetimeSeconds: accessTokenSeconds };
  const throttle = openThrottle(store, { addressFailures: settings.addressFailures, clock });
  const checkCode = codeChecker(store, seal, throttle, clock);
  const publicPath = settings.publicAuthUrl?.pathname.replace(/(?<!\/)\/+$/, '') ?? '';
  const parts = { store, keys, passwords, sessions, throttle, checkCode, audit, tokens };
  const server = await createAuth(
    { ...parts, allowDemo, isConsoleOrigin, publicPath, clock },
    { ...options, instruments: instrumentsOf(telemetry, 'auth') },
  );
  const onFetch = reportTokenList(options.log, 'ended_sessions', telemetry);
  const source: TokenSource = {
    keys: derivedValue(keys.current, ring => ring.publicKeys),
    endedSessions: renewedEndedSessions(sessions.ended, clock, onFetch),
  };
  const users = openUsers({ store, passwords, seal, audit, from, clock });
  return { server, source, keys, seal, sessions, tokens, users };
}

/** What the main API is assembled from. */
export interface ApiInputs extends Omit<ApiParts, 'verifyBearer'> {
  readonly settings: Pick<Settings, 'issuer' | 'audience'>;
  readonly source: TokenSource;
  readonly options: ServerOptions;
  readonly telemetry?: Telemetry;
}

/** Puts the main API together. */
export async function assembleApi(inputs: ApiInputs) {
  const { settings, source, options, telemetry = {}, ...parts } = inputs;
  const { issuer, audience } = settings;
  const verifyBearer = bearerVerifier({ issuer, audience, ...source, clock: parts.clock });
  const instruments = instrumentsOf(telemetry, 'api');
  const server = await createApi({ ...parts, verifyBearer }, { ...options, instruments });
  return { server, verifyBearer };
}
