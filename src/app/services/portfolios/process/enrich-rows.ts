import type { WalkGraph } from '#domain/walking/graph.ts';
import {
  type EnrichedBatch,
  enrichBatch,
  enrichmentOf,
  type Plan,
} from '#features/portfolio/batch/enrich-batch.ts';
import type { Runner } from '#features/portfolio/batches.ts';
import type { InputRow } from '#features/portfolio/input/input-row.ts';
import { openShippedCoast, readShippedKinds } from '#importing/shipped/shipped-zones.ts';
import { type DatabaseSettings, openStore } from '#storage/store/open-store.ts';
import { readData } from '../../artefacts/snapshot.ts';

export type RowRunner = Runner<readonly InputRow[], EnrichedBatch>;

/** What rows are enriched with. */
export interface RowRunnerData {
  readonly database: DatabaseSettings;
  readonly plan: Plan;
  /** All threads use the same memory. */
  readonly ways: WalkGraph | undefined;
}

/** Enriches rows in this thread, with its own connection, snapshot and geocoder. */
export async function openRowRunner({ plan, database, ways }: RowRunnerData): Promise<RowRunner> {
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
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(rows) {
      // One after the other, because results are identified by their order.
      const batch = last.then(() => enrichBatch(plan, enrichment, rows));
      last = batch;
      return batch;
    },
    close: () => store.close(),
  };
}
