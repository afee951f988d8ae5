import { setImmediate } from 'node:timers/promises';
import { badFile } from '../bytes.ts';
import type { Feature, FeatureReader, RawGeometry, Unreadable } from '../reader.ts';
import {
  columnsOf,
  type ForeignSqlite,
  openForeignSqlite,
  scan,
  type Value,
} from './foreign-sqlite.ts';
import { readGeoPackageGeometry } from './geometry.ts';

interface Layer {
  readonly table: string;
  readonly geometryColumn: string;
  readonly otherColumns: readonly string[];
  readonly srsId: number;
  readonly epsg: number | undefined;
  readonly crsName: string | undefined;
}

/** Opens a layer of a GeoPackage; `layer` names its table where the file has several. */
export async function openGeoPackage(
  path: string,
  options: { layer?: string } = {},
): Promise<FeatureReader> {
  const file = await openForeignSqlite(path);
  try {
    return readerOf(path, file.totalBytes, findLayer(file, options.layer));
  } finally {
    file.db.close();
  }
}

function readerOf(path: string, totalBytes: number, layer: Layer): FeatureReader {
  let shareRead = 0;
  return {
    unit: 'row',
    epsg: layer.epsg,
    crsName: layer.crsName,
    totalBytes,
    bytesRead: () => Math.round(totalBytes * shareRead),
    async *features() {
      const file = await openForeignSqlite(path);
      const columns = [layer.geometryColumn, ...layer.otherColumns];
      let number = 0;
      try {
        for (const { share, values } of scan(file, layer.table, columns)) {
          shareRead = share;
          yield toFeature(++number, layer, values);
          // SQLite never waits; without a pause, signals and timers would.
          if (number % 1_000 === 0) await setImmediate();
        }
        shareRead = 1;
      } finally {
        file.db.close();
      }
    },
  };
}

function toFeature(
  number: number,
  { otherColumns, srsId }: Layer,
  [blob = null, ...values]: readonly Value[],
): Feature | Unreadable {
  try {
    const geometry = toGeometry(blob, srsId);
    const properties = Object.fromEntries(otherColumns.map((name, i) => [name, values[i]]));
    return { number, properties, geometry };
  } catch (error) {
    if (error instanceof RangeError) return { number, problem: error.message };
    throw error;
  }
}

function toGeometry(blob: Value, srsId: number): RawGeometry | null {
  if (blob === null) return null;
  if (blob instanceof Uint8Array) return readGeoPackageGeometry(blob, srsId);
  throw new RangeError(`geometry: expected bytes, got a ${typeof blob}`);
}

function findLayer(file: ForeignSqlite, wanted: string | undefined): Layer {
  const table = chooseTable(file, wanted);
  const described = scan(file, 'gpkg_geometry_columns', ['table_name', 'column_name', 'srs_id']);
  const found = described.find(({ values }) => values[0] === table);
  const geometryColumn = String(found?.values[1]);
  const srsId = Number(found?.values[2]);
  const columns = columnsOf(file, table);
  if (!columns.includes(geometryColumn)) {
    throw badFile(file.path, `table ${table}: gpkg_geometry_columns names no column of it`);
  }
  const otherColumns = columns.filter(name => name !== geometryColumn);
  return { table, geometryColumn, otherColumns, srsId, ...systemOf(file, srsId) };
}

function chooseTable(file: ForeignSqlite, wanted: string | undefined): string {
  const tables = scan(file, 'gpkg_contents', ['table_name', 'data_type'])
    .filter(({ values }) => values[1] === 'features')
    .map(({ values }) => String(values[0]))
    .toArray();
  const [only, ...more] = tables;
  if (wanted !== undefined && tables.includes(wanted)) return wanted;
  if (wanted === undefined && only !== undefined && more.length === 0) return only;
  const names = tables.slice(0, 20).join(', ') || 'none';
  const problem =
    wanted === undefined
      ? 'expected one layer of features, or the name of one of several'
      : `no layer of features is named ${wanted}`;
  throw badFile(file.path, `${problem}; the file has: ${names}`);
}

/** The standard's numbers 0 and -1 are systems that nobody knows. */
function systemOf(file: ForeignSqlite, srsId: number): Pick<Layer, 'epsg' | 'crsName'> {
  const columns = ['srs_id', 'organization', 'organization_coordsys_id'];
  const system = scan(file, 'gpkg_spatial_ref_sys', columns).find(
    ({ values }) => values[0] === srsId,
  );
  if (!system || srsId <= 0) return { epsg: undefined, crsName: undefined };
  const [, organization, number] = system.values;
  const authority = String(organization).toUpperCase();
  return {
    epsg: authority === 'EPSG' ? Number(number) : undefined,
    crsName: `${authority}:${number}`,
  };
}
