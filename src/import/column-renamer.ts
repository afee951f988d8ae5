import { KtimaError } from '../errors.ts';
import { listed, plainName } from '../notation/column-names.ts';
import type { Feature } from './readers/reader.ts';

/** Throws unless each mapping is `field=column` with one of the fields, and no field comes twice. */
export function checkMappings(mappings: readonly string[], fields: readonly string[]): void {
  const seen = new Set<string>();
  for (const mapping of mappings) {
    const [field, column] = partsOf(mapping);
    if (!fields.includes(field) || column === '') {
      throw usage(mapping, `FIELD=COLUMN, the field being one of ${fields.join(', ')}`);
    }
    if (seen.has(field)) throw usage(mapping, `one column for ${field}, got two`);
    seen.add(field);
  }
}

/** Makes a function that renames the columns of a file's features by mappings `field=column`. */
export function columnRenamer(mappings: readonly string[]): (feature: Feature) => Feature {
  if (mappings.length === 0) return feature => feature;
  let columns: ColumnOfField | undefined;
  return feature => {
    columns ??= findColumns(mappings, Object.keys(feature.properties));
    return { ...feature, properties: rename(feature.properties, columns) };
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

/** The columns of the first feature count: a misspelt name must not import a file without values. */
function findColumns(mappings: readonly string[], columns: readonly string[]): ColumnOfField {
  return new Map(
    mappings.map(mapping => {
      const [field, name] = partsOf(mapping);
      const column =
        columns.find(own => own === name) ??
        columns.find(own => plainName(own) === plainName(name));
      if (column !== undefined) return [field, column];
      throw usage(mapping, `a column of the file: ${listed(columns)}`);
    }),
  );
}

function partsOf(mapping: string): [field: string, column: string] {
  const [, field = '', column = ''] = /^([^=]*)=(.*)$/s.exec(mapping) ?? [];
  return [field.trim(), column.trim()];
}

function usage(mapping: string, expected: string): KtimaError {
  return new KtimaError('USAGE', `--map ${mapping}: expected ${expected}`);
}
