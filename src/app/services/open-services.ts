import type { FastifyBaseLogger } from 'fastify';
import { drain, handOverPort, listen } from '#http/server/lifecycle.ts';
import type { Server } from '#http/server/typed-server.ts';
import type { Settings } from '../settings/config.ts';
import { nearTokens } from './remote-tokens.ts';
import { type Service, type ServiceName, serverOptions, stopSeconds } from './service.ts';
import { serveMetrics, type Telemetry } from './telemetry.ts';
import { type BeginWaiting, createWaitingServer } from './wait-for-database.ts';

/** Which services to open. */
export interface ServiceChoice {
  /** Serve only this service; both by default. */
  readonly only?: ServiceName | undefined;
  readonly demo: boolean;
}

/** The URLs of the services that one `serve` runs, by service. */
export type ServiceUrls = Readonly<Partial<Record<ServiceName, string>>>;

/** The same URLs for the services themselves, which open before they listen. */
interface LaterUrls {
  now(): ServiceUrls;
  readonly known: Promise<ServiceUrls>;
  set(urls: ServiceUrls): void;
}

function laterUrls(): LaterUrls {
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

/** Makes services listen, and what stands in for one that cannot serve yet. */
interface Listeners {
  listen(service: ServiceName, server: Server): Promise<void>;
  standIn(service: ServiceName, server: Server): Promise<void>;
}

/**
 * Opens services, authentication first: it answers while the API builds. `urls` are those of all
 * services of this `serve`; `parts` gets what is open.
 */
async function openServices(
  settings: Settings,
  { only, demo }: ServiceChoice,
  log: FastifyBaseLogger,
  telemetry: Telemetry,
  urls: LaterUrls,
  parts: Closable[],
  { listen, standIn }: Listeners,
): Promise<Features> {
  const keep = async <S extends Service>(service: ServiceName, part: S): Promise<S> => {
    parts.push(part);
    await listen(service, part.server);
    return part;
  };
  const common = { settings, log, demo, telemetry };
  const waitFor = (service: ServiceName): BeginWaiting => {
    let last = '';
    let begun: Promise<void> | undefined;
    const options = serverOptions(settings, log);
    return reason => {
      last = reason;
      begun ??= standIn(
        service,
        createWaitingServer(log, options, () => last),
      );
      return begun;
    };
  };
  // A process loads only what its service needs.
  const openAuth = async () => {
    const { openAuthService } = await import('./auth-service.ts');
    const apiPort = () => portIn(urls.now().api) ?? settings.apiPort;
    const asked = { ...common, apiPort, beginWaiting: waitFor('auth') };
    return keep('auth', await openAuthService(asked));
  };
  const openApi = async () => {
    const { openApiService } = await import('./api-service.ts');
    const isNear = only === undefined;
    const source = isNear
      ? nearTokens(async () => (await urls.known).auth!, log, telemetry)
      : undefined;
    const authPort = isNear ? () => portIn(urls.now().auth) ?? settings.authPort : undefined;
    const asked = { ...common, source, authPort, beginWaiting: waitFor('api') };
    return keep('api', await openApiService(asked));
  };
  const auth = only === 'api' ? undefined : await openAuth();
  const api = only === 'auth' ? undefined : await openApi();
  return {
    ...(api && { hasConsole: api.hasConsole }),
    ...(auth && { hasDemoLogin: auth.hasDemoLogin }),
  };
}

/** The port in a URL, which leaves out the usual one. */
function portIn(url: string | undefined): number | undefined {
  return url === undefined ? undefined : Number(new URL(url).port || 80);
}

/** Opens services and their metrics, all in this process, and listens. `parts` gets what is open. */
export async function openAndListen(
  settings: Settings,
  choice: ServiceChoice,
  log: FastifyBaseLogger,
  telemetry: Telemetry,
  parts: Closable[] = [],
) {
  const metrics = await serveMetrics(settings, log, telemetry.metrics);
  const { host, apiPort, authPort } = settings;
  const ports = { api: apiPort, auth: authPort };
  const waiting: Partial<Record<ServiceName, Server>> = {};
  const urls: Partial<Record<ServiceName, string>> = {};
  const later = laterUrls();
  const open = async (service: ServiceName, server: Server): Promise<void> => {
    const before = waiting[service];
    if (!before) urls[service] = await listen(server, host, ports[service], service);
    else {
      await handOverPort(before, server);
      void drain(before);
    }
  };
  if (metrics) parts.push(metrics);
  const standIn = async (service: ServiceName, server: Server) => {
    await open(service, server);
    waiting[service] = server;
  };
  try {
    const doors = { listen: open, standIn };
    const features = await openServices(settings, choice, log, telemetry, later, parts, doors);
    later.set(urls);
    return { urls, metrics: metrics?.address, features, parts };
  } catch (error) {
    await Promise.all(Object.values(waiting).map(server => server.close()));
    await closeAtOnce(parts);
    throw error;
  }
}

/** Finishes the requests in progress, then closes all parts. */
export async function closeServices(parts: readonly Closable[]): Promise<void> {
  await Promise.all(parts.map(({ server }) => server && drain(server)));
  await closeLastFirst(parts);
}

/** A signal this soon after the first is the same one, forwarded. */
const forwardedMs = 1_000;

/**
 * Calls `stop` at the first signal; ends everything at the second one. Ctrl+C during `npm start`
 * comes twice: from the terminal, and from npm, which forwards its own. SIGHUP comes from a terminal
 * that is closed; without a terminal it is a request to reload, and there is nothing to reload.
 */
export function stopOnSignal(stop: (signal: string) => void, log: FastifyBaseLogger): void {
  let firstMs: number | undefined;
  const onSignal = (signal: string) => {
    if (firstMs === undefined) {
      firstMs = performance.now();
      stop(signal);
    } else if (performance.now() - firstMs > forwardedMs) process.exit(1);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  const ignore = () => log.info('SIGHUP is ignored: changed settings need a restart');
  process.on('SIGHUP', process.stderr.isTTY ? onSignal : ignore);
}

/** Returns a function that finishes running requests and exits, at the latest at the deadline. */
export function stopper(parts: readonly Closable[], log: FastifyBaseLogger): () => void {
  let isStopping = false;
  return async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      log.error({ stopSeconds }, 'stopped at the deadline, with requests or clients left');
      process.exit(1);
    }, stopSeconds * 1_000).unref();
    await closeServices(parts);
    log.info('stopped');
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
