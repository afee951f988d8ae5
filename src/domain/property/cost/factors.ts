import { invalid, type KtimaError, noneOf } from '#tools/errors.ts';
import type { Sentence } from '#tools/notation/sentences.ts';
import type { AgeTable, ConditionClass } from './ageing.ts';
import type { PropertyType } from './building.ts';
import {
  type AddonLine,
  type CostFactor,
  type CostState,
  type CostTable,
  type Entry,
  type FactorKind,
  noMapping,
} from './cost-table.ts';

/** What decides which rows of the table count. */
export interface Lookup {
  readonly table: CostTable;
  readonly state: CostState;
  /** The day of the valuation, YYYY-MM-DD. */
  readonly date: string;
  /** Whether rows that an import replaced count where none in force is valid on the day. */
  readonly isEarlierAllowed: boolean;
  readonly propertyType: PropertyType;
}

/** The entry that applies on the day: the newest in force, else the newest of those replaced. */
export function newestOn<Row extends { readonly validFrom: string }>(
  { state, date, isEarlierAllowed }: Lookup,
  entries: readonly Entry<Row>[],
): Entry<Row> | undefined {
  const newest = (standing: CostState['standing'][number]) =>
    entries.find(
      ({ row, version }) => state.standing[version] === standing && row.validFrom <= date,
    );
  return newest('in force') ?? (isEarlierAllowed ? newest('replaced') : undefined);
}

/**
 * The rows of a set that apply together: those with the date and the version of the newest. Rows for
 * the property type replace those for all types. Empty if there are none.
 */
function rowsOfSet(lookup: Lookup, kind: FactorKind, name: string): CostFactor[] {
  const all = lookup.table.factors.get(kind)?.get(name) ?? [];
  const of = (type: string) => all.filter(({ row }) => row.propertyType === type);
  for (const entries of [of(lookup.propertyType), of('')]) {
    const newest = newestOn(lookup, entries);
    if (!newest) continue;
    const isSame = ({ row, version }: Entry<CostFactor>) =>
      version === newest.version && row.validFrom === newest.row.validFrom;
    return entries.filter(isSame).map(({ row }) => row);
  }
  return [];
}

/** The sets of a kind that apply, those loaded last first. */
function setsOf(lookup: Lookup, kind: FactorKind): [name: string, rows: CostFactor[]][] {
  return [...(lookup.table.factors.get(kind)?.keys() ?? [])]
    .map((name): [string, CostFactor[]] => [name, rowsOfSet(lookup, kind, name)])
    .filter(([, rows]) => rows.length > 0);
}

function namedSet(lookup: Lookup, kind: FactorKind, parameter: string, name: string): CostFactor[] {
  const rows = rowsOfSet(lookup, kind, name);
  if (rows.length > 0) return rows;
  throw notLoaded(
    lookup,
    parameter,
    setsOf(lookup, kind).map(([known]) => known),
  );
}

/** The classes of the set that was loaded last, by their values. */
function classesOf(lookup: Lookup, kind: FactorKind): CostFactor[] {
  return (setsOf(lookup, kind)[0]?.[1] ?? []).toSorted((a, b) => a.value - b.value);
}

/** The row that a parameter names, in the set that was loaded last. */
function namedItem(lookup: Lookup, kind: FactorKind, parameter: string, item: string): CostFactor {
  const rows = classesOf(lookup, kind);
  const row = rows.find(one => one.item === item);
  if (row) return row;
  throw notLoaded(
    lookup,
    parameter,
    rows.map(one => one.item),
  );
}

function notLoaded(lookup: Lookup, parameter: string, known: readonly string[]): KtimaError {
  const { propertyType, date } = lookup;
  if (known.length > 0) return noneOf(parameter, known);
  return invalid(
    parameter,
    `nothing, because the cost data have none for ${propertyType} on ${date}; ktima import costs loads some`,
    'not_one_of',
    { allowed: [] },
  );
}

/** The names that terms may have for a property type on a day, of the data in force. */
export function termsFor(table: CostTable, propertyType: PropertyType, date: string) {
  const lookup = { table, state: table.now, date, isEarlierAllowed: false, propertyType };
  const sets = (kind: FactorKind) => setsOf(lookup, kind).map(([name]) => name);
  const items = (kind: FactorKind) => classesOf(lookup, kind).map(row => row.item);
  return {
    hasFinerRates: [...table.rates].some(
      ([place, byType]) =>
        !/^[0-9]{2}$/.test(place) && newestOn(lookup, byType[propertyType] ?? []) !== undefined,
    ),
    indexes: sets('index'),
    addons: sets('addon'),
    qualities: items('quality'),
    /** Tables of age bands. */
    ageing: sets('age_band'),
    conditions: items('condition'),
  };
}

/** An add-on: a percentage of the cost of the works, or of its own base. */
export interface Addon {
  readonly name: string;
  readonly percent: number;
  readonly source: string;
  readonly line?: AddonLine | undefined;
}

/** A set of add-ons; those that the rate includes already are left out. */
export interface Addons {
  readonly name: string;
  readonly validFrom: string;
  readonly applied: readonly Addon[];
  readonly included: readonly string[];
}

/** The rows of a set of add-ons. */
export function addonsNamed(lookup: Lookup, name: string): readonly CostFactor[] {
  return namedSet(lookup, 'addon', 'addons', name);
}

