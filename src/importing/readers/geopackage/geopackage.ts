import { setImmediate } from 'node:timers/promises';
import type { Unreadable } from '#tools/files/bytes.ts';
import { badFile } from '#tools/files/bytes.ts';
import { readWkb } from '#tools/geo/read-wkb.ts';
import { type NamedSystem, noSystem, systemInWkt } from '../crs/named-system.ts';
import {
  chooseLayer,
  type Feature,
  type FeatureReader,
  featureOrUnreadable,
  type RawGeometry,
} from '../reader.ts';
import {
  columnsOf,
  type ForeignSqlite,
  openForeignSqlite,
  scan,
  type Value,
} from './foreign-sqlite.ts';

interface Layer {
  readonly table: string;
  /** Undefined for a table without geometry. */
  readonly geometryColumn: string | undefined;
  readonly otherColumns: readonly string[];
  readonly srsId: number;
  readonly system: NamedSystem;
}

/** Opens a layer of a GeoPackage; `layer` names its table when the file has several. */
export async function openGeoPackage(
  path: string,
  layer?: string | undefined,
): Promise<FeatureReader> {
  const file = await openForeignSqlite(path);
  try {
    return readerOf(path, file.totalBytes, findLayer(file, layer));
  } finally {
    file.db.close();
  }
}

function readerOf(path: string, totalBytes: number, layer: Layer): FeatureReader {
  let shareRead = 0;
  return {
    unit: 'row',
    ...layer.system,
    totalBytes,
    bytesRead: () => Math.round(totalBytes * shareRead),
    async *features() {
      const file = await openForeignSqlite(path);
      const columns = [...geometryOf(layer), ...layer.otherColumns];
      let number = 0;
      try {
        for (const { share, values } of scan(file, layer.table, columns)) {
          shareRead = share;
          yield toFeature(++number, layer, values);
          // SQLite is synchronous: without a pause, signals and timers would wait.
          if (number % 1_000 === 0) await setImmediate();
        }
        shareRead = 1;
      } finally {
        file.db.close();
      }
    },
  };
}

function geometryOf({ geometryColumn }: Layer): string[] {
  return geometryColumn === undefined ? [] : [geometryColumn];
}

function toFeature(number: number, layer: Layer, row: readonly Value[]): Feature | Unreadable {
  const { otherColumns, srsId } = layer;
  const values = row.slice(geometryOf(layer).length);
  const blob = layer.geometryColumn === undefined ? null : row[0]!;
  return featureOrUnreadable(number, () => ({
    properties: Object.fromEntries(otherColumns.map((name, i) => [name, values[i]])),
    geometry: toGeometry(blob, srsId),
  }));
}

function toGeometry(blob: Value, srsId: number): RawGeometry | null {
  if (blob === null) return null;
  if (blob instanceof Uint8Array) return readGeoPackageGeometry(blob, srsId);
  throw new RangeError(`geometry: expected bytes, got a ${typeof blob}`);
}

function findLayer(file: ForeignSqlite, wanted: string | undefined): Layer {
  const { table, hasGeometry } = chooseTable(file, wanted);
  const columns = columnsOf(file, table);
  if (!hasGeometry) {
    const none = { geometryColumn: undefined, srsId: 0, system: noSystem };
    return { table, otherColumns: columns, ...none };
  }
  const described = scan(file, 'gpkg_geometry_columns', ['table_name', 'column_name', 'srs_id']);
  const found = described.find(({ values }) => values[0] === table);
  const geometryColumn = String(found?.values[1]);
  const srsId = Number(found?.values[2]);
  if (!columns.includes(geometryColumn)) {
    throw badFile(file.path, `table ${table}: gpkg_geometry_columns names no column of it`);
  }
  const otherColumns = columns.filter(name => name !== geometryColumn);
  return { table, geometryColumn, otherColumns, srsId, system: systemOf(file, srsId) };
}

/** Tables without geometry are used only when there is no other: they may have coordinate columns. */
function chooseTable(file: ForeignSqlite, wanted: string | undefined) {
  const contents = scan(file, 'gpkg_contents', ['table_name', 'data_type']).toArray();
  const tablesOf = (type: string) =>
    contents.filter(({ values }) => values[1] === type).map(({ values }) => String(values[0]));
  const features = tablesOf('features');
  const hasGeometry = features.length > 0;
  const tables = hasGeometry ? features : tablesOf('attributes');
  return { table: chooseLayer(file.path, tables, wanted), hasGeometry };
}

/** The standard's numbers 0 and -1 mean an unknown system. */
function systemOf(file: ForeignSqlite, srsId: number): NamedSystem {
  const rowOf = (columns: readonly string[]) =>
    scan(file, 'gpkg_spatial_ref_sys', ['srs_id', ...columns]).find(
      ({ values }) => values[0] === srsId,
    )?.values;
  const system = srsId > 0 ? rowOf(['organization', 'organization_coordsys_id']) : undefined;
  if (!system) return noSystem;
  const numbered = `${String(system[1]).toUpperCase()}:${system[2]}`;
  const definition = String(rowOf(['definition'])?.[1]);
  if (numbered.startsWith('EPSG:')) {
    return { ...systemInWkt(definition, Number(system[2])), crsName: numbered };
  }
  // Programs assign a number of their own when they do not recognise the well-known text.
  const described = systemInWkt(definition);
  const isNamed = !numbered.startsWith('NONE:');
  return { ...described, crsName: described.crsName ?? (isNamed ? numbered : undefined) };
}

const envelopeBytes = [0, 32, 48, 48, 64];

/**
 * Reads a geometry as GeoPackage stores it: a header and well-known binary (OGC 12-128r18, 2.1.3).
 * Null when it is empty; throws a RangeError when it is invalid.
 */
function readGeoPackageGeometry(bytes: Uint8Array, srsId: number): RawGeometry | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 8 || view.getUint16(0) !== 0x4750) {
    throw new RangeError('geometry: expected a header that begins with GP');
  }
  const flags = view.getUint8(3);
  const skipped = envelopeBytes[(flags >> 1) & 7];
  if (skipped === undefined) throw new RangeError('geometry: unknown kind of envelope');
  refuseOtherSystem(view.getInt32(4, (flags & 1) === 1), srsId);
  if (flags & 0x10) return null;
  if (flags & 0x20) return { type: 'ExtendedGeoPackageBinary', coordinates: null };
  return readWkb(bytes.subarray(8 + skipped));
}

/** Accepts the table's srs_id or none (0 and -1 mean "undefined"); others would be misplaced. */
function refuseOtherSystem(own: number, expected: number): void {
  if (own !== expected && own !== 0 && own !== -1) {
    throw new RangeError(`geometry: srs_id ${own}, while its table has ${expected}`);
  }
}
