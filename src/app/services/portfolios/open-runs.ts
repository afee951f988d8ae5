import { hash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { defaultLanguage, requestOf } from '#features/portfolio/read-options.ts';
import { checkTable } from '#features/portfolio/run.ts';
import { kindsIn, type PortfolioOptions } from '#features/portfolio/run-options.ts';
import type {
  ListedPortfolio,
  PortfolioCaller,
  PortfolioRuns,
  PortfolioStatus,
  RunFile,
} from '#features/runs/portfolio-body.ts';
import type { RowCorrection } from '#features/runs/row-bodies.ts';
import {
  type NewRun,
  openRunStore,
  type Refusal,
  type RunStore,
  type RunTotals,
  type StoredRun,
} from '#features/runs/run-store.ts';
import type { Scope } from '#http/scopes.ts';
import { insufficientScope } from '#http/tokens/bearer.ts';
import { countRows } from '#http/usage/count-requests.ts';
import type { UsageSubject } from '#http/usage/usage-store.ts';
import { invalid, KtimaError } from '#tools/errors.ts';
import { repeat } from '#tools/repeat.ts';
import { reportCause } from '../telemetry.ts';
import { noRoom, noRoomOfUser } from './process/store-pieces.ts';
import { receiveFile, uploadMs } from './receive-file.ts';
import { limitsOf, lookEveryMs, openRunner, type PortfolioParts, tidyRuns } from './runner.ts';

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
  const { settings, runsDatabase, usage, log, clock } = parts;
  const limits = limitsOf(settings);
  const mostBytes = settings.portfolioMB * 1_000_000;
  const nowMs = () => clock().getTime();
  let opened: Promise<{ store: RunStore; runner: ReturnType<typeof openRunner> }> | undefined;
  let tidiedAt = Number.NEGATIVE_INFINITY;

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

  async function own(store: RunStore, caller: PortfolioCaller, id: string): Promise<StoredRun> {
    const run = idPattern.test(id) ? await store.find(id, nowMs()) : undefined;
    if (run?.issuer === caller.issuer && run.subject === caller.subject) return run;
    throw new KtimaError('NOT_FOUND', 'no portfolio of yours has this id; it may have expired');
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

  async function finished(store: RunStore, caller: PortfolioCaller, id: string) {
    const run = await own(store, caller, id);
    const { state } = run.status;
    if (state === 'done') return run;
    throw new KtimaError('NOT_READY', `the portfolio has no result: its state is ${state}`);
  }

  /** The error for a limit that a portfolio would exceed. */
  async function refused(
    store: RunStore,
    limit: Exclude<Refusal, 'key'>,
    owner: UsageSubject,
  ): Promise<KtimaError> {
    switch (limit) {
      case 'bytes':
        return noRoom();
      case 'bytesOfUser':
        return noRoomOfUser((await store.usedBytes(owner)).bytesOfUser, limits.bytesOfUser);
      case 'waiting':
        return new KtimaError('BUSY', 'too many portfolios wait; try again later', {
          retryAfterSeconds: 60,
        });
      case 'waitingOfUser':
        return new KtimaError(
          'THROTTLED',
          `${limits.waitingOfUser} portfolios of yours wait or run; wait for the end of one, or delete it`,
          { retryAfterSeconds: 10 },
        );
      case 'keptOfUser':
        return new KtimaError(
          'THROTTLED',
          `you have ${limits.keptOfUser} portfolios; delete one, or wait until one expires`,
          { retryAfterSeconds: 600 },
        );
    }
  }

  async function receive(store: RunStore, run: NewRun, body: Readable): Promise<PortfolioStatus> {
    const refusal = await store.admit(run, limits, nowMs());
    if (refusal === 'key') return repeated(await store.withKey(run, run.key!), run.options, body);
    if (refusal) throw await refused(store, refusal, run);
    try {
      const { bytes, sha256 } = await receiveFile(body, mostBytes, (content, piece) =>
        store.addPiece(run.id, 0, 'input', piece, content),
      );
      const status = { ...run.status, bytes };
      const isQueued = await store.queue(run.id, status, fingerprintOf(run.options, sha256));
      if (!isQueued) throw noRoom();
      return status;
    } catch (error) {
      await store.remove(run.id).catch(() => {});
      throw error;
    }
  }

  /** The run that an earlier request with the same key has made, if it was the same request. */
  async function repeated(
    run: StoredRun | undefined,
    options: PortfolioOptions,
    body: Readable,
  ): Promise<PortfolioStatus> {
    const { sha256 } = await receiveFile(body, mostBytes, async () => {});
    if (!run?.fingerprint) {
      const message = 'the file of another request with this Idempotency-Key still arrives';
      throw new KtimaError('UNAVAILABLE', message, { retryAfterSeconds: 5 });
    }
    if (run.fingerprint === fingerprintOf(options, sha256)) return run.status;
    throw keyReused('another file or other parameters');
  }

  const reportLook = reportCause(log, 'portfolios cannot be read', 'portfolios are read again');
  const stopLooking = repeat(
    () => look().then(hasRead => hasRead && reportLook(), reportLook),
    lookEveryMs,
  );

  return {
    mostBytes,

    async start(caller, options, body, { key = null, length = mostBytes }) {
      // Before the file is read, so that a wrong option costs nothing.
      requestOf(options, '', '');
      checkScopes(options, caller.scopes);
      const { store, runner } = await open();
      const id = randomBytes(16).toString('hex');
      // The room of the largest file, until the size is known.
      const status = queued(id, options, length, clock());
      const untilMs = nowMs() + uploadMs;
      const run = { id, ...askedBy(caller), options, key, untilMs, status };
      const received = await receive(store, run, body);
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
      return store.correct(id, attempt, corrections);
    },

    async again(caller, id, { columns, terms }, key) {
      const { store, runner } = await open();
      const run = await own(store, caller, id);
      const fingerprint = fingerprintOf({ ...terms }, JSON.stringify(columns ?? null));
      if (key !== undefined && run.again?.key === key) {
        if (run.again.fingerprint === fingerprint) return run.status;
        throw keyReused('another body');
      }
      const options = {
        ...run.options,
        ...terms,
        ...(columns && { columns: JSON.stringify(columns) }),
        start: true,
      };
      requestOf(options, '', '');
      checkScopes(options, caller.scopes);
      checkColumns(run, options);
      const { bytes, created_at, state, rows } = run.status;
      // The rows of a result are known, so a quota that is used up does not remove it.
      const isCounted = state === 'done' && rows > 0;
      if (isCounted) await countRows(usage, caller, rows);
      const status = { ...queued(id, options, bytes, clock()), created_at };
      const again = key === undefined ? undefined : { key, fingerprint };
      const asked = { ...run, ...askedBy(caller), options, again, isCounted, status };
      const outcome = await store.again(asked, limits);
      if (typeof outcome === 'string') throw await refused(store, outcome, caller);
      if (!outcome) throw stillRuns();
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

function askedBy({ issuer, subject, session, scopes }: PortfolioCaller) {
  return { issuer, subject, session: session ?? null, scopes: [...scopes] };
}

/** What a request with an Idempotency-Key asked for. */
function fingerprintOf(options: PortfolioOptions, more: string): string {
  const sorted = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([sorted, more]));
}

/** Throws FORBIDDEN if options need a scope that the token does not have. */
function checkScopes(options: PortfolioOptions, scopes: ReadonlySet<Scope>): void {
  if (options.places !== undefined && !scopes.has('places')) throw insufficientScope('places');
  const namesZones = typeof kindsIn(options) !== 'boolean';
  if (namesZones && !scopes.has('zones')) throw insufficientScope('zones');
}

/** Throws unless the file of a run can be run with these options, so that no result is lost. */
function checkColumns({ status }: StoredRun, options: PortfolioOptions): void {
  const { map } = requestOf(options, '', '');
  try {
    // Without a header the run shows whether the file can be read.
    if (status.header.length > 0) checkTable({ input: status.name, map }, status.header);
  } catch (error) {
    if (!(error instanceof KtimaError)) throw error;
    throw new KtimaError('INVALID_INPUT', error.message);
  }
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

function queued(id: string, options: PortfolioOptions, bytes: number, now: Date): PortfolioStatus {
  const { name = 'portfolio', format = 'csv', language = defaultLanguage } = options;
  return {
    id,
    name,
    state: 'queued',
    created_at: now.toISOString(),
    finished_at: null,
    expires_at: null,
    format,
    bytes,
    waiting_before: null,
    rows: 0,
    progress: 0,
    header: [],
    samples: [],
    rows_in_file: null,
    columns: {},
    unclear_sums: [],
    notes: [],
    with_position: null,
    with_parcel: null,
    with_cost: null,
    with_problems: null,
    error: null,
    error_code: null,
    language,
  };
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

function keyReused(what: string): KtimaError {
  const message = `Idempotency-Key: expected another key, this one was sent with ${what}`;
  return new KtimaError('KEY_REUSED', message);
}

function stillRuns(): KtimaError {
  const message = 'this portfolio waits or runs already; wait for its end';
  return new KtimaError('THROTTLED', message, { retryAfterSeconds: 10 });
}
