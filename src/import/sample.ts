import { createHash } from 'node:crypto';
import { KtimaError } from '../errors.ts';
import type { Box } from '../geo/box.ts';
import {
  emptyLayers,
  type Layer,
  replaceRows,
  type Store,
  sampleLayers,
  sampleSource,
} from '../store/store.ts';
import { costs } from './datasets/costs.ts';
import type { Dataset } from './datasets/dataset.ts';
import { parcels } from './datasets/parcels.ts';
import { places } from './datasets/places.ts';
import { featureFeed } from './feature-feed.ts';
import { runImport } from './import.ts';
import { sampleQuarters } from './sample-quarter.ts';

/** In place of a licence. */
const inventedParcels = 'invented: no real parcel';
const inventedStreets = 'invented: no real street or building';

/** The sample data of each layer: its files, its dataset and its licence. */
const samples: readonly Sample<Layer>[] = [
  sample(costs, ['costs.csv', 'depreciation.csv'], 'illustrative figures of our own'),
  sample(places, ['places.csv'], '© OpenStreetMap contributors, ODbL 1.0'),
  sample(parcels, ['parcels.geojson'], inventedParcels),
];

interface Sample<L extends Layer> {
  readonly layer: L;
  readonly fill: (store: Store, folder: string) => Promise<void>;
}

/** Fills each empty layer with the sample data of `folder`; other layers stay unchanged. */
export async function fillWithSample(store: Store, folder: string): Promise<void> {
  const empty = emptyLayers(await store.loadedSources());
  for (const { layer, fill } of samples) if (empty.includes(layer)) await fill(store, folder);
  await drawSampleQuarters(store);
}

/** Draws invented streets around the invented parcels, unless there is a map. */
async function drawSampleQuarters(store: Store): Promise<void> {
  const sources = await store.loadedSources();
  const holds = (layer: Layer) => sources.some(source => source.layer === layer && source.rows > 0);
  if (holds('map') || !sampleLayers(sources).includes('parcels')) return;
  const rows = sampleQuarters((await store.parcelsAlong([everywhere], '', mostRows)).parcels);
  const checksum = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  const from = {
    source: sampleSource,
    origin: 'parcels.geojson',
    checksum,
    licence: inventedStreets,
  };
  await replaceRows(store, 'map', from, rows);
}

/** A box around everything, and more than the parcels and blocks of the sample. */
const everywhere: Box = { west: -180, south: -90, east: 180, north: 90 };
const mostRows = 1_000;

function sample<L extends Layer>(
  dataset: Dataset<L>,
  names: readonly string[],
  licence: string,
): Sample<L> {
  const fill = async (store: Store, folder: string) => {
    const files = names.map(name => `${folder}/${name}`);
    const request = { files, source: sampleSource, licence, maxRefusedShare: 0, dryRun: false };
    const feed = featureFeed(dataset, files, {}, () => {});
    const { committed, outcome, refused } = await runImport(store, dataset.layer, request, feed);
    if (!committed) throw new KtimaError('BAD_DATA', refused[0]?.examples[0] ?? outcome);
  };
  return { layer: dataset.layer, fill };
}
