import { packedRoom, packedWkt, packOutline } from '../geo/packed-outline.ts';
import { parseKaek, type StoredParcel, type WrittenParcel } from './parcels.ts';

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

/**
 * Packs parcels that come in ascending order of their codes; of one code the last counts. There
 * is room for so many rows. What cannot be packed is left out: who does not find a parcel here
 * asks for it elsewhere.
 */
export function openParcelPacking(capacity: number) {
  const codes = new Float64Array(capacity);
  const areasM2 = new Float64Array(capacity);
  const starts = new Uint32Array(capacity);
  const chunks: Int32Array[] = [];
  let end = chunkLength;
  let count = 0;
  /** Writes an outline; returns where it begins, if it could be written. */
  const write = (outline: Uint8Array): number | undefined => {
    if (end + packedRoom(outline.length) > chunkLength) {
      if (packedRoom(outline.length) > chunkLength || chunks.length === mostChunks)
        return undefined;
      chunks.push(new Int32Array(chunkLength));
      end = 0;
    }
    const start = end;
    const next = packOutline(outline, chunks.at(-1)!, start);
    if (next === undefined) return undefined;
    end = next;
    return (chunks.length - 1) * chunkLength + start;
  };
  return {
    add({ kaek, areaM2, outline }: StoredParcel): void {
      if (parseKaek(kaek) !== kaek) return;
      const code = kaekNumber(kaek);
      if (codes[count - 1] === code) count--;
      const isInOrder = count === 0 || codes[count - 1]! < code;
      const start = isInOrder && outline ? write(outline) : undefined;
      if (start === undefined || count === capacity) return;
      codes[count] = code;
      areasM2[count] = areaM2;
      starts[count] = start;
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
