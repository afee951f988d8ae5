/**
 * Limits for the content of a file by its size, because a few kilobytes can unpack to gigabytes.
 * Real files have at most 0.22 objects per byte (only nodes, packed as well as possible), and PBF
 * unpacks to two or three times its size. A fixed allowance, which does no harm, leaves room for
 * small generated files.
 */
const objectsPerByte = 1;
const objectsInAnyFile = 100_000;
const unpackedPerByte = 32;
const unpackedInAnyFile = 8 * 1024 * 1024;

/** Counts objects and unpacked bytes of one pass over a file. */
export interface SizeLimits {
  /** Throws a RangeError when these objects are too many for the bytes read so far. */
  addObjects(count: number, bytesRead: number): void;
  /** The same for bytes that are about to be unpacked. */
  addUnpacked(bytes: number, bytesRead: number): void;
}

/** Opens limits. */
export function openSizeLimits(): SizeLimits {
  let objects = 0;
  let unpacked = 0;
  return {
    addObjects(count, bytesRead) {
      objects += count;
      if (objects <= objectsInAnyFile + objectsPerByte * bytesRead) return;
      throw tooMuch('objects', objects, bytesRead);
    },
    addUnpacked(bytes, bytesRead) {
      unpacked += bytes;
      if (unpacked <= unpackedInAnyFile + unpackedPerByte * bytesRead) return;
      throw tooMuch('bytes once unpacked', unpacked, bytesRead);
    },
  };
}

function tooMuch(what: string, count: number, bytes: number): RangeError {
  const shown = (value: number) => Math.ceil(value).toLocaleString('en');
  return new RangeError(
    `${shown(count)} ${what} out of ${shown(bytes)} bytes, more than any real file has`,
  );
}
