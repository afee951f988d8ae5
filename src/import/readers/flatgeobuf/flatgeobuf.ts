import {
  type Bytes,
  badFile,
  damageIn,
  longestFeatureBytes,
  openBytes,
} from '../../../files/bytes.ts';
import type { Unreadable } from '../../../files/unreadable.ts';
import { type ByteWindow, grow, takeBytes, windowOn } from '../byte-window.ts';
import { featureOrUnreadable } from '../feature-or-unreadable.ts';
import type { Feature, FeatureReader } from '../reader.ts';
import { readFeature } from './feature.ts';
import { type Header, readHeader } from './header.ts';

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
