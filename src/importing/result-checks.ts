import type { CostVersion } from '#domain/property/cost/cost-table.ts';
import type { Layer, LayerRows, RowCounts, RowTaker, Store } from '#storage/store/store.ts';
import { farFromPrefecture } from './datasets/parcel-dataset.ts';
import type { Tally } from './report.ts';

/** Which results of an import are accepted. */
export interface AllowedResult {
  /** Above this share of refused rows (0 to 1) nothing is changed. */
  readonly maxRefusedShare: number;
  /**
   * Whether the files may have no rows, and a table may lose all its rows of the source; default
   * false, as most files are whole.
   */
  readonly allowEmpty?: boolean;
  /** Whether most parcels may lie far from the prefecture of their code; default false. */
  readonly allowFar?: boolean;
}

/** A layer with the counts of its new rows. */
export interface FilledLayer {
  readonly layer: Layer;
  readonly tally: Tally;
  readonly change: RowChange;
}

/** The rows of a source in a layer before and after an import. */
interface RowChange {
  readonly before: RowCounts;
  readonly added: RowCounts;
}

const noRows =
  'no rows were found; nothing was changed. Give --allow-empty to remove the rows of this source';

/** Why new rows are refused; undefined if they are good. `isAnyRead`: some layer has rows. */
export function objectionTo(
  { tally, change }: FilledLayer,
  { maxRefusedShare, allowEmpty = false, allowFar = false }: AllowedResult,
  isAnyRead: boolean,
): string | undefined {
  const emptying = allowEmpty ? undefined : emptyingObjection(change);
  if (tally.read === 0) {
    // A layer may have no rows beside others that have some: a town may have no addresses.
    return isAnyRead || allowEmpty ? emptying : noRows;
  }
  const share = tally.refusedShare();
  if (share > maxRefusedShare) {
    const percent = (value: number) => `${Math.round(value * 1000) / 10} %`;
    return (
      `${percent(share)} of the rows were refused, more than the ${percent(maxRefusedShare)} ` +
      'that --max-refused allows; nothing was changed'
    );
  }
  if (tally.kept === 0 && !allowEmpty) return 'no row could be used; nothing was changed';
  return (allowFar ? undefined : farParcelsObjection(tally)) ?? emptying;
}

const count = (rows: number) => `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;

/** Why an import must not empty a table that has rows of its source; undefined if it does not. */
function emptyingObjection({ before, added }: RowChange): string | undefined {
  const emptied = Object.keys(before).filter(name => before[name]! > 0 && added[name] === 0);
  if (emptied.length === 0) return undefined;
  const had = emptied.map(name => `${count(before[name]!)} in ${name}`).join(' and ');
  return (
    `this source had ${had} and would have none; nothing was changed. ` +
    'Give another --source, or --allow-empty to remove these rows'
  );
}

/** Describes each table that keeps less than a tenth of its rows. */
export function largeLosses({ before, added }: RowChange): string[] {
  return Object.keys(before)
    .filter(name => added[name]! * 10 < before[name]!)
    .map(name => `${name}: ${count(before[name]!)} before, ${added[name]} now`);
}

/** All rows that a source had in a layer. */
export function rowsBefore({ before }: RowChange): number {
  return Object.values(before).reduce((sum, rows) => sum + rows, 0);
}

/** Fewer parcels may have codes that are wrong or unusual. */
const leastFarParcels = 10;

/** Why a file is refused in which most parcels lie far from the prefecture of their code. */
function farParcelsObjection({ read, notesOf }: Tally): string | undefined {
  const far = notesOf(farFromPrefecture);
  if (far < leastFarParcels || far * 2 <= read) return undefined;
  return (
    `${far.toLocaleString('en')} of ${read.toLocaleString('en')} parcels lie far from the prefecture of their code, so the ` +
    'coordinate system is probably wrong; nothing was changed. Check --srid, or give --allow-far ' +
    'if the codes are wrong and the positions right'
  );
}

/** The first rows of a file show whether another source has the same. */
const mostCompared = 10_000;

/** Neighbouring files share a few rows: fewer than one row in ten causes no note. */
const leastShare = 0.1;

/** Keeps the first rows of a source that is new in its layer, to compare them with other sources. */
export function openComparedRows<L extends Layer>(change: RowTaker<LayerRows[L]>) {
  const isNew = rowsBefore(change) === 0;
  const rows: LayerRows[L][] = [];
  return {
    rows: rows as readonly LayerRows[L][],
    add(row: LayerRows[L]): void {
      if (isNew && rows.length < mostCompared) rows.push(row);
    },
  };
}

/**
 * Notes each other source that has many of the rows: they are probably an older file of the same.
 * A comparison that fails, for example by the time limit of a statement, is noted and stops no import.
 */
export async function noteSharedRows<L extends Layer>(
  store: Store,
  layer: L,
  source: string,
  rows: readonly LayerRows[L][],
  tally: Tally,
): Promise<void> {
  if (rows.length === 0) return;
  const among = rows.length === mostCompared ? ' among the first 10,000 rows' : '';
  const shared = await store.sharedRows(layer, source, rows).catch((error: Error) => {
    tally.note('the rows were not compared with those of other sources', error.message);
    return [];
  });
  for (const other of shared) {
    if (other.rows < rows.length * leastShare) continue;
    const names = joinWithAnd(other.columns);
    const reason = `the source ${other.source} has the same ${names}${among}; ${effectOf(layer)}`;
    tally.noteAll([{ reason, count: other.rows, examples: [waysOut(layer, other.source)] }]);
  }
}

/**
 * Whether other sources than this one have rates of costs, or the layer needs none. The sample does
 * not count: it ends with the first import. Data that cannot be read must not stop an import.
 */
export async function hasOtherRates(store: Store, layer: Layer, source: string): Promise<boolean> {
  if (layer !== 'costs') return true;
  const versions = await store.readCosts().catch(() => undefined);
  const isOther = (one: CostVersion) =>
    one.replacedAt === null && one.source !== source && !one.isSample && one.rates.length > 0;
  return versions?.some(isOther) ?? true;
}

/** Notes that an import of costs brings no rates. */
export function noteMissingRates({ tally, change }: FilledLayer): void {
  if (change.added.cost_rates !== 0) return;
  const advice = 'import a file with rates too; docs/costs.md has its columns';
  tally.note('no rates are loaded: without them there is no reconstruction cost', advice);
}

function joinWithAnd(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
}

function effectOf(layer: Layer): string {
  return ['costs', 'parcels', 'buildings'].includes(layer)
    ? 'the rows of the last import are used'
    : 'the rows of both are used';
}

function waysOut(layer: Layer, other: string): string {
  const name = /^[\w.-]+$/.test(other) ? other : JSON.stringify(other);
  return `import with --source ${name} to replace it, or remove it: ktima remove ${layer} --source ${name}`;
}
