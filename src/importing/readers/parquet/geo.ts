import { badFile } from '#tools/files/bytes.ts';
import { membersOf, parseOrRefuse } from '../crs/json-text.ts';
import { type NamedSystem, noSystem, systemInProjJson, systemInWkt } from '../crs/named-system.ts';
import { parseSrsName } from '../crs/srs-name.ts';

/** What the metadata of a file say. */
export interface ParquetFacts {
  readonly rows: number;
  /** The text that makes it GeoParquet. */
  readonly geo: string | undefined;
  readonly columns: readonly ParquetColumn[];
}

/** A column of plain values. */
export interface ParquetColumn {
  readonly name: string;
  readonly isGeometry?: boolean;
  /** The coordinate system of a geometry, if the column names one. */
  readonly crs?: string | undefined;
}

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
 */
export function geoColumns(path: string, { geo, columns }: ParquetFacts): GeoColumns {
  if (geo !== undefined) {
    const found = fromGeoParquet(path, geo);
    if (columns.some(({ name }) => name === found.geometry)) return found;
    throw badFile(path, 'the column that its "geo" metadata name is not there');
  }
  const native = columns.filter(({ isGeometry }) => isGeometry);
  const all = native.map(({ name }) => name);
  const [first] = native;
  if (!first) return { geometry: undefined, system: noSystem, all };
  const crs = (first.crs ?? defaultCrs).replace(/^srid:/i, 'EPSG:');
  return { geometry: first.name, system: systemInText(path, crs), all };
}

function fromGeoParquet(path: string, text: string): GeoColumns {
  const geo = membersOf(parseOrRefuse(path, 'its "geo" metadata', Buffer.from(text)));
  const columns = membersOf(geo.columns);
  const geometry = String(geo.primary_column);
  const described = Object.hasOwn(columns, geometry) ? membersOf(columns[geometry]) : {};
  const encoding = String(described.encoding);
  if (encoding !== 'WKB') {
    throw badFile(path, `its geometry is encoded as ${encoding.slice(0, 40)}, expected WKB`);
  }
  return { geometry, all: Object.keys(columns), system: systemIn(path, described) };
}

/**
 * Null means an unknown system. Positions are always x first, also where the system is defined with
 * y first.
 */
function systemIn(path: string, column: ReturnType<typeof membersOf>): NamedSystem {
  if (!('crs' in column)) return systemInText(path, defaultCrs);
  if (column.crs === null) return noSystem;
  if (typeof column.crs === 'string') return systemInText(path, column.crs);
  const system = systemInProjJson(membersOf(column.crs));
  return { ...system, crsName: system.crsName ?? 'a system without a name' };
}

/** An older file has well-known text, and Parquet's own geometry type any notation. */
function systemInText(path: string, text: string): NamedSystem {
  if (text.startsWith('{')) {
    const json = parseOrRefuse(path, 'its coordinate system', Buffer.from(text));
    return systemInProjJson(membersOf(json));
  }
  if (/^\w+\s*[[(]/.test(text)) return systemInWkt(text);
  return { epsg: parseSrsName(text).epsg, crsName: text };
}
