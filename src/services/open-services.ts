import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../config.ts';
import { drain, listen } from '../http/lifecycle.ts';
import type { Server } from '../http/typed-server.ts';
import { serveOwnMetrics } from './metrics.ts';
import { nearTokens } from './remote-tokens.ts';
import { openApiService, openAuthService } from './services.ts';
import type { Telemetry } from './telemetry.ts';

export type ServiceName = 'api' | 'auth';

/** Which services to open. */
export interface ServiceChoice {
  /** Serve only this service; both by default. */
  readonly only?: ServiceName | undefined;
  readonly demo: boolean;
}

/** The URLs of the services that one `serve` runs, by service. */
export type ServiceUrls = Readonly<Partial<Record<ServiceName, string>>>;

/** The same URLs for the services themselves, which open before they listen. */
export interface LaterUrls {
  now(): ServiceUrls;
  readonly known: Promise<ServiceUrls>;
  set(urls: ServiceUrls): void;
}

export function laterUrls(): LaterUrls {
  const known = Promise.withResolvers<ServiceUrls>();
  let now: ServiceUrls = {};
  return {
    now: () => now,
    known: known.promise,
    set(urls) {
      now = urls;
      known.resolve(urls);
    },
  };
}

/** A part to close at the end. Its server, if any, is drained first. */
export interface Closable {
  readonly server?: Server;
  readonly close: () => Promise<void>;
}

/** What the welcome says about the opened services. */
export interface Features {
  /** Whether the API serves the console. */
  readonly hasConsole?: boolean;
  /** Whether the demo's public login works. */
  readonly hasDemoLogin?: boolean;
}

/** Services that are ready for connections. */
export interface OpenedServices {
  readonly servers: Readonly<Partial<Record<ServiceName, Server>>>;
  readonly features: Features;
  readonly parts: readonly Closable[];
}

/**
 * Opens services, which do not listen yet. If one fails to open, closes the others. `urls` are those
 * of all services of this `serve`; `isPart` if another process runs the other one.
 */
export async function openServices(
  settings: Settings,
  { only, demo }: ServiceChoice,
  log: FastifyBaseLogger,
  telemetry: Telemetry,
  urls: LaterUrls,
  isPart = false,
): Promise<OpenedServices> {
  const parts: Closable[] = [];
  const keep = <S extends Closable>(part: S): S => {
    parts.push(part);
    return part;
  };
  const openAuth = async () => {
    const apiPort = () => portIn(urls.now().api) ?? settings.apiPort;
    return keep(await openAuthService(settings, log, demo, apiPort, telemetry));
  };
  const openApi = async () => {
    if (!isPart && only === 'api') {
      return keep(await openApiService(settings, log, demo, undefined, undefined, telemetry));
    }
    const tokens = nearTokens(async () => (await urls.known).auth!, log, telemetry);
    const authPort = () => portIn(urls.now().auth) ?? settings.authPort;
    return keep(await openApiService(settings, log, demo, tokens, authPort, telemetry));
  };
  try {
    if (telemetry.tracing) keep(telemetry.tracing);
    const auth = only === 'api' ? undefined : await openAuth();
    const api = only === 'auth' ? undefined : await openApi();
    return {
      servers: { ...(api && { api: api.server }), ...(auth && { auth: auth.server }) },
      features: {
        ...(api && { hasConsole: api.hasConsole }),
        ...(auth && { hasDemoLogin: auth.hasDemoLogin }),
      },
      parts,
    };
  } catch (error) {
    await closeAtOnce(parts);
    throw error;
  }
}

/** The port in a URL, which leaves out the usual one. */
function portIn(url: string | undefined): number | undefined {
  return url === undefined ? undefined : Number(new URL(url).port || 80);
}

/** Opens services and their metrics, all in this process, and listens. */
export async function openAndListen(
  settings: Settings,
  choice: ServiceChoice,
  log: FastifyBaseLogger,
  telemetry: Telemetry,
) {
  const metrics = await serveOwnMetrics(settings, log, telemetry.metrics);
  const later = laterUrls();
  const opened = await openServices(settings, choice, log, telemetry, later).catch(async error => {
    await metrics?.close();
    throw error;
  });
  const parts = metrics ? [metrics, ...opened.parts] : opened.parts;
  const { api, auth } = opened.servers;
  const { host, apiPort, authPort } = settings;
  try {
    const urls = {
      ...(api && { api: await listen(api, host, apiPort) }),
      ...(auth && { auth: await listen(auth, host, authPort) }),
    };
    later.set(urls);
    return { urls, metrics: metrics?.address, features: opened.features, parts };
  } catch (error) {
    await closeAtOnce(parts);
    throw error;
  }
}

/** Finishes the requests in progress, then closes all parts. */
export async function closeServices(parts: readonly Closable[]): Promise<void> {
  await Promise.all(parts.map(({ server }) => server && drain(server)));
  await closeLastFirst(parts);
}

/** Returns a function that finishes running requests and exits, at the latest at the deadline. */
export function stopper(parts: readonly Closable[], deadlineSeconds: number): () => void {
  let isStopping = false;
  return async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), deadlineSeconds * 1_000).unref();
    await closeServices(parts);
    process.exit(0);
  };
}

async function closeAtOnce(parts: readonly Closable[]): Promise<void> {
  await Promise.all(parts.map(({ server }) => server?.close()));
  await closeLastFirst(parts);
}

async function closeLastFirst(parts: readonly Closable[]): Promise<void> {
  for (const { close } of parts.toReversed()) await close();
}
