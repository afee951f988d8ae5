import { execute, testPostgres } from './database.ts';

let database: Promise<string> | undefined;

/** Geometries as GEOS sees them, the library of PostGIS: not the code that made them. */
export async function checkedByGeos(wkt: readonly string[]): Promise<string[]> {
  const rows = await geos(`SELECT ST_IsValidReason(one) AS reason FROM ${tableOf(wkt)} AS one`);
  return rows.map(({ reason }) => String(reason));
}

/** The area between geometries and others that GEOS makes valid by the even-odd rule. */
export async function areasBetween(wkt: readonly string[], others: readonly string[]) {
  const rows = await geos(
    `SELECT ST_Area(ST_SymDifference(one, ST_MakeValid(other))) AS area
     FROM ROWS FROM (${tableOf(wkt)}, ${tableOf(others)}) AS pair (one, other)`,
  );
  return rows.map(({ area }) => Number(area));
}

const tableOf = (wkt: readonly string[]) => `unnest(ARRAY['${wkt.join("','")}']::geometry[])`;

async function geos(sql: string): Promise<Record<string, unknown>[]> {
  database ??= testPostgres();
  return execute(await database, sql);
}
