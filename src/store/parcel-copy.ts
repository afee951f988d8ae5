import { findPacked, openParcelPacking, type PackedParcels } from '../property/packed-parcels.ts';
import { runAside } from './aside.ts';
import { afterChanges } from './follow.ts';
import type { DatabaseSettings } from './open.ts';
import type { Reading, Store } from './store.ts';

/** Parcels in memory, and by what they are told from others. */
export interface ParcelCopy {
  readonly version: string;
  readonly parcels: PackedParcels;
}

/** Fewer are packed sooner than a thread is started. */
const manyParcels = 5_000;

/** So many are read at a time: between them others get their turn. */
const pageRows = 500;

/** Packs all parcels there are. */
export async function packAllParcels(store: Reading): Promise<ParcelCopy> {
  const { version, count } = await parcelVersion(store);
  const packing = openParcelPacking(count);
  for (let last = ''; ; ) {
    const page = await store.parcelsAfter(last, pageRows);
    if (page.length === 0) break;
    for (const parcel of page) packing.add(parcel);
    last = page.at(-1)!.kaek;
  }
  // Pages are read one by one, with no lock that an import would have to wait for.
  const isOfOneVersion = (await parcelVersion(store)).version === version;
  return isOfOneVersion ? { version, parcels: packing.packed() } : packAllParcels(store);
}

/** Changes with every import of parcels, and with no other. */
async function parcelVersion(rows: Reading): Promise<{ version: string; count: number }> {
  const sources = (await rows.loadedSources()).filter(({ layer }) => layer === 'parcels');
  const count = sources.reduce((sum, { rows }) => sum + rows, 0);
  return { version: JSON.stringify(sources), count };
}

/** A store with parcels at hand, until it is closed. */
export interface StoreWithParcels {
  readonly store: Store;
  /** How many are held at the moment. */
  count(): number;
  close(): void;
}

/**
 * Holds a copy of the parcels in memory, for the usual answers, if there are no more than `most`.
 * It is made aside and dropped when the parcels have changed; as long as there is none, and for
 * what it does not hold, the database is asked.
 */
export async function withParcelsInMemory(
  store: Store,
  database: DatabaseSettings,
  most: number,
  told: (failure?: unknown) => void,
): Promise<StoreWithParcels> {
  let copy: ParcelCopy | undefined;
  const ending = new AbortController();
  const refresh = async () => {
    const { version, count } = await parcelVersion(store);
    if (copy?.version === version) return;
    copy = undefined;
    if (count > most) return;
    const made = await (count < manyParcels
      ? packAllParcels(store)
      : packAside(database, ending.signal));
    // The thread may have read from another server, or what was imported since.
    if (made.version !== (await parcelVersion(store)).version) {
      throw new Error('the parcels have changed while they were read');
    }
    copy = made;
  };
  const refreshing = await afterChanges(store, refresh, told);
  refreshing.now();
  return {
    store: holdingParcels(store, () => copy?.parcels),
    count: () => copy?.parcels.codes.length ?? 0,
    close() {
      refreshing.close();
      ending.abort();
    },
  };
}

/** The store with parcels at hand that were packed of it. */
export function holdingParcels(store: Store, packed: () => PackedParcels | undefined): Store {
  return {
    ...store,
    parcelAtHand(kaek) {
      const parcels = packed();
      return (parcels && findPacked(parcels, kaek)) ?? store.parcelAtHand?.(kaek);
    },
  };
}

function packAside(database: DatabaseSettings, ending: AbortSignal): Promise<ParcelCopy> {
  return runAside(new URL('./parcel-copy-worker.ts', import.meta.url), database, ending);
}
