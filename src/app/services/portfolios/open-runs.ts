import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  ListedPortfolio,
  PortfolioCaller,
  PortfolioRuns,
  RunFile,
} from '#features/runs/portfolio-body.ts';
import type { RowCorrection } from '#features/runs/row-bodies.ts';
import { openRunStore, type RunStore } from '#features/runs/run-store.ts';
import type { RunTotals, StoredRun } from '#features/runs/stored-run.ts';
import { invalid, KtimaError } from '#tools/errors.ts';
import { repeat } from '#tools/repeat.ts';
import { reportCause } from '../telemetry.ts';
import { noRoom, noRoomOfUser } from './process/store-pieces.ts';
import { limitsOf, lookEveryMs, openRunner, type PortfolioParts, tidyRuns } from './runner.ts';
import { removeLeftFolders } from './start-process.ts';
import { mostBytesOf, runAgain, startRun } from './start-run.ts';

/** How often runs of ended sessions are stopped, old ones removed, and all counted. */
const tidyEveryMs = 2_000;

/** How often the states of runs are read while a request waits for a change. */
const stateEveryMs = 200;

/** The runs of portfolios in a database, which several instances share. */
export function openPortfolioRuns(
  parts: PortfolioParts & {
    readonly onTotals?: ((totals: RunTotals, mostBytes: number) => void) | undefined;
  },
): PortfolioRuns & { close(): Promise<void> } {
  const { settings, runsDatabase, log, clock } = parts;
  const limits = limitsOf(settings);
  const mostBytes = mostBytesOf(settings);
  const nowMs = () => clock().getTime();
  let opened: Promise<{ store: RunStore; runner: ReturnType<typeof openRunner> }> | undefined;
  let tidiedAt = Number.NEGATIVE_INFINITY;
  void removeLeftFolders();

  /** The database; it is made by the first portfolio. */
  function open() {
    opened ??= openRunStore(runsDatabase, { inThread: true }).then(
      store => ({ store, runner: openRunner(store, parts) }),
      error => {
        opened = undefined;
        throw error;
      },
    );
    return opened;
  }

  /** Starts what waits, and now and then tidies. Returns whether it has read all runs. */
  async function look(): Promise<boolean> {
    if (opened === undefined && !mayHaveRuns(runsDatabase.url)) return false;
    const { store, runner } = await open();
    await runner.look();
    if (performance.now() - tidiedAt < tidyEveryMs) return false;
    tidiedAt = performance.now();
    await tidyRuns(store, parts);
    if (parts.onTotals) parts.onTotals(await store.totals(), limits.bytes);
    return true;
  }

  const own = (store: RunStore, caller: PortfolioCaller, id: string) =>
    ownRun(store, caller, id, nowMs());

  async function finished(store: RunStore, caller: PortfolioCaller, id: string) {
    const run = await own(store, caller, id);
    const { state } = run.status;
    if (state === 'done') return run;
    throw new KtimaError('NOT_READY', `the portfolio has no result: its state is ${state}`);
  }

  let states: Promise<ReadonlyMap<string, string>> | undefined;

  /** The states of runs that wait or run, a moment from now; read once for all requests that wait. */
  function nextStates(store: RunStore) {
    states ??= pause(stateEveryMs)
      .then(() => {
        states = undefined;
        return store.open();
      })
      .then(runs => new Map(runs.map(({ id, status }) => [id, status.state])));
    return states;
  }

  const reportLook = reportCause(log, 'portfolios cannot be read', 'portfolios are read again');
  const stopLooking = repeat(
    () => look().then(hasRead => hasRead && reportLook(), reportLook),
    lookEveryMs,
  );

  return {
    mostBytes,

    async start(caller, options, body, { key = null, length }) {
      const { store, runner } = await open();
      const received = await startRun(store, parts, { caller, options, key, length }, body);
      void runner.look();
      return received;
    },

    async list(caller) {
      const { store } = await open();
      const runs = await store.list(caller, nowMs());
      const { bytesOfUser } = await store.usedBytes(caller);
      return {
        portfolios: runs.map(({ status }) => asListed(status)),
        space: { used_bytes: bytesOfUser, limit_bytes: limits.bytesOfUser },
      };
    },

    async find(caller, id) {
      return (await own((await open()).store, caller, id)).status;
    },

    async waitForChange({ id, state }, isOver, signal) {
      const { store } = await open();
      let isOpen = state === 'queued' || state === 'running';
      while (isOpen && !isOver()) {
        isOpen = (await nextStates(store)).get(id) === state;
        signal.throwIfAborted();
      }
    },

    async result(caller, id) {
      const { store } = await open();
      const run = await finished(store, caller, id);
      const { format } = run.status;
      return { format, ...(await readFile(store, run, `result.${format}`)) };
    },

    async summary(caller, id, format) {
      const { store } = await open();
      const file = await readFile(store, await finished(store, caller, id), `summary.${format}`);
      if (file.bytes > 0) return file;
      throw new KtimaError('NOT_ACCEPTABLE', 'the summary has no HTML: the console was not built');
    },

    async rows(caller, id, query, language, signal) {
      const { store } = await open();
      const { attempt, status } = await finished(store, caller, id);
      return store.rows(id, attempt, query, language ?? status.language, signal);
    },

    async correct(caller, id, corrections) {
      const { store } = await open();
      const { attempt, status } = await finished(store, caller, id);
      refuseUnknownColumns(corrections, status.header);
      const used = await store.usedBytes(caller);
      const bytes = Buffer.byteLength(JSON.stringify(corrections));
      if (used.bytes + bytes > limits.bytes) throw noRoom();
      if (used.bytesOfUser + bytes > limits.bytesOfUser) {
        throw noRoomOfUser(used.bytesOfUser, limits.bytesOfUser);
      }
      return store.correct(id, attempt, corrections);
    },

    async again(caller, id, asked, key) {
      const { store, runner } = await open();
      const status = await runAgain(store, parts, await own(store, caller, id), {
        caller,
        ...asked,
        key,
      });
      void runner.look();
      return status;
    },

    async remove(caller, id) {
      const { store } = await open();
      await own(store, caller, id);
      await store.remove(id);
    },

    async close() {
      stopLooking();
      const { store, runner } = (await opened?.catch(() => undefined)) ?? {};
      await runner?.close();
      await store?.close();
    },
  };
}

