import { PbfWriter } from 'pbf';
import type { Position } from '#tools/geo/polygon.ts';
import { byImportance, type Cell, type CellFeature, orderOf, type Ranked } from './cell-feature.ts';
import { type CellLevel, cellsOf, cornerOf, type WorldBox } from './map-cells.ts';
import { type FlatGeometry, flatten } from './map-feature.ts';
import { type Coordinates, toWorld } from './tile-scheme.ts';

/*
 * The content of a cell: the version of this format, the looks of its features as a JSON array, and
 * the features in the order of their importance. A feature has the number of its look, the corner of
 * its box from that of the cell, its length in bytes, width, height, rank, code, type and parts. All
 * numbers are variable-length integers of Protocol Buffers, points are steps from the one before.
 */
export const contentVersion = 1;

/** Features of about this many bytes are held in memory until their cells are written. */
const defaultMostBytes = 2 ** 25;

/** Packs features into cells. */
export interface CellPacker {
  add(feature: CellFeature, level: CellLevel): void;
  /** Whether it is time to take the cells. */
  isFull(): boolean;
  /** Returns the cells of all features since the last call. */
  take(): Iterable<Cell>;
}

/** Opens an empty packer. Each `take` gives cells a new part, so memory is bounded. */
export function openCellPacker(mostBytes = defaultMostBytes): CellPacker {
  let part = 0;
  let batch = openBatch();
  return {
    add: (feature, level) => batch.add(feature, level),
    isFull: () => batch.bytes() > mostBytes,
    take() {
      const full = batch;
      batch = openBatch();
      return full.cells(part++);
    },
  };
}

/** A feature whose cells are not written yet. */
interface Held extends Ranked {
  readonly look: number;
  readonly west: number;
  readonly north: number;
  /** Where its bytes begin and end among those of all features. */
  readonly from: number;
  readonly to: number;
}

interface HeldCell {
  features: number;
  readonly held: Held[];
}

/** Memory of a held feature besides its body, in bytes, and of its place in a cell. */
const heldBytes = 200;

function openBatch() {
  const looks = new Map<string, number>();
  const cells = new Map<number, HeldCell>();
  // One buffer for all: a typed array for each feature would need more memory than its bytes.
  const bodies = new PbfWriter(new Uint8Array(2 ** 20));
  let bytes = 0;
  return {
    bytes: () => bytes,
    add(feature: CellFeature, level: CellLevel): void {
      const geometry = flatten(feature.geometry, project);
      const box = boxOf(geometry);
      const from = bodies.pos;
      writeBody(feature, geometry, box, bodies);
      const to = bodies.pos;
      const [text, known] = [lookText(feature), looks.size];
      const look = numberOf(text, looks);
      if (looks.size > known) bytes += text.length;
      const { rank, code } = feature;
      const { west, north } = box;
      const held: Held = { look, order: orderOf(feature), rank, code, west, north, from, to };
      bytes += to - from + heldBytes;
      let isFirst = true;
      for (const cell of cellsOf(box, level)) {
        hold(cells, cell, held, isFirst);
        isFirst = false;
      }
    },
    *cells(part: number): Generator<Cell> {
      const texts = [...looks.keys()];
      for (const [cell, { features, held }] of cells) {
        held.sort(byImportance);
        yield { cell, part, features, content: writeCell(cell, held, texts, bodies.buf) };
      }
    },
  };
}

function hold(cells: Map<number, HeldCell>, cell: number, held: Held, isFirst: boolean): void {
  const known = cells.get(cell);
  const features = isFirst ? 1 : 0;
  if (!known) {
    // Most cells of scattered features have one: an empty array would get room for 17.
    cells.set(cell, { features, held: [held] });
    return;
  }
  known.held.push(held);
  known.features += features;
}

function lookText({ layer, kind, name, nameEn, ref, minZoom }: CellFeature): string {
  return JSON.stringify([layer, kind, name, nameEn, ref, minZoom]);
}

/** The number of a value; a new one gets the next number. */
function numberOf<T>(value: T, numbers: Map<T, number>): number {
  const known = numbers.get(value);
  if (known !== undefined) return known;
  numbers.set(value, numbers.size);
  return numbers.size - 1;
}

function project(positions: readonly Position[], count: number): Coordinates {
  const points: Coordinates = [];
  for (let i = 0; i < count; i++) {
    const [x, y] = toWorld(positions[i]!);
    points.push(x, y);
  }
  return points;
}

/** A geometry without points has a box too: it is stored, and nothing of it is drawn. */
function boxOf({ parts }: FlatGeometry): WorldBox {
  const [first] = parts;
  if (!first || first.points.length === 0) return { west: 0, north: 0, east: 0, south: 0 };
  let [west, north] = first.points as [number, number];
  let [east, south] = [west, north];
  for (const { points } of parts) {
    for (let i = 0; i < points.length; i += 2) {
      west = Math.min(west, points[i]!);
      east = Math.max(east, points[i]!);
      north = Math.min(north, points[i + 1]!);
      south = Math.max(south, points[i + 1]!);
    }
  }
  return { west, north, east, south };
}

function writeBody(
  { rank, code }: CellFeature,
  { type, parts }: FlatGeometry,
  { west, north, east, south }: WorldBox,
  to: PbfWriter,
): void {
  to.writeVarint(east - west);
  to.writeVarint(south - north);
  writeRank(rank, to);
  to.writeString(code);
  to.writeVarint(type);
  to.writeVarint(parts.length);
  let [x, y] = [west, north];
  for (const { points, isHole } of parts) {
    // Twice the number of points, plus one for a hole.
    to.writeVarint(points.length + (isHole ? 1 : 0));
    for (let i = 0; i < points.length; i += 2) {
      to.writeSVarint(points[i]! - x);
      to.writeSVarint(points[i + 1]! - y);
      x = points[i]!;
      y = points[i + 1]!;
    }
  }
}

/** Twice a whole number, or 1 and the number as it is. */
function writeRank(rank: number, to: PbfWriter): void {
  const isSmall = Number.isInteger(rank) && rank >= 0 && rank < 2 ** 30;
  to.writeVarint(isSmall ? 2 * rank : 1);
  if (!isSmall) to.writeDouble(rank);
}

/** One writer for all cells: a new one would grow from a few bytes each time. */
const content = new PbfWriter(new Uint8Array(2 ** 16));

function writeCell(
  cell: number,
  features: readonly Held[],
  texts: readonly string[],
  bodies: Uint8Array,
): Uint8Array {
  const looks = new Map<number, number>();
  for (const { look } of features) numberOf(look, looks);
  const { west, north } = cornerOf(cell);
  content.pos = 0;
  content.writeVarint(contentVersion);
  content.writeString(`[${[...looks.keys()].map(look => texts[look])}]`);
  for (const held of features) {
    content.writeVarint(looks.get(held.look)!);
    content.writeSVarint(held.west - west);
    content.writeSVarint(held.north - north);
    content.writeBytes(bodies.subarray(held.from, held.to));
  }
  return Buffer.from(content.buf.subarray(0, content.pos));
}
