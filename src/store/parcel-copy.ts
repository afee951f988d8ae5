import { setTimeout as sleep } from 'node:timers/promises';
import { findPacked, openParcelPacking, type PackedParcels } from '../property/packed-parcels.ts';
import { runAside } from './aside.ts';
import { afterChanges } from './follow.ts';
import type { DatabaseSettings } from './open.ts';
import { type Reading, type Store, stateOf } from './store.ts';

/** Parcels in memory, and by what they are told from others. */
export interface ParcelCopy {
  readonly version: string;
  readonly parcels: PackedParcels;
}

/** Packs all parcels; undefined when there are more rows than `limit`, or others meanwhile. */
export async function packParcels(store: Reading, limit: number): Promise<ParcelCopy | undefined> {
  const { version, rows } = await parcelState(store);
  if (rows > limit) return undefined;
  const packing = openParcelPacking(rows);
  for await (const parcel of await store.readParcels()) packing.add(parcel);
  const isStillSo = (await parcelState(store)).version === version;
  return isStillSo ? { version, parcels: packing.packed() } : undefined;
}

async function parcelState(store: Reading) {
  return stateOf('parcels', await store.loadedSources());
}

/** Fewer rows are packed sooner than a thread is started. */
const fewRows = 500;

/** How often packing is tried while imports come in between, and after what time. */
const tries = 3;
const againMs = 1_000;

/** How long after a failure packing is tried again at most: it may take half a minute itself. */
const longestRetryMs = 60_000;

/** A store with parcels at hand, until it is closed. */
export interface StoreWithParcels {
  readonly store: Store;
  /** How many are held at the moment. */
  count(): number;
  close(): void;
}

/**
 * Holds a copy of the parcels in memory, for the usual answers, unless there are more rows of them
 * than `limit`. It is made aside and dropped when parcels have changed; as long as there is none,
 * and for what it does not hold, the database is asked.
 */
export async function withParcelsInMemory(
  store: Store,
  database: DatabaseSettings,
  limit: number,
  told: (failure?: unknown) => void,
): Promise<StoreWithParcels> {
  let copy: ParcelCopy | undefined;
  const ending = new AbortController();
  const { signal } = ending;

  /** What the copy ought to be of; a copy that is not, or may not be, is dropped. */
  const confirm = async () => {
    try {
      const now = await parcelState(store);
      if (copy?.version !== now.version) copy = undefined;
      return now;
    } catch (error) {
      copy = undefined;
      throw error;
    }
  };
  const refresh = async () => {
    let { version, rows } = await confirm();
    for (let left = tries; left > 0 && !copy && rows <= limit; left--) {
      const made = await (rows <= fewRows
        ? packParcels(store, fewRows)
        : packAside(database, limit, signal));
      ({ version, rows } = await confirm());
      // Else there was an import, or the thread has read from another server.
      if (made?.version === version && !signal.aborted) copy = made;
      else await sleep(againMs, undefined, { signal });
    }
    if (!copy && rows <= limit) throw new Error('the parcels change while they are read');
  };
  const refreshing = await afterChanges(store, refresh, told, longestRetryMs);
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

/** What the thread is started with. */
export interface PackingOrder {
  readonly database: DatabaseSettings;
  readonly limit: number;
}

function packAside(database: DatabaseSettings, limit: number, ending: AbortSignal) {
  const order: PackingOrder = { database, limit };
  const script = new URL('./parcel-copy-worker.ts', import.meta.url);
  return runAside<ParcelCopy | undefined>(script, order, ending);
}
