import { createHash } from 'node:crypto';
import { type Fault, failure, invalid, type KtimaError } from '#tools/errors.ts';
import { inEnglish, type Sentence } from '#tools/notation/sentences.ts';
import type { Depreciation } from './ageing.ts';
import { dwellingTypes, type PropertyType, propertyTypes } from './building.ts';
import type { TypeWords } from './type-words.ts';

/** What a rate may include besides the works. */
export const includedWorks = [
  'works',
  'fees',
  'permits',
  'demolition',
  'vat',
  'contingency',
] as const;
export type IncludedWork = (typeof includedWorks)[number];

/** The place of a rate that holds where the digits have none. */
export const wholeCountry = '*';

/** One rate of the cost table. */
export interface CostRate {
  /** The first two to five digits of the postal code, the official name of a municipality, or `*`. */
  readonly postalPrefix: string;
  readonly propertyType: PropertyType;
  readonly rateEurM2: number;
  /** The first day on which the rate applies, YYYY-MM-DD. */
  readonly validFrom: string;
  readonly source: string;
  /** What the rate includes; absent if its source does not say. */
  readonly includes?: readonly IncludedWork[];
  readonly note?: string;
}

/** How buildings of one type age, as a row. */
export interface DepreciationRow extends Depreciation {
  readonly propertyType: PropertyType;
}

/**
 * What the value of a factor is: the percentage of an add-on, the remaining share from an age on, the
 * percentage that a condition takes, the factor of a quality, the limit of an insurance rule, and
 * the value of an index in a quarter. A word for a property type has none.
 */
export const factorKinds = [
  'addon',
  'age_band',
  'condition',
  'quality',
  'insurance',
  'index',
  'type_word',
] as const;
export type FactorKind = (typeof factorKinds)[number];

/** A named number that changes a cost or is compared with it. */
export interface CostFactor {
  readonly kind: FactorKind;
  /** The name of the set that it belongs to. */
  readonly name: string;
  /** Unique in its set: `fees`, an age in years, `good`, `luxury`, `least_eur_m2`, `2025-Q2`, a folded word. */
  readonly item: string;
  /** Empty for all types. */
  readonly propertyType: PropertyType | '';
  readonly value: number;
  readonly validFrom: string;
  readonly source: string;
  readonly note?: string;
  /** Of an add-on whose file has bases. */
  readonly line?: AddonLine;
}

/** What an add-on is a percentage of: the works, or all lines before it with the works. */
export const addonBases = ['works', 'before'] as const;

/** An add-on as a line of a sum. */
export interface AddonLine {
  /** Its place among the lines of its file. */
  readonly order: number;
  readonly base: (typeof addonBases)[number];
  /** Whether it belongs to the value as is: demolition is spent after a loss only. */
  readonly isInAsIs: boolean;
}

/** What one import stored. A later import of the same source replaces it, and both are kept. */
export interface CostVersion {
  readonly source: string;
  readonly isSample: boolean;
  readonly checksum: string;
  /** ISO 8601 in UTC. */
  readonly loadedAt: string;
  /** Null while it is in force. */
  readonly replacedAt: string | null;
  readonly rates: readonly CostRate[];
  readonly depreciation: readonly DepreciationRow[];
  readonly factors: readonly CostFactor[];
}

/** A row and the number of its version. */
export interface Entry<Row> {
  readonly row: Row;
  readonly version: number;
}

/** The versions that answers are made of at one time. */
export interface CostState {
  /** The name of the state: when it began, and a checksum of its versions. */
  readonly dataset: string;
  /** For each version whether it is in force, was replaced before, or came later. */
  readonly standing: readonly ('in force' | 'replaced' | 'later')[];
  readonly depreciation: Partial<Record<PropertyType, Depreciation>>;
}

/** All versions, those loaded last first, and their rows in the order in which they are looked up. */
export interface CostTable {
  readonly versions: readonly CostVersion[];
  readonly rates: ReadonlyMap<string, Partial<Record<PropertyType, readonly Entry<CostRate>[]>>>;
  /** By kind, then by name. */
  readonly factors: ReadonlyMap<FactorKind, ReadonlyMap<string, readonly Entry<CostFactor>[]>>;
  readonly now: CostState;
  /** The types that a request may name. */
  readonly types: readonly PropertyType[];
}

/** What does not work without rates, and what to do. */
export const noRates = {
  message: 'no rates are loaded: there are no rebuilding costs, also not in reports and portfolios',
  mending: 'fill in rates.csv, which ktima setup writes, and run ktima import costs rates.csv',
} as const;

