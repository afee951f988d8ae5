import type { DatabaseSync } from 'node:sqlite';
import type { Box } from '#tools/geo/box.ts';
import { damaged } from '../../db/sqlite/sqlite-errors.ts';

/** Tables whose rows are found by the boxes around them, and the R*Trees of these. */
const boxTables = { parcels: 'parcel_boxes', buildings: 'building_boxes' } as const;

type BoxedTable = keyof typeof boxTables;

/** Sides are whole numbers, which a checksum covers: an R*Tree rounds fractions to decimetres. */
const unitsPerDegree = 1e7;
const allRows = 2 ** 32;

/**
 * Opens a search for the rows whose boxes overlap some others. It gives their ids as JSON, which hold
 * for the transaction: an import gives them to other rows.
 */
export function openBoxSearch(db: DatabaseSync, table: BoxedTable) {
  const search = db.prepare(
    `SELECT json_group_array(id) AS ids, count(*) AS count FROM (
       SELECT near.id FROM json_each(?) AS box CROSS JOIN ${boxTables[table]} AS near
       ON near.west <= box.value ->> 'east' AND near.east >= box.value ->> 'west'
         AND near.south <= box.value ->> 'north' AND near.north >= box.value ->> 'south'
       LIMIT ?
     )`,
  );
  /** Undefined if there are more than `most`; a row that overlaps two boxes counts twice. */
  return (boxes: readonly Box[], most = allRows): string | undefined => {
    const found = search.get(JSON.stringify(boxes.map(inUnits)), most + 1)!;
    return Number(found.count) > most ? undefined : String(found.ids);
  };
}

function inUnits({ west, east, south, north }: Box): Box {
  const [w, e, s, n] = [west, east, south, north].map(degrees => degrees * unitsPerDegree);
  return { west: w!, east: e!, south: s!, north: n! };
}

/** Opens what adds the boxes of new rows; undefined for a table without boxes. */
export function openBoxInsert(db: DatabaseSync, table: string) {
  const name = boxTables[table as BoxedTable];
  if (name === undefined) return undefined;
  const insert = db.prepare(`INSERT INTO ${name} VALUES (?, ?, ?, ?, ?, ?)`);
  return (id: number | bigint, box: Box): void => {
    const { west, east, south, north } = inUnits(box);
    // One more, because a point almost on a border lies in the parcel.
    const sides = [
      Math.floor(west) - 1,
      Math.ceil(east) + 1,
      Math.floor(south) - 1,
      Math.ceil(north) + 1,
    ];
    insert.run(
      id,
      ...sides,
      sides.reduce((sum, side) => sum + side),
    );
  };
}

/** Removes the boxes of the rows of a source, which are still there. */
export function removeBoxes(db: DatabaseSync, table: string, sourceId: number): void {
  const name = boxTables[table as BoxedTable];
  if (name === undefined) return;
  const rows = `SELECT id FROM ${table} WHERE source_id = ?`;
  db.prepare(`DELETE FROM ${name} WHERE id IN (${rows})`).run(sourceId);
}

/** Removes all boxes of a table: a new R*Tree, because an old one removes them one by one. */
export function clearBoxes(db: DatabaseSync, table: string): void {
  const name = boxTables[table as BoxedTable];
  if (name === undefined) return;
  const { sql } = db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(name)!;
  db.exec(`DROP TABLE ${name}; ${sql}`);
}

/** Throws unless each row has a box, which is as it was written. */
export function checkBoxes(db: DatabaseSync): void {
  for (const [table, name] of Object.entries(boxTables)) {
    const isIntact = `
      SELECT count(*) = (SELECT count(*) FROM main.${table})
        AND coalesce(min(west + east + south + north = checksum), 1) AS intact
      FROM ${name}`;
    if (db.prepare(isIntact).get()!.intact !== 1) throw damaged(`a box of ${table} is wrong`);
  }
}