async function ownRun(
  store: RunStore,
  caller: PortfolioCaller,
  id: string,
  nowMs: number,
): Promise<StoredRun> {
  const run = idPattern.test(id) ? await store.find(id, nowMs) : undefined;
  if (run?.issuer === caller.issuer && run.subject === caller.subject) return run;
  throw new KtimaError('NOT_FOUND', 'no portfolio of yours has this id; it may have expired');
}

/** What a list shows of a run. */
function asListed(status: ListedPortfolio): ListedPortfolio {
  const { id, name, state, created_at, finished_at, expires_at, bytes, rows } = status;
  return { id, name, state, created_at, finished_at, expires_at, bytes, rows };
}

/** 128 random bits in hex. */
const idPattern = /^[0-9a-f]{32}$/;

/** Whether there may be runs: a file that does not exist, or a database in memory, has none. */
function mayHaveRuns(url: string): boolean {
  return !url.startsWith('sqlite:') || existsSync(url.slice('sqlite:'.length));
}

async function readFile(store: RunStore, run: StoredRun, name: string): Promise<RunFile> {
  const { id, attempt } = run;
  async function* content(bytes: number) {
    for (let piece = 0, sent = 0; sent < bytes; piece++) {
      const next = await store.piece(id, attempt, name, piece);
      // The run was removed meanwhile, and the client must not take this for the whole.
      if (next === undefined) throw new KtimaError('NOT_FOUND', 'the portfolio was removed');
      sent += next.length;
      yield next;
    }
  }
  const bytes = await store.sizeOf(id, attempt, name);
  return { content: Readable.from(content(bytes), { objectMode: false }), bytes };
}

/** Corrections name the columns of the file. */
function refuseUnknownColumns(
  corrections: readonly RowCorrection[],
  header: readonly string[],
): void {
  corrections.forEach(({ cells }, at) => {
    const unknown = Object.keys(cells).find(column => !header.includes(column));
    if (unknown === undefined) return;
    throw invalid(`rows[${at}].cells`, `columns of the file; got ${unknown.slice(0, 40)}`);
  });
}
