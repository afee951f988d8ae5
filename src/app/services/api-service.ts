import { createApi } from '#features/api/api.ts';
import type { ApiParts } from '#features/api/api-parts.ts';
import type { ServerOptions } from '#http/server/server.ts';
import { bearerVerifier, type TrustedIssuer } from '#http/tokens/bearer.ts';
import { exchangeEveryMs, openUsage } from '#http/usage/count-usage.ts';
import { openUsageStore } from '#http/usage/open-usage-store.ts';
import { withGazetteer } from '#importing/shipped/gazetteer/source.ts';
import { openShippedCoast, readShippedKinds } from '#importing/shipped/shipped-zones.ts';
import { openStore } from '#storage/store/open-store.ts';
import { sampleLayers } from '#storage/store/store.ts';
import { repeat } from '#tools/repeat.ts';
import type { Settings } from '../settings/config.ts';
import { fingerprint } from './artefacts/fingerprint.ts';
import { openTiles } from './artefacts/open-tiles.ts';
import { startEdition } from './artefacts/start-edition.ts';
import { runsDatabase, servedDatabase, usageDatabase } from './databases.ts';
import { followEdition } from './follow-edition.ts';
import { openConsole } from './open-console.ts';
import { openPortfolioRuns } from './portfolios/open-runs.ts';
import { isOurIssuer, otherIssuers, remoteTokens, type TokenSource } from './remote-tokens.ts';
import { openReportPages } from './report-pages/open-report-pages.ts';
import { keepChecking, type Service, type ServiceOptions, serverOptions } from './service.ts';
import { instrumentsOf, reportDatabase, reportUsage, type Telemetry } from './telemetry.ts';
import { openWhenReachable, waitingFor } from './wait-for-database.ts';

const clock = () => new Date();

/** Compressed tiles that a process keeps in memory. */
const tileCacheBytes = 64_000_000;

const hiddenSampleNote =
  'sample data are treated as absent; --demo or KTIMA_SAMPLE_DATA=on serves them, an import replaces them';

/** What the main API is opened with. */
export interface ApiOptions extends ServiceOptions {
  /** The keys and ended sessions; by default those of the issuer in the settings. */
  readonly source?: TokenSource | undefined;
  /** The port of the authentication service; by default that of the settings, if it is the issuer. */
  readonly authPort?: (() => number) | undefined;
}

/** Opens the main API. */
export async function openApiService({
  settings,
  log,
  demo,
  source,
  authPort = isOurIssuer(settings) ? () => settings.authPort : undefined,
  telemetry = {},
  beginWaiting,
}: ApiOptions): Promise<Service & { hasConsole: boolean }> {
  const database = servedDatabase(settings, demo);
  const reports = reportDatabase(log, 'property', telemetry);
  const store = await openWhenReachable(
    () => openStore(database, reports),
    waitingFor(database.url, reports, beginWaiting),
  );
  const hidden = sampleLayers(await store.hiddenSources());
  if (hidden.length > 0) log.warn({ layers: hidden }, hiddenSampleNote);
  const first = await startEdition(store, { database, demo }, async () => {
    await beginWaiting?.('the indexes are being built from the loaded rows');
    log.info('the indexes are built from the loaded rows, in a process of its own');
  });
  const described = withGazetteer(store);
  const edition = await followEdition(described, first, log, telemetry);
  const console = openConsole(settings, authPort, demo);
  const tokens = source ?? remoteTokens(settings, log, telemetry);
  const others = otherIssuers(settings, log, telemetry);
  const usage = openUsage({
    open: () => openUsageStore(usageDatabase(settings)),
    anonymous: { minute: settings.anonymousMinute || null, day: null },
    logsLookups: settings.lookupLog === 'on',
    lookupDays: settings.lookupDays,
    ...reportUsage(log, telemetry),
    clock,
  });
  // Reads the quotas.
  await usage.exchange();
  const portfolios = openPortfolioRuns({
    settings,
    database,
    runsDatabase: runsDatabase(settings),
    usage,
    endedSessions: tokens.endedSessions,
    onTotals: telemetry.metrics?.data.setPortfolios,
    log,
    clock,
  });
  const tiles = openTiles(store, async () => edition.sources(), tileCacheBytes);
  const { server } = await assembleApi({
    store: described,
    edition: edition.current,
    isBehind: edition.isBehind,
    checkFiles: edition.checkFiles,
    console,
    portfolios,
    zoneKinds: readShippedKinds(),
    coast: openShippedCoast(),
    tiles,
    reportPages: openReportPages(tiles, settings.chromium),
    settings,
    source: tokens,
    others,
    requireToken: settings.requireToken,
    origins: settings.apiOrigins,
    usage,
    options: { ...serverOptions(settings, log), publicUrl: settings.publicUrl },
    telemetry,
    clock,
    program: () => fingerprint(),
    dataVersion: edition.version,
  });
  const stopChecking = keepChecking(store);
  const stopReading = keepTokenLists([tokens, ...others]);
  const stopExchange = repeat(usage.exchange, exchangeEveryMs);
  return {
    server,
    hasConsole: console.files.length > 0,
    close: async () => {
      stopChecking();
      stopReading();
      await portfolios.close();
      stopExchange();
      await usage.close();
      edition.close();
      await store.close();
    },
  };
}

/** How often keys and ended sessions are read even without tokens. They may be used for an hour. */
const readTokenListsEveryMs = 60_000;

/**
 * Reads keys and ended sessions now and every minute, so that an instance without requests can
 * check its first token during an outage too. Failed reads are logged by their source. Returns how to
 * stop that.
 */
function keepTokenLists(sources: readonly TokenSource[]): () => void {
  const read = () =>
    Promise.allSettled(sources.flatMap(one => [one.keys(), one.endedSessions?.()]));
  void read();
  return repeat(read, readTokenListsEveryMs);
}

/** What the main API is assembled from. */
export interface ApiInputs extends Omit<ApiParts, 'verifyBearer'> {
  readonly settings: Pick<Settings, 'issuer' | 'audience'> &
    Partial<Pick<Settings, 'accountIssuer'>>;
  readonly source: TokenSource;
  /** Issuers of tokens beside the first one; none by default. */
  readonly others?: readonly TrustedIssuer[];
  readonly options: ServerOptions;
  readonly telemetry?: Telemetry;
}

/** Puts the main API together, for `serve` and for tests. */
export async function assembleApi(inputs: ApiInputs) {
  const { settings, source, others = [], options, telemetry = {}, ...parts } = inputs;
  const { clock } = parts;
  const { issuer, audience, accountIssuer = issuer } = settings;
  const trusted = { issuer, audience, accountIssuer };
  const verifyBearer = bearerVerifier({ ...trusted, ...source, others, clock });
  const instruments = instrumentsOf(telemetry, 'api');
  const server = await createApi({ ...parts, verifyBearer }, { ...options, instruments });
  return { server, verifyBearer };
}
