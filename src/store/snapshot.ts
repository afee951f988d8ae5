import { buildCostTable } from '../property/cost.ts';
import { buildPlaceIndex } from '../property/places.ts';
import { buildPlaceSlab } from '../property/places-json.ts';
import type { Snapshot, Store } from './store.ts';

/** Reads the store into a snapshot. */
export async function loadSnapshot(store: Store): Promise<Snapshot> {
  const { rates, depreciation } = await store.readCosts();
  const places = await store.readPlaces();
  return {
    costs: buildCostTable(rates, depreciation),
    places: buildPlaceIndex(places),
    placeSlab: buildPlaceSlab(places),
  };
}
