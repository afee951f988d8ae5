import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { KtimaError } from '../errors.ts';
import { isInGreece, isSwapped } from '../property/greece.ts';
import type { Layer, LayerRows, RowTaker, Store } from '../store/store.ts';
import { expectedUnswapped, Refused } from './datasets/refused.ts';
import { type ImportReport, openTally, type Tally } from './report.ts';

/** What the operator asked for. */
export interface ImportRequest {
  readonly files: readonly string[];
  /** Name of the source whose rows are replaced. */
  readonly source: string;
  readonly licence: string;
  /** Above this share of refused rows nothing changes, 0 to 1. */
  readonly maxRefusedShare: number;
  /** Read and check everything, change nothing. */
  readonly dryRun: boolean;
  /** Whether positions outside Greece are taken; no by default, as most are mistakes. */
  readonly anywhere?: boolean;
  /** When the work began, by performance.now(), if reading began before the run; by default now. */
  readonly startedAt?: number;
  /** Whether no rows at all is an answer too, and not a mistake; no by default. */
  readonly mayBeEmpty?: boolean;
}

/**
 * Adds a row that stood somewhere; the tally keeps the count either way. Now and then the store
 * wants a pause to catch up: then there is a promise to wait for.
 */
export type AddRow<L extends Layer> = (
  row: LayerRows[L],
  where: string,
) => Promise<void> | undefined;

/** After how many rows the store may catch up. */
const keepUpEvery = 100;

/** Feeds the rows of a layer out of the files: readers and datasets, put together. */
export type Feed<L extends Layer> = (add: AddRow<L>, tally: Tally) => Promise<void>;

/** A layer and where its rows come from. */
export interface LayerFeed<L extends Layer> {
  readonly layer: L;
  readonly feed: Feed<L>;
}

/** One import of one layer; see `runImports`. */
export async function runImport<L extends Layer>(
  store: Store,
  layer: L,
  request: ImportRequest,
  feed: Feed<L>,
): Promise<ImportReport> {
  const [report] = await runImports(store, request, { layer, feed });
  return report!;
}

/**
 * One import of one layer or more: rows into a replacement that nobody sees, then the checks, then
 * the swap, of all layers or of none. Whatever goes wrong before that, down to a lost process,
 * leaves the old rows in force.
 */
export async function runImports<L extends Layer, Others extends Layer = never>(
  store: Store,
  request: ImportRequest,
  first: LayerFeed<L>,
  ...others: LayerFeed<Others>[]
): Promise<ImportReport[]> {
  const { files, source, licence, startedAt = performance.now() } = request;
  const checksum = await checksumOf(files);
  const replacement = await store.replace(first.layer, source);
  try {
    const filled: Filled[] = [await fill(replacement, first, request)];
    for (const other of others) {
      filled.push(await fill(await replacement.beside(other.layer), other, request));
    }
    const isGood = filled.every(({ obstacle }) => obstacle === undefined);
    const committed = isGood && !request.dryRun;
    if (committed) {
      const origin = files.map(file => basename(file)).join(', ');
      await replacement.commit({ source, origin, checksum, licence });
    }
    const seconds = Math.round(performance.now() - startedAt) / 1_000;
    return filled.map(({ layer, figures, obstacle }) => ({
      layer,
      source,
      files,
      ...figures,
      seconds,
      accepted: isGood,
      committed,
      outcome: obstacle ?? outcomeOf(isGood, committed),
    }));
  } catch (error) {
    throw explained(error);
  } finally {
    await replacement.abandon();
  }
}

function outcomeOf(isGood: boolean, committed: boolean): string {
  if (!isGood) return 'what came with them was refused; nothing was changed';
  return committed ? 'the new rows are in force' : 'a dry run; nothing was changed';
}

/** A layer's new rows: what came of reading them, and what speaks against them. */
interface Filled {
  readonly layer: Layer;
  readonly figures: ReturnType<Tally['result']>;
  readonly obstacle: string | undefined;
}

async function fill<L extends Layer>(
  taker: RowTaker<LayerRows[L]>,
  { layer, feed }: LayerFeed<L>,
  request: ImportRequest,
): Promise<Filled> {
  const tally = openTally();
  await feed(adding(taker, tally, request), tally);
  return { layer, figures: tally.result(), obstacle: obstacleTo(request, tally) };
}

function adding<L extends Layer>(
  taker: RowTaker<LayerRows[L]>,
  tally: Tally,
  { anywhere = false }: ImportRequest,
): AddRow<L> {
  return (row, where) => {
    const misplaced = anywhere ? undefined : outsideGreece(row);
    const contradiction = misplaced ? undefined : (unstorable(row) ?? taker.add(row));
    if (misplaced) tally.refuse(misplaced.reason, where, misplaced.message);
    else if (contradiction === undefined) tally.keep();
    else tally.refuse(generalised(contradiction), where, contradiction);
    return tally.read % keepUpEvery === 0 ? taker.keepUp() : undefined;
  };
}

/** Swapped, zero and foreign coordinates of places and addresses; parcels look at their corners. */
function outsideGreece(row: object): Refused | undefined {
  if (!('latitude' in row && 'longitude' in row)) return undefined;
  const [latitude, longitude] = [Number(row.latitude), Number(row.longitude)];
  if (isInGreece(latitude, longitude)) return undefined;
  const expected = isSwapped(latitude, longitude)
    ? expectedUnswapped
    : 'a place in Greece; --anywhere takes other countries';
  return new Refused('position', expected, { latitude, longitude });
}

/** PostgreSQL cannot store this character; what one engine takes the other must take too. */
function unstorable(row: object): string | undefined {
  const holdsNul = (value: unknown) => typeof value === 'string' && value.includes('\0');
  const field = Object.entries(row).find(([, value]) => holdsNul(value))?.[0];
  return field && `${field}: holds a NUL character`;
}

/** Without the code of the very parcel, so that rows refused alike are counted together. */
function generalised(reason: string): string {
  return reason.replace(/: \S+ comes twice/, ': comes twice');
}

function obstacleTo(request: ImportRequest, tally: Tally): string | undefined {
  if (tally.read === 0) {
    return request.mayBeEmpty ? undefined : 'no rows were found; nothing was changed';
  }
  const share = tally.refusedShare();
  if (share > request.maxRefusedShare) {
    const percent = (value: number) => `${Math.round(value * 1000) / 10} %`;
    return (
      `${percent(share)} of the rows were refused, more than the ${percent(request.maxRefusedShare)} ` +
      'that --max-refused allows; nothing was changed'
    );
  }
  return tally.kept === 0 ? 'no row could be used; nothing was changed' : undefined;
}

async function checksumOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    try {
      for (const part of await partsOf(file)) {
        for await (const chunk of createReadStream(part)) hash.update(chunk);
      }
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === 'ENOENT' ? 'no such file' : `cannot be read: ${code ?? message}`;
      throw new KtimaError('BAD_DATA', `${file}: ${reason}`, { cause: error });
    }
  }
  return hash.digest('hex');
}

/** The file itself or, of a folder such as a File Geodatabase, the files in it. */
async function partsOf(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(({ name }) => join(path, name));
  return files.sort();
}

/** A full disk comes out of the engine in its own words; say what it means. */
function explained(error: unknown): unknown {
  if (
    error instanceof Error &&
    /disk is full|ENOSPC|disk I\/O error|No space left on device/.test(error.message)
  ) {
    return new KtimaError(
      'UNAVAILABLE',
      `the database could not be written (${error.message}); nothing was changed`,
      { cause: error },
    );
  }
  return error;
}
