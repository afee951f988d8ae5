import { parseSrsName } from '../srs-name.ts';
import type { ParquetColumn, ParquetMetadata } from './metadata.ts';

/** Where a file keeps its geometry, and in which coordinate system. */
export interface GeoColumns {
  /** Undefined for a table without any. */
  readonly geometry: string | undefined;
  readonly epsg: number | undefined;
  /** All columns of geometries, which are no properties. */
  readonly all: readonly string[];
}

const wgs84 = 4326;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Finds the geometry: by the metadata of GeoParquet, or else by a column of Parquet's own type
 * for geometries. What cannot be understood is a RangeError.
 */
export function geoColumns({ geo, columns }: ParquetMetadata): GeoColumns {
  if (geo !== undefined) {
    const found = fromGeoParquet(geo);
    if (columns.some(({ name }) => name === found.geometry)) return found;
    throw new RangeError('the column that its "geo" metadata name is not there');
  }
  const native = columns.filter(({ meaning }) => meaning === 'geometry');
  const [first] = native;
  const all = native.map(({ name }) => name);
  return { geometry: first?.name, epsg: first && epsgOfNative(first), all };
}

function fromGeoParquet(text: string): GeoColumns {
  const geo = fieldsOf(parseJson(text));
  const columns = fieldsOf(geo.columns);
  const geometry = String(geo.primary_column);
  const described = Object.hasOwn(columns, geometry) ? fieldsOf(columns[geometry]) : {};
  const encoding = String(described.encoding);
  if (encoding.toUpperCase() !== 'WKB') {
    throw new RangeError(`its geometry is encoded as ${encoding.slice(0, 40)}, expected WKB`);
  }
  // Without a word on it: longitude and latitude on WGS84. Null: nobody knows.
  const epsg = 'crs' in described ? epsgOfProjJson(described.crs) : wgs84;
  return { geometry, epsg, all: Object.keys(columns) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError('its "geo" metadata are no JSON');
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** Positions are x first, whatever the order that the system is defined with. */
function epsgOfProjJson(crs: unknown): number | undefined {
  const { authority, code } = fieldsOf(fieldsOf(crs).id);
  return parseSrsName(`${authority}:${code}`).epsg;
}

function epsgOfNative({ crs }: ParquetColumn): number | undefined {
  return crs === undefined ? wgs84 : parseSrsName(crs.replace(/^srid:/i, 'EPSG:')).epsg;
}
