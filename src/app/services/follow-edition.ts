import type { FastifyBaseLogger } from 'fastify';
import type { Edition, LoadedSource, Store } from '#storage/store/store.ts';
import { repeat } from '#tools/repeat.ts';
import { missingOf } from './artefacts/artefacts.ts';
import { type LoadedEdition, loadEdition, notBuilt } from './artefacts/edition.ts';
import { reportCause, type Telemetry } from './telemetry.ts';

/** How often the row of the edition is read. */
const pollMs = 500;

/** The edition that a service has in memory. */
export interface LiveEdition {
  /** A request calls it once, so that all of its answer is of one edition. */
  current(): Edition;
  /** The sources of the rows, which may be newer. */
  sources(): readonly LoadedSource[];
  /** A text that changes with the edition and with each commit of rows. */
  version(): string;
  /** Whether rows have changed, and what is built from them is not in use yet. */
  isBehind(): boolean;
  /** Throws UNAVAILABLE if a process that starts would find no edition: its files are gone. */
  checkFiles(): Promise<void>;
  close(): void;
}

/** What is followed. */
interface Followed {
  readonly edition: LoadedEdition;
  readonly sources: readonly LoadedSource[];
  readonly rows: string;
  readonly isBehind: boolean;
}

/**
 * Follows the editions of a store. Each is loaded beside the one in use and swapped by one assignment;
 * if it cannot be loaded, the one in use stays, and it is tried again.
 */
export async function followEdition(
  store: Store,
  first: LoadedEdition,
  log: FastifyBaseLogger,
  { metrics }: Telemetry,
): Promise<LiveEdition> {
  const { name, rows, isBuilt } = await store.editions.read();
  const isBehind = !isBuilt || name !== first.name;
  let now: Followed = { edition: first, sources: await store.loadedSources(), rows, isBehind };
  const counted = metrics?.data.watchLoads();
  metrics?.data.watchSources(() => now.sources);
  metrics?.data.watchEdition(() => ({ ...now, builtAt: now.edition.builtAt }));
  const report = reportCause(log, failing, 'new editions are loaded again');
  let hasFailed = false;

  /** Loads what has changed. Without a connection what is in memory stays in use. */
  async function poll(): Promise<void> {
    const row = await store.editions.read().catch(() => undefined);
    if (!row) return;
    const { edition } = now;
    if (row.rows !== now.rows) {
      now = { ...now, rows: row.rows, sources: await store.loadedSources() };
      if (!row.isBuilt) log.info({ edition: edition.name }, behind);
    }
    now = { ...now, isBehind: !row.isBuilt || row.name !== edition.name };
    if (row.name !== edition.name) {
      now = { ...now, edition: await loadEdition(store, edition.parts), isBehind: !row.isBuilt };
      log.info({ edition: now.edition.name }, 'a new edition is in use');
    }
    if (hasFailed) report();
    if (hasFailed || now.edition !== edition) counted?.();
    hasFailed = false;
  }

  const fail = (error: Error) => {
    hasFailed = true;
    counted?.(error);
    report(error);
  };
  const stop = repeat(() => poll().catch(fail), pollMs);
  return {
    current: () => now.edition,
    sources: () => now.sources,
    version: () => `${now.edition.name} ${now.rows}`,
    isBehind: () => now.isBehind,
    async checkFiles() {
      const missing = await missingOf(store, now.edition.sources);
      if (missing.length === 0) return;
      // A later one is about to be loaded, and this one may be removed already.
      const { sources } = await store.editions.read();
      if ((await missingOf(store, sources)).length > 0) throw notBuilt(missing);
    },
    close: stop,
  };
}

const failing = 'the new edition cannot be loaded; the one before is served';
const behind =
  'rows have changed; the edition before is served until their indexes are built, by this command ' +
  'or by ktima migrate api';
