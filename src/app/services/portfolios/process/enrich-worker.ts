// A thread that enriches rows.
import { parentPort, workerData } from 'node:worker_threads';
import type { InputRow } from '#features/portfolio/input/input-row.ts';
import { openRowRunner } from './enrich-rows.ts';

const { run } = await openRowRunner(workerData);

parentPort!.on('message', async (rows: readonly InputRow[]) => {
  parentPort!.postMessage(await run(rows));
});
