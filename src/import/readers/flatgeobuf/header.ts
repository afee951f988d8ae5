import { type NamedSystem, noSystem, systemInWkt } from '../crs/named-system.ts';
import {
  longIn,
  numberIn,
  rootTable,
  type Table,
  tableIn,
  tablesIn,
  textIn,
} from './flatbuffer.ts';

/** A column of the file, or of one feature. */
export interface Column {
  readonly name: string;
  /** Its number in FlatGeobuf's list of types. */
  readonly type: number;
}

/** The header of a FlatGeobuf file. */
export interface Header {
  /** The code of well-known binary; 0 when each feature has its own type. */
  readonly geometryType: number;
  readonly columns: readonly Column[];
  readonly system: NamedSystem;
  /** 0 when the number is not known. */
  readonly features: number;
  /** Size of the spatial index before the features, in bytes. */
  readonly indexBytes: number;
}

/** Reads the header; throws a RangeError when it is damaged or claims more than `fileBytes`. */
export function readHeader(bytes: Buffer, fileBytes: number): Header {
  const header = rootTable(bytes);
  const features = Number(longIn(header, 8));
  if (features * 4 > fileBytes) throw new RangeError(`${features} features do not fit`);
  return {
    geometryType: numberIn(header, 2, 1, 0),
    columns: readColumns(header, 7, bytes.length),
    system: systemIn(tableIn(header, 10)),
    features,
    indexBytes: indexBytes(features, numberIn(header, 9, 2, 16)),
  };
}

/** `mostCharacters` limits all names together: damaged columns may share one long name. */
export function readColumns(table: Table, field: number, mostCharacters: number): Column[] {
  const columns: Column[] = [];
  let characters = 0;
  for (const column of tablesIn(table, field)) {
    const name = textIn(column, 0);
    characters += name.length;
    if (characters > mostCharacters) throw new RangeError('its columns do not fit');
    columns.push({ name, type: numberIn(column, 1, 1, 0) });
  }
  return columns;
}

function systemIn(crs: Table | undefined): NamedSystem {
  if (!crs) return noSystem;
  const code = numberIn(crs, 1, 4, 0);
  const organisation = textIn(crs, 0) || 'EPSG';
  const isNumbered = code !== 0 && /^(EPSG|ESRI)$/i.test(organisation);
  const system = systemInWkt(textIn(crs, 4), isNumbered ? code : undefined);
  const numbered = code ? `${organisation}:${code}` : undefined;
  return { ...system, crsName: textIn(crs, 2) || system.crsName || numbered };
}

const nodeBytes = 40;

/** A packed R-tree: the features as leaves, then level after level up to one root, also above one leaf. */
function indexBytes(features: number, nodeSize: number): number {
  if (features === 0 || nodeSize === 0) return 0;
  const children = Math.max(nodeSize, 2);
  let [nodes, level] = [features, features];
  do {
    level = Math.ceil(level / children);
    nodes += level;
  } while (level > 1);
  return nodes * nodeBytes;
}
