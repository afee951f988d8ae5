import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { openExtent } from '#domain/map/map-feature.ts';
import { KtimaError } from '#tools/errors.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { toClientError } from '../../db/postgres/postgres-errors.ts';
import { beginUnlimited } from '../../db/postgres/transaction.ts';
import {
  type LayerTable,
  layerTables,
  outcomeOf,
  type StoredRow,
  tableOf,
} from '../rows/layer-tables.ts';
import { openRowCounts } from '../rows/new-rows.ts';
import { type Earlier, openSeenKeys } from '../rows/seen-keys.ts';
import {
  defaultWaitMs,
  isSampleSource,
  type Layer,
  type LayerRows,
  type Provenance,
  type Replacement,
  type RowTaker,
  sampleGoesWith,
} from '../store.ts';
import { type Copy, openCopy } from './copy.ts';
import { noteChangedRows } from './edition-row.ts';
import { newBlocks } from './parcels-in.ts';
import {
  attachPartition,
  createPartition,
  dropPartitions,
  openCellCopy,
  openTarget,
} from './partitions.ts';
import { countBefore, dropSources, insertSource, namesReplacedBy, retireCosts } from './sources.ts';
import { keepPlaceIds, rememberDeparting } from './stable-place-ids.ts';

/** How long the swap may block readers behind a long-running read, and how often it is tried. */
const swapWaitMs = 500;
const swapTries = 60;

/**
 * Everything happens in one transaction: new tables, invisible to others, are filled by COPY,
 * get their indexes as they become partitions, and the old partitions go. Whatever ends the
 * process ends the transaction, and PostgreSQL removes the new tables itself.
 */
export async function beginReplacement<L extends Layer>(
  db: Postgres,
  layer: L,
  source: string,
  clock: () => Date,
  waitMs = defaultWaitMs,
): Promise<Replacement<LayerRows[L]>> {
  const client = await db.connect({ writes: true });
  try {
    await begin(client, waitMs);
    return await openReplacement(client, layer, source, clock);
  } catch (error) {
    await client.end().catch(() => {});
    throw toClientError(error);
  }
}

