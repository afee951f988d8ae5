import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Tileset } from '#domain/map/tileset.ts';
import type { PageInput, ReportPages, TileParts } from '#features/api/api-parts.ts';
import { openPdfPrinter } from './print-pdf.ts';
import type { RenderData, RenderMessage } from './render-worker.ts';

/** What `npm run build` makes of the components of the report. */
const bundle = new URL('../../../../console/dist/server/render-report.js', import.meta.url);

const mostMegabytes = 512;

type PlanTiles = Pick<TileParts, 'base' | 'parcels'>;

/** Opens what makes documents of reports; undefined if the console is not built. */
export function openReportPages(tiles: PlanTiles, chromium: string): ReportPages | undefined {
  if (!existsSync(bundle)) return undefined;
  return {
    html: (input, signal) => renderInThread(tiles, input, signal),
    pdf: chromium === '' ? undefined : openPdfPrinter(chromium),
  };
}

/** Draws the plans in a thread of its own: requests do not wait for them. */
async function renderInThread(
  tiles: PlanTiles,
  { report, hasTiles, ...input }: PageInput,
  signal: AbortSignal,
): Promise<Buffer> {
  signal.throwIfAborted();
  const workerData: RenderData = {
    ...input,
    bundle: bundle.href,
    report: report.toString(),
    tilesets: hasTiles
      ? { base: await describe(tiles.base), parcels: await describe(tiles.parcels) }
      : undefined,
  };
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    workerData,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop);
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('the thread of a document ended early')));
  worker.on('message', (message: RenderMessage) => {
    if ('page' in message) return resolve(Buffer.from(message.page));
    tiles[message.name].tile(message.id).then(
      tile => worker.postMessage(tile),
      () => worker.postMessage(undefined),
    );
  });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

async function describe(tileset: Tileset) {
  const { lowest: lowestZoom, highest: highestZoom } = tileset.zooms;
  const { attribution } = await tileset.describe();
  return { lowestZoom, highestZoom, attribution };
}
