import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import {
  isSampleSource,
  type Layer,
  type LayerRows,
  type Provenance,
  replaceRows,
  type Store,
  sampleGoesWith,
  sampleLayers,
} from '#storage/store/store.ts';
import { dataFolder } from './shipped-table.ts';

/** Where `npm run build` writes the rows of the sample town (scripts/build-town.ts). */
export const builtTownFile = join(dataFolder, '../build/town.rows');

/** A house of the town with a number, on an invented parcel: what a trial begins with. */
export const townExample = {
  address: 'Νικοτσάρα 63, Βόλος',
  addressEn: 'Nikotsara 63, Volos',
  kaek: '350099028004',
  latitude: 39.3606,
  longitude: 22.95831,
  buildArea: 90,
  constructionYear: 1975,
};

/** A source of the sample town; its rows are serialized, so that a later start does not read them. */
export interface TownPart extends Provenance {
  readonly layer: Layer;
  readonly rows: Uint8Array;
}

/** Adds the sample town to each layer that has no data but sample data. */
export async function fillWithTown(store: Store): Promise<void> {
  for (const part of await missingTown(store)) {
    await replaceRows(store, part.layer, part, rowsOf(part));
  }
}

/** The parts of the town that are not there yet. */
export async function missingTown(store: Store): Promise<TownPart[]> {
  const loaded = (await store.loadedSources()).filter(({ rows }) => rows > 0);
  const isFilled = ({ layer, source }: TownPart) =>
    loaded.some(
      one => one.layer === layer && (one.source === source || !isSampleSource(one.source)),
    );
  // Without sample parcels their surroundings were removed by an import of parcels.
  const isLost = ({ layer }: TownPart) =>
    sampleGoesWith.parcels!.includes(layer) && !sampleLayers(loaded).includes('parcels');
  return (await readTown()).filter(part => !isFilled(part) && !isLost(part));
}

/** The rows of a part of the town. */
export function rowsOf({ rows }: Pick<TownPart, 'rows'>): LayerRows[Layer][] {
  return deserialize(rows);
}

/** The parts of the town; none without a build, which needs the development dependencies. */
export async function readTown(): Promise<TownPart[]> {
  try {
    return deserialize(await readFile(builtTownFile));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
