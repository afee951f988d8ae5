import type { DatabaseSync } from 'node:sqlite';
import {
  headerCell,
  levelOfNumber,
  numbersOfLevels,
  type ZoneRun,
} from '#domain/zones/zone-cells.ts';
import { type StoredZone, zonePieces, zones } from '../rows/layer-tables.ts';
import { toZone } from '../rows/stored-rows.ts';
import type { ReadZone, StoredPiece, ZoneSource } from '../store.ts';
import { openReader } from './checked-rows.ts';
import { inReadTransaction } from './read-transaction.ts';
import { sourceReader } from './sources.ts';
import { untilChange } from './until-change.ts';

type PieceRow = Omit<StoredPiece, 'sourceId'> & {
  readonly source_id: number;
  readonly squares: number;
  readonly features: number;
};

/** Reads the pieces of zones, in the order of sources, zones and cells. */
export function openZonePieces(db: DatabaseSync) {
  const reader = openReader<PieceRow>(
    db,
    zonePieces,
    `ON cell BETWEEN run.value ->> 0 AND run.value ->> 1
       AND squares & (run.value ->> 2)
     WHERE source_id NOT IN (SELECT value FROM json_each(?)) LIMIT ?`,
    ['source_id'],
    // Each run is looked up in the index: SQLite keeps the order of tables in a CROSS JOIN.
    'json_each(?) AS run CROSS JOIN',
  );
  const levels = untilChange(db, () => readLevels(db));
  return (runs: readonly ZoneRun[], except: readonly number[], most: number): StoredPiece[] => {
    const filled = levels();
    const searched = runs.filter(([first]) => filled.has(levelOfNumber(first)));
    return reader
      .all(JSON.stringify(searched), JSON.stringify(except), most)
      .map(toPiece)
      .sort((a, b) => a.sourceId - b.sourceId || a.part - b.part || a.cell - b.cell);
  };
}

/** The levels of cells that have pieces: often a few, and a search of an empty one takes as long. */
function readLevels(db: DatabaseSync): ReadonlySet<number> {
  const isFilled = db.prepare('SELECT 1 FROM zone_pieces WHERE cell BETWEEN ? AND ? LIMIT 1');
  return new Set(
    numbersOfLevels()
      .filter(([first, last]) => isFilled.get(first, last) !== undefined)
      .map(([first]) => levelOfNumber(first)),
  );
}

function toPiece({ source_id, cell, part, content }: PieceRow): StoredPiece {
  return { sourceId: source_id, cell, part, content };
}

/** Reads zones of a source in the order of their numbers. */
export function openZonesOfSource(db: DatabaseSync) {
  const page = (where: string) =>
    openReader<StoredZone>(
      db,
      zones,
      `WHERE source_id = ? AND number > ? ${where} ORDER BY number LIMIT ?`,
    ).all;
  const [all, some] = [page(''), page('AND number IN (SELECT value FROM json_each(?))')];
  return (source: number, after: number, most: number, numbers?: readonly number[]): ReadZone[] =>
    (numbers ? some(source, after, JSON.stringify(numbers), most) : all(source, after, most)).map(
      toZone,
    );
}

/** Reads the sources of zones, those loaded last first. */
export function openZoneSources(db: DatabaseSync): () => ZoneSource[] {
  const sources = sourceReader(db);
  const headers = openReader<PieceRow>(
    db,
    zonePieces,
    `WHERE cell = ${headerCell} ORDER BY source_id DESC`,
    ['source_id'],
  );
  const read = () => {
    const byId = new Map(sources.all().map(source => [source.id, source]));
    return headers
      .all()
      .flatMap(({ source_id, content }) =>
        byId.has(source_id) ? [{ ...byId.get(source_id)!, header: content }] : [],
      );
  };
  return untilChange(db, () => inReadTransaction(db, read));
}
