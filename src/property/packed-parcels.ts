import { packedLength, packedWkt, packOutline } from '../geo/packed-outline.ts';
import type { Parcel, WrittenParcel } from './parcels.ts';

/**
 * Parcels in memory, in the order of their codes, in columns: some 60 to 120 bytes each. They say
 * what the wire does, to the centimetre, and no more.
 */
export interface PackedParcels {
  /** The codes as numbers, ascending. */
  readonly codes: Float64Array;
  readonly areasM2: Float64Array;
  /** Where each outline begins: in which chunk, and where in that. */
  readonly starts: Uint32Array;
  readonly chunks: readonly Int32Array[];
}

const chunkBits = 20;
const chunkLength = 2 ** chunkBits;
/** More would not be counted by 32 bits. */
const mostChunks = 2 ** (32 - chunkBits);

/** Packs parcels that come in ascending order of their codes; `most` is how many there may be. */
export function openParcelPacking(most: number) {
  const codes = new Float64Array(most);
  const areasM2 = new Float64Array(most);
  const starts = new Uint32Array(most);
  const chunks: Int32Array[] = [];
  let end = chunkLength;
  let count = 0;
  return {
    /** Leaves out what it cannot hold: who does not find a parcel here asks for it elsewhere. */
    add({ kaek, areaM2, geometry }: Parcel): void {
      const code = kaekNumber(kaek);
      const length = packedLength(geometry);
      const isInOrder = count === 0 || codes[count - 1]! < code;
      if (!isInOrder || count === most || length === undefined || length > chunkLength) return;
      if (end + length > chunkLength) {
        if (chunks.length === mostChunks) return;
        chunks.push(new Int32Array(chunkLength));
        end = 0;
      }
      packOutline(geometry, chunks.at(-1)!, end);
      codes[count] = code;
      areasM2[count] = areaM2;
      starts[count] = (chunks.length - 1) * chunkLength + end;
      end += length;
      count++;
    },
    packed: (): PackedParcels => ({
      codes: codes.subarray(0, count),
      areasM2: areasM2.subarray(0, count),
      starts: starts.subarray(0, count),
      chunks,
    }),
  };
}

/** The parcel of a normalised KAEK, if it is there. */
export function findPacked(parcels: PackedParcels, kaek: string): WrittenParcel | undefined {
  const { codes, areasM2, starts, chunks } = parcels;
  const row = positionOf(codes, kaekNumber(kaek));
  if (row === undefined) return undefined;
  const start = starts[row]!;
  const chunk = chunks[start >>> chunkBits]!;
  return { kaek, areaM2: areasM2[row]!, wkt: packedWkt(chunk, start % chunkLength) };
}

function positionOf(ascending: Float64Array, wanted: number): number | undefined {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return ascending[low] === wanted ? low : undefined;
}

const alpha = 'Α'.charCodeAt(0);

/**
 * A normalised KAEK as a whole number, in the order of the codes: digits, but for the sixth and
 * seventh character, each of which may also be one of 25 Greek letters.
 */
function kaekNumber(kaek: string): number {
  let number = 0;
  for (let i = 0; i < 12; i++) {
    const character = kaek.charCodeAt(i);
    const digit = character < alpha ? character - 0x30 : character - alpha + 10;
    number = number * (i === 5 || i === 6 ? 35 : 10) + digit;
  }
  return number;
}
