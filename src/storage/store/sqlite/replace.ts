import type { DatabaseSync } from 'node:sqlite';
import { openExtent } from '#domain/map/map-feature.ts';
import { KtimaError } from '#tools/errors.ts';
import { emptyLog } from '../../db/sqlite/log.ts';
import { checkFile } from '../../db/sqlite/same-file.ts';
import { withNamedErrors } from '../../db/sqlite/sqlite-errors.ts';
import { countedTables, openRowCounts } from '../rows/new-rows.ts';
import {
  defaultWaitMs,
  isReplacedBy,
  isSampleSource,
  type Layer,
  type LayerRows,
  type Provenance,
  type Replacement,
  type RowCounts,
  type RowTaker,
  type StoredSource,
  sampleGoesWith,
} from '../store.ts';
import { openReader } from './checked-rows.ts';
import { noteChangedRows } from './edition-row.ts';
import {
  deleteOutdatedSources,
  deleteSample,
  deleteSource,
  describeSource,
  insertExtent,
  insertSource,
  sources,
} from './sources.ts';
import { countRows, openLayerWriter, removeRows } from './write-rows.ts';

/**
 * Page cache of a connection that imports. With much less, indexes are read and written over and
 * over; twice as much saves 3 % of the processor time of SQLite for four million scattered parcels.
 */
const cacheKiB = 65_536;

/**
 * One long transaction is the staging area: readers continue with what was committed, and whatever
 * ends the process ends the transaction, leaving nothing to clean up.
 */
export function beginReplacement<L extends Layer>(
  db: DatabaseSync,
  layer: L,
  source: string,
  clock: () => Date,
  waitMs = defaultWaitMs,
): Replacement<LayerRows[L]> {
  checkFile(db);
  db.exec(`PRAGMA cache_size = -${cacheKiB}`);
  beginAlone(db, waitMs);
  const finishing: ((from: Provenance) => void)[] = [];
  let isCommitted = false;
  const take = <K extends Layer>(layer: K): RowTaker<LayerRows[K]> => {
    const before = countBefore(db, layer, source);
    const added = openRowCounts(layer);
    const sourceId = insertSource(db, layer, source);
    const outdated = layer === 'costs' ? [] : deleteOutdatedSources(db, layer, source, sourceId);
    const writer = openLayerWriter(db, layer, source, sourceId, outdated);
    const extent = openExtent();
    finishing.push(from => {
      writer.finish();
      const rows = writer.count();
      const loadedAt = clock().toISOString();
      if (rows === 0) deleteSource(db, sourceId);
      else describeSource(db, sourceId, { ...from, layer, rows, loadedAt });
      if (layer === 'costs') retireCosts(db, sourceId, from, rows === 0, loadedAt);
      const box = extent.box();
      if (box) insertExtent(db, sourceId, box);
      if (!isSampleSource(source)) deleteSamplesBeside(db, layer);
    });
    const add = (row: LayerRows[K]) => {
      const outcome = writer.add(row);
      if (outcome !== 'added') return outcome;
      added.add(row);
      extent.add(row);
      return outcome;
    };
    return { add, keepUp: async () => {}, before, added: added.counts };
  };
  const { isThere } = withNamedErrors({ isThere: async () => checkFile(db) });
  return {
    ...take(layer),
    beside: async layer => take(layer),
    async commit(from) {
      for (const finish of finishing) finish(from);
      noteChangedRows(db);
      await isThere();
      db.exec('COMMIT');
      isCommitted = true;
      await emptyLog(db);
    },
    async abandon() {
      if (isCommitted) return;
      // A write that failed has ended the transaction already.
      if (db.isTransaction) db.exec('ROLLBACK');
      await emptyLog(db);
    },
  };
}

/** Keeps the costs that an import replaces; deletes those of a removed source, and the sample. */
function retireCosts(
  db: DatabaseSync,
  newId: number,
  { source, checksum }: Provenance,
  isRemoved: boolean,
  replacedAt: string,
): void {
  const others = openReader<StoredSource>(db, sources, `WHERE layer = 'costs' AND id <> ?`, ['id']);
  for (const old of others.all(newId)) {
    if (!isReplacedBy(old.source, source)) continue;
    if (isSampleSource(old.source) || isRemoved) deleteVersion(db, old.id);
    else if (old.replacedAt !== null) continue;
    else if (old.checksum === checksum) deleteVersion(db, old.id);
    else describeSource(db, old.id, old, replacedAt);
  }
}

function deleteVersion(db: DatabaseSync, id: number): void {
  deleteSource(db, id);
  removeRows(db, 'costs', [id]);
}

/** Counted before the new rows come: places keep their ids, so an old row becomes a new one. */
function countBefore(db: DatabaseSync, layer: Layer, source: string): RowCounts {
  const old = db.prepare(
    'SELECT id FROM sources WHERE layer = ? AND source = ? AND replaced_at IS NULL',
  );
  const id = Number(old.get(layer, source)?.id ?? -1);
  const counts = countedTables(layer).map(({ name, table }) => [name, countRows(db, table, id)]);
  return Object.fromEntries(counts);
}

function deleteSamplesBeside(db: DatabaseSync, layer: Layer): void {
  for (const other of sampleGoesWith[layer] ?? []) {
    removeRows(db, other, deleteSample(db, other));
  }
}

/** One import at a time; the other one gets this sentence instead of the engine's message. */
function beginAlone(db: DatabaseSync, waitMs: number): void {
  try {
    db.exec(`PRAGMA busy_timeout = ${waitMs}; BEGIN IMMEDIATE`);
  } catch (cause) {
    if (!(cause as Error).message.includes('locked')) throw cause;
    throw new KtimaError('UNAVAILABLE', 'another import is writing; try again when it has ended', {
      cause,
    });
  }
}
