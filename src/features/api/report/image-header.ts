/** What the header of an image says. */
export interface ImageHeader {
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/** Reads the size of a JPEG, PNG or WebP without decoding it; undefined for anything else. */
export function readImageHeader(bytes: Buffer): ImageHeader | undefined {
  const found = readPng(bytes) ?? readWebp(bytes) ?? readJpeg(bytes);
  return found && found.width > 0 && found.height > 0 ? found : undefined;
}

/** The signature, and the first chunk with its length. */
const pngStart = '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR';

function readPng(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 24 || bytes.toString('latin1', 0, 16) !== pngStart) return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The three forms of its first chunk: lossy, lossless and extended. */
function readWebp(bytes: Buffer): ImageHeader | undefined {
  // The name alone may be the brand of an AVIF.
  const isWebp = bytes.length >= 30 && /^RIFF.{4}WEBP/s.test(bytes.toString('latin1', 0, 12));
  if (!isWebp) return undefined;
  const type = 'image/webp';
  const form = bytes.toString('latin1', 12, 16);
  if (form === 'VP8 ') {
    return {
      type,
      width: bytes.readUInt16LE(26) & 0x3fff,
      height: bytes.readUInt16LE(28) & 0x3fff,
    };
  }
  if (form === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (form !== 'VP8X') return undefined;
  return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
}

/** Walks the segments of a JPEG up to the one with its size (SOF). */
function readJpeg(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 4 || bytes.readUIntBE(0, 3) !== 0xffd8ff) return undefined;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!;
    // A decoder goes on right behind a marker without a length, and so might find another size.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)) return undefined;
    const isSize = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isSize) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return { type: 'image/jpeg', width, height };
    }
    // A fill byte stands before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** The most scans of a JPEG: usual are ten, and each draws the whole image once more. */
export const mostScans = 40;

/** Whether a JPEG has too many scans; one inside of its metadata counts too. */
export function hasTooManyScans(bytes: Buffer): boolean {
  let at = -1;
  for (let scans = 0; scans <= mostScans; scans++) {
    at = bytes.indexOf('ffda', at + 1, 'hex');
    if (at === -1) return false;
  }
  return true;
}