/** Whether rates are in force. */
export function hasRates(versions: readonly CostVersion[]): boolean {
  return versions.some(({ replacedAt, rates }) => replacedAt === null && rates.length > 0);
}

/** Builds the table from versions, those loaded last first. */
export function buildCostTable(versions: readonly CostVersion[]): CostTable {
  const rates = new Map<string, Partial<Record<PropertyType, Entry<CostRate>[]>>>();
  const factors = new Map<FactorKind, Map<string, Entry<CostFactor>[]>>();
  const types = new Set<PropertyType>(dwellingTypes);
  for (const [version, { rates: own, factors: others }] of versions.entries()) {
    for (const row of own) {
      const byType = setDefault(rates, row.postalPrefix, {});
      const entries = byType[row.propertyType] ?? [];
      byType[row.propertyType] = entries;
      entries.push({ row, version });
      if (versions[version]!.replacedAt === null) types.add(row.propertyType);
    }
    for (const row of others) {
      const byName = setDefault(factors, row.kind, new Map());
      setDefault(byName, row.name, []).push({ row, version });
    }
  }
  for (const byType of rates.values()) for (const list of Object.values(byType)) sortByDate(list);
  for (const byName of factors.values()) for (const list of byName.values()) sortByDate(list);
  const now = stateOf(versions, lastChange(versions));
  return { versions, rates, factors, now, types: propertyTypes.filter(type => types.has(type)) };
}

/**
 * The words for property types that are loaded, folded. Of several sources the one loaded last
 * decides. A word that a source has for two types means none, and overrules the words that ship.
 */
export function typeWordsIn({ factors, now }: CostTable): TypeWords {
  const words = new Map<string, { type: PropertyType | undefined; version: number }>();
  for (const { row, version } of [...(factors.get('type_word')?.values() ?? [])].flat()) {
    const known = words.get(row.item);
    if (now.standing[version] !== 'in force' || (known && known.version < version)) continue;
    const isOther = known?.version === version && known.type !== row.propertyType;
    words.set(row.item, { type: isOther ? undefined : row.propertyType || undefined, version });
  }
  return new Map([...words].map(([word, { type }]) => [word, type]));
}

function setDefault<K, V>(map: Map<K, V>, key: K, value: V): V {
  const known = map.get(key) ?? value;
  map.set(key, known);
  return known;
}

/** Newest date first; of the same date, those loaded last. */
function sortByDate(entries: Entry<{ readonly validFrom: string }>[]): void {
  entries.sort(
    ({ row: a }, { row: b }) =>
      Number(a.validFrom < b.validFrom) - Number(a.validFrom > b.validFrom),
  );
}

function lastChange(versions: readonly CostVersion[]): string {
  return versions.reduce((last, { loadedAt }) => (loadedAt > last ? loadedAt : last), '');
}

/** The state after the last change that was not later than a time. */
function stateOf(versions: readonly CostVersion[], time: string): CostState {
  const standing = versions.map(({ loadedAt, replacedAt }) => {
    if (loadedAt > time) return 'later';
    return replacedAt !== null && replacedAt <= time ? 'replaced' : 'in force';
  });
  const inForce = versions.filter((_, i) => standing[i] === 'in force');
  const depreciation: Partial<Record<PropertyType, Depreciation>> = {};
  // Of several sources the one loaded last decides how a type ages.
  for (const { depreciation: rows } of inForce.toReversed()) {
    for (const { propertyType, ...how } of rows) depreciation[propertyType] = how;
  }
  const parts = inForce.map(({ source, checksum, loadedAt }) => [source, checksum, loadedAt]);
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
  return { dataset: `${time}-${hash}`, standing, depreciation };
}

const datasetName = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)-[0-9a-f]{12}$/;

/** The state that a dataset names, by default the present one. Throws if it is no longer complete. */
export function stateNamed(table: CostTable, dataset: string | undefined): CostState {
  if (dataset === undefined || dataset === table.now.dataset) return table.now;
  const time = datasetName.exec(dataset)?.[1];
  if (time === undefined) throw invalid('dataset', 'the name of a dataset, as `basis` has it');
  const state = stateOf(table.versions, time);
  if (state.dataset === dataset) return state;
  const values = { dataset, loaded: table.now.dataset };
  const fault = { field: 'dataset', code: 'not_found' } as const;
  throw noMapping({ code: 'dataset_not_loaded', values }, fault);
}

/** The error for a cost that the data do not have, and the parameter of which another value may help. */
export function noMapping(said: Sentence, fault: Omit<Fault, 'message'>): KtimaError {
  const faults = [{ ...fault, message: inEnglish(said) }];
  return failure('NO_COST_MAPPING', said, { faults });
}
