import { buildCostTable } from '#domain/property/cost/cost-table.ts';
import { shippedGazetteer } from '#importing/shipped/gazetteer/source.ts';
import { buildCommand } from '#storage/store/artefacts/format.ts';
import type { Edition, Store, StoredEdition } from '#storage/store/store.ts';
import { KtimaError } from '#tools/errors.ts';
import {
  type ArtefactName,
  artefactNames,
  keyOf,
  missingOf,
  readArtefact,
  type Values,
} from './artefacts.ts';

/** The value of an artefact. The same key has the same value, which need not be read again. */
export interface Part<Value> {
  readonly key: string;
  readonly value: Value;
}
export type Parts = { readonly [Name in ArtefactName]: Part<Values[Name]> };

/** An edition with what it is made of. */
export interface LoadedEdition extends Edition, Pick<StoredEdition, 'builtAt'> {
  readonly parts: Parts;
}

type Source = Pick<Store, 'editions' | 'artefacts'>;

/**
 * Loads the last edition of a store, as far as it is not `known`. Throws UNAVAILABLE if some of it is
 * not stored.
 */
export async function loadEdition(
  store: Source,
  known: Partial<Parts> = {},
): Promise<LoadedEdition> {
  const { stored, parts } = await loadParts(store, artefactNames, known);
  const { costs, places, addresses, names, ways } = parts as Parts;
  const { name, builtAt, sources } = stored;
  return {
    ...places.value,
    name,
    builtAt,
    sources: [...sources, shippedGazetteer()],
    costs: buildCostTable(costs.value),
    addresses: { ...addresses.value, namedPlaces: names.value },
    ways: ways.value,
    parts: parts as Parts,
  };
}

/** A text that changes with the edition and with each commit of rows. */
export async function dataVersionOf({ editions }: Source): Promise<string> {
  const { name, rows } = await editions.read();
  return `${name} ${rows}`;
}

/** The ways of the last edition, for threads that share them. */
export async function loadWays(store: Source): Promise<Pick<Parts, 'ways'>> {
  return (await loadParts(store, ['ways'], {})).parts as Pick<Parts, 'ways'>;
}

async function loadParts(
  store: Source,
  names: readonly ArtefactName[],
  known: Partial<Parts>,
): Promise<{ stored: StoredEdition; parts: Partial<Parts> }> {
  for (let stored = await store.editions.read(); ; ) {
    const missing = (await missingOf(store, stored.sources)).filter(name => names.includes(name));
    const parts: Partial<Record<ArtefactName, Part<unknown>>> = {};
    for (const name of missing.length > 0 ? [] : names) {
      const key = keyOf(name, stored.sources);
      const value =
        known[name]?.key === key ? known[name].value : await readArtefact(store, name, key);
      if (value === undefined) missing.push(name);
      else parts[name] = { key, value };
    }
    if (missing.length === 0) return { stored, parts: parts as Partial<Parts> };
    // The next edition may have been stored meanwhile, and this one removed.
    const next = await store.editions.read();
    if (next.name === stored.name) throw notBuilt(missing);
    stored = next;
  }
}

/** Whether the last edition is of the rows as they are, and all of it is stored. */
export async function isBuilt(store: Source, verify = false): Promise<boolean> {
  const { isBuilt, sources } = await store.editions.read();
  return isBuilt && (await missingOf(store, sources, verify)).length === 0;
}

/** The error of an edition without its files. */
export function notBuilt(missing: readonly ArtefactName[]): KtimaError {
  const message = `the indexes of ${missing.join(', ')} are missing: run ${buildCommand}`;
  return new KtimaError('UNAVAILABLE', message, { retryAfterSeconds: 60 });
}

/** The last edition, and why a start would build. With `verify` all of it is read. */
export async function inspectEdition(store: Store, verify = false) {
  const { name, builtAt, isBuilt, sources } = await store.editions.read();
  if (builtAt === '') return { name: null, builtAt: null, problem: 'not built yet' };
  const missing = await missingOf(store, sources, verify);
  const behind = isBuilt ? undefined : `built ${builtAt}, before the last change of the rows`;
  const problem = missing.length > 0 ? `missing or damaged: ${missing.join(', ')}` : behind;
  return { name, builtAt, problem };
}
