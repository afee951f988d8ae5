import type { Layer, LoadedSource, RowTaker, Store } from '#storage/store/store.ts';
import { type KtimaError, usageError } from '#tools/errors.ts';
import { rowsBefore } from './result-checks.ts';

/** How many rows of a layer were removed. */
export interface RemovedRows {
  readonly layer: Layer;
  readonly rows: number;
}

/** The layers in which a source has rows; throws if there are none. */
export async function layersOfSource(store: Store, source: string): Promise<Layer[]> {
  const loaded = await store.loadedSources();
  const found = loaded.filter(one => one.source === source).map(({ layer }) => layer);
  if (found.length > 0) return found;
  throw usageError(`--source ${source}: no layer has this source. Loaded: ${sourceNames(loaded)}`);
}

/** Removes a source from layers, all or none; throws if one of them has no rows of it. */
export async function removeSource(
  store: Store,
  [first, ...others]: readonly [Layer, ...Layer[]],
  source: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<RemovedRows[]> {
  const loaded = await store.loadedSources();
  const replacement = await store.replace(first, source);
  const counted = (layer: Layer, taker: RowTaker<never>): RemovedRows => {
    const rows = rowsBefore(taker);
    if (rows === 0) throw notLoaded(layer, source, loaded);
    return { layer, rows };
  };
  try {
    const removed = [counted(first, replacement)];
    for (const layer of others) removed.push(counted(layer, await replacement.beside(layer)));
    if (!dryRun) await replacement.commit({ source, origin: '', checksum: '', licence: '' });
    return removed;
  } finally {
    await replacement.abandon();
  }
}

function notLoaded(layer: Layer, source: string, loaded: readonly LoadedSource[]): KtimaError {
  const own = loaded.filter(one => one.layer === layer);
  return usageError(
    `--source ${source}: ${layer} has no such source; nothing was changed. It has: ${sourceNames(own)}`,
  );
}

function sourceNames(sources: readonly LoadedSource[]): string {
  return [...new Set(sources.map(({ source }) => source))].join(', ') || 'none';
}
