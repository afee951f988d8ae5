import { fileURLToPath } from 'node:url';
import { describeGazetteer } from '../import/datasets/gazetteer/source.ts';
import type { Store, StoreReader } from '../store/store.ts';

/** The folder of the data that ship. */
export const dataFolder = fileURLToPath(new URL('../../data', import.meta.url));

/** The store with the gazetteer among its sources: it ships, and answers as the addresses do. */
export function withGazetteer(store: Store): Store {
  const gazetteer = describeGazetteer();
  const withOwnSource = <Reader extends StoreReader>(reader: Reader): Reader => ({
    ...reader,
    loadedSources: async () => [...(await reader.loadedSources()), gazetteer],
  });
  return { ...withOwnSource(store), until: signal => withOwnSource(store.until(signal)) };
}
