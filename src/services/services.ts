import type { FastifyBaseLogger } from 'fastify';
import { deleteExpired } from '../auth/delete-expired.ts';
import { prepareDemoUser } from '../auth/demo-user.ts';
import { openAuthStore } from '../auth/open-store.ts';
import { openPasswords } from '../auth/passwords.ts';
import type { AuthStore } from '../auth/store.ts';
import type { Settings } from '../config.ts';
import type { Server } from '../http/typed-server.ts';
import { fillWithSample } from '../import/sample.ts';
import { openMapFile } from '../map/file/map-file.ts';
import { openStore } from '../store/open.ts';
import { repeat } from '../store/repeat.ts';
import { sampleLayers } from '../store/store.ts';
import type { DataPart } from '../telemetry/data-metrics.ts';
import { assembleApi, assembleAuth, type TokenSource } from './assemble.ts';
import { consoleOrigins, openConsole } from './console.ts';
import { dataFolder } from './data-folder.ts';
import { authDatabaseOptions, propertyDatabase } from './databases.ts';
import { withGazetteer } from './gazetteer-source.ts';
import { openGeocoder } from './geocoder.ts';
import { reloadOnChange } from './reload-on-change.ts';
import { isOurIssuer, remoteTokens } from './remote-tokens.ts';
import { loadFirstSnapshot, loadSnapshotInThread } from './snapshot.ts';
import { reportDatabase, reportLoads, type Telemetry, watchSources } from './telemetry.ts';
import { openTiles } from './tiles.ts';
import { openWhenReachable, type Waiting } from './wait-for-database.ts';

/** A server that is ready to listen, and how to free what it holds. */
export interface Service {
  readonly server: Server;
  readonly close: () => Promise<void>;
}

const clock = () => new Date();

/**
 * Opens the authentication service; `source` is for a verifier in the same process. The port of the
 * API is a function, because the system may choose it later.
 */
export async function openAuthService(
  settings: Settings,
  log: FastifyBaseLogger,
  demo: boolean,
  apiPort = () => settings.apiPort,
  telemetry: Telemetry = {},
  beginWaiting?: () => Promise<void>,
): Promise<Service & { source: TokenSource; hasDemoLogin: boolean }> {
  const url = settings.authDatabaseUrl;
  const reports = reportDatabase(log, 'authentication', telemetry);
  const options = { ...authDatabaseOptions(settings), ...reports };
  const store = await openWhenReachable(
    () => openAuthStore(url, options),
    waitingFor(url, reports, beginWaiting),
  );
  const passwords = await openPasswords({ slots: settings.hashSlots, queue: settings.hashQueue });
  telemetry.metrics?.auth.watchHashing(passwords.load);
  const { server, source, users } = await assembleAuth({
    store,
    passwords,
    settings,
    allowDemo: demo,
    isConsoleOrigin: consoleOrigins(settings, apiPort),
    from: 'serve --demo',
    options: serverOptions(settings, log),
    telemetry,
    clock,
  });
  const hasDemoLogin = await prepareDemoUser({ store, passwords, users, clock }, demo);
  const stopDeleting = await keepDeleting(store, settings.auditDays, log);
  const stopChecking = keepChecking(store);
  const close = async () => {
    stopDeleting();
    stopChecking();
    await store.close();
  };
  return { server, source, hasDemoLogin, close };
}

/** How to wait for a database; one in a file is there or not. */
function waitingFor(
  url: string,
  { onOutage }: ReturnType<typeof reportDatabase>,
  begin: (() => Promise<void>) | undefined,
): Waiting | undefined {
  if (!begin || url.startsWith('sqlite:')) return undefined;
  return { begin, end: () => onOutage(undefined) };
}