/** One import at a time; the other one gets this sentence instead of the engine's message. */
async function begin(client: Client, waitMs: number): Promise<void> {
  await client.query(
    `${beginUnlimited()};
     SET LOCAL client_connection_check_interval = '1s'; SET LOCAL lock_timeout = ${waitMs}`,
  );
  try {
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('ktima import', 0))`);
  } catch (cause) {
    if ((cause as { code?: string }).code !== '55P03') throw cause;
    throw new KtimaError('UNAVAILABLE', 'another import is writing; try again when it has ended', {
      cause,
    });
  }
}

/** The new rows of a layer, and what is left to do with them once all are there. */
interface Staged<Row> {
  readonly taker: RowTaker<Row>;
  /** Sends what is not sent yet. */
  finish(): Promise<void>;
  attach(): Promise<void>;
  swap(from: Provenance): Promise<void>;
}

async function openReplacement<L extends Layer>(
  client: Client,
  layer: L,
  source: string,
  clock: () => Date,
): Promise<Replacement<LayerRows[L]>> {
  const copy = openCopy(client);
  const first = await stage(client, copy, layer, source, clock);
  const all: Staged<never>[] = [first];
  let open = true;

  const end = async () => {
    if (!open) return;
    open = false;
    await copy.settle();
    // Ending the connection undoes what was not committed.
    await client.end().catch(() => {});
  };
  return {
    ...first.taker,
    async beside(layer) {
      const staged = await stage(client, copy, layer, source, clock).catch(rethrowNamed);
      all.push(staged);
      return staged.taker;
    },
    async commit(from) {
      try {
        for (const { finish } of all) await finish();
        await copy.finish();
        for (const { attach } of all) await attach();
        await swapPatiently(client, async () => {
          for (const { swap } of all) await swap(from);
        });
        await noteChangedRows(client);
        await client.query('COMMIT');
      } catch (error) {
        throw toClientError(error);
      } finally {
        await end();
      }
    },
    abandon: end,
  };
}

async function stage<L extends Layer>(
  client: Client,
  copy: Copy,
  layer: L,
  source: string,
  clock: () => Date,
): Promise<Staged<LayerRows[L]>> {
  const tables = layerTables[layer];
  const keepsIds = tables.some(({ ids }) => ids === 'kept');
  const duplicates = openDuplicates();
  const sourceId = await newSourceId(client);
  const targets = new Map(tables.map(table => [table, openTarget(copy, table, sourceId)]));
  const cells = openCellCopy(copy, layer, sourceId);
  let lastId = await lastIdOf(client, layer);
  const before = await countBefore(client, layer, source);
  const added = openRowCounts(layer);
  const extent = openExtent();
  for (const table of tables) await createPartition(client, table, sourceId);
  return {
    taker: {
      add(row) {
        // A refused row takes an id too, as it does in SQLite.
        lastId++;
        const table = tableOf(layer, row);
        const stored = table?.toStored(row);
        const earlier = table && duplicates(table, stored!);
        if (earlier) return outcomeOf(table, row, stored!, earlier);
        if (table) targets.get(table)!(stored!, lastId);
        cells?.add(row);
        added.add(row);
        extent.add(row);
        return 'added';
      },
      async keepUp() {
        await cells?.keepUp().catch(rethrowNamed);
        await copy.keepUp().catch(rethrowNamed);
      },
      before,
      added: added.counts,
    },
    async finish() {
      await cells?.finish();
    },
    async attach() {
      if (keepsIds) await keepPlaceIds(client, source, sourceId);
      for (const table of tables) await attachPartition(client, table, sourceId);
      if (layer === 'parcels') await client.query(newBlocks(sourceId));
    },
    async swap(from) {
      const replaced = await namesReplacedBy(client, layer, source);
      if (keepsIds) await rememberDeparting(client, replaced, sourceId);
      const [rows, loadedAt] = [added.sum(), clock().toISOString()];
      if (layer === 'costs' && rows > 0) await retireCosts(client, from, loadedAt);
      else await dropSources(client, layer, replaced);
      if (!isSampleSource(source)) await dropSamplesBeside(client, layer);
      if (rows === 0) await dropPartitions(client, layer, [sourceId]);
      else await insertSource(client, sourceId, { ...from, layer, rows, loadedAt }, extent.box());
      await client.query('UPDATE layers SET last_id = $2 WHERE layer = $1', [layer, lastId]);
    },
  };
}

/** Finds the earlier row with the key of a row. */
function openDuplicates() {
  const keys = openSeenKeys();
  return ({ name, key, repeatIf }: LayerTable, stored: StoredRow): Earlier | undefined => {
    const values = key.map(field => stored[field]);
    if (values.length === 0 || values.includes(null)) return undefined;
    const text = JSON.stringify([name, ...values]);
    if (!repeatIf) return keys.meet(text);
    const [bytes, number] = [stored[repeatIf.bytes], stored[repeatIf.number]];
    return keys.meet(text, bytes as Uint8Array, number as number);
  };
}

function rethrowNamed(error: unknown): never {
  throw toClientError(error);
}

async function newSourceId(client: Client): Promise<number> {
  const { rows } = await client.query(
    `SELECT nextval(pg_get_serial_sequence('sources', 'id')) AS id`,
  );
  return rows[0].id;
}

async function lastIdOf(client: Client, layer: Layer): Promise<number> {
  const { rows } = await client.query('SELECT last_id FROM layers WHERE layer = $1', [layer]);
  return rows[0].last_id;
}

/**
 * Dropping a partition waits for all readers of the table, and new readers wait behind it. So it
 * gives up soon and tries again: a backup of an hour delays the import, not the responses.
 */
async function swapPatiently(client: Client, swap: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    await client.query(`SAVEPOINT swap; SET LOCAL lock_timeout = ${swapWaitMs}`);
    try {
      await swap();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error;
      if (tries >= swapTries) throw keptFromSwapping;
      await client.query('ROLLBACK TO swap');
      await sleep(swapWaitMs);
    }
  }
}

const keptFromSwapping = new KtimaError(
  'UNAVAILABLE',
  'another session, a backup perhaps, has been reading the old rows for a minute; nothing was ' +
    'changed: try again when it has ended',
);

async function dropSamplesBeside(client: Client, layer: Layer): Promise<void> {
  for (const other of sampleGoesWith[layer] ?? []) {
    await dropSources(client, other, await namesReplacedBy(client, other, ''));
  }
}
