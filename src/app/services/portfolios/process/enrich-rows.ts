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
import { loadEdition, type Parts } from '../../artefacts/edition.ts';

export type RowRunner = Runner<readonly InputRow[], EnrichedBatch>;

/** What rows are enriched with. */
export interface RowRunnerData {
  readonly database: DatabaseSettings;
  readonly plan: Plan;
  /** What all threads have in the same memory. */
  readonly shared: Partial<Parts>;
}

/** Enriches rows in this thread, with its own connection and edition, the last one at its start. */
export async function openRowRunner({ plan, database, shared }: RowRunnerData): Promise<RowRunner> {
  const store = await openStore(database);
  const enrichment = enrichmentOf(plan, {
    store,
    edition: await loadEdition(store, shared),
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
