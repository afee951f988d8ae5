// A thread that enriches rows, with its own connection, snapshot and geocoder.
import { parentPort, workerData } from 'node:worker_threads';
import type { WalkGraph } from '#domain/walking/graph.ts';
import {
  type EnrichedBatch,
  enrichBatch,
  enrichmentOf,
  type Plan,
} from '#features/portfolio/batch/enrich-batch.ts';
import type { InputRow } from '#features/portfolio/input/input-row.ts';
import { openShippedCoast, readShippedKinds } from '#importing/shipped/shipped-zones.ts';
import { type DatabaseSettings, openStore } from '#storage/store/open-store.ts';
import { readData } from '../../artefacts/snapshot.ts';

/** What the thread is started with. */
export interface EnrichWorkerData {
  readonly database: DatabaseSettings;
  readonly plan: Plan;
  /** All threads use the same memory. */
  readonly ways: WalkGraph | undefined;
}

const { plan, database, ways } = workerData as EnrichWorkerData;
const store = await openStore(database);
const { index, snapshot } = await readData(store);
const enrichment = await enrichmentOf(plan, {
  store,
  snapshot,
  ways,
  geocoder: async () => index,
  zoneKinds: readShippedKinds(),
  coast: openShippedCoast(),
});

let last: Promise<void> = Promise.resolve();
parentPort!.on('message', (rows: readonly InputRow[]) => {
  // One after the other, because results are identified by their order.
  last = last.then(async () => {
    const enriched: EnrichedBatch = await enrichBatch(plan, enrichment, rows);
    parentPort!.postMessage(enriched);
  });
});
