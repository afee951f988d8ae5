import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { gunzip } from 'node:zlib';
import type { TileId } from '#domain/map/tile-scheme.ts';
import type { PageInput } from '#features/api/api-parts.ts';
import type { SummaryFile } from '#features/portfolio/summary/write-summary.ts';

/** What the thread draws: a report or a summary. */
export type RenderJob = { readonly report: ReportJob } | { readonly summary: SummaryFile };

interface ReportJob extends Omit<PageInput, 'hasTiles' | 'report'> {
  /** The report as JSON. */
  readonly report: string;
  readonly tilesets: Readonly<Record<string, object>> | undefined;
}

/** `zones/` before the name of a kind for its zones. */
export type TilesName = 'base' | 'parcels' | `zones/${string}`;

/** A tile that the thread needs. */
export interface TileRequest {
  readonly name: TilesName;
  readonly id: TileId;
}

/** A tile that is needed, or the page, which is the last message. */
export type RenderMessage = TileRequest | { readonly page: string };

/** The job, and the URL of the bundle that `npm run build` makes. */
const { bundle, ...job } = workerData as RenderJob & { readonly bundle: string };
const { renderReport, renderSummary } = await import(bundle);
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

async function render(): Promise<string> {
  if ('report' in job) {
    const { report, ...input } = job.report;
    return renderReport({ ...input, report: JSON.parse(report) }, readTile);
  }
  const { readShippedLand } = await import('#importing/shipped/map.ts');
  return renderSummary({ ...job.summary, land: await readShippedLand() });
}

parentPort!.postMessage({ page: await render() } satisfies RenderMessage);
