import { ensureArtefacts } from '#app/services/artefacts/build.ts';
import { readData } from '#app/services/artefacts/snapshot.ts';
import { buildCostTable } from '#domain/property/cost/cost-table.ts';
import { packPlaces } from '#domain/property/pack-places.ts';
import type { Snapshot, Store } from '#storage/store/store.ts';

/** The snapshot of a store, made from its rows without an artefact. */
export function loadSnapshot(store: Store): Promise<Snapshot> {
  return store.atOneMoment(async rows => ({
    costs: buildCostTable(await rows.readCosts()),
    ...packPlaces(await rows.readPlaces()),
    version: JSON.stringify(await rows.loadedSources()),
  }));
}

/** The address index of a store, built and read as services do. */
export async function loadGeocoder(store: Store) {
  await ensureArtefacts(store);
  return (await readData(store)).index;
}
