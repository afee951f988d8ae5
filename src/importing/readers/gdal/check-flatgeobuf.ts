import { type ByteWindow, grow, takeBytes, windowOn } from '#tools/files/byte-window.ts';
import { badFile, damageIn, openBytes } from '#tools/files/bytes.ts';

const magic = 'fgb\x03fgb';
const longestHeaderBytes = 1024 * 1024;

/**
 * Throws for a FlatGeobuf file that is cut, or that has another number of features than its header
 * says. GDAL reads such a file without an error, and features would be lost.
 */
export async function checkFlatGeobuf(path: string): Promise<readonly string[]> {
  await using window = windowOn((await openBytes(path)).chunks());
  const start = await takeBytes(path, window, 12);
  if (start.toString('latin1', 0, 7) !== magic) {
    throw badFile(path, 'byte 0: expected FlatGeobuf version 3');
  }
  const length = start.readUInt32LE(8);
  if (length > longestHeaderBytes) throw badFile(path, `byte 8: a header of ${length} bytes`);
  const { features, nodeSize } = countsIn(path, await takeBytes(path, window, length));
  await skip(path, window, indexBytes(features, nodeSize));
  let found = 0;
  for (await grow(window, 1); window.bytes.length > 0; await grow(window, 1)) {
    await skip(path, window, (await takeBytes(path, window, 4)).readUInt32LE(0));
    found++;
  }
  if (features > 0 && found !== features) {
    throw badFile(path, `holds ${found} features, while its header says ${features}`);
  }
  return [];
}

/** The number of features, 0 if it is not known, and the number of children in the index. */
function countsIn(path: string, header: Buffer): { features: number; nodeSize: number } {
  try {
    const table = header.readUInt32LE(0);
    const vtable = table - header.readInt32LE(table);
    const vtableEnd = vtable + header.readUInt16LE(vtable);
    const read = (field: number, missing: number, get: (at: number) => number | bigint) => {
      const entry = vtable + 4 + 2 * field;
      const offset = entry + 2 <= vtableEnd ? header.readUInt16LE(entry) : 0;
      return offset === 0 ? missing : Number(get(table + offset));
    };
    return {
      features: read(8, 0, at => header.readBigUInt64LE(at)),
      nodeSize: read(9, 16, at => header.readUInt16LE(at)),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw badFile(path, `byte 12: not a valid header: ${damageIn(error)}`);
  }
}

/** A packed R-tree: the features as leaves, then level after level up to one root, also above one leaf. */
function indexBytes(features: number, nodeSize: number): number {
  if (features === 0 || nodeSize === 0) return 0;
  const children = Math.max(nodeSize, 2);
  let [nodes, level] = [features, features];
  do {
    level = Math.ceil(level / children);
    nodes += level;
  } while (level > 1);
  return nodes * 40;
}

/** Skips in small steps, as an index or a false length may be larger than memory. */
async function skip(path: string, window: ByteWindow, length: number): Promise<void> {
  for (let left = length; left > 0; ) {
    const step = Math.min(left, 1024 * 1024);
    await takeBytes(path, window, step);
    left -= step;
  }
}
