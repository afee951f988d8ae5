import { meetEdge } from '#tools/geo/inside.ts';
import type { Position } from '#tools/geo/polygon.ts';

/** A position at most this far from an edge lies on it, in degrees: a tenth of a millimetre. */
const borderDegrees = 1e-9;

/** What a zone is drawn as. */
export type ZoneShape = 'area' | 'line' | 'point';

const shapes: readonly ZoneShape[] = ['area', 'line', 'point'];

/** Consecutive vertices of a zone; `first` is the number of the first one in the whole zone. */
export interface Run {
  readonly first: number;
  readonly positions: readonly Position[];
}

/**
 * The part of a zone in one cell. It has all edges that touch the cell, whole, so that rounding
 * changes nothing. East of the cell lie other edges; `base` and `steps` stand for them: a line to
 * the east from a height y crosses an odd number of them if `base`, plus one for each step above y,
 * is odd.
 */
export interface Piece {
  readonly shape: ZoneShape;
  /** Zones are sorted by it; the smallest number is the severest. */
  readonly severity: number;
  /** The name of the zone and its attributes, as JSON. */
  readonly text: string;
  readonly base: boolean;
  readonly steps: readonly number[];
  readonly runs: readonly Run[];
}

const headerBytes = 24;

/** A piece as bytes: counts, severity, steps, the starts and lengths of the runs, positions, text. */
export function writePiece({ shape, severity, text, base, steps, runs }: Piece): Buffer {
  const length = Buffer.byteLength(text);
  const positions = runs.reduce((sum, run) => sum + run.positions.length, 0);
  const size = headerBytes + 8 * steps.length + 8 * runs.length + 16 * positions + length;
  const bytes = Buffer.allocUnsafe(size);
  const view = new DataView(bytes.buffer, bytes.byteOffset, size);
  view.setUint32(0, shapes.indexOf(shape) * 2 + (base ? 1 : 0), true);
  view.setUint32(4, steps.length, true);
  view.setUint32(8, runs.length, true);
  view.setUint32(12, length, true);
  view.setFloat64(16, severity, true);
  let at = headerBytes;
  for (const step of steps) {
    view.setFloat64(at, step, true);
    at += 8;
  }
  for (const run of runs) {
    view.setUint32(at, run.first, true);
    view.setUint32(at + 4, run.positions.length, true);
    at += 8;
  }
  for (const run of runs) {
    for (const [x, y] of run.positions) {
      view.setFloat64(at, x, true);
      view.setFloat64(at + 8, y, true);
      at += 16;
    }
  }
  bytes.write(text, at);
  return bytes;
}

/** Reads what `writePiece` wrote. */
export function readPiece(bytes: Uint8Array): Piece {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number) => view.getUint32(at, true);
  const number = (at: number) => view.getFloat64(at, true);
  const [stepCount, runCount, length] = [word(4), word(8), word(12)];
  let at = headerBytes;
  const steps = Array.from({ length: stepCount }, (_, i) => number(at + 8 * i));
  at += 8 * stepCount;
  let from = at + 8 * runCount;
  const runs = Array.from({ length: runCount }, (_, i): Run => {
    const count = word(at + 8 * i + 4);
    const positions: Position[] = [];
    for (let k = 0; k < count; k++, from += 16) positions.push([number(from), number(from + 8)]);
    return { first: word(at + 8 * i), positions };
  });
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, length).toString();
  return {
    shape: shapes[word(0) >> 1]!,
    severity: number(16),
    text,
    base: (word(0) & 1) === 1,
    steps,
    runs,
  };
}

/**
 * Whether a position of the piece's cell lies in the zone. Edges belong to it, also those of holes:
 * up to a tenth of a millimetre from an edge counts as on it. The result is the same as that of
 * `pointInPolygon` for the whole zone.
 */
export function pieceHolds({ shape, base, steps, runs }: Piece, x: number, y: number): boolean {
  let inside = base;
  for (const step of steps) if (step > y) inside = !inside;
  for (const { positions } of runs) {
    if (positions.length === 1 && isOn(positions[0]!, x, y)) return true;
    for (let i = 1; i < positions.length; i++) {
      const met = meetEdge(x, y, positions[i - 1]!, positions[i]!, borderDegrees);
      if (met === 'border') return true;
      if (met === 'crossed') inside = !inside;
    }
  }
  return shape === 'area' && inside;
}

function isOn([px, py]: Position, x: number, y: number): boolean {
  return Math.abs(px - x) <= borderDegrees && Math.abs(py - y) <= borderDegrees;
}