/** The settings of both servers. */
export function serverOptions(
  { accessLog, patienceMs, trustedProxies, idleSeconds, requestSeconds, unsentMB }: Settings,
  log: FastifyBaseLogger,
) {
  return {
    log,
    accessLog: accessLog === 'on',
    patienceMs,
    trustedProxies,
    timeouts: { idleMs: idleSeconds * 1_000, workMs: requestSeconds * 1_000 },
    mostUnsentBytes: unsentMB * 1_000_000,
  };
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

const hiddenSampleNote =
  'sample data are treated as absent; --demo or KTIMA_SAMPLE_DATA=on serves them, an import replaces them';

/** How often it is checked that a database can be used. */
const checkEveryMs = 2_000;

/** Detects without any request that a database is lost or back, for the log and the metrics. */
function keepChecking(store: Pick<AuthStore, 'check'>): () => void {
  return repeat(() => store.check().catch(() => {}), checkEveryMs);
}

/** How often keys and ended sessions are read even without tokens. They may be used for an hour. */
const readTokenListsEveryMs = 60_000;

/**
 * Reads keys and ended sessions now and every minute, so that an instance without requests can
 * check its first token during an outage too. Failed reads are logged by their source. Returns how to
 * stop that.
 */
function keepTokenLists({ keys, endedSessions }: TokenSource): () => void {
  const read = () => Promise.allSettled([keys(), endedSessions?.()]);
  void read();
  return repeat(read, readTokenListsEveryMs);
}

/** Opens the main API. Without a `source` of tokens it uses the issuer in the settings. */
export async function openApiService(
  settings: Settings,
  log: FastifyBaseLogger,
  demo: boolean,
  source?: TokenSource,
  authPort = isOurIssuer(settings) ? () => settings.authPort : undefined,
  telemetry: Telemetry = {},
  beginWaiting?: () => Promise<void>,
): Promise<Service & { hasConsole: boolean }> {
  // First: a faulty setting ends the start before a database is opened.
  const mapFile = settings.mapFile
    ? await openMapFile(settings.mapFile, settings.mapAttribution)
    : undefined;
  const hideSample = !demo && settings.sampleData === 'off';
  const database = { ...propertyDatabase(settings), hideSample };
  const reports = reportDatabase(log, 'property', telemetry);
  const store = await openWhenReachable(
    () => openStore(database, reports),
    waitingFor(database.url, reports, beginWaiting),
  );
  const hidden = sampleLayers(await store.hiddenSources());
  if (hidden.length > 0) log.warn({ layers: hidden }, hiddenSampleNote);
  if (demo) await fillWithSample(store, dataFolder);
  const onLoaded = (part: DataPart) => reportLoads(log, part, telemetry);
  // Started first: a thread builds it while the places are read.
  const geocoder = openGeocoder(store, { database, dataFolder }, onLoaded('geocoder'));
  const snapshot = await reloadOnChange(
    store,
    () => loadFirstSnapshot(store, database),
    () => loadSnapshotInThread(database),
    onLoaded('snapshot'),
  );
  const described = withGazetteer(store);
  const sources = await watchSources(described, telemetry);
  const console = openConsole(settings, authPort);
  const tokens = source ?? remoteTokens(settings, log, telemetry);
  const { server } = await assembleApi({
    store: described,
    snapshot: snapshot.current,
    geocoder: geocoder.index,
    isGeocoderCurrent: geocoder.isCurrent,
    console,
    tiles: openTiles(
      store,
      async () => sources.current(),
      settings.tileCacheMB * 1_000_000,
      mapFile,
    ),
    settings,
    source: tokens,
    options: { ...serverOptions(settings, log), publicUrl: settings.publicUrl },
    telemetry,
    clock,
  });
  const stopChecking = keepChecking(store);
  const stopReading = keepTokenLists(tokens);
  return {
    server,
    hasConsole: console.files.length > 0,
    close: async () => {
      stopChecking();
      stopReading();
      snapshot.close();
      sources.close();
      await geocoder.close();
      await mapFile?.close();
      await store.close();
    },
  };
}
