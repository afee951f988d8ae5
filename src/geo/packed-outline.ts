import { blank, closing, comma, inUnits, opening, writeUnits } from './digits.ts';
import type { PolygonGeometry, Position } from './polygon.ts';

// Outlines in degrees as whole numbers of 32 bits, a third of what their text takes: rings one after
// the other, each headed by its number of positions and three marks.

/** Coordinates are in units of the last: a centimetre. */
const decimals = 7;

const isOfMany = 1;
const beginsPolygon = 2;
const isLast = 4;
const countShift = 3;

/** How many numbers an outline takes; undefined when it is none of the Earth's and stays as it is. */
export function packedLength(outline: PolygonGeometry): number | undefined {
  let length = 0;
  for (const polygon of polygonsOf(outline)) {
    if (polygon.length === 0) return undefined;
    for (const ring of polygon) {
      if (!ring.every(isOnEarth)) return undefined;
      length += 1 + 2 * ring.length;
    }
  }
  return length || undefined;
}

/** What has other coordinates would not fit into 32 bits. */
function isOnEarth([x, y]: Position): boolean {
  return Math.abs(x) <= 180 && Math.abs(y) <= 90;
}

/** Writes an outline that has a `packedLength`. */
export function packOutline(outline: PolygonGeometry, into: Int32Array, start: number): void {
  const many = outline.type === 'MultiPolygon' ? isOfMany : 0;
  let at = start;
  let head = start;
  for (const polygon of polygonsOf(outline)) {
    let begins = beginsPolygon;
    for (const ring of polygon) {
      head = at++;
      into[head] = (ring.length << countShift) | begins | many;
      for (const [x, y] of ring) {
        into[at++] = inUnits(x, decimals);
        into[at++] = inUnits(y, decimals);
      }
      begins = 0;
    }
  }
  into[head]! |= isLast;
}

function polygonsOf(outline: PolygonGeometry) {
  return outline.type === 'Polygon' ? [outline.coordinates] : outline.coordinates;
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
  scratch[at++] = comma;
  scratch[at++] = blank;
  if (newPolygon) scratch[at++] = opening;
  return at;
}

function writeRing(packed: Int32Array, start: number, end: number, to: number): number {
  let at = to;
  scratch[at++] = opening;
  for (let i = start; i < end; i += 2) {
    at = writeUnits(scratch, at, packed[i]!, decimals);
    scratch[at++] = blank;
    at = writeUnits(scratch, at, packed[i + 1]!, decimals);
    if (i + 2 < end) {
      scratch[at++] = comma;
      scratch[at++] = blank;
    }
  }
  scratch[at++] = closing;
  return at;
}
