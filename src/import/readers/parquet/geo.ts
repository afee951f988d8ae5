import { membersOf } from '../json-text.ts';
import { parseSrsName } from '../srs-name.ts';
import type { ParquetMetadata } from './metadata.ts';

/** Where a file keeps its geometry, and in which coordinate system. */
export interface GeoColumns {
  /** Undefined for a table without any. */
  readonly geometry: string | undefined;
  readonly epsg: number | undefined;
  /** Its coordinate system in its own words. */
  readonly crsName: string | undefined;
  /** All columns of geometries, which are no properties. */
  readonly all: readonly string[];
}

/** Longitude and latitude on WGS84, where nothing is said. */
const defaultCrs = 'OGC:CRS84';

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
  const crs = first && (first.crs ?? defaultCrs).replace(/^srid:/i, 'EPSG:');
  const epsg = crs === undefined ? undefined : parseSrsName(crs).epsg;
  return { geometry: first?.name, epsg, crsName: crs, all };
}

function fromGeoParquet(text: string): GeoColumns {
  const geo = membersOf(parseJson(text));
  const columns = membersOf(geo.columns);
  const geometry = String(geo.primary_column);
  const described = Object.hasOwn(columns, geometry) ? membersOf(columns[geometry]) : {};
  const encoding = String(described.encoding);
  if (encoding.toUpperCase() !== 'WKB') {
    throw new RangeError(`its geometry is encoded as ${encoding.slice(0, 40)}, expected WKB`);
  }
  return { geometry, all: Object.keys(columns), ...systemIn(described) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError('its "geo" metadata are no JSON');
  }
}

/**
 * Null stands for a system that nobody knows. Positions are x first, whatever the order that the
 * system is defined with.
 */
function systemIn(column: ReturnType<typeof membersOf>): Pick<GeoColumns, 'epsg' | 'crsName'> {
  if (column.crs === null) return { epsg: undefined, crsName: undefined };
  const { name, id } = membersOf(column.crs);
  const { authority, code } = membersOf(id);
  const numbered = authority === undefined ? undefined : `${authority}:${code}`;
  const crsName =
    'crs' in column ? String(name ?? numbered ?? 'a system without a name') : defaultCrs;
  return { epsg: parseSrsName(numbered ?? crsName).epsg, crsName };
}
