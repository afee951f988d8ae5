import { Worker } from 'node:worker_threads';
import type { GeocoderIndex } from '../geocoder/build.ts';

/**
 * The geocoder over the national gazetteer. It is built aside, from the first call on: a start
 * does not wait for it, and a first address does for a second at most.
 */
export function openGeocoder(dataFolder: string): () => Promise<GeocoderIndex> {
  const building = new Promise<GeocoderIndex>((resolve, reject) => {
    const worker = new Worker(new URL('./geocoder-worker.ts', import.meta.url), {
      workerData: dataFolder,
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  // Told to whoever asks for an address; nobody may be asking yet.
  building.catch(() => {});
  return () => building;
}
