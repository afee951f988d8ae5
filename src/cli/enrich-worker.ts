// A thread that enriches rows, with its own connection, data in memory and geocoder.
import { parentPort, workerData } from 'node:worker_threads';
import { type Enriched, enrichBatch, enrichmentOf, type Plan } from '../portfolio/enrich-batch.ts';
import type { InputRow } from '../portfolio/input.ts';
import { buildCostTable } from '../property/cost.ts';
import { buildPlaceIndex } from '../property/places.ts';
import { openStore } from '../store/open.ts';
import type { Reading } from '../store/store.ts';
import { type GeocoderData, loadGeocoder } from './geocoder.ts';

/** What the thread is started with. */
export interface EnrichWorkerData extends GeocoderData {
  readonly plan: Plan;
}

const { plan, database, dataFolder } = workerData as EnrichWorkerData;
const store = await openStore(database);
const snapshot = await store.atOneMoment(readFigures);
const index = await loadGeocoder(store, dataFolder);
const enrichment = enrichmentOf(plan, { store, snapshot, geocoder: async () => index });

/** Of a snapshot, what rows need: no place is written out, and without --places none is read. */
async function readFigures(rows: Reading) {
  const { rates, depreciation } = await rows.readCosts();
  const places = plan.placeTypes.length > 0 ? await rows.readPlaces() : [];
  return { costs: buildCostTable(rates, depreciation), places: buildPlaceIndex(places) };
}

let last: Promise<void> = Promise.resolve();
parentPort!.on('message', (rows: readonly InputRow[]) => {
  // One after the other: results are told apart by their order.
  last = last.then(async () => {
    const enriched: Enriched = await enrichBatch(plan, enrichment, rows);
    parentPort!.postMessage(enriched);
  });
});
