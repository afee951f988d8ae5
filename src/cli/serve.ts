import type { Settings } from '../config.ts';
import { KtimaError } from '../errors.ts';
import { drain, listen, portOf } from '../http/lifecycle.ts';
import { openApiService, openAuthService, openLog, type Service } from './services.ts';
import { welcome } from './welcome.ts';

export interface ServeOptions {
  /** Serve one of the two only; both by default. */
  readonly only?: 'api' | 'auth' | undefined;
  readonly demo: boolean;
}

/** Starts the services and stays until a signal stops them. */
export async function serve(settings: Settings, { only, demo }: ServeOptions): Promise<void> {
  if (demo && !isLoopback(settings.host)) {
    throw new KtimaError(
      'USAGE',
      `--demo makes a user with a public password and serves on loopback only, not on ${settings.host}`,
    );
  }
  const log = openLog(settings.logLevel);
  let api: Awaited<ReturnType<typeof openApiService>> | undefined;
  let auth: Awaited<ReturnType<typeof openAuthService>> | undefined;
  const apiPort = () => portOf(api?.server) ?? settings.apiPort;
  const authPort = () => portOf(auth?.server) ?? settings.authPort;
  if (only !== 'api') auth = await openAuthService(settings, log, demo, apiPort);
  if (only !== 'auth')
    api = await openApiService(settings, log, demo, auth?.source, auth && authPort);

  const addresses = {
    api: api && (await listen(api.server, settings.host, settings.apiPort)),
    auth: auth && (await listen(auth.server, settings.host, settings.authPort)),
    hasConsole: api?.hasConsole ?? false,
  };
  stopOnSignal(
    [api, auth].filter(service => service !== undefined),
    settings.stopSeconds,
  );
  process.stdout.write(welcome(addresses, demo));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** First signal: finish what is under way, then leave. A second one, or the deadline: leave now. */
function stopOnSignal(services: readonly Service[], deadlineSeconds: number): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), deadlineSeconds * 1_000).unref();
    await Promise.all(services.map(({ server }) => drain(server)));
    await Promise.all(services.map(({ close }) => close()));
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
