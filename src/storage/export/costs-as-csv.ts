import type {
  CostFactor,
  CostRate,
  CostVersion,
  DepreciationRow,
} from '#domain/property/cost/cost-table.ts';
import { quoted } from '#tools/csv/row.ts';
import { usageError } from '#tools/errors.ts';

/** All columns of costs that an import reads. A file has those in which a row has a value. */
const columns = [
  ...['postal_prefix', 'municipality', 'kind', 'name', 'item', 'quarter', 'type_word'],
  ...['property_type', 'rate_eur_m2', 'method', 'useful_life_years', 'residual_share', 'value'],
  ...['base', 'in_as_is', 'valid_from', 'source', 'includes', 'note', 'sample_data'],
] as const;
type Cells = Partial<Record<(typeof columns)[number], string | number | undefined>>;

/**
 * The costs in force as CSV, which `import costs` reads again: of one source, or of all. What several
 * sources have is written once, as it was loaded last.
 */
export function costsAsCsv(
  versions: readonly CostVersion[],
  source: string | undefined,
): { readonly text: string; readonly rows: number } {
  const inForce = versions.filter(version => version.replacedAt === null);
  const chosen = inForce.filter(version => source === undefined || version.source === source);
  if (chosen.length === 0) {
    const known = inForce.map(version => version.source).join(', ') || 'none';
    throw usageError(
      source === undefined
        ? 'costs: nothing is loaded'
        : `--source ${source}: costs has no such source. It has: ${known}`,
    );
  }
  const rows = [
    ...new Map([
      ...keyed(chosen, ({ rates }) => rates.map(rateCells), ['rate_eur_m2']),
      ...keyed(chosen, ({ depreciation }) => depreciation.map(ageingCells), [
        ...['method', 'useful_life_years', 'residual_share'],
      ]),
      ...keyed(chosen, ({ factors }) => inOrder(factors).map(factorCells), ['value']),
    ]).values(),
  ].sort((a, b) => Number(a.base !== undefined) - Number(b.base !== undefined));
  const used = columns.filter(column => rows.some(row => row[column] !== undefined));
  const line = (cells: readonly unknown[]) =>
    `${cells.map(cell => quoted(String(cell ?? ''), ',')).join()}\n`;
  const text = [used, ...rows.map(row => used.map(column => row[column]))].map(line).join('');
  return { text, rows: rows.length };
}

/** Rows by their key, which is all but their values and remarks; of the same key the last loaded. */
function keyed(
  versions: readonly CostVersion[],
  cellsOf: (version: CostVersion) => Cells[],
  values: readonly string[],
): [string, Cells][] {
  const remarks = [...values, 'source', 'includes', 'note', 'base', 'in_as_is'];
  const keyOf = (cells: Cells) =>
    JSON.stringify([values, Object.entries(cells).filter(([name]) => !remarks.includes(name))]);
  return versions
    .toReversed()
    .flatMap(version =>
      cellsOf(version).map((cells): [string, Cells] => [
        keyOf(cells),
        version.isSample ? { ...cells, sample_data: 'true' } : cells,
      ]),
    );
}

function rateCells(rate: CostRate): Cells {
  const isMunicipality = /^\p{L}/u.test(rate.postalPrefix);
  return {
    ...(isMunicipality
      ? { municipality: rate.postalPrefix }
      : { postal_prefix: rate.postalPrefix }),
    property_type: rate.propertyType,
    rate_eur_m2: rate.rateEurM2,
    valid_from: rate.validFrom,
    source: rate.source,
    includes: rate.includes?.join(';'),
    note: rate.note,
  };
}

function ageingCells(row: DepreciationRow): Cells {
  return {
    property_type: row.propertyType,
    method: row.method,
    useful_life_years: row.usefulLifeYears,
    residual_share: row.residualShare,
  };
}

/** The lines of add-ons are in the order of their file. */
function inOrder(factors: readonly CostFactor[]): CostFactor[] {
  return factors.toSorted((a, b) => (a.line?.order ?? 0) - (b.line?.order ?? 0));
}

function factorCells(factor: CostFactor): Cells {
  const { kind, name, item, value, source, note } = factor;
  if (kind === 'index') return { name, quarter: item, value, source, note };
  const property_type = factor.propertyType || undefined;
  if (kind === 'type_word') return { type_word: item, property_type, source, note };
  return {
    kind,
    name,
    item,
    property_type,
    value,
    base: factor.line?.base,
    in_as_is: factor.line && (factor.line.isInAsIs ? 'yes' : 'no'),
    valid_from: factor.validFrom,
    source,
    note,
  };
}
