import type { Settings } from '../config.ts';
import { KtimaError } from '../errors.ts';
import type { ServiceChoice } from './open-services.ts';

type PortSettings = Pick<Settings, 'host' | 'apiPort' | 'authPort' | 'metricsHost' | 'metricsPort'>;

/** Throws if two of the servers that start are set to the same port; 0 is any free port. */
export function checkPorts(
  { host, apiPort, authPort, metricsHost, metricsPort }: PortSettings,
  only: ServiceChoice['only'],
): void {
  const servers = [
    ...(only === 'auth' ? [] : [{ setting: 'KTIMA_API_PORT', host, port: apiPort }]),
    ...(only === 'api' ? [] : [{ setting: 'KTIMA_AUTH_PORT', host, port: authPort }]),
    { setting: 'KTIMA_METRICS_PORT', host: metricsHost, port: metricsPort },
  ].filter(({ port }) => port);
  for (const [i, one] of servers.entries()) {
    const other = servers
      .slice(i + 1)
      .find(({ host, port }) => host === one.host && port === one.port);
    if (!other) continue;
    const message = `${one.setting} and ${other.setting}: expected two different ports, got ${one.port} for both`;
    throw new KtimaError('BAD_SETTING', message);
  }
}
