import {
  type Bytes,
  badFile,
  damageIn,
  longestFeatureBytes,
  openBytes,
  type Unreadable,
} from '../../../files/bytes.ts';
import { type ByteWindow, grow, takeBytes, windowOn } from '../byte-window.ts';
import { type NamedSystem, noSystem, systemInWkt } from '../crs/named-system.ts';
import { type Feature, type FeatureReader, featureOrUnreadable } from '../reader.ts';
import { type FeatureDefaults, readColumns, readFeature } from './feature.ts';
import { longIn, numberIn, rootTable, type Table, tableIn, textIn } from './flatbuffer.ts';

const magic = 'fgb\x03fgb';
const longestHeaderBytes = 1024 * 1024;

/** Opens a FlatGeobuf file, version 3. It skips the spatial index, as all features are read. */
export async function openFlatGeobuf(path: string): Promise<FeatureReader> {
  const bytes = await openBytes(path);
  await using window = windowOn(bytes.chunks());
  const header = await takeHeader(path, window, bytes.totalBytes);
  return {
    unit: 'feature',
    ...header.system,
    totalBytes: bytes.totalBytes,
    bytesRead: bytes.bytesRead,
    features: () => readFeatures(path, bytes, header),
  };
}

async function takeHeader(path: string, window: ByteWindow, fileBytes: number): Promise<Header> {
  const start = await takeBytes(path, window, 12);
  if (start.toString('latin1', 0, 7) !== magic) {
    throw badFile(path, 'byte 0: expected FlatGeobuf version 3');
  }
  const length = start.readUInt32LE(8);
  if (length > longestHeaderBytes) throw badFile(path, `byte 8: a header of ${length} bytes`);
  const header = await takeBytes(path, window, length);
  try {
    return readHeader(header, fileBytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw badFile(path, `byte 12: not a valid header: ${damageIn(error)}`);
  }
}

async function* readFeatures(
  path: string,
  bytes: Bytes,
  header: Header,
): AsyncGenerator<Feature | Unreadable> {
  await using window = windowOn(bytes.chunks());
  await takeHeader(path, window, bytes.totalBytes);
  await skip(path, window, header.indexBytes);
  let number = 0;
  for (await grow(window, 1); window.bytes.length > 0; await grow(window, 1)) {
    const at = window.offset;
    const length = (await takeBytes(path, window, 4)).readUInt32LE(0);
    if (length > longestFeatureBytes)
      throw badFile(path, `byte ${at}: a feature of ${length} bytes`);
    const bytes = await takeBytes(path, window, length);
    yield featureOrUnreadable(++number, () => readFeature(bytes, header));
  }
  if (header.features > 0 && number !== header.features) {
    throw badFile(path, `holds ${number} features, while its header says ${header.features}`);
  }
}

/** Skips the index in small steps, as it may be too large for memory. */
async function skip(path: string, window: ByteWindow, length: number): Promise<void> {
  for (let left = length; left > 0; ) {
    const step = Math.min(left, 1024 * 1024);
    await takeBytes(path, window, step);
    left -= step;
  }
}

/** The header of a FlatGeobuf file. */
interface Header extends FeatureDefaults {
  readonly system: NamedSystem;
  /** 0 when the number is not known. */
  readonly features: number;
  /** Size of the spatial index before the features, in bytes. */
  readonly indexBytes: number;
}

/** Reads the header; throws a RangeError when it is damaged or claims more than `fileBytes`. */
function readHeader(bytes: Buffer, fileBytes: number): Header {
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