/** A set of add-ons beside a rate that includes some already. */
export function addonsBeside(
  rows: readonly CostFactor[],
  includes: readonly string[] = [],
): Addons {
  const { name, validFrom } = rows[0]!;
  const ordered = rows.toSorted((a, b) => (a.line?.order ?? 0) - (b.line?.order ?? 0));
  const applied = ordered.filter(({ item }) => !includes.includes(item));
  return {
    name,
    validFrom,
    applied: applied.map(({ item, value, source, line }) => {
      return { name: item, percent: value, source, ...(line && { line }) };
    }),
    included: rows.filter(row => !applied.includes(row)).map(({ item }) => item),
  };
}

/** What works cost with add-ons, and the amount of each; without bases all are of the works. */
export function withAddons(
  works: number,
  { applied }: Pick<Addons, 'applied'>,
): { readonly total: number; readonly amounts: readonly number[] } {
  const hasLines = applied.some(({ line }) => line !== undefined);
  if (!hasLines) {
    // One product, so that it is rounded once.
    const percent = applied.reduce((sum, addon) => sum + addon.percent, 0);
    const amounts = applied.map(addon => (works * addon.percent) / 100);
    return { total: works * (1 + percent / 100), amounts };
  }
  let total = works;
  const amounts = applied.map(({ percent, line }) => {
    const amount = ((line?.base === 'before' ? total : works) * percent) / 100;
    total += amount;
    return amount;
  });
  return { total, amounts };
}

/** The add-ons that a value as is has: without demolition. */
export function addonsAsIs(addons: Addons): Addons {
  return { ...addons, applied: addons.applied.filter(({ line }) => line?.isInAsIs ?? true) };
}

/** The names of the tables of age bands, for an error message. */
export function ageTableNames(lookup: Lookup): string[] {
  return setsOf(lookup, 'age_band').map(([name]) => name);
}

/** The table of age bands with a name; undefined if there is none. */
export function ageTableNamed(lookup: Lookup, name: string): AgeTable | undefined {
  const rows = rowsOfSet(lookup, 'age_band', name);
  const [first] = rows;
  if (!first) return undefined;
  const bands = rows.map(({ item, value }) => ({ fromYears: Number(item), share: value }));
  bands.sort((a, b) => a.fromYears - b.fromYears);
  // Younger buildings than the first band are as new.
  if (bands[0]!.fromYears > 0) bands.unshift({ fromYears: 0, share: 1 });
  return { name, validFrom: first.validFrom, source: first.source, bands };
}

export function conditionNamed(lookup: Lookup, item: string): ConditionClass {
  const { value, source } = namedItem(lookup, 'condition', 'condition', item);
  return { name: item, lostPercent: value, source };
}

/** A quality, and the factor by which it changes the rate. */
export interface Quality {
  readonly name: string;
  readonly factor: number;
  readonly source: string;
}

export function qualityNamed(lookup: Lookup, item: string): Quality {
  const { value, source } = namedItem(lookup, 'quality', 'quality', item);
  return { name: item, factor: value, source };
}

/** What insurance rules compare: the sum insured for each m², or its ratio to the cost as new. */
export const insuranceRules = ['least_eur_m2', 'least_ratio', 'most_ratio'] as const;

/** A rule and whether a sum insured meets it. */
export interface RuleResult {
  readonly name: string;
  readonly rule: string;
  readonly limit: number;
  readonly isMet: boolean;
  readonly validFrom: string;
  readonly source: string;
  readonly note?: string | undefined;
}

/** All insurance rules that apply to the property type on the day. */
export function checkInsurance(
  lookup: Lookup,
  sumInsured: number,
  buildAreaM2: number,
  asNew: number,
): RuleResult[] {
  const meets = ({ item, value }: CostFactor) => {
    if (item === 'least_eur_m2') return sumInsured >= value * buildAreaM2;
    return item === 'least_ratio' ? sumInsured >= value * asNew : sumInsured <= value * asNew;
  };
  return setsOf(lookup, 'insurance').flatMap(([name, rows]) =>
    rows.map(row => ({
      name,
      rule: row.item,
      limit: row.value,
      isMet: meets(row),
      validFrom: row.validFrom,
      source: row.source,
      note: row.note,
    })),
  );
}

/** How an index carries a rate from one quarter to another. */
export interface Indexing {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly factor: number;
  readonly source: string;
}

/** The quarter of a date: `2025-Q2`. */
function quarterOf(date: string): string {
  return `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}

/** The values of an index, the newest first. */
export function indexNamed({ table, state }: Lookup, name: string): readonly CostFactor[] {
  const all = table.factors.get('index') ?? new Map<string, readonly Entry<CostFactor>[]>();
  const isInForce = ({ version }: Entry<CostFactor>) => state.standing[version] === 'in force';
  const inForce = (all.get(name) ?? []).filter(isInForce);
  if (inForce.length > 0) return inForce.map(({ row }) => row);
  const known = [...all].filter(([, entries]) => entries.some(isInForce)).map(([one]) => one);
  if (known.length > 0) throw noneOf('index', known);
  throw invalid(
    'index',
    'nothing, because no index is loaded; ktima import costs loads one',
    'not_one_of',
    {
      allowed: [],
    },
  );
}

/**
 * The change of an index from the quarter in which a rate began to that of the valuation. For a
 * quarter that is not published yet the last one before it counts.
 */
export function indexed(values: readonly CostFactor[], validFrom: string, date: string): Indexing {
  const { name } = values[0]!;
  const at = (quarter: string) => {
    const found = values.find(({ item }) => item <= quarter);
    if (found) return found;
    const first = values.at(-1)!.item;
    const said: Sentence = { code: 'index_begins_later', values: { name, first, quarter } };
    throw noMapping(said, { field: 'index', code: 'out_of_range', earliest: first });
  };
  const [from, to] = [at(quarterOf(validFrom)), at(quarterOf(date))];
  return { name, from: from.item, to: to.item, factor: to.value / from.value, source: to.source };
}
