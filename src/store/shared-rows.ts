import { type LayerTable, layerTables, tableOf, valuesOf } from './layer-tables.ts';
import { type Layer, type LayerRows, sampleSource } from './store.ts';

/** The columns by which two sources have the same row, each with its field: its key or external_id. */
function identityColumns({ key, columns, otherColumns }: LayerTable): [string, string][] {
  const isIdentity = ([column, field]: [string, string]) =>
    key.length > 0 ? key.includes(field) : column === 'external_id';
  return Object.entries({ ...columns, ...otherColumns }).filter(isIdentity);
}

/** A query for one table of a layer, and the identities of the rows that belong to it. */
export interface SharedRowsQuery {
  readonly sql: string;
  readonly columns: readonly string[];
  readonly identities: readonly string[];
}

/**
 * The queries that count rows of other sources, by their source. Their parameters are the name of
 * the source that is left out, and the identities; `isAsked` compares a column with these.
 */
export function sharedRowsQueries<L extends Layer>(
  layer: L,
  rows: readonly LayerRows[L][],
  parameter: string,
  isAsked: (identity: string) => string,
): SharedRowsQuery[] {
  const tables = layerTables[layer].filter(table => identityColumns(table).length > 0);
  return tables.map(table => {
    const identity = identityColumns(table);
    const columns = identity.map(([column]) => column);
    const own = rows.filter(row => tableOf(layer, row) === table).map(table.toStored);
    const values = own.map(stored => valuesOf(Object.fromEntries(identity), stored));
    return {
      sql: `SELECT sources.source AS source, count(*) AS rows
            FROM ${table.name} JOIN sources ON sources.id = ${table.name}.source_id
            WHERE sources.source NOT IN (${parameter}, '${sampleSource}')
              AND ${isAsked(identitySql(columns))}
            GROUP BY sources.source ORDER BY sources.source`,
      columns,
      identities: values.filter(parts => !parts.includes(null)).map(parts => parts.join(' ')),
    };
  });
}

/** One column alone can be found by its index. */
function identitySql(columns: readonly string[]): string {
  return columns.length === 1 ? columns[0]! : `concat_ws(' ', ${columns})`;
}
