import { type NamedSystem, noSystem, systemInProjJson, systemInWkt } from '../crs/named-system.ts';
import { membersOf } from '../json-text.ts';
import { parseSrsName } from '../srs-name.ts';
import type { ParquetMetadata } from './metadata.ts';

/** The geometry column of a file, and its coordinate system. */
export interface GeoColumns {
  /** Undefined for a table without geometry. */
  readonly geometry: string | undefined;
  readonly system: NamedSystem;
  /** All geometry columns; they are not properties. */
  readonly all: readonly string[];
}

/** The default: longitude and latitude on WGS84. */
const defaultCrs = 'OGC:CRS84';

/**
 * Finds the geometry by the metadata of GeoParquet, or by a column of Parquet's own geometry type.
 * Throws a RangeError when the metadata are invalid.
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
  return { geometry: first?.name, system: crs === undefined ? noSystem : systemInText(crs), all };
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
  return { geometry, all: Object.keys(columns), system: systemIn(described) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError('its "geo" metadata are no JSON');
  }
}

/**
 * Null means an unknown system. Positions are always x first, also where the system is defined with
 * y first.
 */
function systemIn(column: ReturnType<typeof membersOf>): NamedSystem {
  if (!('crs' in column)) return systemInText(defaultCrs);
  if (column.crs === null) return noSystem;
  if (typeof column.crs === 'string') return systemInText(column.crs);
  const system = systemInProjJson(membersOf(column.crs));
  return { ...system, crsName: system.crsName ?? 'a system without a name' };
}

/** An older file has well-known text, and Parquet's own geometry type any notation. */
function systemInText(text: string): NamedSystem {
  if (text.startsWith('{')) return systemInProjJson(membersOf(parseJson(text)));
  if (/^\w+\s*[[(]/.test(text)) return systemInWkt(text);
  return { epsg: parseSrsName(text).epsg, crsName: text };
}
