import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import type { BearerOptions, TrustedIssuer } from '#http/tokens/bearer.ts';
import { fetchEndedPage, renewedEndedSessions } from '#http/tokens/ended-sessions.ts';
import { discoveredKeys, nearKeys, remoteKeys } from '#http/tokens/remote-keys.ts';
import type { Settings } from '../settings/config.ts';
import type { TokenList } from '../telemetry/data-metrics.ts';
import { reportTokenList, type Telemetry } from './telemetry.ts';

const clock = () => new Date();

/** What an API needs to check tokens. */
export type TokenSource = Omit<BearerOptions, 'issuer' | 'audience' | 'others' | 'clock'>;

/** Whether `serve api` takes the keys of an authentication service of ours, beside it. */
export function isOurIssuer({ jwksUrl, oidcDiscoveryUrl, oidcClientId }: Settings): boolean {
  return !jwksUrl && (!oidcDiscoveryUrl || oidcClientId !== '');
}

/** Reads keys and ended sessions of a remote issuer once; throws if they cannot be read. */
export async function checkRemoteTokens(settings: Settings): Promise<void> {
  const log = pino({ level: 'silent' });
  const { keys, endedSessions } = remoteTokens(settings, log, {});
  await keys();
  await endedSessions?.();
  await Promise.all(otherIssuers(settings, log, {}).map(other => other.keys()));
}

/** Keys and rules of an issuer that runs elsewhere: our own service, or someone's provider. */
export function remoteTokens(
  settings: Settings,
  log: FastifyBaseLogger,
  telemetry: Telemetry,
): TokenSource {
  const onFetch = (list: TokenList) => reportTokenList(log, list, telemetry);
  const keyOptions = { clock, onFetch: onFetch('keys') };
  const { jwksUrl, oidcDiscoveryUrl, endedSessionsUrl, issuer, host, authPort } = settings;
  const ours = `http://${host.includes(':') ? `[${host}]` : host}:${authPort}`;
  const ended =
    endedSessionsUrl ?? (isOurIssuer(settings) ? new URL('/auth/ended-sessions', ours) : undefined);
  if (!ended)
    log.info('KTIMA_ENDED_SESSIONS_URL is not set: tokens are accepted until they expire');
  return {
    keys:
      oidcDiscoveryUrl && !settings.oidcClientId
        ? discoveredKeys(oidcDiscoveryUrl, issuer, keyOptions)
        : remoteKeys(jwksUrl ?? new URL('/.well-known/jwks.json', ours), keyOptions),
    endedSessions:
      ended &&
      renewedEndedSessions(
        cursor => fetchEndedPage(ended, cursor),
        clock,
        onFetch('ended_sessions'),
      ),
    algorithms: settings.tokenAlgorithms,
    types: settings.tokenTypes.map(type => type.toLowerCase()),
    scopeClaim: namedClaim(settings.scopeClaim),
    defaultScopes: settings.defaultScopes,
  };
}

/** The issuers of KTIMA_TRUSTED_ISSUERS, beside the first one. */
export function otherIssuers(
  { trustedIssuers }: Pick<Settings, 'trustedIssuers'>,
  log: FastifyBaseLogger,
  telemetry: Telemetry,
): TrustedIssuer[] {
  return trustedIssuers.map(other => {
    const { issuer, audience, jwksUrl, discoveryUrl, types, algorithms, scopes } = other;
    const keyOptions = { clock, onFetch: reportTokenList(log, 'keys', telemetry) };
    return {
      issuer,
      audience,
      keys: discoveryUrl
        ? discoveredKeys(discoveryUrl, issuer, keyOptions)
        : remoteKeys(jwksUrl!, keyOptions),
      scopeClaim: namedClaim(other.scopeClaim ?? 'scope'),
      ...(types && { types: types.map(type => type.toLowerCase()) }),
      ...(algorithms && { algorithms }),
      ...(scopes && { defaultScopes: scopes }),
    };
  });
}

/** The claim of a setting; null for none. */
export function namedClaim(name: string): string | null {
  return name === 'none' ? null : name;
}

/** Keys and ended sessions of the authentication service that the same `serve` runs. */
export function nearTokens(
  authUrl: () => Promise<string>,
  log: FastifyBaseLogger,
  telemetry: Telemetry,
): TokenSource {
  const at = async (path: string) => new URL(path, await authUrl());
  return {
    keys: nearKeys(() => at('/.well-known/jwks.json'), {
      clock,
      onFetch: reportTokenList(log, 'keys', telemetry),
    }),
    endedSessions: renewedEndedSessions(
      async cursor => fetchEndedPage(await at('/auth/ended-sessions'), cursor),
      clock,
      reportTokenList(log, 'ended_sessions', telemetry),
    ),
  };
}
