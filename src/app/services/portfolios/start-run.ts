import { hash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { defaultLanguage, requestOf } from '#features/portfolio/read-options.ts';
import { checkHeader } from '#features/portfolio/run.ts';
import { kindsIn, type PortfolioOptions } from '#features/portfolio/run-options.ts';
import type {
  AgainOptions,
  PortfolioCaller,
  PortfolioStatus,
} from '#features/runs/portfolio-body.ts';
import type { RunStore } from '#features/runs/run-store.ts';
import type { NewRun, Refusal, RunLimits, StoredRun } from '#features/runs/stored-run.ts';
import type { Scope } from '#http/scopes.ts';
import { insufficientScope } from '#http/tokens/bearer.ts';
import { countRows } from '#http/usage/count-requests.ts';
import type { UsageSubject } from '#http/usage/usage-store.ts';
import { KtimaError } from '#tools/errors.ts';
import { noRoom, noRoomOfUser } from './process/store-pieces.ts';
import { receiveFile, uploadMs } from './receive-file.ts';
import { limitsOf, type PortfolioParts, type PortfolioSettings } from './runner.ts';

/** The largest file. */
export const mostBytesOf = (settings: PortfolioSettings) => settings.portfolioMB * 1_000_000;

/** A file that a caller sends. */
interface Sent {
  readonly caller: PortfolioCaller;
  readonly options: PortfolioOptions;
  readonly key: string | null;
  /** The size of the file, if it is known. */
  readonly length: number | undefined;
}

/** Stores a file and queues its run. */
export async function startRun(
  store: RunStore,
  parts: PortfolioParts,
  { caller, options, key, length }: Sent,
  body: Readable,
): Promise<PortfolioStatus> {
  // Before the file is read, so that a wrong option costs nothing.
  requestOf(options, '', '');
  checkScopes(options, caller.scopes);
  const now = parts.clock();
  const id = randomBytes(16).toString('hex');
  // The room of the largest file, until the size is known.
  const status = queued(id, options, length ?? mostBytesOf(parts.settings), now);
  const untilMs = now.getTime() + uploadMs;
  return receive(store, parts, { id, ...askedBy(caller), options, key, untilMs, status }, body);
}

/** Queues another run of the file of a run, with its corrections. */
export async function runAgain(
  store: RunStore,
  { settings, usage, clock }: PortfolioParts,
  run: StoredRun,
  asked: AgainOptions & { readonly caller: PortfolioCaller; readonly key: string | undefined },
): Promise<PortfolioStatus> {
  const { caller, columns, terms, key } = asked;
  const fingerprint = fingerprintOf({ ...terms }, JSON.stringify(columns ?? null));
  if (key !== undefined && run.again?.key === key) {
    if (run.again.fingerprint === fingerprint) return run.status;
    throw keyReused('another body');
  }
  const renamed = columns && { columns: JSON.stringify(columns) };
  const options = { ...run.options, ...terms, ...renamed, start: true };
  requestOf(options, '', '');
  checkScopes(options, caller.scopes);
  checkColumns(run, options);
  const { bytes, created_at, state, rows } = run.status;
  // The rows of a result are known, so a quota that is used up does not remove it.
  const isCounted = state === 'done' && rows > 0;
  if (isCounted) await countRows(usage, caller, rows);
  const status = { ...queued(run.id, options, bytes, clock()), created_at };
  const again = key === undefined ? undefined : { key, fingerprint };
  const limits = limitsOf(settings);
  const next = { ...run, ...askedBy(caller), options, again, isCounted, status };
  const outcome = await store.again(next, limits);
  if (typeof outcome === 'string') throw await refused(store, outcome, limits, caller);
  if (!outcome) throw stillRuns();
  return status;
}

/** The error for a limit that a portfolio would exceed. */
async function refused(
  store: RunStore,
  limit: Exclude<Refusal, 'key'>,
  limits: RunLimits,
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
        'QUEUE_FULL',
        `${limits.waitingOfUser} portfolios of yours wait or run; wait for the end of one, or delete it`,
        { retryAfterSeconds: 10 },
      );
    case 'keptOfUser':
      return new KtimaError(
        'NO_ROOM',
        `you have ${limits.keptOfUser} portfolios; delete one, or wait until one expires`,
        { retryAfterSeconds: 600 },
      );
  }
}

/** Stores the file of a run and queues it. */
async function receive(
  store: RunStore,
  { settings, clock }: PortfolioParts,
  run: NewRun,
  body: Readable,
): Promise<PortfolioStatus> {
  const limits = limitsOf(settings);
  const mostBytes = mostBytesOf(settings);
  const refusal = await store.admit(run, limits, clock().getTime());
  if (refusal === 'key') {
    const { sha256 } = await receiveFile(body, mostBytes, async () => {});
    return repeated(await store.withKey(run, run.key!), fingerprintOf(run.options, sha256));
  }
  if (refusal) throw await refused(store, refusal, limits, run);
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
function repeated(run: StoredRun | undefined, fingerprint: string): PortfolioStatus {
  if (!run?.fingerprint) {
    const message = 'the file of another request with this Idempotency-Key still arrives';
    throw new KtimaError('UNAVAILABLE', message, { retryAfterSeconds: 5 });
  }
  if (run.fingerprint === fingerprint) return run.status;
  throw keyReused('another file or other parameters');
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
    if (status.header.length > 0) checkHeader({ input: status.name, map }, status.header);
  } catch (error) {
    if (!(error instanceof KtimaError)) throw error;
    throw new KtimaError('INVALID_INPUT', error.message);
  }
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
    unclear_columns: [],
    unclear_types: [],
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

function keyReused(what: string): KtimaError {
  const message = `Idempotency-Key: expected another key, this one was sent with ${what}`;
  return new KtimaError('KEY_REUSED', message);
}

function stillRuns(): KtimaError {
  const message = 'this portfolio waits or runs already; wait for its end';
  return new KtimaError('STILL_RUNNING', message, { retryAfterSeconds: 10 });
}
