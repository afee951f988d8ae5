import { takeBytes, windowOn } from '#tools/files/byte-window.ts';
import { badFile, damageIn, openBytes } from '#tools/files/bytes.ts';
import type { FeatureReader } from '../reader.ts';
import type { Checked } from './convertible.ts';

const magic = 'fgb\x03fgb';
const longestHeaderBytes = 1024 * 1024;

/**
 * Throws after the last feature of a FlatGeobuf file if they are not as many as its header says: GDAL
 * reads a file that is cut between two features without an error.
 */
export async function checkFlatGeobuf(path: string): Promise<Checked> {
  await using window = windowOn((await openBytes(path)).chunks());
  const start = await takeBytes(path, window, 12);
  if (start.toString('latin1', 0, 7) !== magic) {
    throw badFile(path, 'byte 0: expected FlatGeobuf version 3');
  }
  const length = start.readUInt32LE(8);
  if (length > longestHeaderBytes) throw badFile(path, `byte 8: a header of ${length} bytes`);
  const expected = countIn(path, await takeBytes(path, window, length));
  return { read: async reader => (expected === 0 ? reader : counted(path, reader, expected)) };
}

function counted(path: string, reader: FeatureReader, expected: number): FeatureReader {
  return {
    ...reader,
    async *features() {
      let found = 0;
      for await (const feature of reader.features()) {
        found++;
        yield feature;
      }
      if (found === expected) return;
      throw badFile(path, `holds ${found} features, while its header says ${expected}`);
    },
  };
}

/** The number of features, 0 if it is not known. */
function countIn(path: string, header: Buffer): number {
  try {
    const table = header.readUInt32LE(0);
    const vtable = table - header.readInt32LE(table);
    const entry = vtable + 4 + 2 * 8;
    const isThere = entry + 2 <= vtable + header.readUInt16LE(vtable);
    const offset = isThere ? header.readUInt16LE(entry) : 0;
    return offset === 0 ? 0 : Number(header.readBigUInt64LE(table + offset));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw badFile(path, `byte 12: not a valid header: ${damageIn(error)}`);
  }
}
