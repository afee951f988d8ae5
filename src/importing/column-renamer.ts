import { type KtimaError, usageError } from '#tools/errors.ts';
import { listed, plainName } from '#tools/notation/column-names.ts';
import { columnName } from './datasets/column-fields.ts';
import type { Feature } from './readers/reader.ts';

/**
 * Reads mappings `field=column`, or `field=value` of another option. Throws unless each has one of
 * the fields, and none comes twice.
 */
export function readMappings(
  mappings: readonly string[],
  fields: readonly string[],
  option = '--map',
  what: 'column' | 'value' = 'column',
): Map<string, string> {
  const read = new Map<string, string>();
  for (const mapping of mappings) {
    const [field, text] = partsOf(mapping);
    if (!fields.includes(field) || text === '') {
      const form = `FIELD=${what.toUpperCase()}`;
      throw usage(option, mapping, `${form}, the field being one of ${fields.join(', ')}`);
    }
    if (read.has(field)) throw usage(option, mapping, `one ${what} for ${field}, got two`);
    read.set(field, text);
  }
  return read;
}

/** The mapped columns that were found, and the columns that the first features have. */
interface SeenColumns {
  readonly found: Set<string>;
  readonly columns: Set<string>;
}

/** Nothing seen yet. */
export function noneSeen(): SeenColumns {
  return { found: new Set(), columns: new Set() };
}

/**
 * Renames the columns of a file's features by mappings `field=column`. Features of some formats
 * lack the columns that are empty, so a column is searched until it is found. Files whose columns
 * belong together share what is `seen`.
 */
export function columnRenamer(mappings: readonly string[], seen = noneSeen(), option = '--map') {
  const columnOf = new Map<string, string>();
  let missing = mappings;
  let isFirst = true;
  return {
    rename(feature: Feature): Feature {
      if (mappings.length === 0) return feature;
      const columns = Object.keys(feature.properties);
      if (missing.length > 0) {
        missing = missing.filter(mapping => !addColumn(columnOf, mapping, columns));
        for (const mapping of mappings) if (!missing.includes(mapping)) seen.found.add(mapping);
        if (isFirst) for (const column of columns) seen.columns.add(column);
        isFirst = false;
      }
      return { ...feature, properties: rename(feature.properties, columnOf) };
    },
    /** Throws if a column was in no feature: a misspelt name must not import a file without values. */
    checkAllFound(): void {
      const mapping = mappings.find(one => !seen.found.has(one));
      if (mapping !== undefined && seen.columns.size > 0) {
        throw usage(option, mapping, `a column of the file: ${listed([...seen.columns])}`);
      }
    },
  };
}

/** The column of each mapped field; two fields may have the same column. */
type ColumnOfField = ReadonlyMap<string, string>;

/** A mapped column replaces one that has the name of the field. */
function rename(properties: Feature['properties'], columnOf: ColumnOfField) {
  const mapped = new Set(columnOf.values());
  const others = Object.entries(properties).filter(
    ([name]) => !mapped.has(name) && !columnOf.has(name),
  );
  const fields = [...columnOf].map(([field, column]) => [field, properties[column]]);
  return Object.fromEntries([...others, ...fields]) as Feature['properties'];
}

/**
 * Adds the column of a mapping; false if it is not among the columns. A column keeps a name that
 * means its field already: the name may have the mark of the Greek Grid (`x=X_EGSA`).
 */
function addColumn(
  columnOf: Map<string, string>,
  mapping: string,
  columns: readonly string[],
): boolean {
  const [field, name] = partsOf(mapping);
  const column =
    columns.find(own => own === name) ?? columns.find(own => plainName(own) === plainName(name));
  if (column === undefined) return false;
  const isPlain = columnName(column) === field && !columns.includes(field);
  if (!isPlain) columnOf.set(field, column);
  return true;
}

function partsOf(mapping: string): [field: string, column: string] {
  const [, field = '', column = ''] = /^([^=]*)=(.*)$/s.exec(mapping) ?? [];
  return [field.trim(), column.trim()];
}

function usage(option: string, mapping: string, expected: string): KtimaError {
  return usageError(`${option} ${mapping}: expected ${expected}`);
}
