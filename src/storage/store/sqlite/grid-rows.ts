import type { DatabaseSync } from 'node:sqlite';
import type { StoredGrid, StoredSquare } from '#domain/grids/grid.ts';
import { descriptionSquare } from '#domain/grids/square.ts';
import { gridSquares } from '../rows/layer-tables.ts';
import { openReader } from './checked-rows.ts';
import { inReadTransaction } from './read-transaction.ts';
import { sourceReader } from './sources.ts';
import { untilChange } from './until-change.ts';

type SquareRow = StoredSquare & { readonly source_id: number; readonly grid: number };

/** Reads all grids with their descriptions. */
export function openGrids(db: DatabaseSync): () => StoredGrid[] {
  const sources = sourceReader(db);
  const inSource = `WHERE source_id = ? AND square = ${descriptionSquare}`;
  const descriptions = openReader<SquareRow>(db, gridSquares, inSource);
  const read = () =>
    sources
      .all()
      .filter(({ layer }) => layer === 'grids')
      .flatMap(({ id, source, licence, loadedAt }) =>
        descriptions.all(id).map(({ grid, content }) => ({
          sourceId: id,
          grid,
          source,
          licence,
          loadedAt,
          description: content,
        })),
      );
  return untilChange(db, () => inReadTransaction(db, read));
}

/** Reads squares of a grid. */
export function openSquares(db: DatabaseSync) {
  const reader = openReader<SquareRow>(
    db,
    gridSquares,
    'WHERE source_id = ? AND grid = ? AND square IN (SELECT value FROM json_each(?))',
  );
  return (sourceId: number, grid: number, squares: readonly number[]): StoredSquare[] =>
    reader.all(sourceId, grid, JSON.stringify(squares));
}
