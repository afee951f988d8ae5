import { setTimeout as sleep } from 'node:timers/promises';
import { addCountry, packNamedPlaces } from '#domain/geocoder/country/add-country.ts';
import { mergeStreets } from '#domain/geocoder/country/merge-streets.ts';
import { buildGeocoder, type GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import { cellOfWays } from '#domain/map/map-cells.ts';
import { packPlaces } from '#domain/property/pack-places.ts';
import { openGraphBuilder } from '#domain/walking/build-graph.ts';
import type { WalkGraph } from '#domain/walking/graph.ts';
import { measureSlopes } from '#domain/walking/slopes.ts';
import { wayBundles, waysIn } from '#domain/walking/ways.ts';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';
import { fillWithSample } from '#importing/shipped/sample.ts';
import { fillWithTown } from '#importing/shipped/town.ts';
import { openArtefactMemory } from '#storage/store/artefacts/files.ts';
import type { LoadedSource, Store, StoreReader } from '#storage/store/store.ts';
import {
  type ArtefactName,
  type Artefacts,
  keyOf,
  missingOf,
  readArtefact,
  removeOthers,
  type Values,
  writeArtefact,
} from './artefacts.ts';
import { isBuilt } from './edition.ts';
import { openHeights } from './heights.ts';

/** Fills in what a demo serves. */
export async function fillDemo(store: Store): Promise<void> {
  await fillWithSample(store);
  await fillWithTown(store);
}

/** Called with each step of a build. */
export type ShowStep = (step: string) => void;

/** How often a process that waits for the build of another looks for its end. */
const waitMs = 250;

/**
 * Builds the artefacts that the rows need and that are not stored, and names a new edition; or waits
 * until another process has. With `verify` a damaged artefact counts as missing. `others` are stores
 * of the same database, which hide the sample or not.
 */
export async function ensureEdition(
  store: Store,
  show: ShowStep = () => {},
  verify = false,
  others: readonly Store[] = [],
): Promise<void> {
  const stores = [store, ...others];
  const areBuilt = async () => {
    for (const one of stores) if (!(await isBuilt(one, verify))) return false;
    return true;
  };
  while (!(await areBuilt())) {
    const release = await store.artefacts.lock();
    if (release) await build(stores, show, verify).finally(release);
    else {
      show('waiting for another process, which builds');
      await sleep(waitMs);
    }
  }
}

/** One attempt, by the process with the lock. It ends early if rows change meanwhile. */
async function build(stores: readonly Store[], show: ShowStep, verify: boolean): Promise<void> {
  const store = stores[0]!;
  const { rows } = await store.editions.read();
  const sources = [...(await store.loadedSources()), ...(await store.hiddenSources())];
  for (const one of stores) {
    const loaded = await one.loadedSources();
    const made: Partial<Values> = {};
    for (const name of await missingOf(one, loaded, verify)) {
      show(`${name}: building`);
      if (!(await buildOne(one, name, loaded, made))) return;
    }
  }
  if (await store.editions.write(rows, sources)) await removeOthers(store, sources);
}

/** Returns false, and stores nothing, if the rows are no longer those of these sources. */
async function buildOne<Name extends ArtefactName>(
  store: Store,
  name: Name,
  sources: readonly LoadedSource[],
  made: Partial<Values>,
): Promise<boolean> {
  const index = async () =>
    made.addresses ?? (await readArtefact(store, 'addresses', keyOf('addresses', sources)))!;
  // A database is read as it was at one moment only while its rows are read: that delays imports.
  const finish = await store.atOneMoment(async rows => {
    const isSame = keyOf(name, await rows.loadedSources()) === keyOf(name, sources);
    return isSame ? builders[name](rows, index) : undefined;
  });
  if (!finish) return false;
  const value = await finish();
  made[name] = value;
  await writeArtefact(store, name, sources, value);
  return true;
}

/** Reads rows, and returns what is left to do without them. `index` is that of the same rows. */
type Builder<Value> = (
  rows: StoreReader,
  index: () => Promise<GeocoderIndex>,
) => Promise<() => Value | Promise<Value>>;

const builders: { readonly [Name in ArtefactName]: Builder<Values[Name]> } = {
  async costs(rows) {
    const costs = await rows.readCosts();
    return () => costs;
  },
  async places(rows) {
    const packed = packPlaces(await rows.readPlaces());
    return () => packed;
  },
  async addresses(rows) {
    const country = await readCountry(rows);
    return () => buildIndex(country);
  },
  async names(rows, index) {
    const named = await rows.readNamedPlaces();
    return async () => packNamedPlaces(await index(), named);
  },
  async ways(rows) {
    const graph = await buildWalk(rows);
    return () => graph;
  },
};

/**
 * Builds the graph of the ways that one may walk on, with their slopes if an elevation is loaded; of
 * the same way, the one loaded last.
 */
export async function buildWalk(rows: StoreReader): Promise<WalkGraph> {
  const builder = openGraphBuilder();
  for (let bundle = 0; bundle < wayBundles; bundle++) {
    const cells = await rows.mapCells([cellOfWays(bundle)]);
    for (const { content } of cells.toReversed())
      for (const way of waysIn(content)) builder.add(way);
  }
  const graph = builder.build();
  const heightsAt = await openHeights(rows);
  return heightsAt ? { ...graph, slopeEfforts: await measureSlopes(graph, heightsAt) } : graph;
}

type Country = Awaited<ReturnType<typeof readCountry>>;

async function readCountry(rows: StoreReader) {
  return {
    streets: await rows.readStreets(),
    settlements: await rows.readSettlements(),
    boundaries: await rows.readBoundaries(),
  };
}

async function buildIndex({ streets, ...country }: Country): Promise<GeocoderIndex> {
  const gazetteer = await readGazetteer();
  return buildGeocoder({
    ...addCountry(gazetteer, country),
    streets: mergeStreets(gazetteer.streets, streets, gazetteer.postalCodes),
  });
}

/** The index of the gazetteer alone, for commands; built if it is not stored yet. */
export async function gazetteerIndex(
  store: Artefacts = { artefacts: openArtefactMemory() },
): Promise<GeocoderIndex> {
  const stored = await readArtefact(store, 'addresses', keyOf('addresses', []));
  if (stored) return stored;
  const index = await buildIndex({ streets: [], settlements: [], boundaries: [] });
  await writeArtefact(store, 'addresses', [], index);
  return index;
}
