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
import { openArtefactMemory } from '#storage/store/artefacts/files.ts';
import type { LoadedSource, Store, StoreReader } from '#storage/store/store.ts';
import { KtimaError } from '#tools/errors.ts';
import {
  type ArtefactName,
  artefactStates,
  artefactsOf,
  buildCommand,
  describeArtefact,
  indexLayers,
  isShippedIndex,
  readGazetteerIndex,
} from './artefacts.ts';
import { openHeights } from './heights.ts';

/** Called with each step of a build. */
export type ShowStep = (step: string) => void;

/** How often a process that waits for the build of another looks for its end. */
const waitMs = 250;

/** Builds the artefacts that are missing or older than the rows, or waits until another has. */
export async function ensureArtefacts(
  store: Store,
  show: ShowStep = () => {},
  verify = false,
): Promise<void> {
  while ((await outdated(store, verify)).length > 0) {
    const lock = await store.artefacts.lock();
    if (lock === 'taken') {
      show('waiting for another process, which builds');
      await sleep(waitMs);
    } else if (typeof lock === 'string') {
      const message = `an artefact is not built from the loaded rows: run ${buildCommand}`;
      throw new KtimaError('UNAVAILABLE', message);
    } else {
      await buildArtefacts(store, show, verify).finally(lock);
    }
  }
}

/** Builds what is missing or older than the rows. The caller has the lock of builds. */
export async function buildArtefacts(store: Store, show: ShowStep, verify: boolean): Promise<void> {
  for (const name of await outdated(store, verify)) {
    await build(store, name, () => builders[name](store, show), show);
  }
}

async function outdated(store: Store, verify: boolean): Promise<ArtefactName[]> {
  const states = await artefactStates(store, verify);
  const due = states.filter(({ state }) => state !== 'current');
  return due.map(({ name }) => name as ArtefactName);
}

/** An artefact, and the sources at the moment when its rows were read. */
interface Built<T> {
  readonly sources: readonly LoadedSource[];
  readonly value: T;
}

type Builder = (store: Store, show: ShowStep) => Promise<Built<unknown>>;

const builders: Readonly<Record<ArtefactName, Builder>> = {
  gazetteer: store =>
    store.atOneMoment(async rows => ({
      sources: await rows.loadedSources(),
      value: await buildIndex(await readCountry(rows)),
    })),
  addresses: buildAddresses,
  places: store =>
    store.atOneMoment(async rows => ({
      sources: await rows.loadedSources(),
      value: packPlaces(await rows.readPlaces()),
    })),
  ways: store =>
    store.atOneMoment(async rows => ({
      sources: await rows.loadedSources(),
      value: await buildWalk(rows),
    })),
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

/** Builds the index of the imported rows with its names; only the names if the gazetteer has it. */
async function buildAddresses(store: Store, show: ShowStep) {
  const { sources, before, country, namedPlaces } = await store.atOneMoment(async rows => {
    const sources = await rows.loadedSources();
    const before = await indexBefore(store, sources);
    return {
      sources,
      before,
      country: before ? nothing : await readCountry(rows),
      namedPlaces: await rows.readNamedPlaces(),
    };
  });
  show('addresses: building');
  const isShipped = isShippedIndex(sources);
  const shipped = isShipped ? await readGazetteerIndex(store, sources) : undefined;
  const index = before ?? shipped ?? (await buildIndex(country));
  const names = { namedPlaces: packNamedPlaces(index, namedPlaces) };
  return { sources, value: isShipped ? names : { ...index, ...names } };
}

/** The stored index, if only names have changed since. */
async function indexBefore(store: Store, sources: readonly LoadedSource[]) {
  const { program, versions } = describeArtefact('addresses', sources);
  const found = await store.artefacts.find('addresses', program);
  const isSame = indexLayers.every(layer => found?.versions[layer] === versions[layer]);
  if (!isSame || isShippedIndex(sources)) return undefined;
  return (await store.artefacts.read<GeocoderIndex>('addresses', program))?.value;
}

type Country = Awaited<ReturnType<typeof readCountry>>;

const nothing: Country = { streets: [], settlements: [], boundaries: [] };

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
  store: Pick<Store, 'artefacts'> = { artefacts: openArtefactMemory() },
): Promise<GeocoderIndex> {
  return (await readGazetteerIndex(store, [])) ?? build(store, 'gazetteer', buildGazetteer);
}

async function buildGazetteer() {
  return { sources: [], value: await buildIndex(nothing) };
}

async function build<T>(
  store: Pick<Store, 'artefacts'>,
  name: ArtefactName,
  make: () => Promise<Built<T>>,
  show: ShowStep = () => {},
): Promise<T> {
  show(`${name}: reading the rows`);
  const { sources, value } = await make();
  show(`${name}: storing`);
  const builtAt = new Date().toISOString();
  await artefactsOf(store).write({ ...describeArtefact(name, sources), builtAt }, value);
  return value;
}
