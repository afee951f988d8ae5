import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../config.ts';
import { drain, listen, portOf } from '../http/lifecycle.ts';
import type { Server } from '../http/typed-server.ts';
import { serveOwnMetrics } from './metrics.ts';
import { openApiService, openAuthService } from './services.ts';
import type { Telemetry } from './telemetry.ts';

/** Which services to open. */
export interface ServiceChoice {
  /** Serve only this service; both by default. */
  readonly only?: 'api' | 'auth' | undefined;
  readonly demo: boolean;
}

/** The URLs of the services. */
export interface ServiceUrls {
  readonly api: string | undefined;
  readonly auth: string | undefined;
  /** The URL of the metrics server, if there is one. */
  readonly metrics?: string | undefined;
  /** Whether the API serves the console. */
  readonly hasConsole: boolean;
  /** Whether the demo's public login works. */
  readonly hasDemoLogin: boolean;
}

/** A part to close at the end. Its server, if any, is drained first. */
export interface Closable {
  readonly server?: Server;
  readonly close: () => Promise<void>;
}

/** Opens the requested services. If one fails to open, closes the others. */
export async function openServices(
  settings: Settings,
  { only, demo }: ServiceChoice,
  log: FastifyBaseLogger,
  telemetry: Telemetry,
): Promise<{ urls: ServiceUrls; services: Closable[] }> {
  const services: Closable[] = [];
  const keep = <S extends Closable>(service: S): S => {
    services.push(service);
    return service;
  };
  let api: Awaited<ReturnType<typeof openApiService>> | undefined;
  let auth: Awaited<ReturnType<typeof openAuthService>> | undefined;
  const apiPort = () => portOf(api?.server) ?? settings.apiPort;
  const authPort = () => portOf(auth?.server) ?? settings.authPort;
  try {
    if (telemetry.tracing) keep(telemetry.tracing);
    const metrics = await serveOwnMetrics(settings, log, telemetry.metrics);
    if (metrics) keep(metrics);
    if (only !== 'api') auth = keep(await openAuthService(settings, log, demo, apiPort, telemetry));
    if (only !== 'auth') {
      api = keep(
        await openApiService(settings, log, demo, auth?.source, auth && authPort, telemetry),
      );
    }
    const urls = {
      api: api && (await listen(api.server, settings.host, settings.apiPort)),
      auth: auth && (await listen(auth.server, settings.host, settings.authPort)),
      metrics: metrics?.address,
      hasConsole: api?.hasConsole ?? false,
      hasDemoLogin: auth?.hasDemoLogin ?? false,
    };
    return { urls, services };
  } catch (error) {
    await Promise.all(services.map(({ server }) => server?.close()));
    await closeLastFirst(services);
    throw error;
  }
}

/** Finishes the requests in progress, then closes all parts. */
export async function closeServices(services: readonly Closable[]): Promise<void> {
  await Promise.all(services.map(({ server }) => server && drain(server)));
  await closeLastFirst(services);
}

/** The main API may still read from the store of the authentication service, opened before it. */
async function closeLastFirst(services: readonly Closable[]): Promise<void> {
  for (const { close } of services.toReversed()) await close();
}
