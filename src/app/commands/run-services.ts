import type { FastifyBaseLogger } from 'fastify';
import { demoUser } from '#features/auth/accounts/demo-user.ts';
import { isLoopback } from '#http/server/request-head.ts';
import { usageError } from '#tools/errors.ts';
import { type Line, print, styled } from '#tools/terminal/print.ts';
import type { Terminal } from '#tools/terminal/terminal.ts';
import { revisionOf } from '#tools/version.ts';
import {
  type Closable,
  type Features,
  openAndListen,
  type ServiceChoice,
  type ServiceUrls,
  stopOnSignal,
  stopper,
} from '../services/open-services.ts';
import { checkPorts, logUnforeseen, openLog, type ServiceName } from '../services/service.ts';
import { databasesOf, openTelemetry } from '../services/telemetry.ts';
import type { Settings } from '../settings/config.ts';
import { demoCalls, sendSamplePortfolio } from './demo-welcome.ts';

interface ServeOptions extends ServiceChoice {
  readonly version: string | undefined;
  readonly terminal: Terminal;
}

/** Starts the services. They run until a signal stops them. */
export async function serve(settings: Settings, options: ServeOptions): Promise<void> {
  const { only, demo, version, terminal } = options;
  const log = openLog(settings.logLevel, only ?? 'serve');
  // Not for a command within another program.
  if (terminal.stderr === process.stderr) logUnforeseen(log);
  if (demo && !isLoopback(settings.host)) {
    throw usageError(
      `KTIMA_HOST: expected a loopback address with --demo, whose password is public, got ${settings.host}`,
    );
  }
  checkPorts(settings, only);
  const started = await openUntilSignal(settings, options, log);
  log.info(
    {
      version,
      revision: revisionOf() || undefined,
      ...started.urls,
      metrics: started.metrics,
      ...enginesOf(settings, only),
    },
    'started',
  );
  if (terminal.stdout.isTTY || demo) print(terminal.stdout, welcome(started, demo));
  const { api, auth } = started.urls;
  if (demo && api && auth && started.features.hasDemoLogin) {
    void sendSamplePortfolio(api, auth).catch(err =>
      log.warn({ err }, 'the sample portfolio was not sent'),
    );
  }
}

/** The engine of each database in use, without the rest of its URL, which may hold a password. */
function enginesOf(settings: Settings, only: ServiceName | undefined) {
  const { property, authentication } = databasesOf(settings, only);
  const engine = (url?: string) => url && (url.startsWith('sqlite:') ? 'sqlite' : 'postgres');
  return { propertyDatabase: engine(property), authDatabase: engine(authentication) };
}

/** Opens the services, and stops them at a signal. */
async function openUntilSignal(
  settings: Settings,
  choice: ServiceChoice,
  log: FastifyBaseLogger,
): Promise<Started> {
  // What is open finishes its requests, also while another service still starts.
  const open: Closable[] = [];
  const stop = stopper(open, log);
  stopOnSignal(signal => {
    log.info({ signal }, 'stopping');
    stop();
  }, log);
  const telemetry = await openTelemetry(settings, choice.only);
  const { parts: _, ...started } = await openAndListen(settings, choice, log, telemetry, open);
  return started;
}

/** The running services, for the welcome. */
export interface Started {
  readonly urls: ServiceUrls;
  readonly features: Features;
  /** The URL of the metrics server, if there is one. */
  readonly metrics: string | undefined;
}

/** The text after the start: the URLs and, in the demo, calls to try. */
export function welcome({ urls, features, metrics }: Started, demo: boolean): Line[] {
  const { api, auth } = urls;
  const { hasConsole, hasDemoLogin = false } = features;
  return [
    '',
    ['  ', styled('bold', 'Ktima'), ' · property data for Greece'],
    '',
    ...(api && hasConsole ? [['  console         ', styled('cyan', `${api}/`)]] : []),
    ...(api ? [['  main API        ', styled('cyan', api), `   reference ${api}/docs/`]] : []),
    ...(auth ? [['  authentication  ', styled('cyan', auth), `   reference ${auth}/docs/`]] : []),
    ...(metrics ? [['  metrics         ', styled('cyan', `${metrics}/metrics`)]] : []),
    ...(demo && api && auth ? [...demoLogin(hasDemoLogin), ...demoCalls(api, auth)] : []),
    '',
    [styled('dim', '  Ctrl+C stops it.')],
    '',
  ];
}

function demoLogin(works: boolean): Line[] {
  const { name, password } = demoUser;
  const login = `${name} / ${password}`;
  const own = `none: the user ${name} is not the demo user, or is disabled; use your own login below`;
  return [`  demo login      ${works ? login : own}`];
}
