import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { SummaryFile } from '#features/portfolio/summary/write-summary.ts';
import type { RenderJob, RenderMessage, TileRequest } from './render-worker.ts';

/** What `npm run build` makes of the components of reports and summaries. */
const bundle = new URL('../../../../console/dist/server/render-pages.js', import.meta.url);

const mostMegabytes = 512;

/** Whether documents can be drawn: the console is built. */
export function canRender(): boolean {
  return existsSync(bundle);
}

/** Draws a document in a thread of its own: requests do not wait for it. */
export async function renderInThread(
  job: RenderJob,
  { signal, readTile }: { signal?: AbortSignal; readTile?: ReadTile } = {},
): Promise<Buffer> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    workerData: { ...job, bundle: bundle.href },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const stop = () => reject(signal!.reason);
  signal?.addEventListener('abort', stop);
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('the thread of a document ended early')));
  worker.on('message', (message: RenderMessage) => {
    if ('page' in message) return resolve(Buffer.from(message.page));
    readTile!(message).then(
      tile => worker.postMessage(tile),
      () => worker.postMessage(undefined),
    );
  });
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

type ReadTile = (request: TileRequest) => Promise<Uint8Array>;

/** Draws the file of a summary. */
export const renderSummary = (summary: SummaryFile): Promise<Buffer> => renderInThread({ summary });
