import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Layer, LayerRows, LoadedSource, RowTaker, Store } from '#storage/store/store.ts';
import { KtimaError } from '#tools/errors.ts';
import { checksumOf } from '#tools/files/bytes.ts';
import { megabytes } from '#tools/files/write-file.ts';
import { type AddRow, rowAdder } from './add-rows.ts';
import { artefactBytes } from './artefact-bytes.ts';
import { type ImportReport, openTally, type Tally } from './report.ts';
import {
  type AllowedResult,
  type FilledLayer,
  hasOtherRates,
  largeLosses,
  noteMissingRates,
  noteSharedRows,
  objectionTo,
  openComparedRows,
  rowsBefore,
} from './result-checks.ts';

/** The options of an import. */
export interface ImportRequest extends AllowedResult {
  readonly files: readonly string[];
  /** Name of the source whose rows are replaced. */
  readonly source: string;
  readonly licence: string;
  /** Read and check everything, but change nothing. */
  readonly dryRun: boolean;
  /** Whether positions outside Greece are accepted; default false, as most of them are mistakes. */
  readonly anywhere?: boolean;
  /** The start by performance.now(), if reading began before the run; default now. */
  readonly startedAt?: number;
  /** Whether the import is refused when the disk has too little space; default true. */
  readonly checkSpace?: boolean;
}

/** Reads the files and adds the rows of a layer; those of another one that come with them, too. */
export type Feed<L extends Layer> = (
  add: AddRow<L>,
  tally: Tally,
  beside?: <Other extends Layer>(layer: Other) => Promise<RowAdder<Other>>,
) => Promise<void>;

/** Adds rows of a layer and counts them. */
export interface RowAdder<L extends Layer> {
  readonly add: AddRow<L>;
  readonly tally: Tally;
}

/** A layer and the feed of its rows. */
export interface LayerFeed<L extends Layer> {
  readonly layer: L;
  readonly feed: Feed<L>;
}

/** Imports one layer; see `runImports`. */
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
 * Imports one or more layers: writes the rows to a replacement that is not yet visible, checks them,
 * then swaps all layers or none. After any failure before the swap, even a killed process, the old
 * rows stay in force.
 */
export async function runImports<L extends Layer, Others extends Layer = never>(
  store: Store,
  request: ImportRequest,
  first: LayerFeed<L>,
  ...others: LayerFeed<Others>[]
): Promise<ImportReport[]> {
  const { files, source, licence, startedAt = performance.now() } = request;
  const { checkSpace = true } = request;
  const layers = [first.layer, ...others.map(({ layer }) => layer)];
  // Rows of a source cannot be read while it is replaced.
  const loaded = await store.loadedSources();
  if (checkSpace) await checkFreeSpace(store, request, layers, loaded);
  const checksum = await checksumOf(files);
  const isRated = await hasOtherRates(store, first.layer, source);
  const replacement = await store.replace(first.layer, source);
  try {
    const open: OpenLayer<never>[] = [];
    const begin = <K extends Layer>(layer: K, taker: RowTaker<LayerRows[K]>) => {
      const opened = openLayer(store, layer, taker, request);
      open.push(opened);
      return opened;
    };
    const beside = async <K extends Layer>(layer: K) =>
      begin(layer, await replacement.beside(layer));
    const own = begin(first.layer, replacement);
    await first.feed(own.add, own.tally, beside);
    for (const { layer, feed } of others) {
      const other = await beside(layer);
      await feed(other.add, other.tally, beside);
    }
    const filled: FilledLayer[] = [];
    for (const layer of open) filled.push(await layer.finish());
    if (!isRated) noteMissingRates(filled[0]!);
    const isAnyRead = filled.some(({ tally }) => tally.read > 0);
    const objections = filled.map(layer => objectionTo(layer, request, isAnyRead));
    const isGood = objections.every(objection => objection === undefined);
    const committed = isGood && !request.dryRun;
    if (committed) {
      if (checkSpace) await checkArtefactSpace(store, source, filled, loaded);
      const origin = files.map(file => basename(file)).join(', ');
      await replacement.commit({ source, origin, checksum, licence });
    }
    const seconds = Math.round(performance.now() - startedAt) / 1_000;
    return filled.map(({ layer, tally, change }, i) => ({
      layer,
      source,
      files,
      before: rowsBefore(change),
      ...tally.result(),
      seconds,
      accepted: isGood,
      committed,
      outcome: objections[i] ?? outcomeOf(isGood, committed, tally.kept, rowsBefore(change)),
    }));
  } catch (error) {
    throw withDiskFullMessage(error);
  } finally {
    await replacement.abandon();
  }
}

