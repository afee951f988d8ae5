import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { emptyLayers, type Layer, type Provenance, type Store } from '../store/store.ts';
import { toCostRate, toDepreciation } from './datasets/costs.ts';
import { toParcel } from './datasets/parcels.ts';
import { toPlace } from './datasets/places.ts';
import { readCsv } from './readers/csv.ts';
import { readGeoJson } from './readers/geojson.ts';

const fill: Readonly<Record<Layer, (store: Store, folder: string) => Promise<void>>> = {
  async costs(store, folder) {
    const rates = await Array.fromAsync(readCsv(`${folder}/costs.csv`), toCostRate);
    const ageing = await Array.fromAsync(readCsv(`${folder}/depreciation.csv`), toDepreciation);
    const from = await sample(`${folder}/costs.csv`, 'illustrative figures of our own');
    await store.replaceCosts(from, rates, Object.fromEntries(ageing));
  },
  async places(store, folder) {
    const places = await Array.fromAsync(readCsv(`${folder}/places.csv`), toPlace);
    const from = await sample(`${folder}/places.csv`, '© OpenStreetMap contributors, ODbL 1.0');
    await store.replacePlaces(from, places);
  },
  async parcels(store, folder) {
    const parcels = await Array.fromAsync(readGeoJson(`${folder}/parcels.geojson`), toParcel);
    const from = await sample(`${folder}/parcels.geojson`, 'invented, no parcel of the Cadastre');
    await store.replaceParcels(from, parcels);
  },
};

/** Fills each layer that is empty with what ships in `folder`; what is loaded stays. */
export async function fillWithSample(store: Store, folder: string): Promise<void> {
  for (const layer of emptyLayers(await store.loadedSources())) await fill[layer](store, folder);
}

async function sample(path: string, licence: string): Promise<Provenance> {
  const checksum = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  return { source: 'sample', origin: path.slice(path.lastIndexOf('/') + 1), checksum, licence };
}
