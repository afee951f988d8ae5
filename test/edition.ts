import { buildWalk, ensureEdition } from '#app/services/artefacts/build.ts';
import { loadEdition } from '#app/services/artefacts/edition.ts';
import { buildCostTable } from '#domain/property/cost/cost-table.ts';
import { packPlaces } from '#domain/property/pack-places.ts';
import type { Edition, Store } from '#storage/store/store.ts';

/** The edition of a store, made from its rows without an artefact, with these addresses. */
export function editionOf(store: Store, addresses: Edition['addresses']): Promise<Edition> {
  return store.atOneMoment(async rows => ({
    name: '1-test',
    sources: await rows.loadedSources(),
    costs: buildCostTable(await rows.readCosts()),
    ...packPlaces(await rows.readPlaces()),
    addresses,
    ways: await buildWalk(rows),
  }));
}

/** The address index of a store, built and read as services do. */
export async function loadGeocoder(store: Store) {
  await ensureEdition(store);
  return (await loadEdition(store)).addresses;
}
