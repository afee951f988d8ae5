import { descriptionSquare } from '#domain/grids/square.ts';
import { headerCell } from '#domain/zones/zone-cells.ts';
import {
  addresses,
  buildings,
  comparables,
  inKeyOrder,
  type LayerTable,
  parcels,
  places,
  zones,
} from '../rows/layer-tables.ts';

/** Runs a query that only reads. */
export type Read = <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;

/** The columns of a table under the names of their fields. */
export function fieldsOf({ name, columns }: LayerTable): string[] {
  return Object.entries(columns).map(([column, field]) => {
    const read = column === 'outline' ? `ST_AsBinary(outline, 'NDR')` : `${name}.${column}`;
    return `${read} AS "${field}"`;
  });
}

/** The rows of a table with the names of their sources, those loaded last first. */
export const sourcedSql = (table: LayerTable, where = '') => `
  SELECT ${fieldsOf(table)}, sources.source
  FROM ${table.name} JOIN sources ON sources.id = source_id ${where}
  ORDER BY source_id DESC, ${table.name}.id`;

/** The rows of a table of costs with the ids of their sources. */
export const costSql = (table: LayerTable) =>
  `SELECT source_id, ${fieldsOf(table)} FROM ${table.name} ${inKeyOrder(table)}`;

export const parcelSql = `SELECT ${fieldsOf(parcels)} FROM parcels`;

/** A wider box than the border of a parcel is thick (geo/inside.ts), in degrees. */
const aroundDegrees = 1e-7;

/** Whether a parcel may be at a point: longitude, latitude. */
export const isAroundPoint = `
  outline && ST_Expand(ST_SetSRID(ST_MakePoint($1, $2), 4326), ${aroundDegrees})`;

/** Houses that meet a condition, those loaded last first. */
export const houseSql = (where: string) =>
  sourcedSql(addresses, `WHERE house_number IS NOT NULL AND street_key IS NOT NULL AND ${where}`);

/** A page of points in a box, in the order of their ids. */
const pageInBox = `
  WHERE id > $5 AND longitude BETWEEN $1 AND $3 AND latitude BETWEEN $2 AND $4
  ORDER BY id LIMIT $6`;
export const placesInBoxSql = `SELECT id, ${fieldsOf(places)} FROM places ${pageInBox}`;
export const addressesInBoxSql = `
  SELECT id, ${fieldsOf(addresses)}, ${Object.keys(addresses.otherColumns)}
  FROM addresses ${pageInBox}`;
export const allPlacesSql = `SELECT id, ${fieldsOf(places)} FROM places ORDER BY id`;

const utc = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const sourceFields = `layer, source, origin, checksum, licence, row_count AS rows,
  ${utc('loaded_at')} AS "loadedAt"`;

/** The sources in force that meet a condition. */
export const sourceSql = (condition = 'true') => `
  SELECT ${sourceFields} FROM sources WHERE replaced_at IS NULL AND ${condition}
  ORDER BY layer, source`;

/** The sources of costs, also those that were replaced. */
export const costSourceSql = `
  SELECT id, ${sourceFields}, ${utc('replaced_at')} AS "replacedAt"
  FROM sources WHERE layer = 'costs'`;

/** The sources of zones with their descriptions, those loaded last first. */
export const zoneSourceSql = `
  SELECT found.*, zone_pieces.content AS header
  FROM zone_pieces JOIN (SELECT id, ${sourceFields} FROM sources) AS found
    ON found.id = zone_pieces.source_id
  WHERE zone_pieces.cell = ${headerCell}
  ORDER BY found.id DESC`;

/**
 * The pieces of zones in runs of cells, but not those of some sources. OFFSET 0 keeps the two parts
 * of the join apart: without it, a plan for any parameters reads the whole table for each run.
 */
export const zonePieceSql = `
  SELECT nearby.* FROM (
    SELECT found.*
    FROM unnest($1::bigint[], $2::bigint[], $3::integer[]) AS run (first, last, squares)
    CROSS JOIN LATERAL (
      SELECT source_id AS "sourceId", cell, part, content FROM zone_pieces
      WHERE cell BETWEEN run.first AND run.last AND squares & run.squares <> 0
        AND source_id <> ALL ($4::bigint[])
      OFFSET 0
    ) AS found LIMIT $5
  ) AS nearby
  ORDER BY "sourceId", part, cell`;

/** The zones of a source after a number; all, or some of them. */
const zonePage = (where: string) => `
  SELECT ${fieldsOf(zones)} FROM zones
  WHERE source_id = $1 AND number > $2 ${where} ORDER BY number LIMIT $3`;
export const zonesSql = zonePage('');
export const someZonesSql = zonePage('AND number = ANY ($4::bigint[])');

/** All grids with their descriptions. */
export const gridSql = `
  SELECT source_id AS "sourceId", grid, source, licence, ${utc('loaded_at')} AS "loadedAt",
    content AS description
  FROM grid_squares JOIN sources ON sources.id = source_id WHERE square = ${descriptionSquare}`;
export const gridSquareSql = `
  SELECT square, content FROM grid_squares
  WHERE source_id = $1 AND grid = $2 AND square = ANY ($3::bigint[])`;

/** The comparables of a type in a box: type, south, north, west, east, and the most rows. */
export const comparablesInBoxSql = `${sourcedSql(
  comparables,
  'WHERE property_type = $1 AND latitude BETWEEN $2 AND $3 AND longitude BETWEEN $4 AND $5',
)} LIMIT $6`;

/** The buildings of a subquery with their sources, those loaded last first. */
const buildingSql = (some: string) => `
  SELECT buildings.id, ${fieldsOf(buildings)}, sources.source
  FROM (${some}) AS buildings JOIN sources ON sources.id = source_id
  ORDER BY source_id DESC, buildings.id`;

/** Buildings in a box: west, south, east, north, and the most rows. An index has rounded boxes. */
export const buildingsInBoxSql = buildingSql(`
  SELECT * FROM buildings WHERE outline && ST_MakeEnvelope($1, $2, $3, $4, 4326)
    AND ST_XMax(outline) >= $1 AND ST_YMax(outline) >= $2
    AND ST_XMin(outline) <= $3 AND ST_YMin(outline) <= $4 LIMIT $5`);
export const buildingsAfterSql = buildingSql(
  'SELECT * FROM buildings WHERE id > $1 ORDER BY id LIMIT $2',
);

/** The boxes of the sources of a layer; all, or some of them. */
export const extentSql = `
  SELECT west, south, east, north FROM sources
  WHERE layer = $1 AND west IS NOT NULL AND ($2::bigint[] IS NULL OR id = ANY ($2))`;
