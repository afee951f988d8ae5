import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { gunzip } from 'node:zlib';
import type { TileId } from '#domain/map/tile-scheme.ts';
import type { PageInput } from '#features/api/api-parts.ts';

/** What the thread is started with. */
export interface RenderData extends Omit<PageInput, 'hasTiles' | 'report'> {
  /** The URL of the bundle that `npm run build` makes. */
  readonly bundle: string;
  /** The report as JSON. */
  readonly report: string;
  readonly tilesets: Readonly<Record<TilesName, object>> | undefined;
}

export type TilesName = 'base' | 'parcels';

/** A tile that the thread needs, or the page, which is the last message. */
export type RenderMessage =
  | { readonly name: TilesName; readonly id: TileId }
  | { readonly page: string };

const { bundle, report, ...input } = workerData as RenderData;
const { renderReport } = await import(bundle);
const unpacked = promisify(gunzip);

/** Tiles are asked for one after the other: the next message is the answer. Undefined: it failed. */
async function readTile(name: TilesName, id: TileId): Promise<ArrayBuffer> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>();
  parentPort!.once('message', resolve);
  parentPort!.postMessage({ name, id } satisfies RenderMessage);
  const tile = await promise;
  if (tile === undefined) throw new Error('the tile could not be read');
  if (tile.length === 0) return new ArrayBuffer(0);
  return Uint8Array.from(await unpacked(tile)).buffer;
}

const page: string = await renderReport({ ...input, report: JSON.parse(report) }, readTile);
parentPort!.postMessage({ page } satisfies RenderMessage);
