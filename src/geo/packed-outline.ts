import {
  blank,
  closing,
  degreeDecimals,
  inUnits,
  opening,
  writeComma,
  writeUnits,
} from './digits.ts';
import { multiPolygonCode, polygonCode } from './wkb.ts';

// Outlines in degrees as whole numbers of 32 bits, a third of what their text takes: rings one after
// the other, each headed by its number of positions and three marks; coordinates in units of the
// last decimal.

const isOfMany = 1;
const beginsPolygon = 2;
const isLast = 4;
const countShift = 3;

/** At most so many numbers come of well-known binary of that length. */
export function packedRoom(wkbLength: number): number {
  return wkbLength >> 2;
}

/**
 * Packs well-known binary as `toWkb` writes it, and returns where the outline ends; undefined when
 * that is none of polygons on Earth, and is to be left as it is.
 */
export function packOutline(wkb: Uint8Array, into: Int32Array, start: number): number | undefined {
  const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength);
  const packing: Packing = { view, into, from: 0, to: start, head: start };
  try {
    const isMany = codeAt(view, 0) === multiPolygonCode;
    const polygons = isMany ? view.getUint32(5, true) : 1;
    if (isMany) packing.from = 9;
    for (let i = 0; i < polygons; i++) packPolygon(packing, isMany ? isOfMany : 0);
    if (packing.to === start || packing.from !== wkb.length) return undefined;
    into[packing.head]! |= isLast;
    return packing.to;
  } catch (error) {
    // Ours, or of a view that ends too soon.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Where packing has got to, and where the last ring was headed. */
interface Packing {
  readonly view: DataView;
  readonly into: Int32Array;
  from: number;
  to: number;
  head: number;
}

function packPolygon(packing: Packing, marks: number): void {
  const { view, into } = packing;
  const rings = view.getUint32(packing.from + 5, true);
  if (codeAt(view, packing.from) !== polygonCode || rings === 0) throw new RangeError('no polygon');
  packing.from += 9;
  for (let ring = 0; ring < rings; ring++) {
    let { from, to } = packing;
    const count = view.getUint32(from, true);
    into[to] = (count << countShift) | marks | (ring === 0 ? beginsPolygon : 0);
    packing.head = to;
    from += 4;
    to += 1;
    for (const end = from + 16 * count; from < end; from += 16, to += 2) {
      into[to] = onEarth(view.getFloat64(from, true), 180);
      into[to + 1] = onEarth(view.getFloat64(from + 8, true), 90);
    }
    packing.from = from;
    packing.to = to;
  }
}

/** The type of what begins there; little-endian alone. */
function codeAt(view: DataView, at: number): number {
  return view.getUint8(at) === 1 ? view.getUint32(at + 1, true) : 0;
}

/** Other coordinates would not fit into 32 bits. */
function onEarth(degrees: number, most: number): number {
  if (!(Math.abs(degrees) <= most)) throw new RangeError('not on Earth');
  return inUnits(degrees, degreeDecimals);
}

let scratch = Buffer.alloc(4_096);

/** The well-known text that `toWkt` writes of the outline that begins there. */
export function packedWkt(packed: Int32Array, start: number): string {
  const isMany = (packed[start]! & isOfMany) !== 0;
  let from = start;
  let to = 0;
  let head: number;
  scratch[to++] = opening;
  if (isMany) scratch[to++] = opening;
  do {
    head = packed[from++]!;
    const end = from + 2 * (head >> countShift);
    if (from > start + 1) to = writeBetween(to, (head & beginsPolygon) !== 0);
    makeRoom(to, end - from);
    to = writeRing(packed, from, end, to);
    from = end;
  } while (!(head & isLast));
  scratch[to++] = closing;
  if (isMany) scratch[to++] = closing;
  const text = scratch.toString('latin1', 0, to);
  return isMany ? `MULTIPOLYGON ${text}` : `POLYGON ${text}`;
}

/** Of a coordinate 14 characters at most, with what follows; of a ring's parentheses a few more. */
function makeRoom(used: number, coordinates: number): void {
  const room = used + 14 * coordinates + 16;
  if (scratch.length >= room) return;
  const old = scratch;
  scratch = Buffer.alloc(2 * room);
  old.copy(scratch);
}

function writeBetween(start: number, newPolygon: boolean): number {
  let at = start;
  if (newPolygon) scratch[at++] = closing;
  at = writeComma(scratch, at);
  if (newPolygon) scratch[at++] = opening;
  return at;
}

function writeRing(packed: Int32Array, start: number, end: number, to: number): number {
  let at = to;
  scratch[at++] = opening;
  for (let i = start; i < end; i += 2) {
    at = writeUnits(scratch, at, packed[i]!, degreeDecimals);
    scratch[at++] = blank;
    at = writeUnits(scratch, at, packed[i + 1]!, degreeDecimals);
    if (i + 2 < end) at = writeComma(scratch, at);
  }
  scratch[at++] = closing;
  return at;
}
