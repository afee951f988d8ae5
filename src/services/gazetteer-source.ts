import { describeGazetteer } from '../import/datasets/gazetteer/source.ts';
import type { Store } from '../store/store.ts';

/** The store with the gazetteer among its sources: it ships, and answers as the addresses do. */
export function withGazetteer(store: Store): Store {
  const gazetteer = describeGazetteer();
  return {
    ...store,
    loadedSources: async () => [...(await store.loadedSources()), gazetteer],
  };
}
