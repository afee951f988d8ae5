import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import type { CostVersion } from '#domain/property/cost/cost-table.ts';
import type { PackedPlaces } from '#domain/property/pack-places.ts';
import type { WalkGraph } from '#domain/walking/graph.ts';
import { gazetteerFiles } from '#importing/shipped/gazetteer/source.ts';
import { builtTownFile } from '#importing/shipped/town.ts';
import { openArtefactFiles } from '#storage/store/artefacts/files.ts';
import {
  gazetteerSource,
  inOrder,
  isSampleSource,
  type Layer,
  type LoadedSource,
  type Store,
  townSource,
} from '#storage/store/store.ts';

/** What an edition is made of. */
export interface Values {
  readonly costs: readonly CostVersion[];
  readonly places: PackedPlaces;
  /** Without its named places. */
  readonly addresses: GeocoderIndex;
  readonly names: GeocoderIndex['namedPlaces'];
  readonly ways: WalkGraph;
}
export type ArtefactName = keyof Values;

/** What decides the bytes of an artefact. */
interface Description {
  /** Grows when its bytes for the same rows change (test/services/formats.test.ts). */
  readonly format: number;
  /** The layers that it is built from. */
  readonly layers: readonly Layer[];
  /** The files that it is built from besides. */
  readonly files?: () => readonly string[];
}

const indexed = ['addresses', 'settlements', 'boundaries'] as const satisfies readonly Layer[];
const shippedAddresses = () => [...gazetteerFiles(), builtTownFile];

/** A named place has the number of its municipality in the index, so it depends on all of that. */
export const descriptions: Readonly<Record<ArtefactName, Description>> = {
  costs: { format: 1, layers: ['costs'] },
  places: { format: 2, layers: ['places'] },
  addresses: { format: 2, layers: indexed, files: shippedAddresses },
  names: { format: 1, layers: [...indexed, 'named_places', 'places'], files: shippedAddresses },
  ways: { format: 2, layers: ['map', 'grids'] },
};
export const artefactNames = Object.keys(descriptions) as ArtefactName[];

const formats = new Map<ArtefactName, string>();

/** A text that changes with the format of an artefact: all its keys begin with it. */
function formatOf(name: ArtefactName): string {
  const known = formats.get(name) ?? describeFormat(name);
  formats.set(name, known);
  return known;
}

function describeFormat(name: ArtefactName): string {
  const { format, files = () => [] } = descriptions[name];
  const contents = files().map(file => (existsSync(file) ? hashOf(readFileSync(file)) : null));
  return hashOf(JSON.stringify([format, contents, process.versions.unicode])).slice(0, 12);
}

const hashOf = (content: string | Uint8Array) => hash('sha256', content);

/** The key of an artefact that is built from these sources. */
export function keyOf(name: ArtefactName, sources: readonly LoadedSource[]): string {
  const { layers } = descriptions[name];
  // The gazetteer is in the format.
  const isRead = ({ layer, source }: LoadedSource) =>
    layers.includes(layer) && source !== gazetteerSource;
  const own = inOrder(sources.filter(isRead)).map(identityOf);
  return `${formatOf(name)}-${hashOf(JSON.stringify(own)).slice(0, 20)}`;
}

/** The sample town has the same rows whenever it is loaded, so that its index can be shared. */
function identityOf({ loadedAt, ...source }: LoadedSource) {
  return source.source === townSource ? source : { ...source, loadedAt };
}

/** The index of addresses that ship is the same for all databases: it is stored with the program. */
const installation = openArtefactFiles(
  fileURLToPath(new URL('../../../../node_modules/.ktima', import.meta.url)),
);

/** A store of artefacts alone, for what needs no rows. */
export type Artefacts = Pick<Store, 'artefacts'>;

const storesOf = (name: ArtefactName, { artefacts }: Artefacts) =>
  name === 'addresses' ? [installation, artefacts] : [artefacts];

async function hasArtefact(store: Artefacts, name: ArtefactName, key: string) {
  for (const one of storesOf(name, store)) if (await one.has(name, key)) return true;
  return false;
}

/** Reads an artefact; undefined if it is missing or damaged. */
export async function readArtefact<Name extends ArtefactName>(
  store: Artefacts,
  name: Name,
  key: string,
): Promise<Values[Name] | undefined> {
  for (const one of storesOf(name, store)) {
    const value = await one.read<Values[Name]>(name, key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The artefacts of these sources that are not stored; with `verify` also those that are damaged. */
export async function missingOf(
  store: Artefacts,
  sources: readonly LoadedSource[],
  verify = false,
): Promise<ArtefactName[]> {
  const missing: ArtefactName[] = [];
  for (const name of artefactNames) {
    const key = keyOf(name, sources);
    const isStored = verify
      ? (await readArtefact(store, name, key)) !== undefined
      : await hasArtefact(store, name, key);
    if (!isStored) missing.push(name);
  }
  return missing;
}

/** Stores an artefact that was built from these sources. */
export async function writeArtefact<Name extends ArtefactName>(
  store: Artefacts,
  name: Name,
  sources: readonly LoadedSource[],
  value: Values[Name],
): Promise<void> {
  const isOwn = ({ layer, source }: LoadedSource) =>
    indexed.some(one => one === layer) && source !== townSource;
  // Those of a country are large, and the threads of a portfolio all need them.
  const artefact = { name, key: keyOf(name, sources), isShared: name === 'ways' };
  const own = () => store.artefacts.write(artefact, value);
  if (name !== 'addresses' || sources.some(isOwn)) return own();
  await installation.write(artefact, value).catch(own);
}

/** Whether the name of a file or row is that of a whole artefact; others are left by killed builds. */
const keyPattern = /^[0-9a-f]{12}-[0-9a-f]{20}$/;

/**
 * Removes the artefacts that an edition does not have, with and without the sample. Those of other
 * formats are those of other versions of Ktima, whose services may run: they stay, unless asked for.
 */
export async function removeOthers(
  { artefacts }: Artefacts,
  sources: readonly LoadedSource[],
  ofOtherFormats = false,
): Promise<void> {
  const served = sources.filter(({ source }) => !isSampleSource(source));
  for (const name of artefactNames) {
    const needed = [sources, served].map(some => keyOf(name, some));
    const isForeign = (key: string) => !ofOtherFormats && !key.startsWith(formatOf(name));
    await artefacts.remove(
      name,
      key => needed.includes(key) || (keyPattern.test(key) && isForeign(key)),
    );
  }
}
