import type { DatabaseSync } from 'node:sqlite';
import type { Read } from './postgres/queries.ts';
import { type LayerTable, layerTables, tableOf, valuesOf } from './rows/layer-tables.ts';
import { isSampleSql, type Layer, type LayerRows, type SharedRows } from './store.ts';

/** The columns by which two sources have the same row, each with its field: its key or external_id. */
function identityColumns({ key, columns, otherColumns }: LayerTable): [string, string][] {
  const isIdentity = ([column, field]: [string, string]) =>
    key.length > 0 ? key.includes(field) : column === 'external_id';
  return Object.entries({ ...columns, ...otherColumns }).filter(isIdentity);
}

/** A query for one table of a layer, and the identities of the rows that belong to it. */
interface SharedRowsQuery {
  readonly sql: string;
  readonly columns: readonly string[];
  readonly identities: readonly string[];
}

/**
 * The queries that count rows of other sources, by their source. Their parameters are the name of
 * the source that is left out, and the identities; `isAsked` compares a column with these.
 */
function sharedRowsQueries<L extends Layer>(
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
            WHERE sources.replaced_at IS NULL AND sources.source <> ${parameter}
              AND NOT ${isSampleSql('sources.source')}
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

/** Counts the rows that other sources have too, in SQLite. */
export function readSharedRowsOfSqlite<L extends Layer>(
  db: DatabaseSync,
  layer: L,
  source: string,
  rows: readonly LayerRows[L][],
): SharedRows[] {
  const isAsked = (identity: string) => `${identity} IN (SELECT value FROM json_each(?))`;
  const queries = sharedRowsQueries(layer, rows, '?', isAsked);
  return queries.flatMap(({ sql, columns, identities }) =>
    db
      .prepare(sql)
      .all(source, JSON.stringify(identities))
      .map(found => ({ source: String(found.source), rows: Number(found.rows), columns })),
  );
}

/** The same in PostgreSQL. */
export async function readSharedRowsOfPostgres<L extends Layer>(
  read: Read,
  layer: L,
  source: string,
  rows: readonly LayerRows[L][],
): Promise<SharedRows[]> {
  const isAsked = (identity: string) => `${identity} = ANY ($2)`;
  const shared: SharedRows[] = [];
  for (const { sql, columns, identities } of sharedRowsQueries(layer, rows, '$1', isAsked)) {
    const found = await read<{ source: string; rows: number }>(sql, [source, identities]);
    shared.push(...found.map(one => ({ ...one, rows: Number(one.rows), columns })));
  }
  return shared;
}
