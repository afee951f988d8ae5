import { readWkb } from '../../../geo/read-wkb.ts';
import type { RawGeometry } from '../reader.ts';

const envelopeBytes = [0, 32, 48, 48, 64];

/**
 * Reads a geometry as GeoPackage stores it: a header and well-known binary (OGC 12-128r18, 2.1.3).
 * Null when it is empty; throws a RangeError when it is invalid.
 */
export function readGeoPackageGeometry(bytes: Uint8Array, srsId: number): RawGeometry | null {
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