function outcomeOf(isGood: boolean, committed: boolean, kept: number, before: number): string {
  if (!isGood) return 'another layer of this import was refused; nothing was changed';
  if (!committed) return 'a dry run; nothing was changed';
  if (kept > 0) return 'the new rows are stored; a running service uses them within seconds';
  const none = 'the source has no rows in this layer';
  return before > 0 ? `${none}; a running service changes within seconds` : none;
}

interface OpenLayer<L extends Layer> extends RowAdder<L> {
  finish(): Promise<FilledLayer>;
}

function openLayer<L extends Layer>(
  store: Store,
  layer: L,
  taker: RowTaker<LayerRows[L]>,
  request: ImportRequest,
): OpenLayer<L> {
  const tally = openTally();
  const compared = openComparedRows(taker);
  // A single zone may have a million positions, and a square of a grid is large: none is held, and
  // the store keeps up with each.
  const isLarge = layer === 'zones' || layer === 'grids';
  const [onKept, every] = isLarge ? [() => {}, 1] : [compared.add, undefined];
  return {
    add: rowAdder(taker, tally, request, onKept, every),
    tally,
    async finish() {
      await noteSharedRows(store, layer, request.source, compared.rows, tally);
      for (const loss of largeLosses(taker))
        tally.note('fewer than a tenth of the rows before', loss);
      return { layer, tally, change: taker };
    },
  };
}

/** Bytes in the database for one byte of the files, measured for parcels in GeoJSON. */
const storedShare = 1.2;

/**
 * Throws if the disk of an embedded database has too little space. The rows are written to the
 * write-ahead log first. Then they need as much again, unless they take the place of old ones; and
 * what is built from the layers is built anew.
 */
async function checkFreeSpace(
  store: Store,
  { files, source }: ImportRequest,
  layers: readonly Layer[],
  loaded: readonly LoadedSource[],
): Promise<void> {
  const sizes = files.map(file => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  const rowBytes = storedShare * sizes.reduce((sum, size) => sum + size, 0);
  const isKnown = loaded.some(one => one.source === source);
  await requireFree(store, (isKnown ? 1 : 2) * rowBytes + artefactBytes(layers, loaded));
}

/**
 * The same before the commit, when the numbers of rows are known. The log, which is as large as what
 * the database grows by, is emptied before anything is built.
 */
async function checkArtefactSpace(
  store: Store,
  source: string,
  filled: readonly FilledLayer[],
  loaded: readonly LoadedSource[],
): Promise<void> {
  const layers = filled.map(({ layer }) => layer);
  const kept = loaded.filter(one => one.source !== source || !layers.includes(one.layer));
  const rows = filled.map(({ layer, tally }) => ({ layer, rows: tally.kept }));
  await requireFree(store, artefactBytes(layers, [...kept, ...rows]));
}

async function requireFree(store: Store, needed: number): Promise<void> {
  const free = await store.freeBytes();
  if (free === undefined || needed <= free) return;
  throw new KtimaError(
    'UNAVAILABLE',
    `the disk of the database has ${megabytes(free)} free, and this import needs about ` +
      `${megabytes(needed)}; nothing was changed. Free space, or give --no-space-check to try anyway`,
  );
}

/** Replaces an engine's error about a full disk by one that explains it. */
function withDiskFullMessage(error: unknown): unknown {
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
