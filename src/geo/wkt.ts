import { blank, closing, opening, writeComma, writeFixed } from './digits.ts';
import type { PolygonGeometry } from './polygon.ts';
import { multiPolygonCode, polygonCode, toWkb } from './wkb.ts';

/** Well-known text of a geometry, each coordinate with exactly that many decimals. */
export function toWkt(geometry: PolygonGeometry, decimals: number): string {
  return wkbToWkt(toWkb(geometry), decimals);
}

let scratch = Buffer.alloc(4_096);

/**
 * The same of well-known binary as `toWkb` writes it, without making a geometry of it. Digits are
 * written as bytes and become a text at the end, which is quicker than `toFixed`.
 */
export function wkbToWkt(wkb: Uint8Array, decimals: number): string {
  // Of each position 44 characters at most, from 16 bytes: twice a sign, 17 digits (2^53 has 16),
  // a point and what follows. Of parentheses fewer.
  if (scratch.length < 3 * wkb.length + 64) scratch = Buffer.alloc(3 * wkb.length + 64);
  const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength);
  const reading = { view, from: 0, to: 0, decimals };
  const count = readHeader(reading, polygonCode, multiPolygonCode);
  const isMany = view.getUint32(1, true) === multiPolygonCode;
  if (isMany) writeList(reading, count, writeInnerPolygon);
  else writeList(reading, count, writeRing);
  const text = scratch.toString('latin1', 0, reading.to);
  return isMany ? `MULTIPOLYGON ${text}` : `POLYGON ${text}`;
}

/** Where `wkbToWkt` has got to. */
interface Reading {
  readonly view: DataView;
  from: number;
  to: number;
  readonly decimals: number;
}

/** Reads what begins a geometry of one of these types, and returns how many parts it has. */
function readHeader(reading: Reading, ...codes: readonly number[]): number {
  const { view, from } = reading;
  const code = view.getUint32(from + 1, true);
  if (view.getUint8(from) !== 1 || !codes.includes(code)) {
    throw new RangeError(`WKB: unexpected geometry code ${code} at byte ${from}`);
  }
  reading.from += 9;
  return view.getUint32(from + 5, true);
}

function writeList(reading: Reading, count: number, writePart: (reading: Reading) => void): void {
  scratch[reading.to++] = opening;
  for (let i = 0; i < count; i++) {
    if (i > 0) reading.to = writeComma(scratch, reading.to);
    writePart(reading);
  }
  scratch[reading.to++] = closing;
}

function writeInnerPolygon(reading: Reading): void {
  writeList(reading, readHeader(reading, polygonCode), writeRing);
}

function writeRing(reading: Reading): void {
  const { view, decimals } = reading;
  const end = reading.from + 4 + 16 * view.getUint32(reading.from, true);
  let at = reading.to;
  scratch[at++] = opening;
  for (let from = reading.from + 4; from < end; from += 16) {
    at = writeFixed(scratch, at, view.getFloat64(from, true), decimals);
    scratch[at++] = blank;
    at = writeFixed(scratch, at, view.getFloat64(from + 8, true), decimals);
    if (from + 16 < end) at = writeComma(scratch, at);
  }
  scratch[at++] = closing;
  reading.to = at;
  reading.from = end;
}
