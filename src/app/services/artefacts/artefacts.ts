import { hash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import { type PackedPlaces, packPlaces } from '#domain/property/pack-places.ts';
import { buildWalkGraph } from '#domain/walking/build-graph.ts';
import type { WalkGraph } from '#domain/walking/graph.ts';
import { openArtefactFiles } from '#storage/store/artefacts/files.ts';
import type { Artefact, ArtefactStore } from '#storage/store/artefacts/format.ts';
import {
  type ArtefactState,
  type Layer,
  type LoadedSource,
  type Store,
  sampleLayers,
  stateOf,
  townSource,
} from '#storage/store/store.ts';
import { fingerprint } from './fingerprint.ts';

/** The layers of the index of streets and settlements, which takes longest to build. */
export const indexLayers = [
  'addresses',
  'settlements',
  'boundaries',
] as const satisfies readonly Layer[];

/**
 * The artefacts, and the layers that each is built from. A named place belongs to the municipality of
 * its border or of the nearest settlement, so an index and its names are one artefact. Without rows of
 * its own an index is that of the gazetteer, in a demo with the streets of the sample town.
 */
const layersOf = {
  gazetteer: [],
  addresses: [...indexLayers, 'named_places', 'places'],
  places: ['places'],
  ways: ['map', 'grids'],
} as const satisfies Readonly<Record<string, readonly Layer[]>>;
export type ArtefactName = keyof typeof layersOf;

/** What builds artefacts by hand. */
export const buildCommand = 'ktima migrate api, as the owner of the database';

/** What services read. */
export interface Values {
  readonly addresses: GeocoderIndex;
  readonly places: PackedPlaces;
  readonly ways: WalkGraph;
}

/** The artefact that these rows need: what has to build it, and from which versions. */
export function describeArtefact(
  name: ArtefactName,
  sources: readonly LoadedSource[],
): Omit<Artefact, 'builtAt'> {
  const layers: readonly Layer[] = layersOf[name];
  const sampled = name === 'gazetteer' ? indexLayers : layers;
  const version = (layer: Layer) => hash('sha256', stateOf(layer, sources).version).slice(0, 16);
  // An instance that hides the sample has other rows than one that serves it, at the same time.
  const hasSample = sampleLayers(sources).some(layer => sampled.includes(layer));
  return {
    name,
    program: `${fingerprint().slice(0, 16)}${hasSample ? '-sample' : ''}`,
    versions: Object.fromEntries(layers.map(layer => [layer, version(layer)])),
    // Those of a country are large, and the threads of a portfolio all need them.
    isShared: name === 'ways',
  };
}

/** A text that changes with the rows that a value is made of. */
export function versionOf(name: keyof Values, sources: readonly LoadedSource[]): string {
  return textOf(describeArtefact(name, sources));
}

function textOf({ versions }: Pick<Artefact, 'versions'>): string {
  return JSON.stringify(versions);
}

/** Whether some of these layers have rows. */
export function haveRows(layers: readonly Layer[], sources: readonly LoadedSource[]): boolean {
  return layers.some(layer => stateOf(layer, sources).rows > 0);
}

/** Whether the index is the same for all databases: of the gazetteer, and perhaps the sample town. */
export function isShippedIndex(sources: readonly LoadedSource[]): boolean {
  return sources.every(
    ({ layer, source, rows }) =>
      rows === 0 || source === townSource || !indexLayers.some(one => one === layer),
  );
}

/** Whether there are rows to build a value from: an elevation alone makes no ways. */
function isBuilt(value: keyof Values, sources: readonly LoadedSource[]): boolean {
  return haveRows(value === 'ways' ? ['map'] : layersOf[value], sources);
}

/** The artefacts that a value is made of. */
function neededFor(value: keyof Values, sources: readonly LoadedSource[]): ArtefactName[] {
  const isShipped = value === 'addresses' && isShippedIndex(sources);
  return [
    ...(isShipped ? ['gazetteer' as const] : []),
    ...(isBuilt(value, sources) ? [value] : []),
  ];
}

const installation = openArtefactFiles(
  fileURLToPath(new URL('../../../../node_modules/.ktima', import.meta.url)),
);

/**
 * The artefacts of a store. That of the gazetteer is the same for all databases: it is stored with the
 * program, if that can be written.
 */
export function artefactsOf({ artefacts }: Pick<Store, 'artefacts'>): ArtefactStore {
  const isShared = (name: string) => name === 'gazetteer';
  return {
    lock: artefacts.lock,
    find: async (name, program) =>
      (isShared(name) ? await installation.find(name, program) : undefined) ??
      artefacts.find(name, program),
    read: async <T>(name: string, program: string) =>
      (isShared(name) ? await installation.read<T>(name, program) : undefined) ??
      artefacts.read<T>(name, program),
    async write(artefact, value) {
      const own = () => artefacts.write(artefact, value);
      await (isShared(artefact.name) ? installation.write(artefact, value).catch(own) : own());
    },
  };
}

/**
 * The states of the artefacts that the rows need; that of the gazetteer only if it is missing. With
 * `verify` a damaged one is missing.
 */
export async function artefactStates(store: Store, verify = false): Promise<ArtefactState[]> {
  const artefacts = artefactsOf(store);
  const sources = await store.loadedSources();
  const names = (['addresses', 'places', 'ways'] as const).flatMap(value =>
    neededFor(value, sources),
  );
  const states: ArtefactState[] = [];
  for (const name of names) {
    const wanted = describeArtefact(name, sources);
    const found: Artefact | undefined = await artefacts[verify ? 'read' : 'find'](
      name,
      wanted.program,
    );
    const isCurrent = found && textOf(found) === textOf(wanted);
    const state = isCurrent ? 'current' : found ? 'older' : 'missing';
    if (name === 'gazetteer' && isCurrent) continue;
    states.push({ name, state, builtAt: found?.builtAt ?? null });
  }
  return states;
}

/** A value in use, and what it was built from: see `versionOf`. */
export interface InUse<T> extends Pick<ArtefactState, 'builtAt'> {
  readonly version: string;
  readonly value: T;
}

/**
 * Reads a value that fits the rows; otherwise the one in use, or at the start an older one. One from
 * before the first rows is not used any more.
 */
export async function readValue<V extends keyof Values>(
  store: Store,
  name: V,
  sources: readonly LoadedSource[],
  inUse?: InUse<Values[V]>,
): Promise<InUse<Values[V]> | undefined> {
  const wanted = describeArtefact(name, sources);
  if (inUse?.version === textOf(wanted)) return inUse;
  const hasRows = isBuilt(name, sources);
  const before = hasRows && inUse?.builtAt === null ? undefined : inUse;
  if (before && hasRows) {
    const found = await store.artefacts.find(name, wanted.program);
    if (!found || textOf(found) !== textOf(wanted)) return before;
  }
  const own = hasRows
    ? await store.artefacts.read<object>(name, wanted.program)
    : { ...wanted, builtAt: null, value: {} };
  const base = own && (await baseOf(name, own.value, store, sources));
  if (!base) return before;
  const value = { ...base, ...own.value } as Values[V];
  return { version: textOf(own), builtAt: own.builtAt, value };
}

/** What an artefact leaves out, because it is the same for many; undefined if it is not built. */
async function baseOf(
  name: keyof Values,
  own: object,
  store: Store,
  sources: readonly LoadedSource[],
) {
  if (name === 'places') return packPlaces([]);
  if (name === 'ways') return buildWalkGraph([]);
  return 'streets' in own ? own : readGazetteerIndex(store, sources);
}

/** The index that ships, if it is built: see `isShippedIndex`. */
export async function readGazetteerIndex(
  store: Pick<Store, 'artefacts'>,
  sources: readonly LoadedSource[],
) {
  const { name, program } = describeArtefact('gazetteer', sources);
  return (await artefactsOf(store).read<GeocoderIndex>(name, program))?.value;
}
